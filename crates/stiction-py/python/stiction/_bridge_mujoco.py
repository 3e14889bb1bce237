"""States of MuJoCo as scenes, and what MuJoCo says of them as logs.

Bodies that are welded together are one body. What cannot move is the ground. A body with one free joint and nothing that
moves on it is free, with its mass, centre of mass and inertia in the axes of the world; whatever else moves, links of
robots and what slides on rails, is fixed where it stands still and driven where it does not.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._optional import needed
from ._scene import Scene

Vector = NDArray[np.float64]

#: A distance below which two surfaces touch, m: positions of metres have errors of rounding far below it.
_TOUCHING = 1e-9


def mujoco(
    model: Any,
    data: Any,
    geom: int | str | None = None,
    *,
    at_rest: bool = False,
    squeeze: float | None = None,
    touching: float = _TOUCHING,
) -> Scene:
    """The contacts of a state as a scene in space.

    ``mj_forward`` has been called for the state. Of each contact the scene has its point, its normal, ``friction[0]`` and,
    where ``condim`` is 4 or 6, its torsional friction; a contact that is farther apart than ``touching`` has a ``gap``.
    Contacts are called by their geoms, ``finger/cup``, with a number where there are several. ``geom`` names one geom:
    its body alone is free then, and whatever else moves by itself is fixed or driven. ``at_rest=True`` leaves out all
    velocities: what would rest if nothing crept, which contacts that give always let it do. ``squeeze=1.01`` limits the
    normal force of each contact to 1.01 times what MuJoCo has there: whether this squeeze holds, and not whether some
    other would; contacts that carry nothing are left out then.
    """
    return _State(model, data, geom, at_rest, touching).scene(squeeze)


def mujoco_log(
    model: Any, data: Any, geom: int | str | None = None, *, touching: float = _TOUCHING
) -> dict[str, Any]:
    """What MuJoCo says of a state, as a record for ``outcomes(scene, log=…)``.

    Accelerations and velocities of the free bodies, contact forces and gaps; ``mj_forward`` has been called. A record
    fits the scene of the same ``geom``. Several, in a list, may be judged at once where their contacts are the same.

        scene = bridges.mujoco(model, data, at_rest=True)
        report = stiction.outcomes(scene, log=bridges.mujoco_log(model, data), log_tolerance="1e-3")
        report.to_dict()["log"][0]["survives"]      # whether exact friction can hold what MuJoCo holds
    """
    return _State(model, data, geom, False, touching).log()


class _Touch(NamedTuple):
    """A contact as the scene has it."""

    number: int
    name: str
    on: int
    against: int
    point: Vector
    normal: Vector
    #: 1 where the normal is that of MuJoCo, -1 where it is turned.
    side: float


class _State:
    def __init__(self, model: Any, data: Any, geom: int | str | None, at_rest: bool, touching: float) -> None:
        self.engine = needed("mujoco", "bridges.mujoco", "mujoco")
        self.model, self.data = model, data
        self.at_rest, self.touching = at_rest, touching
        self.weld = [int(body) for body in model.body_weldid]
        free = {body for body in set(self.weld) if self._is_free(body)}
        if geom is not None:
            own = self.weld[self._body_of(geom)]
            if own not in free:
                raise ValueError(f"the body of geom {geom!r} is not free: it has no free joint, or something moves on it")
            free = {own}
        self.free = free
        self._refuse_equalities()
        self.names = {body: self._body_name(body) for body in set(self.weld)}

    def _is_free(self, body: int) -> bool:
        model = self.model
        first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
        if count != 1 or int(model.jnt_type[first]) != int(self.engine.mjtJoint.mjJNT_FREE):
            return False
        # Something that moves on it would be pushed by it, and push back through its joint.
        return not any(
            self.weld[other] == other and other != body and self.weld[int(model.body_parentid[other])] == body
            for other in range(1, model.nbody)
        )

    def _body_of(self, geom: int | str) -> int:
        number = geom
        if isinstance(geom, str):
            number = self.engine.mj_name2id(self.model, self.engine.mjtObj.mjOBJ_GEOM, geom)
        if not isinstance(number, (int, np.integer)) or not 0 <= number < self.model.ngeom:
            raise ValueError(f"there is no geom {geom!r}")
        return int(self.model.geom_bodyid[number])

    def _refuse_equalities(self) -> None:
        engine, model = self.engine, self.model
        of_bodies = {int(engine.mjtEq.mjEQ_CONNECT), int(engine.mjtEq.mjEQ_WELD)}
        for number in range(model.neq):
            if not self.data.eq_active[number] or int(model.eq_type[number]) not in of_bodies:
                continue
            pair = [int(model.eq_obj1id[number]), int(model.eq_obj2id[number])]
            if int(model.eq_objtype[number]) == int(engine.mjtObj.mjOBJ_SITE):
                pair = [int(model.site_bodyid[site]) for site in pair]
            if any(self.weld[body] in self.free for body in pair):
                name = engine.mj_id2name(model, engine.mjtObj.mjOBJ_EQUALITY, number) or number
                raise ValueError(f"equality {name!r} holds a free body, and is no contact; make it inactive, or weld the bodies")

    def _body_name(self, body: int) -> str:
        if body == 0:
            return "ground"
        name = self.engine.mj_id2name(self.model, self.engine.mjtObj.mjOBJ_BODY, body) or f"body {body}"
        return f"{name} (body {body})" if name == "ground" else name

    def _geom_name(self, geom: int) -> str:
        if geom < 0:
            return "flex"
        return self.engine.mj_id2name(self.model, self.engine.mjtObj.mjOBJ_GEOM, geom) or f"geom {geom}"

    # Bodies.

    def _mass(self, body: int) -> tuple[float, Vector, Vector]:
        """Mass, centre of mass, and inertia about it in the axes of the world, of all that is welded to a body."""
        own = [other for other in range(1, self.model.nbody) if self.weld[other] == body]
        masses = self.model.body_mass[own]
        mass = float(masses.sum())
        com = masses @ self.data.xipos[own] / mass
        inertia = np.zeros((3, 3))
        for other in own:
            turn = self.data.ximat[other].reshape(3, 3)
            arm = self.data.xipos[other] - com
            inertia += turn @ np.diag(self.model.body_inertia[other]) @ turn.T
            inertia += self.model.body_mass[other] * (arm @ arm * np.eye(3) - np.outer(arm, arm))
        return mass, com, (inertia + inertia.T) / 2

    def _motion(self, body: int, point: Vector) -> tuple[Vector, Vector]:
        """Velocity and acceleration of a body at a point of it, angular first, in the axes of the world."""
        engine, model, data = self.engine, self.model, self.data
        linear, angular = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        engine.mj_jac(model, data, linear, angular, point, body)
        rates = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        engine.mj_jacDot(model, data, rates[0], rates[1], point, body)
        jacobian, rate = np.vstack([angular, linear]), np.vstack([rates[1], rates[0]])
        return jacobian @ data.qvel, jacobian @ data.qacc + rate @ data.qvel

    def _wrench(self, body: int, com: Vector) -> Vector:
        """What acts on a free body besides gravity and contacts, about its centre of mass."""
        model, data = self.model, self.data
        wrench = np.zeros(6)
        for other in range(1, model.nbody):
            if self.weld[other] == body:
                force, moment = data.xfrc_applied[other, :3], data.xfrc_applied[other, 3:]
                wrench += np.concatenate([moment + np.cross(data.xipos[other] - com, force), force])
        first = int(model.body_dofadr[body])
        dofs = slice(first, first + 6)
        joint = data.qfrc_applied[dofs] + data.qfrc_actuator[dofs] + data.qfrc_passive[dofs]
        # Of a free joint: a force at the body's origin in the axes of the world, and a moment in those of the body.
        moment = data.xmat[body].reshape(3, 3) @ joint[3:]
        wrench += np.concatenate([moment + np.cross(data.xpos[body] - com, joint[:3]), joint[:3]])
        return wrench

    def _keys(self, body: int) -> dict[str, Any]:
        if body in self.free:
            mass, com, inertia = self._mass(body)
            keys: dict[str, Any] = {"mass": mass, "com": com, "inertia": inertia}
            velocity, _ = self._motion(body, com)
            if velocity.any() and not self.at_rest:
                keys["twist"] = velocity
            wrench = self._wrench(body, com)
            if wrench.any():
                keys["wrench"] = wrench
            return keys
        com = np.array(self.data.xipos[body])
        velocity, acceleration = self._motion(body, com)
        if self.at_rest or not (velocity.any() or acceleration.any()):
            return {"role": "fixed"}
        return {"role": "driven", "com": com, "twist": velocity, "acceleration": acceleration}

    # Contacts.

    def _touches(self) -> list[_Touch]:
        found: list[_Touch] = []
        for number in range(self.data.ncon):
            contact = self.data.contact[number]
            geoms = [int(geom) for geom in contact.geom]
            if min(geoms) < 0:
                raise ValueError("a contact of a flexible body is none between rigid bodies")
            bodies = [self.weld[int(self.model.geom_bodyid[geom])] for geom in geoms]
            if bodies[0] == bodies[1] or not self.free.intersection(bodies):
                continue
            # The first row of the frame leads from geom1 to geom2, into the second body.
            on, side = (1, 1.0) if bodies[1] in self.free else (0, -1.0)
            name = f"{self._geom_name(geoms[on])}/{self._geom_name(geoms[1 - on])}"
            normal = side * np.array(contact.frame[:3])
            found.append(_Touch(number, name, bodies[on], bodies[1 - on], np.array(contact.pos), normal, side))
        total = Counter(touch.name for touch in found)
        counted: Counter[str] = Counter()
        for place, touch in enumerate(found):
            counted[touch.name] += 1
            if total[touch.name] > 1:
                found[place] = touch._replace(name=f"{touch.name}.{counted[touch.name]}")
        return found

    def _force(self, touch: _Touch) -> Vector:
        """What MuJoCo has at a contact, in the contact's frame: the normal force first, torsion fourth."""
        force = np.zeros(6)
        self.engine.mj_contactForce(self.model, self.data, touch.number, force)
        return force

    def _contact_keys(self, touch: _Touch) -> dict[str, Any]:
        contact = self.data.contact[touch.number]
        keys: dict[str, Any] = {
            "id": touch.name,
            "on": self.names[touch.on],
            "against": self.names[touch.against],
            "point": touch.point,
            "normal": touch.normal,
        }
        if int(contact.dim) > 1:
            if contact.friction[0] != contact.friction[1]:
                raise ValueError(f"contact {touch.name!r} has one friction along and another across: {contact.friction[:2]}")
            keys["friction"] = float(contact.friction[0])
        if int(contact.dim) > 3:
            keys.update(model="soft", soft=float(contact.friction[2]))
        if contact.dist > self.touching:
            keys["gap"] = float(contact.dist)
        return keys

    def scene(self, squeeze: float | None) -> Scene:
        engine, model = self.engine, self.model
        weightless = int(model.opt.disableflags) & int(engine.mjtDisableBit.mjDSBL_GRAVITY)
        gravity = np.zeros(3) if weightless else np.array(model.opt.gravity)
        scene = Scene(dimension=3, gravity=gravity)
        touches = self._touches()
        limits: dict[str, float] = {}
        if squeeze is not None:
            limits = {touch.name: squeeze * float(self._force(touch)[0]) for touch in touches}
            touches = [touch for touch in touches if limits[touch.name] > 0]
        met = self.free.union(*({touch.on, touch.against} for touch in touches)) - {0}
        for body in sorted(met):
            scene.body(self.names[body], **self._keys(body))
        for touch in touches:
            keys = self._contact_keys(touch)
            scene.contact(**keys, **({} if squeeze is None else {"limit": limits[touch.name]}))
        return Scene.from_dict(scene.to_dict())

    def log(self) -> dict[str, Any]:
        told: dict[str, Any] = {"time": float(self.data.time), "acceleration": {}, "velocity": {}, "forces": {}, "gap": {}}
        for body in sorted(self.free):
            velocity, acceleration = self._motion(body, self._mass(body)[1])
            told["acceleration"][self.names[body]] = acceleration
            told["velocity"][self.names[body]] = velocity
        for touch in self._touches():
            force = self._force(touch)
            contact = self.data.contact[touch.number]
            frame = contact.frame.reshape(3, 3)
            # MuJoCo's force is on the second body.
            along = np.vstack([touch.normal, *_tangents(touch.normal)])
            told["forces"][touch.name] = along @ (touch.side * (frame.T @ force[:3]))
            if int(contact.dim) > 3:
                told["forces"][touch.name] = np.append(told["forces"][touch.name], force[3])
            told["gap"][touch.name] = float(contact.dist)
        return told


def _tangents(normal: Vector) -> tuple[Vector, Vector]:
    """Those of a scene: n x e with the axis least aligned with n, and n x that, as unit vectors."""
    axis = np.zeros(3)
    axis[int(np.argmin(np.abs(normal)))] = 1.0
    first = np.cross(normal, axis)
    first /= np.linalg.norm(first)
    return first, np.cross(normal, first) / np.linalg.norm(normal)

"""Models of Pinocchio as robots, by way of URDF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from ._optional import needed
from ._robot import Robot, robot

Floats = NDArray[np.float64]


def pinocchio(model: Any) -> Robot:
    """The robot of a model whose joints turn, slide or float.

    Joints keep their names and their order; the link that a joint moves is called ``JOINT.link``, and every frame of a
    body, a tool, a sensor or a fixed joint is a link of its own name, for ``frame=``. Positions and velocities of a
    floating joint are written otherwise here: :func:`pinocchio_state` puts them in order.

        robot = bridges.pinocchio(model)
        report = robot.dynamics(frame="tool", **bridges.pinocchio_state(model, q, v))
    """
    return robot(pinocchio_urdf(model))


def pinocchio_urdf(model: Any) -> str:
    """The model as a URDF."""
    _library()
    if np.asarray(model.armature).any():
        raise ValueError("the model has rotors (armature), which a URDF cannot say; set model.armature to zero")
    parts = [f"<robot name={quoteattr(str(model.name) or 'robot')}>", '  <link name="universe"/>']
    for number in range(1, model.njoints):
        parts.extend(_joint(model, number))
    parts.extend(_frames(model))
    return "\n".join([*parts, "</robot>", ""])


def _library() -> Any:
    return needed("pinocchio", "bridges.pinocchio", "pin")


def _numbers(values: Any) -> str:
    return quoteattr(" ".join(repr(float(value)) for value in values))


def _origin(placement: Any) -> str:
    angles = _library().rpy.matrixToRpy(placement.rotation)
    return f"<origin xyz={_numbers(placement.translation)} rpy={_numbers(angles)}/>"


def _link(model: Any, number: int) -> str:
    return "universe" if number == 0 else f"{model.names[number]}.link"


def _subspace(model: Any, number: int) -> tuple[str, Floats]:
    """The name of a joint's kind, and its motions at zero, linear first."""
    joint = model.joints[number]
    data = joint.createData()
    joint.calc(data, _library().neutral(model))
    return joint.shortname(), np.asarray(data.S).reshape(6, -1, order="F")


def _kind(model: Any, number: int) -> tuple[str, Floats | None]:
    """The type of a joint in a URDF, and its axis."""
    joint = model.joints[number]
    name, motions = _subspace(model, number)
    if name == "JointModelFreeFlyer":
        return "floating", None
    if joint.nv == 1 and "Mimic" not in name and "Composite" not in name:
        linear, angular = motions[:3, 0], motions[3:, 0]
        if not linear.any():
            return ("revolute" if joint.nq == 1 else "continuous"), angular
        if not angular.any():
            return "prismatic", linear
    raise ValueError(f"joint {model.names[number]!r} is a {name}; only joints that turn, slide or float are taken")


def _joint(model: Any, number: int) -> Iterator[str]:
    kind, axis = _kind(model, number)
    inertia, first = model.inertias[number], model.joints[number].idx_q
    link = quoteattr(_link(model, number))
    moments = np.asarray(inertia.inertia)
    named = zip(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)), strict=True)
    written = " ".join(f"{key}={_numbers([moments[place]])}" for key, place in named)
    if inertia.mass:
        yield f"  <link name={link}><inertial><origin xyz={_numbers(inertia.lever)}/>"
        yield f"    <mass value={_numbers([inertia.mass])}/><inertia {written}/></inertial></link>"
    else:
        yield f"  <link name={link}/>"
    yield f"  <joint name={quoteattr(model.names[number])} type={quoteattr(kind)}>"
    yield f"    <parent link={quoteattr(_link(model, int(model.parents[number])))}/><child link={link}/>"
    yield f"    {_origin(model.jointPlacements[number])}"
    if axis is not None:
        yield f"    <axis xyz={_numbers(axis)}/>"
    if kind in ("revolute", "prismatic"):
        yield f"    {_limit(model, first, model.joints[number].idx_v)}"
    yield "  </joint>"


def _limit(model: Any, position: int, velocity: int) -> str:
    # Before version 4 an effort had one limit for both ways.
    effort = model.upperEffortLimit if hasattr(model, "upperEffortLimit") else model.effortLimit
    ends = {
        "lower": model.lowerPositionLimit[position],
        "upper": model.upperPositionLimit[position],
        "velocity": model.velocityLimit[velocity],
        "effort": effort[velocity],
    }
    # A joint that may turn on and on says so by ends that no position reaches.
    far = 1e30
    return "<limit " + " ".join(f"{key}={_numbers([np.clip(value, -far, far)])}" for key, value in ends.items()) + "/>"


def _frames(model: Any) -> Iterator[str]:
    joint = _library().FrameType.JOINT
    taken = {"universe", *(_link(model, number) for number in range(1, model.njoints))}
    for frame in model.frames:
        if frame.type == joint or frame.name in taken:
            continue
        taken.add(frame.name)
        yield f"  <link name={quoteattr(frame.name)}/>"
        yield f"  <joint name={quoteattr(frame.name + '.fixed')} type=\"fixed\">"
        yield f"    <parent link={quoteattr(_link(model, int(frame.parentJoint)))}/><child link={quoteattr(frame.name)}/>"
        yield f"    {_origin(frame.placement)}"
        yield "  </joint>"


def pinocchio_velocities(model: Any) -> NDArray[np.int64]:
    """For each velocity of the robot, its place among those of Pinocchio: of a floating joint turns come first here, and
    moves there. ``M_robot == M_pinocchio[numpy.ix_(order, order)]``."""
    order: list[int] = []
    for number in range(1, model.njoints):
        first, size = model.joints[number].idx_v, model.joints[number].nv
        order.extend([*range(first + 3, first + 6), *range(first, first + 3)] if size == 6 else range(first, first + size))
    return np.array(order, dtype=np.int64)


def pinocchio_state(model: Any, q: Any = None, v: Any = None, tau: Any = None) -> dict[str, Any]:
    """Numbers of Pinocchio as keywords of ``robot.dynamics``: ``q``, ``v`` and ``tau`` where they are given, and gravity.

    A floating joint has its quaternion as (w, x, y, z) here, one that turns on and on its angle.
    """
    _library()
    state: dict[str, Any] = {"gravity": np.array(model.gravity.linear)}
    order = pinocchio_velocities(model)
    if q is not None:
        state["q"] = np.concatenate([_position(model, number, np.asarray(q)) for number in range(1, model.njoints)])
    for key, values in (("v", v), ("tau", tau)):
        if values is not None:
            state[key] = np.asarray(values, dtype=float)[order]
    return state


def _position(model: Any, number: int, q: Floats) -> Floats:
    first, size = model.joints[number].idx_q, model.joints[number].nq
    own = np.asarray(q[first : first + size], dtype=float)
    if size == 7:
        return own[[0, 1, 2, 6, 3, 4, 5]]
    return np.array([np.arctan2(own[1], own[0])]) if size == 2 else own

"""Reports of `stand`: section 3 of docs/PROOFS.md."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Optional, Sequence

from .base import (Findings, Unchecked, Vector, different, exactly, exactly_all, listed, mirror_all, mirrors,
                   near, need, place, rational, record, root, table, text, texts, truth, vector, vectors)
from .linear import ZERO, add, dot, rank, scale, unit, zero
from .touch import Coefficients, Contact, Friction, Push, cone_of

Loads = list[Vector]
WIDE = Fraction(1, 10**6)
NEVER = 2**39


class Body:
    """A body that moves as forces tell it (3.1)."""

    def __init__(self, name: str, reference: Vector, freedoms: tuple[bool, ...]) -> None:
        self.name, self.reference, self.freedoms = name, reference, freedoms


class Joint:
    """A contact with the bodies that it is between (3.1)."""

    def __init__(self, on: Optional[int], against: Optional[int], touch: Contact, most: Optional[Fraction]) -> None:
        self.on, self.against, self.touch, self.most = on, against, touch, most

    def sides(self) -> list[tuple[int, int]]:
        """Bodies with the sign of what they feel."""
        found = [] if self.on is None else [(self.on, 1)]
        return found if self.against is None else [*found, (self.against, -1)]


class Assembly:
    """Bodies and contacts (3.1)."""

    def __init__(self, bodies: list[Body], joints: list[Joint], dimension: int) -> None:
        self.bodies, self.joints, self.dimension = bodies, joints, dimension
        self.size = 3 if dimension == 2 else 6
        self.contacts = [joint.touch for joint in joints]
        different([body.name for body in bodies], "bodies")
        different([contact.id for contact in self.contacts], "contacts")

    @classmethod
    def read(cls, value: Any) -> "Assembly":
        """The problem of a report."""
        record(value, "bodies contacts", "", "problem")
        entries = [record(b, "name reference", "freedoms", "a body") for b in listed(value["bodies"], "bodies")]
        references = [vector(entry["reference"], None, "reference") for entry in entries]
        dimension = len(references[0]) if references else 2
        need(dimension in (2, 3) and all(len(r) == dimension for r in references), "neither plane nor space")
        size = 3 if dimension == 2 else 6
        bodies = []
        for entry, reference in zip(entries, references):
            given = entry.get("freedoms", [True] * size)
            freedoms = tuple(truth(x, "freedoms") for x in listed(given, "freedoms", size))
            bodies.append(Body(text(entry["name"], "a name"), reference, freedoms))
        joints = [cls._joint(c, len(bodies), dimension) for c in listed(value["contacts"], "contacts")]
        return cls(bodies, joints, dimension)

    @staticmethod
    def _joint(value: Any, count: int, dimension: int) -> Joint:
        record(value, "touch", "on against", "a contact")
        on, against = (place(value[key], key, count) if key in value else None for key in ("on", "against"))
        need(on != against, "a contact of a body with itself, or of none")
        touch = Contact(value["touch"], dimension)
        return Joint(on, against, touch, touch.most)

    @classmethod
    def of_grasp(cls, reference: Vector, contacts: Sequence[Contact]) -> "Assembly":
        """The assembly of one body that a problem of `closure` is (2.8)."""
        size = 3 if len(reference) == 2 else 6
        body = Body("", reference, (True,) * size)
        return cls([body], [Joint(0, None, c, c.most) for c in contacts], len(reference))

    def limited(self, most: Sequence[Optional[Fraction]]) -> "Assembly":
        """The same with other limits."""
        need(all(m is None or m >= 0 for m in most), "a limit below zero")
        joints = [Joint(j.on, j.against, j.touch, m) for j, m in zip(self.joints, most)]
        return Assembly(self.bodies, joints, self.dimension)

    def limited_to_zero(self) -> "Assembly":
        """The same with every limit set to zero."""
        return self.limited([None if joint.most is None else ZERO for joint in self.joints])

    def load_of(self, value: Any) -> Loads:
        """A load: one wrench a body."""
        return vectors(value, self.size, "a load", len(self.bodies))

    # -- what statements are made of ----------------------------------------------------------------------------------

    def balance(self, friction: Friction, load: Loads, forces: Any) -> list[Push]:
        """Pushes in cones and limits that balance the load in the freedoms (3.2)."""
        pushes = [Push(f, j.touch) for f, j in zip(listed(forces, "forces", len(self.joints)), self.joints)]
        total = list(load)
        for push, joint in zip(pushes, self.joints):
            if push.absent:
                continue
            at = friction.of(joint.touch, self.contacts)
            need(push.inside(at, "closed"), f"the push of {joint.touch.id} is not in its cone")
            need(push.within(joint.most), f"the push of {joint.touch.id} is beyond its limit")
            force, spin = push.total(at)
            for body, sign in joint.sides():
                wrench = joint.touch.wrench(self.bodies[body].reference, force, spin)
                total[body] = add(total[body], wrench, sign)
        for body, rest in zip(self.bodies, total):
            need(not any(x for x, free in zip(rest, body.freedoms) if free), f"{body.name} is not in balance")
        return pushes

    def twists_of(self, value: Any) -> Loads:
        """Twists, zero where a body is not free."""
        twists = vectors(value, self.size, "twists", len(self.bodies))
        for twist, body in zip(twists, self.bodies):
            need(not any(x for x, free in zip(twist, body.freedoms) if not free), "a motion that a body has not")
        return twists

    def relative(self, joint: Joint, twists: Loads) -> tuple[Vector, Fraction]:
        """Relative velocity and turn at a contact."""
        u, omega = zero(self.dimension), ZERO
        for body, sign in joint.sides():
            v, w = joint.touch.velocity(self.bodies[body].reference, twists[body])
            u, omega = add(u, v, sign), omega + sign * w
        return u, omega

    def resistances(self, part: dict[str, Any], signed: bool = False) -> Vector:
        """`resistance`, zeros where it is left out."""
        given = listed(part.get("resistance", []), "resistance")
        found = vector(given, len(self.joints), "resistance") if given else zero(len(self.joints))
        need(signed or all(x >= 0 for x in found), "a resistance is negative")
        return found

    def absorb(self, friction: Friction, part: dict[str, Any], extra: Optional[Vector] = None,
               moved: Optional[tuple[int, Vector]] = None) -> tuple[Fraction, Loads]:
        """ABSORB of section 3.1, with the twists."""
        twists, resistance = self.twists_of(part["twists"]), self.resistances(part)
        for i, joint in enumerate(self.joints):
            u, omega = self.relative(joint, twists)
            if moved is not None and moved[0] == i:
                u = add(u, moved[1])
            most = resistance[i] + (extra[i] if extra else ZERO)
            at = friction.of(joint.touch, self.contacts)
            need(joint.touch.takes_up(at, u, omega, most), f"{joint.touch.id} resists the motion")
            need(joint.most is not None or resistance[i] == 0, f"{joint.touch.id} has no limit")
        return sum((j.most * r for j, r in zip(self.joints, resistance) if j.most is not None), ZERO), twists

    @staticmethod
    def work(load: Loads, twists: Loads) -> Fraction:
        """The work of a load on twists."""
        return sum((dot(w, v) for w, v in zip(load, twists)), ZERO)

    # -- statements ---------------------------------------------------------------------------------------------------

    def prove(self, proof: Any, allowed: str, friction: Any = None, load: Optional[Loads] = None) -> str:
        """Checks a proof of one of the allowed kinds, with this friction and this load (3.2 to 3.6)."""
        table(proof, "a proof")
        need(len(proof) == 1, "a proof with more than one key")
        kind, part = next(iter(proof.items()))
        need(kind in allowed.split(), f"a proof of `{kind}` where `{allowed}` is needed")
        table(part, kind)
        used = Friction(part.get("friction"))
        if friction is not None:
            asked = Friction(friction)
            need((used.kind, used.factor) == (asked.kind, asked.factor), "a proof with another friction")
        found = self.load_of(part.get("load"))
        need(load is None or found == load, "a proof about another load")
        getattr(self, "_" + kind)(part, used, found)
        return kind

    def _rests(self, part: dict[str, Any], friction: Friction, load: Loads) -> None:
        record(part, "friction load forces", "", "rests")
        self.balance(friction, load, part["forces"])

    def _falls(self, part: dict[str, Any], friction: Friction, load: Loads) -> None:
        record(part, "friction load twists", "resistance", "falls")
        absorbed, twists = self.absorb(friction, part)
        need(self.work(load, twists) > absorbed, "the collapse gains nothing")

    def _bounds(self, part: dict[str, Any], friction: Friction, load: Loads) -> None:
        record(part, "friction load directions normal bound twists", "resistance taken", "bounds")
        directions = [self.load_of(d) for d in listed(part["directions"], "directions")]
        normal = vector(part["normal"], len(directions), "normal")
        given = listed(part.get("taken", []), "taken")
        taken = vectors(given, len(self.joints), "taken", len(directions)) if given else []
        absorbed, twists = self.absorb(friction, part)
        resistance = self.resistances(part)
        for k, direction in enumerate(directions):
            extra = dot(taken[k], resistance) if taken else ZERO
            need(self.work(direction, twists) + extra == normal[k], "the normal of a bound is another")
        need(absorbed - self.work(load, twists) <= rational(part["bound"]), "a bound that does not follow")

    def _at_least(self, part: dict[str, Any], friction: Friction, load: Loads) -> None:
        record(part, "friction load weights bound twists", "resistance", "at_least")
        weights = vector(part["weights"], len(self.joints), "weights")
        absorbed, twists = self.absorb(friction, part, weights)
        need(self.work(load, twists) - absorbed >= rational(part["bound"]), "a bound that does not follow")

    def _force_at_least(self, part: dict[str, Any], friction: Friction, load: Loads) -> None:
        record(part, "friction load contact direction bound twists", "resistance", "force_at_least")
        which = place(part["contact"], "contact", len(self.joints))
        direction = vector(part["direction"], self.dimension, "direction")
        absorbed, twists = self.absorb(friction, part, None, (which, direction))
        need(self.work(load, twists) - absorbed >= rational(part["bound"]), "a bound that does not follow")

    def bound(self, proof: Any, load: Loads, direction: Loads, taken: Optional[Vector] = None) -> Fraction:
        """The largest multiple of a direction that an accepted `bounds` leaves."""
        self.prove(proof, "bounds", "given", load)
        part = proof["bounds"]
        need([self.load_of(d) for d in part["directions"]] == [direction], "a bound along another direction")
        if taken is None or not any(taken):
            need(not part.get("taken") or not any(any(vector(t)) for t in part["taken"]), "a bound that takes limits")
        else:
            given = vectors(part.get("taken"), None, "taken")
            need(given == [taken], "a bound that takes other limits")
        normal = rational(part["normal"][0])
        need(normal > 0, "a bound the other way")
        return rational(part["bound"]) / normal


class Face:
    """The face of one contact's cone in facial reduction (3.7)."""

    def __init__(self, joint: Joint, push: Push) -> None:
        self.joint, self.push, self.touch = joint, push, joint.touch
        self.at: Coefficients = (self.touch.mu, self.touch.gamma)
        self.total = push.total(self.at)
        self.generators = self._generators()
        self.kept = list(range(len(self.generators)))
        self.idle, self.full = True, False
        self.kind = "NOTHING" if joint.most == 0 else "EDGES" if self.generators else "ROUND"

    def _generators(self) -> list[tuple[Vector, Fraction]]:
        touch, (mu, gamma) = self.touch, self.at
        if touch.dimension == 2:
            ways = (mu, -mu) if mu > 0 else (ZERO,)
            return [(add(touch.normal, touch.tangent, way), ZERO) for way in ways]
        if touch.across is not None:
            return touch.edges(mu, gamma)
        if mu > 0:
            return []
        return [(touch.normal, gamma), (touch.normal, -gamma)] if gamma > 0 else [(touch.normal, ZERO)]

    def tighten(self, u: Vector, omega: Fraction, c: Fraction) -> None:
        """One motion on which the push takes up as much as any can."""

        def taken(generator: tuple[Vector, Fraction]) -> Fraction:
            return -dot(generator[0], u) - generator[1] * omega

        most = self.joint.most
        need(taken(self.total) == (most * c if most is not None else 0), "a motion that is not tight")
        need(c >= 0 or (self.kind == "EDGES" and not self.idle), "a resistance is negative")
        need(c == 0 or most is not None, "a resistance without a limit")
        if self.kind == "EDGES":
            need(all(taken(self.generators[i]) <= c for i in self.kept), "a motion that a cone takes up more of")
            self.kept = [i for i in self.kept if taken(self.generators[i]) == c]
            self.idle = self.idle and c == 0
        elif self.kind == "ROUND" or (self.kind == "RAY" and most is not None):
            self._tighten_round(u, omega, c)

    def _tighten_round(self, u: Vector, omega: Fraction, c: Fraction) -> None:
        (mu, gamma), touch = self.at, self.touch
        along = dot(touch.normal, u)
        z = along + c
        s = mu**2 * (dot(u, u) * touch.square - along**2) + gamma**2 * omega**2
        need(z >= 0 and s <= z * z, "a motion that a cone takes up more of")
        if s < z * z:
            self.kind = "NOTHING"
        elif z > 0:
            self.kind = "POINT" if (self.kind == "ROUND" and self.full) or c > 0 else "RAY"
        elif self.kind == "RAY":
            self.kind = "POINT" if c > 0 else "RAY"
        else:
            self.full = self.full or c > 0

    def inside(self) -> bool:
        """The push is in the relative interior of the face."""
        most, multiple = self.joint.most, self.push.multiple()
        if self.kind == "NOTHING":
            return self.push.absent
        if self.kind == "POINT":
            return True
        if self.kind == "RAY":
            return not self.push.absent and (most is None or multiple < most)
        if self.kind == "ROUND":
            at_limit = most is not None and multiple == most
            below = most is None or multiple < most
            return not self.push.absent and self.push.inside(self.at, "strict") and (at_limit if self.full else below)
        numbers = self._multiples()
        if any((x > 0) != (i in self.kept) or x < 0 for i, x in enumerate(numbers)):
            return False
        return most is None or not self.kept or (sum(numbers) < most if self.idle else sum(numbers) == most)

    def _multiples(self) -> list[Fraction]:
        (mu, gamma), touch, push = self.at, self.touch, self.push
        if push.absent:
            return [ZERO] * len(self.generators)
        if push.edges is not None:
            return list(push.edges)
        a, over = push.multiple(), None
        if touch.dimension == 2:
            over = push.numbers[1] / mu if mu > 0 else None
        elif gamma > 0:
            over = push.spin / gamma
        return [a] if over is None else [(a + over) / 2, (a - over) / 2]

    def directions(self) -> list[tuple[Vector, Fraction]]:
        """Directions of the face, force and spin."""
        if self.kind == "EDGES":
            kept = [self.generators[i] for i in self.kept]
            if self.idle or self.joint.most is None:
                return kept
            return [(add(f, kept[0][0], -1), s - kept[0][1]) for f, s in kept[1:]]
        if self.kind == "ROUND":
            normal = self.touch.normal
            axes = [unit(3, k) for k in range(3)]
            if self.full:
                axes = [add(e, normal, -normal[k] / self.touch.square) for k, e in enumerate(axes)]
            return [(e, ZERO) for e in axes] + ([(zero(3), Fraction(1))] if self.at[1] > 0 else [])
        return [self.total] if self.kind == "RAY" else []


def dimension_of(assembly: Assembly, proof: Any, load: Optional[Loads]) -> int:
    """The dimension of all balances (3.7)."""
    record(proof, "load forces dimension", "tight unresisted", "indeterminacy_proof")
    found = assembly.load_of(proof["load"])
    need(load is None or found == load, "a proof about another load")
    pushes = assembly.balance(Friction("given"), found, proof["forces"])
    faces = [Face(joint, push) for joint, push in zip(assembly.joints, pushes)]
    for motion in listed(proof.get("tight", []), "tight"):
        record(motion, "twists", "resistance", "tight")
        twists, resistance = assembly.twists_of(motion["twists"]), assembly.resistances(motion, True)
        for face, joint, c in zip(faces, assembly.joints, resistance):
            face.tighten(*assembly.relative(joint, twists), c)
    need(all(face.inside() for face in faces), "a push is not inside its face")
    loose, columns = 0, []
    for face in faces:
        directions = face.directions()
        loose += rank(force + (spin,) for force, spin in directions)
        for force, spin in directions:
            column = [zero(assembly.size)] * len(assembly.bodies)
            for body, sign in face.joint.sides():
                wrench = face.touch.wrench(assembly.bodies[body].reference, force, spin)
                free = assembly.bodies[body].freedoms
                column[body] = tuple(sign * x if f else ZERO for x, f in zip(wrench, free))
            columns.append(tuple(x for part in column for x in part))
    need(loose - rank(columns) == place(proof["dimension"], "dimension"), "another dimension than is told")
    return proof["dimension"]


class StandReport:
    """What a report of `stand` says, against what it proves (3.8 to 3.13)."""

    def __init__(self, report: dict[str, Any], findings: Findings) -> None:
        self.report, self.findings = report, findings
        self.exact = table(report.get("exact"), "exact")
        self.assembly = Assembly.read(report.get("problem"))
        names = [body.name for body in self.assembly.bodies]
        loads = table(self.exact.get("load"), "exact.load")
        need(set(loads) == set(names) and report.get("bodies") == names, "the bodies are others")
        self.load: Loads = self.assembly.load_of([loads[name] for name in names])
        self.names = names
        self.proofs = table(report.get("margin_proofs"), "margin_proofs")
        known = ("friction_lower friction_upper friction_never margin_carried margin_beyond margin_unlimited "
                 "margin_lower margin_upper margin_pull load")
        record(self.proofs, "", known, "margin_proofs")
        self.kind: Optional[str] = None

    def run(self) -> None:
        """Every part of the report."""
        section = self.findings.section
        section("keys", self.complete)
        section("cone", lambda: cone_of(self.report, self.assembly.contacts, self.assembly.dimension))
        section("verdict", self.verdict)
        section("load", self.loads)
        section("strong", self.strong)
        section("indeterminacy", self.indeterminacy)
        section("margins.friction", self.friction)
        section("margin", self.margin)
        section("margins.load", self.across)
        asked = self.report["asked"]
        if self.report.get("further") or asked.get("body") is not None or asked.get("push"):
            section("further", self.further)
        if self.report.get("ranges"):
            section("ranges", self.ranges)

    def complete(self) -> None:
        """No key is missing that is null where nothing is claimed (3.8)."""
        for key in ("forces", "vectors", "collapse", "tilts", "further", "margin", "proof", "indeterminacy"):
            need(key in self.report, f"`{key}` is missing")
        for key, inner in (("margins", ("friction", "load", "tilt")), ("brackets", ("margin", "friction", "load"))):
            told = table(self.report.get(key), key)
            need(set(told) == set(inner), f"`{key}` has other keys than {', '.join(inner)}")

    def loads(self) -> None:
        """The loads in doubles, and the counts of 3.8."""
        report = self.report
        told, weight = table(report.get("load"), "load"), table(self.exact.get("weight"), "exact.weight")
        need(set(told) == set(self.names), "loads of other bodies")
        for name, load in zip(self.names, self.load):
            mirror_all(told[name], load, f"load.{name}")
        need(set(table(report.get("weight"), "weight")) == set(weight), "weights of other bodies")
        for name, value in weight.items():
            mirror_all(report["weight"][name], vector(value, self.assembly.dimension), f"weight.{name}")
        free = sum(sum(body.freedoms) for body in self.assembly.bodies)
        need(report.get("equations") == free, "equations is another number")
        dimension = self.assembly.dimension
        unknowns = sum(1 + (dimension - 1 if c.mu > 0 else 0) + (1 if c.gamma > 0 else 0)
                       for c in self.assembly.contacts)
        need(report.get("unknowns") == unknowns, "unknowns is another number")

    def verdict(self) -> None:
        """Can it stand (3.8)."""
        report = self.report
        need("proof" in report, "no proof")
        proof, verdict = report["proof"], report.get("verdict")
        need(verdict in ("yes", "no", "undecided"), "a verdict of no known kind")
        if proof is not None:
            self.kind = self.assembly.prove(proof, "rests falls", "given", self.load)
        if verdict != "undecided":
            need(self.kind is not None, "a verdict without a proof")
            need((verdict == "yes") == (self.kind == "rests"), f"the verdict is {verdict} and `{self.kind}` is proved")
        if self.report.get("overlooked"):
            raise Unchecked("contacts may be missing (`overlooked`)")
        self._forces(proof["rests"]["forces"] if self.kind == "rests" else None)
        self._collapse(proof["falls"]["twists"] if self.kind == "falls" else None)

    def _forces(self, forces: Any) -> None:
        report, joints = self.report, self.assembly.joints
        if forces is None:
            need(report.get("forces") is None and report.get("vectors") is None, "forces are told and not proved")
            return
        need(report.get("residual") == 0, "a residual")
        told, shown = table(report.get("forces"), "forces"), table(report.get("vectors"), "vectors")
        ids = {contact.id for contact in self.assembly.contacts}
        need(set(told) == ids and set(shown) == ids, "forces of other contacts")
        for value, joint in zip(forces, joints):
            push, touch = Push(value, joint.touch), joint.touch
            length = root(touch.square)
            if touch.dimension == 2:
                near(told[touch.id], [x * length for x in push.numbers], f"forces.{touch.id}")
            else:
                near(listed(told[touch.id], "forces")[:1], [push.multiple() * length], f"forces.{touch.id}")
            force, _ = push.total((touch.mu, touch.gamma))
            near(listed(shown[touch.id], "vectors")[: touch.dimension], force, f"vectors.{touch.id}")

    def _collapse(self, twists: Any) -> None:
        told = self.report.get("collapse")
        if twists is None:
            need(told is None, "a collapse is told and not proved")
            return
        found = self.assembly.twists_of(twists)
        largest = max(abs(x) for twist in found for x in twist)
        need(set(table(told, "collapse")) == set(self.names), "a collapse of other bodies")
        for name, twist in zip(self.names, found):
            mirror_all(told[name], [x / largest for x in twist], f"collapse.{name}")

    def strong(self) -> None:
        """Must it stand (3.8, 6.8)."""
        strong, proof = self.report.get("strong"), self.report.get("strong_proof")
        if proof is not None and "modes" in table(proof, "strong_proof"):
            from .outcomes import stays

            found = stays(self.assembly, self.load, proof["modes"])
            need(strong == ("yes" if found else "no"), f"strong is {strong} and something else is proved")
            need(strong != "yes" or self.report.get("verdict") == "yes", "strong without a yes")
            return
        if strong in (None, "undecided"):
            raise Unchecked("claims nothing")
        need(strong in ("yes", "no"), "strong of no known kind")
        if strong == "no":
            need(self.report.get("verdict") == "no", "a no without a proof")
            return
        need(proof is not None, "a yes without a proof")
        self.assembly.prove(proof, "rests", "none", self.load)
        need(all(joint.most is None for joint in self.assembly.joints), "a contact has a limit")
        need(self.report.get("verdict") == "yes", "strong without a yes")

    def indeterminacy(self) -> None:
        """The dimension of all balances (3.7, 3.8)."""
        told, proof = self.report.get("indeterminacy"), self.report.get("indeterminacy_proof")
        if proof is None:
            need(told is None, "indeterminacy is told and not proved")
            raise Unchecked("claims nothing")
        need(told == dimension_of(self.assembly, proof, self.load), "indeterminacy is not what is proved")
        need(self.report.get("verdict") == "yes", "indeterminacy of what does not stand")

    # -- margins ------------------------------------------------------------------------------------------------------

    def _ends(self, key: str, low: Fraction, high: Fraction) -> None:
        exact = table(self.exact.get("brackets"), "exact.brackets")
        exactly_all(exact.get(key), (low, high), f"exact.brackets.{key}")
        mirror_all(table(self.report.get("brackets"), "brackets").get(key), (low, high), f"brackets.{key}")

    def _nothing(self, key: str, told: Any, exact: Any) -> None:
        need(told is None and exact is None, f"{key} is told and not proved")
        brackets = table(self.report.get("brackets"), "brackets"), table(self.exact.get("brackets"), "exact.brackets")
        need(all(b.get(key) is None for b in brackets), f"brackets of {key} are told and not proved")

    def _factor(self, proof: Any, kind: str) -> Fraction:
        self.assembly.prove(proof, kind, None, self.load)
        friction = Friction(proof[kind]["friction"])
        need(friction.kind in ("scaled", "none"), "a friction that is no factor")
        return friction.factor

    def friction(self) -> None:
        """Least friction (3.9)."""
        proofs, told = self.proofs, table(self.report.get("margins"), "margins").get("friction")
        exact = table(self.exact.get("margins"), "exact.margins").get("friction")
        ways = [key for key in ("friction_lower", "friction_upper", "friction_never") if key in proofs]
        if ways in ([], ["friction_never"]):
            self._nothing("friction", told, exact)
            if not ways:
                raise Unchecked("claims nothing")
            need(self._factor(proofs["friction_never"], "falls") >= NEVER, "a factor that is not large")
            return
        need(ways in (["friction_lower", "friction_upper"], ["friction_upper"]), "proofs that do not belong together")
        high = self._factor(proofs["friction_upper"], "rests")
        low = self._factor(proofs["friction_lower"], "falls") if len(ways) == 2 else ZERO
        need(len(ways) == 2 or high == 0, "the lower end is missing")
        self._ends("friction", low, high)
        exactly_all(exact, (low, high), "exact.margins.friction")
        need(isinstance(told, (int, float)) and not isinstance(told, bool), "margins.friction is no number")
        need(float(low) <= told <= float(high), "margins.friction is not between its ends")
        if high - low > WIDE * max(1, high):
            need(told == float(high) and "margins.friction" in self.report["computed"], "ends that are far apart")

    def margin(self) -> None:
        """How much more it carries (3.10, 3.11)."""
        one = len(self.assembly.bodies) == 1 and self.assembly.dimension == 2
        one = one and "freedoms" not in self.report["problem"]["bodies"][0]
        told, exact = self.report.get("margin"), self.exact.get("margin")
        if "margin_unlimited" in self.proofs:
            self._nothing("margin", told, exact)
            (self._unlimited_alone if one else self._unlimited)(self.proofs["margin_unlimited"])
            return
        if told is None:
            self._nothing("margin", told, exact)
            raise Unchecked("claims nothing")
        if one:
            self._margin_alone(told, exact)
        else:
            self._margin_of_all(told, exact)

    def _axes(self) -> list[Loads]:
        length = rational(self.exact.get("length", "1"), "exact.length")
        asked = rational(self.report["asked"].get("length", "1"), "asked.length")
        need(length == asked and length > 0, "a length that was not asked for")
        found = []
        for k, size in enumerate((length, Fraction(1), Fraction(1))):
            found += [[scale(unit(3, k), size)], [scale(unit(3, k), -size)]]
        return found

    def _unlimited_alone(self, proofs: Any) -> None:
        plain = self.assembly.limited_to_zero()
        for proof, axis in zip(listed(proofs, "margin_unlimited", 6), self._axes()):
            plain.prove(proof, "rests", "given", axis)

    def _unlimited(self, proof: Any) -> None:
        need(self.kind == "rests" and all(j.most is None for j in self.assembly.joints), "it is not unlimited")
        self.assembly.prove(proof, "rests", "given", self._newtons()[1])

    def _margin_alone(self, told: Any, exact: Any) -> None:
        d, axes = rational(exact, "exact.margin"), self._axes()
        beyond = self.proofs.get("margin_beyond")
        self.assembly.prove(beyond, "bounds", "given", self.load)
        part = beyond["bounds"]
        directions = [self.assembly.load_of(x) for x in part["directions"]]
        need(len(directions) == 1 and directions[0] in axes and not part.get("taken"), "a bound along no axis")
        normal = rational(part["normal"][0])
        need(normal > 0 and rational(part["bound"]) == d * normal, "the margin is not the bound")
        carried = listed(self.proofs.get("margin_carried"), "margin_carried")
        if d >= 0:
            need(len(carried) == 6, "not all axes are carried")
            for proof, axis in zip(carried, axes):
                self.assembly.prove(proof, "rests", "given", [add(self.load[0], axis[0], d)])
        else:
            twist = self.assembly.twists_of(part["twists"])
            need(all(Assembly.work(axis, twist) <= normal for axis in axes), "another axis is nearer")
            need(len(carried) >= 1, "nothing is carried")
            self.assembly.prove(carried[0], "rests", "given")
            apart = add(self.assembly.load_of(carried[0]["rests"]["load"])[0], self.load[0], -1)
            length = axes[0][0][0]
            need(abs(apart[0]) / length + abs(apart[1]) + abs(apart[2]) <= -d, "what is carried is too far")
        self._ends("margin", d, d)
        mirrors(told, d, "margin")

    def _newtons(self) -> tuple[list[Fraction], Loads]:
        """One newton along each normal, as multiples, and the load of all of them (3.11)."""
        total, multiples = [zero(self.assembly.size)] * len(self.assembly.bodies), []
        for joint in self.assembly.joints:
            square = 0.0
            for entry in joint.touch.normal:
                square += float(entry) * float(entry)
            nu = Fraction(1.0 / math.sqrt(square))
            multiples.append(nu)
            for body, sign in joint.sides():
                wrench = joint.touch.wrench(self.assembly.bodies[body].reference, joint.touch.normal, ZERO)
                total[body] = add(total[body], wrench, sign * nu)
        return multiples, total

    def _shifted(self, by: Fraction, direction: Loads) -> Loads:
        return [add(load, d, by) for load, d in zip(self.load, direction)]

    def _margin_of_all(self, told: Any, exact: Any) -> None:
        low, high = vector(table(self.exact.get("brackets"), "exact.brackets").get("margin"), 2)
        pull = rational(self.proofs.get("margin_pull"), "margin_pull")
        multiples, newtons = self._newtons()
        limits = [joint.most for joint in self.assembly.joints]

        def less(by: Fraction) -> Assembly:
            return self.assembly.limited([None if m is None else m - by * nu for m, nu in zip(limits, multiples)])

        less(low).prove(self.proofs.get("margin_lower"), "rests", "given", self._shifted(low, newtons))
        taken = tuple(ZERO if m is None else nu for m, nu in zip(limits, multiples))
        upper = less(-pull).bound(self.proofs.get("margin_upper"), self._shifted(-pull, newtons), newtons, taken)
        need(upper - pull == high, "the upper end is another")
        self._ends("margin", low, high)
        exactly(exact, low if low == high else None, "exact.margin")
        wide = high - low > WIDE * max(1, abs(low), abs(high))
        if wide:
            mirrors(told, low, "margin")
            need("margin" in self.report["computed"], "ends that are far apart")
        else:
            need(isinstance(told, (int, float)) and float(low) <= told <= float(high), "margin is not between its ends")

    def _check_directions(self, directions: list[Loads]) -> None:
        dimension = self.assembly.dimension
        need(len(directions) == dimension - 1, "not as many directions as are across gravity")
        given = table(self.exact.get("weight"), "exact.weight")
        weights = [vector(given.get(n, ["0"] * dimension), dimension, "weight") for n in self.names]
        heaviest = max(range(len(weights)), key=lambda i: dot(weights[i], weights[i]))
        weight, skip = weights[heaviest], self.assembly.size - dimension
        square = dot(weight, weight)
        need(square > 0, "no weight")
        forces = [[load[skip:] for load in direction] for direction in directions]
        need(not any(any(load[:skip]) for direction in directions for load in direction), "a direction with a moment")
        for i, force in enumerate(forces):
            own = force[heaviest]
            need(dot(own, weight) == 0 and all(dot(own, f[heaviest]) == 0 for f in forces[:i]), "directions not across")
            need(abs(dot(own, own) - square) * 10**12 <= square, "a direction is not the weight turned")
        for body, own in enumerate(weights):
            c = dot(own, weight) / square
            need(c >= 0 and own == scale(weight, c), "weights are not along each other")
            need(all(f[body] == scale(f[heaviest], c) for f in forces), "a direction is not the weights turned")

    def across(self) -> None:
        """Loads across gravity (3.12)."""
        margins = table(self.report.get("margins"), "margins")
        told, exact = margins.get("load"), table(self.exact.get("margins"), "exact.margins").get("load")
        brackets = table(self.report.get("brackets"), "brackets").get("load")
        part = self.proofs.get("load")
        if part is None:
            need(told is None and exact is None and brackets is None and margins.get("tilt") is None
                 and self.report.get("tilts") is None, "margins.load is told and not proved")
            raise Unchecked("claims nothing")
        record(part, "directions rays", "", "margin_proofs.load")
        directions = [self.assembly.load_of(d) for d in listed(part["directions"], "directions")]
        self._check_directions(directions)
        rays = [self._ray(ray, directions) for ray in listed(part["rays"], "rays")]
        points, halves = [ray[0] for ray in rays], [ray[1] for ray in rays if ray[1] is not None]
        if not halves:
            ways = [vector(ray["way"]) for ray in part["rays"]]
            units = [scale(unit(len(directions), k), s) for k in range(len(directions)) for s in (1, -1)]
            need(self.kind == "rests" and all(way in ways for way in units), "it is not unlimited")
            need(told is None and exact is None and brackets is None and margins.get("tilt") is None, "a number")
            return
        self._disc(points, halves, told, exact, brackets)
        tilt = margins.get("tilt")
        need(isinstance(tilt, float) and abs(tilt - math.atan(told)) <= 1e-15 * max(1.0, abs(tilt)), "another tilt")
        self._tilts(points, halves)

    def _ray(self, ray: Any, directions: list[Loads]) -> tuple[Vector, Optional[tuple[Vector, Fraction]]]:
        record(ray, "way multiple carried bound any", "", "a ray")
        way, multiple = vector(ray["way"], len(directions), "way"), rational(ray["multiple"])
        load, only = list(self.load), [zero(self.assembly.size)] * len(self.load)
        for factor, direction in zip(way, directions):
            load = [add(w, d, multiple * factor) for w, d in zip(load, direction)]
            only = [add(w, d, factor) for w, d in zip(only, direction)]
        self.assembly.prove(ray["carried"], "rests", "given", load)
        if ray["bound"] is None:
            self.assembly.limited_to_zero().prove(ray["any"], "rests", "given", only)
            return scale(way, multiple), None
        self.assembly.prove(ray["bound"], "bounds", "given", self.load)
        bound = ray["bound"]["bounds"]
        need([self.assembly.load_of(d) for d in bound["directions"]] == directions, "a bound along other directions")
        need(not bound.get("taken"), "a bound that takes limits")
        normal = vector(bound["normal"])
        need(any(normal), "a bound of nothing")
        return scale(way, multiple), (normal, rational(bound["bound"]))

    def _disc(self, points: list[Vector], halves: list[tuple[Vector, Fraction]], told: Any, exact: Any,
              brackets: Any) -> None:
        low, high = listed(brackets, "brackets.load", 2)
        need(all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in (low, high, told)), "no number")
        if self.assembly.dimension == 2:
            inner = max(ZERO, min(max(p[0] for p in points), max(-p[0] for p in points)))
            outer = min(bound / abs(normal[0]) for normal, bound in halves)
            exactly(exact, inner if inner == outer else None, "exact.margins.load")
            mirror_all(brackets, (inner, outer), "brackets.load")
        else:
            need(exact is None, "an exact margin of space")
            self._disc_of_space(points, halves, Fraction(low), Fraction(high))
        need(told == low, "margins.load is not the lower end")
        if high - low > 1e-6 * max(1.0, high):
            need({"margins.load", "margins.tilt"} <= set(self.report["computed"]), "ends that are far apart")

    @staticmethod
    def _disc_of_space(points: list[Vector], halves: list[tuple[Vector, Fraction]], low: Fraction,
                       high: Fraction) -> None:
        more = high * (1 + Fraction(1, 2**48))
        need(any(b <= 0 or b * b <= more * more * dot(n, n) for n, b in halves), "the outer end is not proved")
        need(low >= 0, "a disc of negative radius")
        if low == 0:
            return
        radius = low * (1 - Fraction(1, 2**48))
        corners = hull(points)
        need(len(corners) >= 3, "the points that stand are on a line")
        for p, q in zip(corners, [*corners[1:], corners[0]]):
            turn, side = p[0] * q[1] - p[1] * q[0], add(q, p, -1)
            need(turn > 0 and turn * turn >= radius * radius * dot(side, side), "the inner end is not proved")

    def _tilts(self, points: list[Vector], halves: list[tuple[Vector, Fraction]]) -> None:
        tilts = table(self.report.get("tilts"), "tilts")
        for told, point in zip(listed(tilts.get("points"), "tilts.points", len(points)), points):
            near(told, point, "tilts.points")
        for told, (normal, bound) in zip(listed(tilts.get("half_spaces"), "tilts.half_spaces", len(halves)), halves):
            mirror_all(told["normal"], normal, "tilts.half_spaces")
            mirrors(told["bound"], bound, "tilts.half_spaces")

    # -- further loads and ranges (3.13) -------------------------------------------------------------------------------

    def further(self) -> None:
        """How much more of a load it carries."""
        wanted = self._pushes()
        for entry, push in zip(listed(self.report.get("further", []), "further", len(wanted)), wanted):
            table(entry, "further")
            load = self.assembly.load_of(entry.get("load"))
            need(list(load) == push, "another load than was asked")
            state, proofs = entry.get("state"), table(entry.get("proofs") or {}, "proofs")
            need(state in ("bounded", "unlimited", "falls", "undecided"), "a state of no known kind")
            if state == "bounded":
                low, high = vector(entry.get("exact"), 2, "further.exact")
                self.assembly.prove(proofs.get("carried"), "rests", "given", self._shifted(low, load))
                need(self.assembly.bound(proofs.get("beyond"), self.load, load) == high, "the upper end is another")
                mirror_all(entry.get("bracket"), (low, high), "further.bracket")
                mirrors(entry.get("multiple"), low, "further.multiple")
            elif state == "unlimited":
                need(self.kind == "rests", "it falls")
                self.assembly.limited_to_zero().prove(proofs.get("any"), "rests", "given", load)
            elif state == "falls":
                need(self.kind == "falls", "it stands")
            if entry.get("less") is not None:
                raise Unchecked("`less` of a further load")

    def _pushes(self) -> list[Any]:
        """The further loads that were asked: the weight of a body, if it has one, and pushes on it."""
        asked = self.report["asked"]
        if asked.get("body") is None:
            need(not asked.get("push"), "a push on no body")
            return []
        names, turns = [body.name for body in self.assembly.bodies], self.assembly.size - self.assembly.dimension
        need(asked["body"] in names, "a push on a body that is none")
        weight = vector(self.report["exact"]["weight"][asked["body"]], self.assembly.dimension, "exact.weight")
        forces = ([weight] if any(weight) else []) + [vector(push, self.assembly.dimension, "a push")
                                                      for push in listed(asked.get("push", []), "asked.push")]
        none = zero(self.assembly.size)
        return [[(*zero(turns), *force) if name == asked["body"] else none for name in names] for force in forces]

    def ranges(self) -> None:
        """Least and largest forces (3.13)."""
        part = record(self.report["ranges"], "problem contacts", "", "ranges")
        inner = record(part["problem"], "assembly load", "", "ranges.problem")
        need(inner["assembly"] == self.report["problem"], "ranges of another problem")
        need(self.assembly.load_of(inner["load"]) == self.load, "ranges of another load")
        ids = [contact.id for contact in self.assembly.contacts]
        asked = texts(self.report["asked"]["ranges"], "asked.ranges")
        need(not asked or set(asked) == set(part["contacts"]), "ranges of other contacts than were asked")
        for name, told in table(part["contacts"], "ranges.contacts").items():
            need(name in ids, "a range of a contact that is none")
            record(told, "normal across ends", "", "a range")
            ends = record(told["ends"], "normal across", "", "ends")
            rows = [(told["normal"], ends["normal"], True)]
            count = self.assembly.dimension - 1
            rows += [(t, e, False) for t, e in zip(listed(told["across"], "across", count),
                                                   listed(ends["across"], "across", count))]
            for numbers, pair, along in rows:
                self._range(ids.index(name), listed(numbers, "a range", 2), listed(pair, "ends", 2), along)

    def _range(self, which: int, told: list[Any], pair: list[Any], along: bool) -> None:
        directions = [d for k in (0, 1) if (d := self._end(which, told[k], pair[k], k == 1, along)) is not None]
        need(len(set(directions)) <= 1, "the two ends are along two directions")

    def _end(self, which: int, told: Any, end: Any, largest: bool, along: bool) -> Optional[Vector]:
        record(end, "state bracket exact proofs", "", "an end")
        if end["state"] != "bounded":
            need(end["state"] in ("unlimited", "undecided"), "a state of no known kind")
            need(told is None and end["exact"] is None and end["bracket"] is None, "an end is told and not proved")
            if end["state"] == "unlimited":
                self._wedged(which, end["proofs"], largest, along)
            return None
        low, high = vector(end["exact"], 2, "an end")
        mirror_all(end["bracket"], (low, high), "bracket")
        middle = (Fraction(float(low)) + Fraction(float(high))) / 2
        need(low <= high and isinstance(told, (int, float)) and not isinstance(told, bool), "an end is no number")
        need(abs(Fraction(told) - middle) <= Fraction(1, 2**50) * abs(middle), "an end is not the middle")
        proofs = record(end["proofs"], "attained bound", "", "proofs")
        self.assembly.prove(proofs["bound"], "force_at_least", "given", self.load)
        bound, sign = proofs["bound"]["force_at_least"], -1 if largest else 1
        need(bound["contact"] == which, "a bound of another contact")
        delta = scale(vector(bound["direction"]), sign)
        self._direction(which, delta, along)
        need(rational(bound["bound"]) == (-high if largest else low), "an end is not what is proved")
        self.assembly.prove(proofs["attained"], "rests", "given", self.load)
        force = self._force(which, proofs["attained"])
        need(dot(delta, force) == (low if largest else high), "an end is not what is attained")
        return delta

    def _force(self, which: int, proof: Any) -> Vector:
        touch = self.assembly.contacts[which]
        return Push(proof["rests"]["forces"][which], touch).total((touch.mu, touch.gamma))[0]

    def _direction(self, which: int, delta: Vector, along: bool) -> None:
        touch = self.assembly.contacts[which]
        need(abs(dot(delta, delta) - 1) * 10**12 <= 1, "a direction of another length")
        if along:
            need(delta == scale(touch.normal, dot(delta, touch.normal) / touch.square), "not along the normal")
            need(dot(delta, touch.normal) > 0, "against the normal")
        else:
            need(dot(delta, touch.normal) == 0, "not across the normal")
            need(self.assembly.dimension == 3 or dot(delta, touch.tangent) > 0, "against the tangent")

    def _wedged(self, which: int, proofs: Any, largest: bool, along: bool) -> None:
        proof = record(proofs, "wedged", "", "proofs")["wedged"]
        none = [zero(self.assembly.size)] * len(self.load)
        self.assembly.limited_to_zero().prove(proof, "rests", "given", none)
        touch, force = self.assembly.contacts[which], self._force(which, proof)
        if not along and self.assembly.dimension == 3:
            raise Unchecked("an unlimited force across a normal of space: its tangent is not told")
        work = dot(force, touch.normal if along else touch.tangent)
        need(work > 0 if largest else work < 0, "nothing grows that way")


def hull(points: Sequence[Vector]) -> list[Vector]:
    """Corners of the hull of points of the plane, counter-clockwise."""
    ordered = sorted(set(points))

    def chain(found: Sequence[Vector]) -> list[Vector]:
        kept: list[Vector] = []
        for p in found:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], p) <= 0:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return chain(ordered) + chain(ordered[::-1])


def _turn(a: Vector, b: Vector, c: Vector) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

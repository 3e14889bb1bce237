"""Reports of `closure`: section 2 of docs/PROOFS.md."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any, Callable, Optional, Sequence

from .base import (Findings, Unchecked, Vector, different, exactly, exactly_all, listed, mirror_all, near, need,
                   place, rational, record, root, table, text, texts, truth, vector, vectors)
from .linear import ZERO, add, cross, dot, rank, screw, unit, zero
from .stand import Assembly, dimension_of
from .touch import Contact, Friction, Push, cone_of

GAP = Fraction(1, 10**8)


class Grasp:
    """One body that something holds which does not give way (2)."""

    def __init__(self, value: Any) -> None:
        record(value, "reference contacts", "", "problem")
        self.reference = vector(value["reference"], None, "reference")
        self.dimension = len(self.reference)
        need(self.dimension in (2, 3), "neither plane nor space")
        self.contacts = [Contact(entry, self.dimension) for entry in listed(value["contacts"], "contacts")]
        self.ids = [contact.id for contact in self.contacts]
        different(self.ids, "contacts")
        self.size = 3 if self.dimension == 2 else 6

    # -- the two operations -------------------------------------------------------------------------------------------

    def names(self, value: Any) -> list[str]:
        """Ids of contacts."""
        found = texts(value, "without")
        need(all(name in self.ids for name in found), "a contact that is none")
        return found

    def cancel(self, friction: Friction, without: Sequence[str], forces: Any, how: str) -> list[Push]:
        """CANCEL of section 2."""
        pushes = [Push(f, c) for f, c in zip(listed(forces, "forces", len(self.contacts)), self.contacts)]
        total = zero(self.size)
        for push, contact in zip(pushes, self.contacts):
            if push.absent:
                continue
            at = friction.of(contact, self.contacts)
            need(contact.id not in without, "a contact pushes that is left out")
            need(push.inside(at, how), f"the push of {contact.id} is not in its cone")
            total = add(total, contact.wrench(self.reference, *push.total(at)))
        need(not any(total), "the pushes do not cancel")
        return pushes

    def span(self, friction: Friction, pushes: Sequence[Push], rubs: Callable[[Contact], bool]) -> None:
        """SPAN of section 2."""
        found: list[Vector] = []
        for push, contact in zip(pushes, self.contacts):
            if push.absent:
                continue
            along = [contact.normal]
            if rubs(contact):
                if self.dimension == 2:
                    along.append(contact.tangent)
                else:
                    along += [unit(3, i) for i in range(3)] if contact.across is None else contact.across
            found += [screw(add(contact.point, self.reference, -1), d) for d in along]
            if friction.of(contact, self.contacts)[1] > 0:
                found.append(contact.normal + zero(3))
        need(rank(found) == self.size, "the contacts that push do not span")

    def free(self, friction: Friction, without: Sequence[str], twist: Any, strictly: bool) -> Vector:
        """FREE of section 2."""
        motion = vector(twist, self.size, "twist")
        need(any(motion), "a motion of zeros")
        for contact in self.contacts:
            if contact.id not in without:
                u, omega = contact.velocity(self.reference, motion)
                at = friction.of(contact, self.contacts)
                need(contact.takes_up(at, u, omega, ZERO, strictly), f"{contact.id} resists the motion")
        return motion

    # -- statements ---------------------------------------------------------------------------------------------------

    def prove(self, proof: Any, allowed: str, friction: Any = None, without: Optional[Sequence[str]] = None) -> str:
        """Checks a proof of one of the allowed kinds, of exactly this friction and without these (2.1 to 2.5, 2.7)."""
        table(proof, "a proof")
        kind = text(proof.get("proves"), "proves")
        need(kind in allowed.split(), f"a proof of `{kind}` where `{allowed}` is needed")
        if kind in SECOND_ORDER:
            getattr(SecondOrder(self), kind)(proof)
            return kind
        if "friction" in proof:
            same = friction is None or same_friction(proof["friction"], friction)
            need(same, "a proof with another friction")
        if "without" in proof and without is not None:
            need(self.names(proof["without"]) == list(without), "a proof without other contacts")
        getattr(self, "_" + kind.replace("-", "_"))(proof)
        return kind

    def _closed(self, proof: dict[str, Any]) -> None:
        record(proof, "proves friction without forces", "", "closed")
        friction = Friction(proof["friction"])
        pushes = self.cancel(friction, self.names(proof["without"]), proof["forces"], "strict")
        self.span(friction, pushes, lambda contact: friction.of(contact, self.contacts)[0] > 0)

    def _open(self, proof: dict[str, Any]) -> None:
        record(proof, "proves friction without twist", "", "open")
        self.free(Friction(proof["friction"]), self.names(proof["without"]), proof["twist"], False)

    def _closed_above(self, proof: dict[str, Any]) -> None:
        record(proof, "proves mu forces", "", "closed-above")
        friction = Friction({"common": proof["mu"]})
        pushes = self.cancel(friction, [], proof["forces"], "growing")
        self.span(friction, pushes, lambda contact: contact.shares(self.contacts))

    def _open_up_to(self, proof: dict[str, Any]) -> None:
        record(proof, "proves mu twist", "", "open-up-to")
        self.free(Friction({"common": proof["mu"]}), [], proof["twist"], False)

    def _never_closed(self, proof: dict[str, Any]) -> None:
        record(proof, "proves twist", "", "never-closed")
        motion = self.free(Friction({"common": "0"}), [], proof["twist"], False)
        for contact in self.contacts:
            if contact.shares(self.contacts):
                u, _ = contact.velocity(self.reference, motion)
                slip = (dot(contact.tangent, u),) if self.dimension == 2 else cross(contact.normal, u)
                need(not any(slip), f"{contact.id} slips")

    def _breaks(self, proof: dict[str, Any]) -> None:
        record(proof, "proves friction twist", "", "breaks")
        self.free(Friction(proof["friction"]), [], proof["twist"], True)

    def _touching(self, proof: dict[str, Any]) -> None:
        record(proof, "proves friction forces", "", "touching")
        pushes = self.cancel(Friction(proof["friction"]), [], proof["forces"], "closed")
        need(any(not push.absent for push in pushes), "no contact pushes")


def same_friction(one: Any, other: Any) -> bool:
    """Two frictions are the same, as values."""
    a, b = Friction(one), Friction(other)
    return (a.kind, a.factor) == (b.kind, b.factor)


SECOND_ORDER = ("immobile", "mobile", "glides")


class SecondOrder:
    """Statements about curvature in the plane (2.7)."""

    def __init__(self, grasp: Grasp) -> None:
        need(grasp.dimension == 2, "second order is of the plane")
        self.grasp = grasp
        self.wrenches = [screw(add(c.point, grasp.reference, -1), c.normal) for c in grasp.contacts]

    def opening(self, contact: Contact, twist: Vector, upper: bool) -> Fraction:
        """h(V), with upper or lower curvatures."""
        need(contact.curvature is not None, f"the curvature of {contact.id} is not known")
        body, other = contact.curvature
        w = twist[0]
        u, _ = contact.velocity(self.grasp.reference, twist)
        tau = dot(contact.tangent, u)
        far = w * w * dot(contact.normal, add(contact.point, self.grasp.reference, -1))
        kappa, kappa2 = (body.high, other.high) if upper else (body.low, other.low)
        if other.vertex:
            return kappa * tau * tau + 2 * w * tau - far
        if body.vertex:
            return kappa2 * tau * tau - far
        need(kappa + kappa2 > 0, "curvatures that add up to no gap")
        return (kappa * kappa2 * tau * tau + 2 * kappa2 * w * tau - w * w) / (kappa + kappa2) - far

    def immobile(self, proof: dict[str, Any]) -> None:
        """The body cannot move at all."""
        record(proof, "proves equilibria fan", "", "immobile")
        contacts = self.grasp.contacts
        equilibria = vectors(proof["equilibria"], len(contacts), "equilibria")
        for multiples in equilibria:
            need(all(m >= 0 for m in multiples) and any(multiples), "an equilibrium with a pull, or without a push")
            total = zero(3)
            for multiple, wrench in zip(multiples, self.wrenches):
                total = add(total, wrench, multiple)
            need(not any(total), "an equilibrium does not cancel")
        used = [i for i in range(len(contacts)) if any(multiples[i] > 0 for multiples in equilibria)]
        need(all(contacts[i].curvature is not None for i in used), "a curvature is not known")
        fan = [record(entry, "twist blocked", "", "fan") for entry in listed(proof["fan"], "fan")]
        twists = [vector(entry["twist"], 3, "twist") for entry in fan]
        for twist in twists:
            need(any(twist) and all(dot(self.wrenches[i], twist) == 0 for i in used), "the fan leaves its space")
        degree = rank(self.wrenches[i] for i in used)
        if degree == 2:
            need(len(twists) == 2 and not any(add(*twists)), "the fan of a line has two opposite motions")
            sectors = [(twist, twist) for twist in twists]
        else:
            need(degree == 1 and len(twists) >= 3, "the fan covers no space")
            sectors = list(zip(twists, [*twists[1:], twists[0]]))
            about = next(self.wrenches[i] for i in used if any(self.wrenches[i]))
            turns = [dot(about, cross(d, e)) for d, e in sectors]
            need(all(t > 0 for t in turns) or all(t < 0 for t in turns), "the fan does not go around")
        for entry, (d, e) in zip(fan, sectors):
            need(self._blocked(entry["blocked"], equilibria, d, e), "a sector of the fan is not blocked")

    def _blocked(self, by: Any, equilibria: list[Vector], d: Vector, e: Vector) -> bool:
        record(by, "", "equilibrium contact", "blocked")
        need(len(by) == 1, "blocked by two things")
        if "contact" in by:
            wrench = self.wrenches[self.grasp.ids.index(self.grasp.names([by["contact"]])[0])]
            return dot(wrench, d) < 0 and dot(wrench, e) < 0
        multiples = equilibria[place(by["equilibrium"], "equilibrium", len(equilibria))]

        def form(twist: Vector) -> Fraction:
            pairs = [(m, c) for m, c in zip(multiples, self.grasp.contacts) if m > 0]
            return sum((m * self.opening(c, twist, True) for m, c in pairs), ZERO)

        at_d, at_e = form(d), form(e)
        both = form(add(d, e)) - at_d - at_e
        return at_d < 0 and at_e < 0 and (both <= 0 or both * both < 4 * at_d * at_e)

    def mobile(self, proof: dict[str, Any]) -> None:
        """The body can move away."""
        record(proof, "proves twist acceleration", "", "mobile")
        twist, acceleration = vector(proof["twist"], 3, "twist"), vector(proof["acceleration"], 3, "acceleration")
        need(any(twist), "a motion of zeros")
        for contact, wrench in zip(self.grasp.contacts, self.wrenches):
            first = dot(wrench, twist)
            opens = first > 0 or (first == 0 and dot(wrench, acceleration) + self.opening(contact, twist, False) > 0)
            need(opens, f"{contact.id} does not open")

    def glides(self, proof: dict[str, Any]) -> None:
        """The body can move along its contacts."""
        record(proof, "proves twist", "", "glides")
        twist = vector(proof["twist"], 3, "twist")
        need(any(twist), "a motion of zeros")
        for contact, wrench in zip(self.grasp.contacts, self.wrenches):
            first = dot(wrench, twist)
            need(first > 0 or (first == 0 and self._in_itself(contact, twist)), f"{contact.id} does not glide")

    def _in_itself(self, contact: Contact, twist: Vector) -> bool:
        need(contact.curvature is not None, f"the curvature of {contact.id} is not known")
        tau = dot(contact.tangent, contact.velocity(self.grasp.reference, twist)[0])
        for curve, w in zip(contact.curvature, (twist[0], -twist[0])):
            if (curve.vertex and tau == 0) or (curve.arc is not None and curve.arc * tau + w == 0):
                return True
        return False


class ClosureReport:
    """What a report of `closure` says, against what it proves (2.6)."""

    def __init__(self, report: dict[str, Any], findings: Findings) -> None:
        self.report, self.findings = report, findings
        self.exact = table(report.get("exact"), "exact")
        self.grasp = Grasp(report.get("problem"))

    def run(self) -> None:
        """Every part of the report."""
        section = self.findings.section
        section("cone", lambda: cone_of(self.report, self.grasp.contacts, self.grasp.dimension))
        section("force", self.force)
        section("form", self.form)
        section("min_friction", self.min_friction)
        section("essential", self.essential)
        for key, kind, other in (("sufficient", "closed", "open"), ("guilty", "open", "closed")):
            section(key, lambda key=key, kind=kind, other=other: self.hitting(key, kind, other))
        for key in ("loads", "task"):
            if self.report.get(key):
                section(key, getattr(self, key))

    def _verdict(self, part: dict[str, Any], kind: Optional[str], yes: Sequence[str]) -> None:
        verdict = part.get("verdict")
        if verdict == "undecided":
            return
        need(verdict in ("yes", "no"), "a verdict of no known kind")
        need(kind is not None, "a verdict without a proof")
        need((verdict == "yes") == (kind in yes), f"the verdict is {verdict} and `{kind}` is proved")
        overlooked = self.report.get("overlooked")
        need(not (verdict == "no" and overlooked), "a no beside contacts that were overlooked")

    def _openness(self, part: dict[str, Any], kind: Optional[str], friction: str) -> Optional[str]:
        if "openness" not in part:
            need(kind in (None, "closed", "immobile") or self.grasp.dimension == 3, "`openness` is missing")
            return None
        need(kind not in (None, "closed"), "`openness` of what is closed")
        return self.grasp.prove(part["openness"], "touching breaks", friction)

    def force(self) -> None:
        """Force closure."""
        part = table(self.report.get("force"), "force")
        proof = part["proof"] if "proof" in part else need(False, "no proof")
        need(proof is not None or self.grasp.dimension == 3, "no proof")
        kind = None if proof is None else self.grasp.prove(proof, "closed open", "given", [])
        self._verdict(part, kind, ("closed",))
        openness = self._openness(part, kind, "given")
        self._forces(part, proof if kind == "closed" else None)
        escape = part["openness"]["twist"] if openness == "breaks" else proof["twist"] if kind == "open" else None
        if escape is None:
            need(part.get("escape") is None, "an escape is told and not proved")
        else:
            motion = vector(escape)
            largest = max(abs(x) for x in motion)
            mirror_all(part.get("escape"), [x / largest for x in motion], "force.escape")

    def _forces(self, part: dict[str, Any], proof: Optional[dict[str, Any]]) -> None:
        told = part.get("forces")
        if proof is None:
            need(told is None, "forces are told and not proved")
            return
        pushes = [Push(f, c) for f, c in zip(proof["forces"], self.grasp.contacts)]
        lengths = [root(c.square) for c in self.grasp.contacts]
        largest = max(p.multiple() * length for p, length in zip(pushes, lengths))
        told = table(told, "force.forces")
        need(list(told) == self.grasp.ids or set(told) == set(self.grasp.ids), "forces of other contacts")
        for push, length, contact in zip(pushes, lengths, self.grasp.contacts):
            if self.grasp.dimension == 2:
                near(told[contact.id], [x * length / largest for x in push.numbers], f"force.forces.{contact.id}")
            else:
                near(told[contact.id][:1], [push.multiple() * length / largest], f"force.forces.{contact.id}")
                force, _ = push.total((contact.mu, contact.gamma))
                shown = part["vectors"][contact.id]
                need(len(shown) in (3, 4), "a force that is no vector")
                near_vector(shown[:3], [x / largest for x in force], f"force.vectors.{contact.id}")

    def form(self) -> None:
        """Form closure, of first and second order."""
        part = table(self.report.get("form"), "form")
        proof = part["proof"] if "proof" in part else need(False, "no proof")
        need(proof is not None or self.grasp.dimension == 3, "no proof")
        kind = None if proof is None else self.grasp.prove(proof, "closed open immobile mobile glides", "none", [])
        self._verdict(part, kind, ("closed", "immobile"))
        openness = self._openness(part, kind, "none")
        if kind in SECOND_ORDER:
            self.grasp.prove(part.get("first_order"), "open", "none", [])
            need(openness == "touching", "second order of what is not on the boundary")
        else:
            need("first_order" not in part, "`first_order` without second order")
        order = {"closed": 1, "immobile": 2}.get(kind or "")
        need(part.get("order") == order, f"order is {part.get('order')} and {order} is proved")
        held = kind in ("closed", "immobile")
        escape = None if held else {"breaks": "breaking", "touching": "rolling"}.get(openness or "")
        need(part.get("escape") == escape, "form.escape is not what is proved")
        need(self.grasp.dimension == 3 or "second_order" in part, "`second_order` is missing")
        second = part.get("second_order")
        need(second in (None, "undecided", *SECOND_ORDER), "a second order of no known kind")
        need((second in SECOND_ORDER or kind in SECOND_ORDER) <= (second == kind), "second_order is not what is proved")
        need(second != "undecided" or part["verdict"] == "undecided", "a verdict though second order is undecided")

    def min_friction(self) -> None:
        """The least common coefficient (2.6)."""
        part = table(self.report.get("min_friction"), "min_friction")
        exact = table(self.exact.get("min_friction"), "exact.min_friction")
        ways = [key for key in ("never", "frictionless", "lower", "upper") if part.get(key) is not None]
        if not ways:
            need(self.grasp.dimension == 3, "the least friction has no proof")
            need(part.get("mu") is None and part.get("bracket") is None and exact.get("mu") is None,
                 "a least friction without a proof")
            raise Unchecked("claims nothing")
        if ways == ["never"]:
            self.grasp.prove(part["never"], "never-closed")
            need(part.get("mu") is None and part.get("bracket") is None, "a least friction though there is none")
            need(exact == {"mu": None}, "exact.min_friction is not what is proved")
            return
        if ways == ["frictionless"]:
            self.grasp.prove(part["frictionless"], "closed", {"common": "0"}, [])
            low = high = ZERO
        else:
            need(ways == ["lower", "upper"], "proofs of the least friction that do not belong together")
            self.grasp.prove(part["lower"], "open-up-to")
            self.grasp.prove(part["upper"], "closed-above")
            low, high = rational(part["lower"]["mu"]), rational(part["upper"]["mu"])
        self._ends(part, exact, low, high)

    def _ends(self, part: dict[str, Any], exact: dict[str, Any], low: Fraction, high: Fraction) -> None:
        need(low <= high, "the ends are exchanged")
        exactly_all(exact.get("bracket"), (low, high), "exact.min_friction.bracket")
        exactly(exact.get("mu"), low if low == high else None, "exact.min_friction.mu")
        mirror_all(part.get("bracket"), (low, high), "min_friction.bracket")
        narrow = high - low <= GAP * max(1, high)
        need(narrow or self.grasp.dimension == 3, "the ends are far apart")
        told = part.get("mu")
        if told is None:
            need(not narrow, "the least friction is not told")
        else:
            need(narrow, "a number between ends that are far apart")
            between(told, low, high, "min_friction.mu")

    def essential(self) -> None:
        """Contacts that the grasp needs, and those that it does not (2.6)."""
        report, ids = self.report, self.grasp.ids
        proofs = [record(p, "contact proof", "", "essential_proofs") for p in
                  listed(report.get("essential_proofs"), "essential_proofs")]
        for entry in proofs:
            self.grasp.prove(entry["proof"], "open", "given", [entry["contact"]])
        if report.get("essential") is None:
            need(not proofs and report.get("removable") is None, "proofs of essential contacts that are not told")
            need(report["force"]["verdict"] != "yes" or self.grasp.dimension == 3, "essential contacts are not told")
            raise Unchecked("claims nothing")
        need(report["force"]["verdict"] == "yes", "essential contacts of what is not closed")
        essential = texts(report["essential"], "essential")
        different(essential, "essential contacts")
        need(essential == [entry["contact"] for entry in proofs], "essential contacts are not those that are proved")
        part = record(report.get("removable"), "contacts proofs", "core", "removable")
        removable = texts(part["contacts"], "removable.contacts")
        different(removable, "removable contacts")
        shown = set()
        for entry in listed(part["proofs"], "removable.proofs"):
            record(entry, "contact proof", "", "removable.proofs")
            self.grasp.prove(entry["proof"], "closed", "given", [entry["contact"]])
            shown.add(entry["contact"])
        if "core" in part:
            need(self.grasp.dimension == 2, "a core is of the plane")
            self.grasp.prove(part["core"], "closed", "given")
            shown |= set(part["core"]["without"])
            shown |= {c.id for c, f in zip(self.grasp.contacts, part["core"]["forces"]) if not vector(f, 2)[0]}
        need(set(removable) <= shown, "a removable contact is not shown to be one")
        need(not set(removable) & set(essential), "a contact both essential and removable")
        rest = [name for name in ids if name not in essential and name not in removable]
        if self.grasp.dimension == 2:
            need(not rest, "a contact that is neither essential nor removable")
        else:
            need(report.get("essential_undecided") == rest, "essential_undecided is not the rest")

    def hitting(self, key: str, kind: str, other: str) -> None:
        """`sufficient` and `guilty`: few contacts that close, or whose loss opens (2.6)."""
        part = self.report.get(key)
        if part is None:
            raise Unchecked("claims nothing")
        record(part, "contacts smallest proof because", "", key)
        ids, chosen = self.grasp.ids, texts(part["contacts"], "contacts")
        need(chosen == [name for name in ids if name in chosen], f"{key} is not in order")
        others = [name for name in ids if name not in chosen]
        self.grasp.prove(part["proof"], kind, "given", others if key == "sufficient" else chosen)
        sets = []
        for entry in listed(part["because"], "because"):
            self.grasp.prove(entry, other, "given")
            without = set(entry["without"])
            sets.append(without if key == "sufficient" else set(ids) - without)
        smallest = truth(part["smallest"], "smallest")
        need(smallest == (len(ids) <= 12), "`smallest` is not told as it must")
        if smallest:
            fewer = combinations(ids, len(chosen) - 1) if chosen else iter(())
            need(not any(all(s & set(few) for s in sets) for few in fewer), f"{key} is not shown to be smallest")
        else:
            need(all(any(s & set(chosen) == {name} for s in sets) for name in chosen), f"{key} has a spare contact")

    # -- wrenches (2.8) ------------------------------------------------------------------------------------------------

    def loads(self) -> None:
        """Wrenches that were asked about."""
        asked = vectors(self.report["asked"].get("wrenches"), self.grasp.size, "asked.wrenches")
        exact = listed(self.exact.get("loads"), "exact.loads", len(asked))
        for wrench, told, ends in zip(asked, listed(self.report["loads"], "loads", len(asked)), exact):
            Load(self.grasp, wrench, told, ends).run()

    def task(self) -> None:
        """All wrenches together, with a limit at every contact."""
        part = record(self.report["task"], "scale each rule problem proofs", "", "task")
        limited = Grasp(part["problem"])
        self._limits(limited)
        asked = vectors(self.report["asked"].get("wrenches"), self.grasp.size, "asked.wrenches")
        assembly = Assembly.of_grasp(limited.reference, limited.contacts)
        found = [largest_multiple(assembly, w, table(p, "task")) for w, p in
                 zip(asked, listed(part["proofs"], "task.proofs", len(asked)))]
        exact = table(self.exact.get("task"), "exact.task")
        for ends, wanted, told in zip(listed(exact.get("each"), "exact.task.each", len(asked)), found,
                                      listed(part["each"], "task.each", len(asked))):
            Load._compare(told, ends, wanted, Fraction(1), "task")
        known = [ends for ends in found if ends is not None]
        least = tuple(min(ends[k] for ends in known) for k in (0, 1)) if len(known) == len(found) and known else None
        if least is None:
            raise Unchecked("a wrench without ends")
        Load._compare(part["scale"], exact.get("scale"), least, Fraction(1), "task.scale")

    def _limits(self, limited: Grasp) -> None:
        need(limited.reference == self.grasp.reference and limited.ids == self.grasp.ids, "a task of another problem")
        for mine, other in zip(self.grasp.contacts, limited.contacts):
            same = all(getattr(mine, k) == getattr(other, k) for k in ("point", "normal", "mu", "gamma", "across"))
            need(same and other.most is not None, "a task of another problem")
            if mine.most is not None:
                need(other.most == mine.most, "a task with another limit")
            else:
                need(1 - Fraction(1, 2**60) <= other.most**2 * mine.square <= 1, "a limit that is not one newton")


def between(told: Any, low: Fraction, high: Fraction, what: str) -> None:
    """A headline lies between the doubles of two ends."""
    need(isinstance(told, (int, float)) and not isinstance(told, bool), f"{what} is no number")
    need(float(low) <= told <= float(high), f"{what} is not between its ends")


def near_vector(told: Any, values: Sequence[Fraction], what: str) -> None:
    """A vector in doubles, within rounding of its largest entry."""
    near(told, values, what)


class Load:
    """One wrench that was asked about (2.8)."""

    def __init__(self, grasp: Grasp, wrench: Vector, told: Any, ends: Any) -> None:
        self.assembly = Assembly.of_grasp(grasp.reference, grasp.contacts)
        self.ids = grasp.ids
        self.lengths = [root(contact.square) for contact in grasp.contacts]
        self.wrench, self.told, self.ends = wrench, table(told, "loads"), table(ends, "exact.loads")
        self.proofs = record(self.told.get("proofs"), "resists internal largest ranges indeterminacy", "", "loads.proofs")

    def run(self) -> None:
        """Everything that is told of it."""
        exactly_all(self.ends.get("wrench"), self.wrench, "exact.loads.wrench")
        mirror_all(self.told.get("wrench"), self.wrench, "loads.wrench")
        proof = self.proofs.get("resists")
        if proof == {}:
            need(self.told.get("resists") is None, "resists is told and not proved")
        else:
            kind = self.assembly.prove(proof, "rests falls", "given", [self.wrench])
            need(self.told.get("resists") is (kind == "rests"), "resists is not what is proved")
        found = largest_multiple(self.assembly, self.wrench, table(self.proofs.get("largest"), "largest"))
        self._compare(self.told.get("largest"), self.ends.get("largest"), found, Fraction(1), "largest")
        self._compare(self.told.get("internal"), self.ends.get("internal"), self._internal(), Fraction(1), "internal")
        self._ranges()
        proof = self.proofs.get("indeterminacy") or None
        wanted = None if proof is None else dimension_of(self.assembly, proof, [self.wrench])
        need(self.told.get("indeterminacy") == wanted, "indeterminacy is not what is proved")

    @staticmethod
    def _compare(told: Any, ends: Any, found: Optional[tuple[Fraction, Fraction]], factor: Fraction, what: str) -> None:
        if found is None:
            need(told is None and ends is None, f"{what} is told and not proved")
            return
        exactly_all(ends, found, f"exact.loads.{what}")
        need(isinstance(told, (int, float)) and not isinstance(told, bool), f"loads.{what} is no number")
        low, high = (x * factor for x in found)
        slack = Fraction(1, 10**14) * max(abs(low), abs(high))
        need(low - slack <= Fraction(told) <= high + slack, f"loads.{what} is not between its ends")

    def _balance(self, proof: Any, load: Optional[Vector] = None) -> list[Fraction]:
        """Multiples of the normals of a balance of the wrench."""
        self.assembly.prove(proof, "rests", "given", [self.wrench if load is None else load])
        return [Push(f, c).multiple() for f, c in zip(proof["rests"]["forces"], self.assembly.contacts)]

    def _at_least(self, proof: Any) -> tuple[Vector, Fraction]:
        """Weights and bound of an accepted `at_least`."""
        self.assembly.prove(proof, "at_least", "given", [self.wrench])
        return vector(proof["at_least"]["weights"]), rational(proof["at_least"]["bound"])

    def _internal(self) -> Optional[tuple[Fraction, Fraction]]:
        part = table(self.proofs.get("internal"), "internal")
        if not part:
            return None
        record(part, "lower upper", "", "internal")
        weights, low = self._at_least(part["lower"])
        squares = [contact.square for contact in self.assembly.contacts]
        need(all(w >= 0 and w * w <= s for w, s in zip(weights, squares)), "a weight beyond its normal")
        above = [x if x * x == s else x * (1 + Fraction(1, 2**80)) for x, s in zip(self.lengths, squares)]
        reached = sum((a * x for a, x in zip(self._balance(part["upper"]), above)), ZERO)
        high = vector(self.ends.get("internal"), 2, "exact.loads.internal")[1]
        need(reached <= high and high - reached <= Fraction(1, 2**50) * max(1, high), "internal is not what is reached")
        return low, high

    def _ranges(self) -> None:
        proofs, told = table(self.proofs.get("ranges") or {}, "ranges"), self.told.get("ranges")
        if not proofs:
            need(not told and not self.ends.get("ranges"), "ranges are told and not proved")
            return
        need(set(proofs) <= set(self.ids) and set(table(told, "ranges")) == set(proofs), "ranges of other contacts")
        for name, part in proofs.items():
            i = self.ids.index(name)
            ends = table(self.ends["ranges"][name], "exact.loads.ranges")
            for key in ("least", "greatest"):
                found = self._end(table(part[key], key), i, key)
                self._compare(told[name][key], ends[key], found, self.lengths[i], f"ranges.{name}.{key}")

    def _end(self, part: dict[str, Any], i: int, key: str) -> Optional[tuple[Fraction, Fraction]]:
        if not part:
            return None
        if "unbounded" in part:
            need(key == "greatest", "a least force without an end")
            multiples = self._balance(part["unbounded"], zero(len(self.wrench)))
            limited = [m for m, joint in zip(multiples, self.assembly.joints) if joint.most is not None]
            need(multiples[i] > 0 and not any(limited), "nothing grows without an end")
            return None
        record(part, "lower upper", "", key)
        sign = 1 if key == "least" else -1
        bounded, reached = (part["lower"], part["upper"]) if key == "least" else (part["upper"], part["lower"])
        weights, bound = self._at_least(bounded)
        need(weights == tuple(Fraction(sign * int(k == i)) for k in range(len(self.ids))), "weights of another force")
        multiple = self._balance(reached)[i]
        return (bound, multiple) if key == "least" else (multiple, -bound)


def largest_multiple(assembly: Assembly, wrench: Vector, part: dict[str, Any]) -> Optional[tuple[Fraction, Fraction]]:
    """The two ends of the largest multiple of a wrench; None where there are none (2.8)."""
    if "unbounded" in part:
        assembly.limited_to_zero().prove(part["unbounded"], "rests", "given", [wrench])
        return None
    if not part:
        return None
    record(part, "lower upper", "", "largest")
    assembly.prove(part["lower"], "rests", "given")
    load = assembly.load_of(part["lower"]["rests"]["load"])[0]
    low = next((x / w for x, w in zip(load, wrench) if w), ZERO)
    need(low >= 0 and load == tuple(low * w for w in wrench), "a load that is no multiple")
    return low, assembly.bound(part["upper"], [zero(len(wrench))], [wrench])

"""Reports of `outcomes`: sections 6.3 to 6.8 of docs/PROOFS.md."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Optional, Sequence

from .base import (Findings, Unchecked, Vector, exactly, listed, mirror_all, near, need, rational, record, root, table,
                   text, vector, vectors)
from .dynamics import Dynamics, Law
from .linear import ZERO, Polyhedron, add, dot, reduced, rot90, scale, unit
from .stand import Assembly, Loads
from .touch import pyramids_are

Masks = tuple[int, ...]
Entry = tuple[Masks, Optional[Law]]


def has_sign(value: Fraction, asked: str) -> bool:
    """A value has the sign that is asked."""
    return {"=": value == 0, ">": value > 0, "<": value < 0, "≥": value >= 0, "≤": value <= 0}[asked]


class Held:
    """One mode that has solutions (6.3)."""

    def __init__(self, problem: Dynamics, value: Any) -> None:
        record(value, "mode point", "family other fixed", "held")
        self.problem, self.value = problem, value
        self.masks = problem.masks(value["mode"])
        need(all(mask.bit_count() == 1 for mask in self.masks), "a held mode leaves a choice open")
        self.asked, self.opened = problem.allows(self.masks)
        self.open = sorted(self.opened)
        count = len(problem.edges)
        self.point = vector(value["point"], count, "point")
        self.other = vector(value["other"], count, "other") if "other" in value else None
        need("family" not in value or "other" not in value and "fixed" not in value, "a family and another solution")
        for x in (self.point, self.other):
            if x is not None:
                self.solves(x)
        self.vertices: list[Vector] = []
        self.rays: list[Vector] = []
        self.family = "family" in value
        if self.family:
            self._family(record(value["family"], "vertices rays", "", "a family"), count)

    def solves(self, x: Vector) -> None:
        """Multiples that are a solution of the mode."""
        need(all(m >= 0 for m in x), "a multiple is negative")
        need(all(not m or j in self.opened for j, m in enumerate(x)), "an edge pushes that is not open")
        need(all(has_sign(self.problem.at(row, x), asked) for row, asked in self.asked.items()),
             f"{self.value['mode']} is not solved by its point")

    def _family(self, family: dict[str, Any], count: int) -> None:
        self.vertices, self.rays = (vectors(family[key], count, key) for key in ("vertices", "rays"))
        shut = [j for j in range(count) if j not in self.opened]
        need(not any(v[j] for v in [*self.vertices, *self.rays] for j in shut), "an edge pushes that is not open")
        equations, inequalities = [], []
        for row, asked in self.asked.items():
            short = self._short(self.problem.rows[row])
            if asked == "=":
                equations.append(short)
            else:
                inequalities.append(short if asked == ">" else scale(short, -1))
        n = len(self.open)
        inequalities += [unit(n, j) + (ZERO,) for j in range(n)]
        hull = Polyhedron(equations, inequalities, n)
        hull.is_hull([self._inner(v) for v in self.vertices], [self._inner(r) for r in self.rays], "a family")

    def _inner(self, x: Vector) -> Vector:
        return tuple(x[j] for j in self.open)

    def _short(self, row: Vector) -> Vector:
        return (*self._inner(row), row[-1])

    # -- what is determined -------------------------------------------------------------------------------------------

    def determined(self, laws: Sequence[Law]) -> tuple[bool, bool]:
        """Whether accelerations, and forces, are the same in all solutions (6.3, 5)."""
        problem = self.problem
        if self.family:
            first = self.vertices[0]
            same = [add(v, first, -1) for v in self.vertices] + self.rays
            moves = any(any(a) for x in same for a in problem.accelerations(x, True))
            pushes = any(any(f) for x in same for f in problem.forces(x, True))
            return not moves, not pushes
        resting = {body for law in laws for body in law.bodies}
        equations = self._equations(resting)
        loose = self._loose(equations)
        basis = reduced([tuple(row[j] for j in loose) for _, row in equations])
        moving = [i for i, b in enumerate(problem.bodies) if b.free and i not in resting]
        accelerations = [self._component(i, k) for i in moving for k in range(len(problem.bodies[i].twist))]
        forces = []
        for i in range(len(problem.contacts)):
            for k in range(problem.dimension):
                forces.append(tuple(f[k] if c == i else ZERO for c, f in problem.edges))
        apart = None if self.other is None else add(self.other, self.point, -1)
        return (self._shown(accelerations, loose, basis, apart, "accelerations"),
                self._shown(forces, loose, basis, apart, "forces"))

    def _component(self, body: int, k: int) -> Vector:
        return tuple(parts[body][k] if body in parts else ZERO for parts in self.problem.responses)

    def _equations(self, resting: set[int]) -> list[tuple[tuple[str, int], Vector]]:
        problem = self.problem
        found = [(("row", row), problem.rows[row]) for row, asked in self.asked.items() if asked == "="]
        size = 3 if problem.dimension == 2 else 6
        for body in sorted(resting):
            for k in range(size):
                row = (*self._component(body, k), problem.resting[body][k])
                found.append((("body", body * size + k), row))
        return found

    def _loose(self, equations: list[tuple[tuple[str, int], Vector]]) -> list[int]:
        if "fixed" not in self.value:
            return self.open
        problem = self.problem
        size = 3 if problem.dimension == 2 else 6
        fixed = vector(self.value["fixed"], len(problem.rows) + size * len(problem.bodies), "fixed")
        known, total = dict(equations), (ZERO,) * (len(problem.edges) + 1)
        for i, factor in enumerate(fixed):
            if factor:
                key = ("row", i) if i < len(problem.rows) else ("body", i - len(problem.rows))
                need(key in known, "a multiplier of what is no equation")
                total = add(total, known[key], factor)
        need(total[-1] == 0 and all(total[j] >= 0 for j in self.open), "multipliers that fix nothing")
        return [j for j in self.open if not total[j]]

    @staticmethod
    def _shown(rows: list[Vector], loose: list[int], basis: list[tuple[int, Vector]], apart: Optional[Vector],
               what: str) -> bool:
        def left(row: Vector) -> bool:
            inner = tuple(row[j] for j in loose)
            for pivot, other in basis:
                if inner[pivot]:
                    inner = add(inner, other, -inner[pivot])
            return any(inner)

        differs = apart is not None and any(dot(row, apart) for row in rows)
        fixed = not any(left(row) for row in rows)
        need(fixed != differs, f"{what} are shown neither unique nor different")
        return fixed


class Cover:
    """That held modes and refuted boxes leave no full choice out (6.5)."""

    MOST = 2_000_000

    def __init__(self, problem: Dynamics) -> None:
        self.problem, self.steps = problem, 0
        self.between = self._between()

    def _between(self) -> dict[int, tuple[int, int]]:
        problem = self.problem
        if problem.dimension == 3:
            return {}
        rows: dict[Any, list[tuple[Fraction, int]]] = {}
        for i, c in enumerate(problem.contacts):
            if c.situation in ("rest", "sliding") and c.alike:
                tangent = rot90(c.normal)
                slip = (dot(tangent, c.v) > 0) - (dot(tangent, c.v) < 0)
                key = (c.on, c.against, c.normal, c.static, c.kinetic, dot(c.normal, c.point), repr(c.curve_text),
                       c.situation, slip)
                rows.setdefault(key, []).append((dot(tangent, c.point), i))
        found = {}
        for row in rows.values():
            ordered = sorted(row)
            for _, i in ordered[1:-1]:
                found[i] = (ordered[0][1], ordered[-1][1])
        return found

    def _opened(self, masks: Masks) -> Optional[Masks]:
        """An entry with contacts between two others taken as open; None where it may not be."""
        found = list(masks)
        for i, (a, b) in self.between.items():
            one, two = masks[a], masks[b]
            wanted = ((one | two) & 1) | (one & two & ~1)
            if wanted & ~masks[i]:
                return None
            found[i] = (1 << len(self.problem.choices[i])) - 1
        return tuple(found)

    def complete(self, entries: Sequence[Entry]) -> None:
        """Refuses unless everything is covered."""
        usable = [(opened, law) for masks, law in entries if (opened := self._opened(masks)) is not None]
        whole = tuple((1 << len(choices)) - 1 for choices in self.problem.choices)
        need(self._covered(whole, usable), "a mode is neither held nor excluded")

    def _excepted(self, box: Masks, law: Law) -> Optional[Masks]:
        found = list(box)
        for c in law.inside:
            still = sum(1 << k for k, choice in enumerate(self.problem.choices[c]) if choice.still)
            if c in self.between:
                continue
            found[c] &= still
            if not found[c]:
                return None
        return tuple(found)

    def _covered(self, box: Masks, entries: list[Entry]) -> bool:
        self.steps += 1
        need(self.steps <= self.MOST, "too many modes to see that none is missing")
        entries = [e for e in entries if all(a & b for a, b in zip(e[0], box))]
        if not entries:
            return False
        around = [e for e in entries if not any(b & ~a for a, b in zip(e[0], box))]
        if any(law is None for _, law in around):
            return True
        for entry in around:
            part = self._excepted(box, entry[1])
            if part is None or (part != box and self._covered(part, [e for e in entries if e is not entry])):
                return True
        if around:
            entries = [e for e in entries if e not in around]
            part = self._excepted(box, around[0][1])
            return part is not None and bool(entries) and self._split(part, entries)
        return self._split(box, entries)

    def _split(self, box: Masks, entries: list[Entry]) -> bool:
        best = None
        for c, mask in enumerate(box):
            masks = {e[0][c] & mask for e in entries}
            if masks == {mask}:
                continue
            parts = pieces(mask, masks)
            score = (len(parts) > 1, sum(1 for e in entries if e[0][c] & mask != mask))
            if best is None or score > best[0]:
                best = (score, c, parts if len(parts) > 1 else halves(mask, masks))
        if best is None:
            return False
        _, c, parts = best
        return all(self._covered((*box[:c], part, *box[c + 1:]), entries) for part in parts)


def pieces(mask: int, masks: set[int]) -> list[int]:
    """The finest parts of a mask such that no entry has choices of two parts."""
    parts = [1 << k for k in range(mask.bit_length()) if mask >> k & 1]
    for m in masks:
        touched = [p for p in parts if p & m]
        if len(touched) > 1:
            parts = [p for p in parts if not p & m] + [sum(touched)]
    return parts


def halves(mask: int, masks: set[int]) -> list[int]:
    """A mask in two, along one of the entries."""
    part = min((m for m in masks if m != mask), key=lambda m: (m.bit_count(), m))
    return [part, mask & ~part]


class Proof:
    """`held` and `excluded` together (6.3 to 6.5)."""

    def __init__(self, problem: Dynamics, held: Any, excluded: Any, beside: bool, complete: bool) -> None:
        self.problem = problem
        self.held = [Held(problem, h) for h in listed(held, "held")]
        need(len({h.masks for h in self.held}) == len(self.held), "a mode is held twice")
        self.excluded: list[Entry] = [self._excluded(e, beside) for e in listed(excluded, "excluded")]
        if complete:
            Cover(problem).complete([(h.masks, None) for h in self.held] + self.excluded)

    def _excluded(self, value: Any, beside: bool) -> Entry:
        if beside:
            record(value, "mode multipliers", "", "excluded")
            multipliers = value["multipliers"]
        else:
            multipliers = record(record(value, "mode proof", "", "excluded")["proof"], "multipliers", "",
                                 "a proof")["multipliers"]
        return excluded_mode(self.problem, value["mode"], multipliers)

    def laws_around(self, held: Held) -> list[Law]:
        """Laws that an accepted exclusion around a mode used."""
        found = [law for masks, law in self.excluded
                 if law is not None and not any(h & ~m for h, m in zip(held.masks, masks))]
        return list({id(law): law for law in found}.values())


def excluded_mode(problem: Dynamics, mode: Any, multipliers: Any) -> Entry:
    """No solution makes choices within a partial mode (6.4)."""
    masks = problem.masks(mode)
    factors = vector(multipliers, len(problem.rows), "multipliers")
    need(all(f.denominator == 1 for f in factors), "a multiplier that is no integer")
    asked, opened = problem.allows(masks)
    laws = {law.row: law for law in problem.laws}
    used, strict, total = None, False, (ZERO,) * (len(problem.edges) + 1)
    for row, factor in enumerate(factors):
        if not factor:
            continue
        condition = asked.get(row)
        if row in laws:
            need(used is None, "two laws at once")
            used, condition = laws[row], ">"
        up, down = factor > 0, factor < 0
        fits = {"=": True, ">": up, "≥": up, "<": down, "≤": down, None: False}[condition]
        need(fits, f"a multiplier of {mode} has a sign that it must not")
        strict = strict or condition in (">", "<")
        total = add(total, problem.rows[row], factor)
    need(all(total[j] <= 0 for j in opened), f"the multipliers of {mode} contradict nothing")
    need(total[-1] < 0 or (total[-1] == 0 and strict), f"the multipliers of {mode} contradict nothing")
    return masks, used


def stays(assembly: Assembly, load: Loads, part: Any) -> bool:
    """The proof of `stand` that bodies at rest must stay: true, or that they may move: false (6.8)."""
    record(part, "problem proof", "", "strong_proof.modes")
    problem = Dynamics(part["problem"])
    same_problem(assembly, load, problem)
    record(part["proof"], "", "stays moves apart", "a proof")
    need(len(part["proof"]) == 1, "two proofs")
    if "apart" in part["proof"]:
        raise Unchecked("`apart` is not checked")
    if "moves" in part["proof"]:
        held = Held(problem, part["proof"]["moves"])
        for x in [held.point, *([held.other] if held.other else []), *held.vertices]:
            middle = scale(add(x, held.point), Fraction(1, 2))
            if any(any(a) for a in problem.accelerations(middle)) and any(any(a) for a in problem.accelerations(x)):
                held.solves(middle)
                return False
        need(False, "nothing moves")
    inner = record(part["proof"]["stays"], "held excluded", "", "stays")
    proof = Proof(problem, inner["held"], inner["excluded"], True, True)
    for held in proof.held:
        need(not any(any(a) for a in problem.accelerations(held.point)), "a mode that moves")
        need(held.determined(proof.laws_around(held))[0], "a mode that may move")
    return True


def same_problem(assembly: Assembly, load: Loads, problem: Dynamics) -> None:
    """The problem of 6.8 is that of `stand`, at rest, but for its masses (6.8)."""
    free = [i for i, b in enumerate(problem.bodies) if b.free]
    need(all(not any(b.twist) for b in problem.bodies), "a body moves")
    need(all(b.free or not any(b.given) for b in problem.bodies), "a body accelerates")
    need([problem.bodies[i].name for i in free] == [b.name for b in assembly.bodies], "the bodies are others")
    for i, body, wrench in zip(free, assembly.bodies, load):
        other = problem.bodies[i]
        same = other.com == body.reference and other.load == wrench
        need(same and other.freedoms == tuple(k for k, f in enumerate(body.freedoms) if f), "a body is another")
    need(len(problem.contacts) == len(assembly.joints), "the contacts are others")
    for meeting, joint in zip(problem.contacts, assembly.joints):
        sides = [None if s is None or s not in free else free.index(s) for s in (meeting.on, meeting.against)]
        touch = joint.touch
        same = (meeting.id, meeting.point, meeting.normal) == (touch.id, touch.point, touch.normal)
        same = same and sides == [joint.on, joint.against] and meeting.touching and joint.most is None
        need(same and meeting.static == touch.mu and touch.gamma == 0, f"the contact {touch.id} is another")


class OutcomesReport:
    """What a report of `outcomes` says, against what it proves (6.7)."""


    def __init__(self, report: dict[str, Any], findings: Findings) -> None:
        self.report, self.findings = report, findings
        self.problem = Dynamics(report.get("problem"))
        self.modes = 0

    def run(self) -> None:
        """Every part of the report."""
        section = self.findings.section
        section("cone", self.cone)
        if self.report.get("groups") is not None:
            section("groups", self.groups)
        else:
            section("solutions", lambda: self.part(self.report, self.problem))
        section("verdict", self.verdict)
        if self.report.get("map"):
            section("map.proofs", self.cells)

    def cone(self) -> None:
        """Pyramids are those that were asked for (6.7, 4)."""
        if self.problem.dimension == 3:
            pyramids_are(self.report["asked"].get("cone", "round"),
                         [(c.normal, c.across, c.static == 0) for c in self.problem.contacts if c.touching])

    def part(self, report: dict[str, Any], problem: Dynamics) -> Optional[str]:
        """Modes, solutions and outcome of a report or of a group."""
        unfinished = report.get("unfinished") is not None
        self._edges(report.get("edges"), problem)
        proof = Proof(problem, report.get("held"), report.get("excluded"), False, not unfinished)
        count = len(proof.held)
        told = listed(report.get("solutions"), "solutions", count)
        exact = listed(table(report.get("exact"), "exact").get("solutions"), "exact.solutions", count)
        unique = [self._solution(h, t, e, proof) for h, t, e in zip(proof.held, told, exact)]
        if not all(unique):
            outcome: Optional[str] = "continuum"
        elif unfinished:
            outcome = None
        else:
            outcome = {0: "inconsistent", 1: "unique"}.get(count, "ambiguous")
        need(report.get("outcome") == outcome, f"outcome is {report.get('outcome')} and {outcome} is proved")
        self.modes = count
        if unfinished:
            self.findings.leave("that there are no other modes is not claimed", "unfinished")
        return outcome

    @staticmethod
    def _edges(value: Any, problem: Dynamics) -> None:
        for entry, (i, force) in zip(listed(value, "edges", len(problem.edges)), problem.edges):
            contact = problem.contacts[i]
            if problem.dimension == 2:
                record(entry, "contact across", "", "an edge")
                found = add(contact.normal, rot90(contact.normal), rational(entry["across"]))
            else:
                found = vector(record(entry, "contact force", "", "an edge")["force"], 3)
            need(entry["contact"] == contact.id and found == force, "the edges are others")

    def _solution(self, held: Held, told: Any, exact: Any, proof: Proof) -> bool:
        table(told, "a solution")
        table(exact, "an exact solution")
        need(set(exact) <= {"acceleration", "forces", "family"}, "an exact solution with other keys")
        accelerations, forces = held.determined(proof.laws_around(held))
        need(told.get("acceleration_unique") is accelerations, "acceleration_unique is not what is proved")
        need(told.get("force_unique") is forces, "force_unique is not what is proved")
        mode = text(held.value["mode"], "a mode")
        if held.problem.dimension == 3:
            mode = " ".join(label.split(":")[0] for label in mode.split(" "))
        need(told.get("mode") == mode, "the mode is another")
        self._state(held.problem, held.point, told, exact, False)
        need(("family" in told) == (held.family and not forces), "a family is told and not proved, or not told")
        need((told.get("family_listed") is False) == (not held.family and not forces), "family_listed is not so")
        if "family" in told:
            shown, whole = record(told["family"], "vertices rays"), record(exact.get("family"), "vertices rays")
            for key, found in (("vertices", held.vertices), ("rays", held.rays)):
                rows = zip(listed(shown[key], key, len(found)), listed(whole[key], key, len(found)), found)
                for one, two, x in rows:
                    self._state(held.problem, x, one, two, key == "rays")
        return accelerations

    @staticmethod
    def _state(problem: Dynamics, x: Vector, told: Any, exact: Any, change: bool) -> None:
        """Accelerations and forces of multiples of the edges, told in doubles and exactly."""
        found = {b.name: a for b, a in zip(problem.bodies, problem.accelerations(x, change)) if b.free}
        need(set(told["acceleration"]) == set(found) == set(exact["acceleration"]), "accelerations of other bodies")
        for name, value in found.items():
            need(vector(exact["acceleration"][name]) == value, "an acceleration is not what is proved")
            mirror_all(told["acceleration"][name], value, "acceleration")
        forces = {c.id: (c, f) for c, f in zip(problem.contacts, problem.forces(x, change))}
        need(set(told["forces"]) == set(exact["forces"]) and set(told["forces"]) <= set(forces), "forces of others")
        for name, (contact, force) in forces.items():
            if name not in told["forces"]:
                need(not any(force), f"the force of {name} is left out")
                continue
            first = rot90(contact.normal) if problem.dimension == 2 else None
            ways = [contact.normal, first] if first else [contact.normal, *contact.tangents[:2]]
            values = [dot(force, way) / root(dot(way, way)) for way in ways]
            near(told["forces"][name], values, f"forces.{name}")
            rooted = all(root(dot(way, way)) ** 2 == dot(way, way) for way in ways)
            if exact["forces"][name] is None:
                need(not rooted, "an exact force is left out")
                continue
            for entry, value, way in zip(listed(exact["forces"][name], "forces", len(ways)), values, ways):
                own = root(dot(way, way)) ** 2 == dot(way, way)
                need(entry is not None or not own, "an exact force is left out")
                if entry is not None:
                    need(own or not value, "an exact force of an irrational length")
                    exactly(entry, value, f"exact.forces.{name}")

    def verdict(self) -> None:
        """The verdict (6.7, 3)."""
        outcome = self.report.get("outcome")
        verdict = "yes" if outcome == "unique" else "no"
        if outcome is None and self.modes < 2:
            verdict = "undecided"
        if self.report.get("overlooked"):
            verdict = "undecided"
        need(self.report.get("verdict") == verdict, f"the verdict is not {verdict}")

    def groups(self) -> None:
        """Groups of their own (6.6)."""
        report, problem = self.report, self.problem
        need(report.get("held") == [] and report.get("excluded") == [] and report.get("solutions") is None,
             "groups beside modes of the whole")
        outcomes = []
        parts = listed(report["groups"], "groups", len(problem.groups))
        for g, part in enumerate(parts):
            inner = self._group(g)
            names = [problem.bodies[i].name for i in problem.groups[g]]
            ids = [c.id for c in inner.contacts]
            need(part.get("bodies") == names and part.get("contacts") == ids, "a group of others")
            outcomes.append(self.part(part, inner))
        for wanted in ("inconsistent", None, "continuum", "ambiguous"):
            if wanted in outcomes:
                need(report.get("outcome") == wanted, "the outcome of the groups is another")
                return
        need(report.get("outcome") == "unique", "the outcome of the groups is another")

    def _group(self, g: int) -> Dynamics:
        problem, value = self.problem, self.problem.value
        taken = [i for i, b in enumerate(problem.bodies) if not b.free or i in problem.groups[g]]
        contacts = []
        for i, contact in enumerate(value["contacts"]):
            if problem.group_of[i] == g:
                sides = {k: taken.index(contact[k]) if contact[k] in taken else None for k in ("on", "against")}
                contacts.append({**contact, **sides})
        return Dynamics({"bodies": [value["bodies"][i] for i in taken], "contacts": contacts})

    def cells(self) -> None:
        """Proved cells of a map (6.8)."""
        for cell in listed(table(self.report["map"], "map").get("proofs"), "map.proofs"):
            record(cell, "column row problem proof", "", "a cell")
            problem = Dynamics(cell["problem"])
            inner = record(cell["proof"], "held excluded", "", "a proof")
            Proof(problem, inner["held"], inner["excluded"], True, True)
        self.findings.leave("the letters of its cells", "map")

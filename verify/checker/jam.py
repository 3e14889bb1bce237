"""Reports of `jam`: section 8 of docs/PROOFS.md."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any, Optional, Sequence

from .base import (Findings, Vector, different, exactly, exactly_all, listed, mirror_all, mirrors, near, need,
                   place, rational, record, root, simplest, table, text, truth, vector, vectors)
from .closure import Grasp
from .linear import ZERO, add, definite, dot, rank, times, zero
from .stand import Assembly
from .touch import Friction

WIDE = Fraction(1, 10**6)
SIGN = {"+": 1, "-": -1}
Edge = tuple[Vector, bool]
JAM = {"locks": "jams", "free": "slides", "never": "never-jams", "covers": "refutations"}
WEDGE = {"locks": "wedges", "free": "loose", "never": "never-wedges", "covers": "motions"}
FARTHEST = 1024
LETTERS = {"free": "-", "jams": "j", "wedges": "w", "both": "b"}


class Constraint:
    """One constraint of a system (8.1)."""

    def __init__(self, value: Any, n: int) -> None:
        record(value, "id normal friction mu at_rest sign square", "", "a constraint")
        self.id = text(value["id"], "an id")
        self.normal, self.friction = vector(value["normal"], n, "normal"), vector(value["friction"], n, "friction")
        self.mu, self.at_rest = rational(value["mu"]), rational(value["at_rest"])
        self.sign, self.square = value["sign"], rational(value["square"])
        need(self.sign in ("+", "-", "free"), "a sign of no known kind")
        need(self.mu >= 0 and self.at_rest >= 0 and self.square > 0, "a constraint that is none")


class System:
    """What is proved to jam or to wedge, or not to (8.1 to 8.3)."""

    def __init__(self, value: Any) -> None:
        record(value, "mass constraints either_way", "", "a system")
        self.n = len(listed(value["mass"], "mass"))
        self.mass = vectors(value["mass"], self.n, "mass", self.n)
        need(definite(self.mass), "the mass is not positive")
        self.constraints = [Constraint(c, self.n) for c in listed(value["constraints"], "constraints")]
        different([c.id for c in self.constraints], "constraints")
        self.either_way = truth(value["either_way"], "either_way")

    def with_friction(self, bounds: dict[int, Fraction]) -> "System":
        """The same with other bounds of friction at some constraints."""
        changed = copy.copy(self)
        changed.constraints = [copy.copy(c) for c in self.constraints]
        for i, bound in bounds.items():
            changed.constraints[i].mu = changed.constraints[i].at_rest = bound
        return changed

    # -- it locks (8.2) ------------------------------------------------------------------------------------------------

    def locks(self, proof: Any, wedge: bool) -> Fraction:
        """Some friction in the box locks; gives the scale."""
        record(proof, "proves scale mu forces" + ("" if wedge else " acceleration"), "", "a proof")
        need(proof["proves"] == ("wedges" if wedge else "jams"), "a proof of something else")
        s, count = rational(proof["scale"], "scale"), len(self.constraints)
        need(s >= 0, "a scale is negative")
        mus, forces = vector(proof["mu"], count, "mu"), vector(proof["forces"], count, "forces")
        total = zero(self.n)
        rows = []
        for mu, force, c in zip(mus, forces, self.constraints):
            most = s * (c.at_rest if wedge else c.mu)
            need(abs(mu) <= most and (mu >= 0 or (wedge and self.either_way)), "a coefficient beyond the box")
            need(c.sign == "free" or SIGN[c.sign] * force >= 0, "a force has a sign that it must not")
            rows.append(add(c.normal, c.friction, mu))
            total = add(total, rows[-1], force)
        if wedge:
            need(any(forces) and not any(total), "the forces do not wedge")
            return s
        beta = vector(proof["acceleration"], self.n, "acceleration")
        need(any(beta) and times(self.mass, beta) == total, "the forces do not accelerate so")
        need(all(dot(c.normal, beta) == 0 for c in self.constraints), "the acceleration leaves a constraint")
        need(rank(rows) >= rank(c.normal for c in self.constraints), "the rank is lost")
        return s

    # -- it does not (8.3) ---------------------------------------------------------------------------------------------

    def refutes(self, proof: Any, wedge: bool) -> tuple[Optional[Fraction], bool]:
        """No friction in the box locks; gives the scale and whether it is included (None: whatever scale)."""
        table(proof, "a proof")
        words = WEDGE if wedge else JAM
        if proof.get("proves") == words["never"]:
            key = "chains" if wedge else "refutations"
            record(proof, f"proves {key}", "", "a proof")
            self._covers(proof[key], None, False, wedge)
            return None, False
        need(proof.get("proves") == words["free"], "a proof of something else")
        record(proof, f"proves scale included {words['covers']}", "", "a proof")
        s, included = rational(proof["scale"], "scale"), truth(proof["included"], "included")
        need(s >= 0, "a scale is negative")
        self._covers(proof[words["covers"]], s, included, wedge)
        return s, included

    def _edges(self, c: Constraint, s: Optional[Fraction], included: bool, wedge: bool) -> list[Edge]:
        m = (1 if s is None else s) * (c.at_rest if wedge else c.mu)
        ways = [m, -m] if wedge and self.either_way else [m]
        base = zero(self.n) if s is None else c.normal
        return [(c.normal, True)] + [(add(base, c.friction, way), included and s is not None) for way in ways]

    def _covers(self, covers: Any, s: Optional[Fraction], included: bool, wedge: bool) -> None:
        count = len(self.constraints)
        groups = []
        for cover in listed(covers, "covers"):
            record(cover, "group cases", "", "a cover")
            groups.append([place(i, "group", count) for i in listed(cover["group"], "group")])
        need(sorted(i for group in groups for i in group) == list(range(count)), "groups that leave constraints out")
        for cover, group in zip(covers, groups):
            self._group(cover["cases"], group, s, included, wedge)

    def _group(self, cases: Any, group: list[int], s: Optional[Fraction], included: bool, wedge: bool) -> None:
        known = [self.constraints[i].sign for i in group]
        if known and all(sign == "free" for sign in known):
            known[0] = "+"
        patterns = []
        for case in listed(cases, "cases"):
            record(case, "signs by", "", "a case")
            signs = listed(case["signs"], "signs", len(group))
            need(all(sign in ("+", "-", "free") for sign in signs), "a sign of no known kind")
            patterns.append(signs)
            Case(self, group, signs, s, included, wedge).refuted(case["by"])
        need(signs_covered(known, patterns), "a pattern of signs is left out")

    def vector(self, value: Any, group: Sequence[int], wedge: bool) -> Vector:
        """A vector z that vanishes outside of the group (8.3, step 4)."""
        if wedge:
            z = vector(value, self.n, "a motion")
        else:
            record(value, "pushes motion", "", "a vector")
            z = vector(value["motion"], self.n, "a motion")
            total = zero(self.n)
            for y, c in zip(vector(value["pushes"], len(self.constraints), "pushes"), self.constraints):
                total = add(total, c.normal, y)
            need(times(self.mass, z) == total, "pushes that do not make the motion")
        for i, c in enumerate(self.constraints):
            if i not in group:
                most = c.at_rest if wedge else c.mu
                need(dot(z, c.normal) == 0 and (most == 0 or dot(z, c.friction) == 0), "a motion outside of its group")
        return z


def signs_covered(known: list[str], patterns: list[list[str]]) -> bool:
    """Every pattern of signs that agrees with what is known agrees with some case."""
    fitting = [p for p in patterns if all("free" in (a, b) or a == b for a, b in zip(known, p))]
    if any(all(b in ("free", a) for a, b in zip(known, p)) for p in fitting):
        return True
    for i, sign in enumerate(known):
        if sign == "free" and any(p[i] != "free" for p in fitting):
            return all(signs_covered([*known[:i], half, *known[i + 1:]], fitting) for half in "+-")
    return False


class Case:
    """One case of a cover (8.3, steps 4 to 7)."""

    def __init__(self, system: System, group: list[int], signs: list[str], s: Optional[Fraction], included: bool,
                 wedge: bool) -> None:
        self.system, self.group, self.signs, self.wedge = system, group, signs, wedge
        self.edges = [system._edges(system.constraints[i], s, included, wedge) for i in group]

    def refuted(self, by: Any) -> None:
        """Refuses unless the case is refuted."""
        record(by, "", "opposed chain", "by")
        need(len(by) == 1, "refuted in two ways")
        if "opposed" in by:
            self._opposed([self._vector(z) for z in listed(by["opposed"], "opposed")])
        else:
            part = record(by["chain"], "chain still", "", "chain")
            self._chain([self._vector(z) for z in listed(part["chain"], "chain")],
                        [self._vector(z) for z in listed(part["still"], "still")])

    def _vector(self, value: Any) -> Vector:
        return self.system.vector(value, self.group, self.wedge)

    def _opposed(self, motions: list[Vector]) -> None:
        free = [k for k, sign in enumerate(self.signs) if sign == "free"]
        need(len(motions) == 1 + len(free), "not as many motions as open signs")
        for k, (sign, edges) in enumerate(zip(self.signs, self.edges)):
            own = 1 + free.index(k) if sign == "free" else 0
            for edge, decisive in edges:
                works = [dot(z, edge) for z in motions]
                lead = works[own] * SIGN.get(sign, 1)
                left = lead - sum((abs(w) for j, w in enumerate(works) if j != own), ZERO)
                need(left > 0 or (left == 0 and not decisive), "a motion that does not oppose")

    def _chain(self, chain: list[Vector], still: list[Vector]) -> None:
        need("free" not in self.signs, "a chain with an open sign")
        left = [(SIGN[sign], edges) for sign, edges in zip(self.signs, self.edges)]
        for z in chain:
            need(all(sign * dot(z, e) >= 0 for sign, edges in left for e, _ in edges), "a link that does not oppose")
            left = [(sign, edges) for sign, edges in left
                    if not all(sign * dot(z, e) > 0 for e, decisive in edges if decisive)]
        if not left:
            return
        need(not self.wedge, "a chain that leaves forces")
        need(len(still) == 2 * self.system.n, "not as many motions as coordinates")
        for j, z in enumerate(still):
            k, way = j // 2, 1 - 2 * (j % 2)
            need(all(sign * (dot(z, e) - way * e[k]) >= 0 for sign, edges in left for e, _ in edges),
                 "a motion that does not keep still")


class JamReport:
    """What a report of `jam` says, against what it proves (8.4)."""


    def __init__(self, report: dict[str, Any], findings: Findings) -> None:
        self.report, self.findings = report, findings
        self.exact, self.problem = table(report.get("exact"), "exact"), report.get("problem")
        self.system: Optional[System] = None
        self.wedging: Optional[System] = None
        if self.problem is not None and report.get("jam") is not None:
            record(self.problem, "system wedging owners names force rate gamma slips", "peg settled springs", "problem")
            self.system = System(self.problem["system"])
            self.wedging = self.system if self.problem["wedging"] is None else System(self.problem["wedging"])
        self.found: dict[str, str] = {}

    def run(self) -> None:
        """Every part of the report."""
        section = self.findings.section
        if self.system is not None:
            section("problem", self.tied)
            section("jam", lambda: self.part("jam", self.system, JAM))
            section("wedge", lambda: self.part("wedge", self.wedging, WEDGE))
            section("constraint_rates", self.rates)
        else:
            need(self.report.get("wedge") is None, "wedge without a system")
        if self.report.get("peg"):
            section("peg", self.peg)
        section("verdict", self.verdict)
        if self.report.get("map"):
            section("map.cells", self.cells)
        if self.report.get("boundary") or self.report["asked"].get("boundary"):
            section("boundary", self.boundary)

    def tied(self) -> None:
        """The two systems belong together (8.4, 8)."""
        n, count = self.system.n, len(self.system.constraints)
        need(len(set(listed(self.problem["names"], "names", n))) == n, "names of coordinates")
        for key, length in (("force", n), ("rate", n), ("gamma", count), ("slips", count)):
            need(self.problem[key] is None or len(vector(self.problem[key], length)) == length, key)
        need(self.wedging.mass == self.system.mass, "wedging of another mass")
        if self.problem["wedging"] is not None:
            self.findings.leave("that these are friction rows of the contacts", "problem.wedging", "problem.owners")
        owners = listed(self.problem["owners"], "owners")
        if owners:
            need(len(owners) == len(self.wedging.constraints), "owners of other constraints")
            for i, c in zip(owners, self.wedging.constraints):
                own = self.system.constraints[place(i, "owner", count)]
                need(own.normal == c.normal, "wedging with another normal")

    def rates(self) -> None:
        """Rates of the constraints (8.4, 7)."""
        told, rate = self.report.get("constraint_rates"), self.problem["rate"]
        if rate is None:
            need(told is None and self.exact.get("constraint_rates") is None, "rates are told and not given")
            return
        values = [-dot(c.normal, vector(rate)) for c in self.system.constraints]
        exactly_all(self.exact.get("constraint_rates"), values, "exact.constraint_rates")
        mirror_all(told, values, "constraint_rates")

    def part(self, key: str, system: System, words: dict[str, str]) -> None:
        """`jam` or `wedge`."""
        part, exact = table(self.report.get(key), key), table(self.exact.get(key), f"exact.{key}")
        wedge = key == "wedge"
        proof = part["proof"] if "proof" in part else need(False, "no proof")
        kind = "undecided"
        if proof is not None:
            table(proof, "a proof")
            if proof.get("proves") == words["locks"]:
                need(system.locks(proof, wedge) <= 1, "it locks with more friction than there is")
                kind = "yes"
            else:
                need(system.refutes(proof, wedge) == (1, True), "it is not shown free with the friction there is")
                kind = "no"
        number = self._scale(key, part, exact, system, wedge)
        verdict = kind
        spared = any(not str(r.get("why")).startswith("springs ") for r in self.report["rounded"])
        if spared and number is not None and abs(number - 1) < Fraction(1, 10**9):
            verdict = "undecided"
        need(part.get("verdict") == verdict, f"the verdict is {part.get('verdict')} and {verdict} is proved")
        self.found[key] = verdict
        self._witness(part, exact, kind, proof, system, wedge)

    def _scale(self, key: str, part: dict[str, Any], exact: dict[str, Any], system: System,
               wedge: bool) -> Optional[Fraction]:
        ways = [w for w in ("lower", "upper", "frictionless", "never") if part.get(w) is not None]
        if ways in ([], ["never"]):
            if ways:
                need(system.refutes(part["never"], wedge)[0] is None, "never is not proved")
            for name in ("bracket", "scale", "margin"):
                need(part.get(name) is None and exact.get(name) is None, f"{name} is told and not proved")
            return None
        if ways == ["frictionless"]:
            need(system.locks(part["frictionless"], wedge) == 0, "it locks with friction alone")
            low = high = ZERO
        else:
            need(ways == ["lower", "upper"], "proofs of the scale that do not belong together")
            found = system.refutes(part["lower"], wedge)[0]
            need(found is not None, "a lower end without a scale")
            low, high = found, system.locks(part["upper"], wedge)
        need(low <= high, "the ends are exchanged")
        exactly_all(exact.get("bracket"), (low, high), f"exact.{key}.bracket")
        mirror_all(part.get("bracket"), (low, high), f"{key}.bracket")
        exactly(exact.get("scale"), low if low == high else None, f"exact.{key}.scale")
        narrow = high - low <= WIDE * max(1, low, high)
        number = simplest(low, high) if narrow else high
        mirrors(part.get("scale"), number, f"{key}.scale")
        need(narrow or f"{key}.scale" in self.report["computed"], "ends that are far apart")
        margin = 1 - number
        told = part.get("margin")
        need(isinstance(told, (int, float)) and abs(Fraction(told) - margin) <= Fraction(1, 2**50) * max(1, number),
             f"{key}.margin is another")
        return number

    def _witness(self, part: dict[str, Any], exact: dict[str, Any], kind: str, proof: Any, system: System,
                 wedge: bool) -> None:
        if kind != "yes":
            need(part.get("mu") is None and exact.get("mu") is None, "mu is told and not proved")
            need(part.get("forces" if wedge else "jumping") is None, "forces are told and not proved")
            return
        upper = part.get("upper")
        use = proof
        if upper is not None and rational(upper["scale"]) <= 1:
            use = upper
        elif part.get("frictionless") is not None:
            use = part["frictionless"]
        mus = [abs(m) for m in vector(use["mu"])]
        exactly_all(exact.get("mu"), mus, "exact.mu")
        mirror_all(part.get("mu"), mus, "mu")
        if wedge:
            self._wedging(table(part.get("forces"), "wedge.forces"), use, system)
        else:
            self._jumping(table(part.get("jumping"), "jumping"), use, system)

    @staticmethod
    def _wedging(told: dict[str, Any], use: dict[str, Any], system: System) -> None:
        need(set(told) == {c.id for c in system.constraints}, "forces of other constraints")
        forces = [f * root(c.square) for f, c in zip(vector(use["forces"]), system.constraints)]
        largest = max(abs(f) for f in forces)
        for c, force, mu in zip(system.constraints, forces, vector(use["mu"])):
            near(told[c.id], [force / largest, mu * force / largest], f"wedge.forces.{c.id}")

    def _jumping(self, told: dict[str, Any], use: dict[str, Any], system: System) -> None:
        names, beta = self.problem["names"], vector(use["acceleration"])
        shown = table(told.get("accelerations"), "jumping.accelerations")
        need(all(name in names for name in shown), "accelerations of other coordinates")
        rest = [b for name, b in zip(names, beta) if name not in shown]
        need(not any(rest), "an acceleration is left out")
        kept = [b for name, b in zip(names, beta) if name in shown]
        same_line([shown[name] for name in names if name in shown], kept, "jumping.accelerations")
        forces = vector(use["forces"])
        shown = table(told.get("forces"), "jumping.forces")
        values = [f * root(c.square) for f, c in zip(forces, system.constraints)]
        need(set(shown) <= {c.id for c in system.constraints}, "forces of other constraints")
        need(not any(v for v, c in zip(values, system.constraints) if c.id not in shown), "a force is left out")
        same_line([shown[c.id] for c in system.constraints if c.id in shown],
                  [v for v, c in zip(values, system.constraints) if c.id in shown], "jumping.forces")

    def verdict(self) -> None:
        """The verdict of the report (8.4, 5)."""
        if self.system is None:
            need(self.report.get("peg") is not None, "neither a system nor a peg")
            found = [self.found.get("peg.wedge"), self.found.get("peg.jam")]
            found = [f for f in found if f is not None]
        else:
            need({"jam", "wedge"} <= set(self.found), "a part of it is refused")
            found = [self.found["jam"], self.found["wedge"]]
        verdict = "yes" if "yes" in found else "no" if found and set(found) == {"no"} else "undecided"
        overlooked = self.report.get("overlooked") or []
        stray = any(table(o, "overlooked").get("what") in ("stray", "stored overlap") for o in overlooked)
        if overlooked and (verdict == "no" or stray):
            verdict = "undecided"
        need(self.report.get("verdict") == verdict, f"the verdict is not {verdict}, which is proved")

    def cells(self) -> None:
        """Proved cells of a map (8.4)."""
        part = table(self.report.get("map"), "map")
        rows = [text(row, "a row") for row in listed(part.get("rows"), "map.rows")]
        unknown = 0
        for cell in listed(part.get("cells"), "map.cells"):
            kind = cell.get("kind")
            if cell.get("problem") is None or kind not in LETTERS:
                unknown += 1
                continue
            row, column = place(cell["row"], "row", len(rows)), place(cell["column"], "column")
            need(column < len(rows[row]) and rows[row][column] == LETTERS[kind], "a cell with another letter")
            record(cell["problem"], "system wedging", "", "a cell's problem")
            system = System(cell["problem"]["system"])
            wedging = system if cell["problem"]["wedging"] is None else System(cell["problem"]["wedging"])
            locked = [self._locked(cell["jam"], system, False), self._locked(cell["wedge"], wedging, True)]
            wanted = {(False, False): "free", (True, False): "jams", (False, True): "wedges", (True, True): "both"}
            need(wanted[tuple(locked)] == kind, "a cell's letter is not what is proved")
        if unknown:
            self.findings.leave(f"{unknown} cells without a system", "map.cells")
        self.findings.leave("cells without a proof are computed", "map")

    @staticmethod
    def _locked(proof: Any, system: System, wedge: bool) -> bool:
        if table(proof, "a proof").get("proves") == (WEDGE if wedge else JAM)["locks"]:
            need(system.locks(proof, wedge) <= 1, "it locks with more friction than there is")
            return True
        s, included = system.refutes(proof, wedge)
        need(s is not None and s >= 1 and included, "it is not shown free")
        return False

    def boundary(self) -> None:
        """The boundary in the plane of two coefficients (8.4)."""
        part = record(self.report.get("boundary"), "of farthest jam wedge", "", "boundary")
        names = self.report["asked"].get("boundary")
        ids = [c.id for c in self.system.constraints]
        need(part["of"] == names and len(set(names)) == 2 and set(names) <= set(ids), "a boundary of others")
        need(part["farthest"] == FARTHEST, "another farthest end")
        owners = self.problem["owners"] or list(range(len(self.wedging.constraints)))
        for key, system in (("jam", self.system), ("wedge", self.wedging)):
            numbers = [[i for i in range(len(system.constraints))
                        if (i if key == "jam" else owners[i]) == ids.index(name)] for name in names]
            for i, ray in enumerate(listed(part[key], key, 17)):
                direction = vector(table(ray, "a ray").get("direction"), 2, "direction")
                need(direction == (Fraction(16 - i, 16), Fraction(i, 16)), "a ray along another direction")
                self._on_ray(ray, direction, system, numbers, key == "wedge")

    def _on_ray(self, ray: dict[str, Any], direction: Vector, system: System, numbers: list[list[int]],
                wedge: bool) -> None:
        def at(x: Fraction) -> System:
            return system.with_friction({i: x * part for part, members in zip(direction, numbers) for i in members})

        state = ray.get("state")
        if state == "between":
            low, high = vector(ray.get("bracket"), 2, "bracket")
            need(0 <= low <= high, "the ends are exchanged")
            need(at(low).refutes(ray.get("lower"), wedge) == (1, True), "the lower end is not proved")
            need(at(high).locks(ray.get("upper"), wedge) <= 1, "the upper end is not proved")
            mirror_all(ray.get("mu"), [high * part for part in direction], "boundary.mu")
            return
        need(ray.get("mu") is None and ray.get("bracket") is None, "an end is told and not proved")
        if state == "always":
            need(at(ZERO).locks(ray.get("proof"), wedge) <= 1, "it does not lock without friction")
        elif state == "beyond":
            need(at(Fraction(FARTHEST)).refutes(ray.get("proof"), wedge) == (1, True), "it is not free far out")
        else:
            need(state == "undecided", "a state of no known kind")

    # -- pegs ---------------------------------------------------------------------------------------------------------

    def peg(self) -> None:
        """A peg of the plane or of space (8.4)."""
        part = table(self.report["peg"], "peg")
        exact = table(self.exact.get("peg"), "exact.peg")
        if "width" in exact:
            self._planar_peg(part, exact)
        else:
            self._spatial_peg(part, exact)

    def _planar_peg(self, part: dict[str, Any], exact: dict[str, Any]) -> None:
        width, depth = rational(exact.get("width")), rational(exact.get("depth"))
        mirrors(part.get("width"), width, "peg.width")
        mirrors(part.get("depth"), depth, "peg.depth")
        mirrors(part.get("friction"), rational(exact.get("friction")), "peg.friction")
        half = width / 2

        def grasp(tip: Fraction, rim: Fraction) -> Grasp:
            def contact(name: str, x: Fraction, y: Fraction) -> dict[str, Any]:
                return {"id": name, "point": [str(x), str(y)], "normal": ["1" if x < 0 else "-1", "0"],
                        "friction": exact["friction"]}

            return Grasp({"reference": ["0", "0"], "contacts": [contact("tip", tip, ZERO), contact("rim", rim, depth)]})

        wedge = table(part.get("wedge"), "peg.wedge")
        kind = grasp(-half, half).prove(wedge.get("proof"), "touching breaks", "given")
        self.found["peg.wedge"] = "yes" if kind == "touching" else "no"
        need(wedge.get("verdict") == self.found["peg.wedge"], "the peg's wedging is not what is proved")
        push = vector(exact.get("push"), 3, "peg.push") if exact.get("push") is not None else None
        if push is None or push[2] >= 0 or part.get("jam") is None:
            need(part.get("jam") is None, "the peg's jamming is told and not asked")
            return
        jam, rests = table(part["jam"], "peg.jam"), []
        leans = {"tip_left": (-half, half), "tip_right": (half, -half), "along_left": (-half, -half),
                 "along_right": (half, half)}
        for name, (tip, rim) in leans.items():
            lean = grasp(tip, rim)
            assembly = Assembly.of_grasp(lean.reference, lean.contacts)
            rests.append(assembly.prove(jam.get(name), "rests falls", "given", [push]) == "rests")
        self.found["peg.jam"] = "yes" if any(rests) else "no"
        need(jam.get("verdict") == self.found["peg.jam"], "the peg's jamming is not what is proved")

    def _spatial_peg(self, part: dict[str, Any], exact: dict[str, Any]) -> None:
        grasp = Grasp(table(self.problem, "problem").get("peg"))
        assembly = Assembly.of_grasp(grasp.reference, grasp.contacts)
        push = [vector(exact.get("push"), 6, "peg.push")]

        def wedges(proof: Any, friction: Any) -> bool:
            return grasp.prove(proof, "touching breaks", friction) == "touching"

        def jams(proof: Any, friction: Any) -> bool:
            return assembly.prove(proof, "rests falls", friction, push) == "rests"

        for key, locks in (("wedge", wedges), ("jam", jams)):
            if part.get(key) is None:
                continue
            inner = table(part[key], key)
            if inner.get("proof") is None:
                need(inner.get("verdict") == "undecided", "a verdict without a proof")
            else:
                verdict = "yes" if locks(inner["proof"], "given") else "no"
                need(inner.get("verdict") in (verdict, "undecided"), "the peg's verdict is not what is proved")
            self.found[f"peg.{key}"] = inner["verdict"]
            self._ends(inner, locks)

    def _ends(self, inner: dict[str, Any], locks: Any) -> None:
        if inner.get("bracket") is None:
            return
        if inner.get("frictionless") is not None:
            need(locks(inner["frictionless"], {"scaled": "0"}), "it does not lock without friction")
            mirror_all(inner["bracket"], (ZERO, ZERO), "peg.bracket")
            return
        ends = []
        for name, wanted in (("lower", False), ("upper", True)):
            proof = table(inner.get(name), name)
            need(locks(proof, None) == wanted, "an end that is not proved")
            friction = proof.get("friction", next(iter(proof.values())).get("friction")
                                 if isinstance(next(iter(proof.values())), dict) else None)
            used = Friction(friction)
            need(used.kind == "scaled", "an end with a friction that is no factor")
            ends.append(used.factor)
        need(ends[0] <= ends[1], "the ends are exchanged")
        mirror_all(inner["bracket"], ends, "peg.bracket")


def same_line(told: Sequence[Any], values: Sequence[Fraction], what: str) -> None:
    """Doubles in proportion to values, the largest of them 1."""
    largest = max((abs(v) for v in values), default=ZERO)
    near(list(told), [v / largest for v in values] if largest else list(values), what)

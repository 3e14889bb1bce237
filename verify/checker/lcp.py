"""Reports of `lcp`: section 4 of docs/PROOFS.md."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Sequence

from .base import (Findings, Vector, listed, mirror_all, need, record, table, text, vector,
                   vectors)
from .linear import ZERO, Polyhedron, add, definite, dot, shortest, unit

BLOCK = 14
BOTH = frozenset("0+")


def letters(mode: Any, count: int) -> list[frozenset[str]]:
    """What each letter of a mode stands for; `?` and `[0+]` leave both open (4)."""
    labels = list(text(mode, "a mode").replace("[0+]", "?"))
    need(len(labels) == count, "a mode with another number of letters")
    need(all(label in "0+?" for label in labels), "a letter that is none")
    return [BOTH if label == "?" else frozenset(label) for label in labels]


class Complementarity:
    """The problem: z >= 0, w = Mz + q >= 0, z w = 0 (4)."""

    def __init__(self, value: Any) -> None:
        record(value, "M q", "", "problem")
        self.q = vector(value["q"], None, "q")
        self.n = len(self.q)
        self.rows = vectors(value["M"], self.n, "M", self.n)
        self.whole = [shortest(row + (q,)) for row, q in zip(self.rows, self.q)]

    def slack(self, i: int, z: Vector) -> Fraction:
        """w at an index."""
        return dot(self.rows[i], z) + self.q[i]

    def meets(self, z: Vector, mode: Sequence[frozenset[str]]) -> bool:
        """A point meets the conditions of a mode."""
        for i, letter in enumerate(mode):
            zero, other = (z[i], self.slack(i, z)) if letter == {"0"} else (self.slack(i, z), z[i])
            if zero != 0 or other < 0:
                return False
        return True

    def runs(self, d: Vector, mode: Sequence[frozenset[str]]) -> bool:
        """A ray keeps the conditions of a mode."""
        for i, letter in enumerate(mode):
            slope = dot(self.rows[i], d)
            zero, other = (d[i], slope) if letter == {"0"} else (slope, d[i])
            if zero != 0 or other < 0:
                return False
        return True

    def prove_piece(self, piece: "Piece") -> None:
        """The solutions of a mode are the hull of these corners and rays (4.1)."""
        n = self.n
        equations, inequalities = [], []
        for i, letter in enumerate(piece.mode):
            own, slack = unit(n, i) + (ZERO,), self.rows[i] + (self.q[i],)
            equations.append(own if letter == {"0"} else slack)
            inequalities.append(slack if letter == {"0"} else own)
        Polyhedron(equations, inequalities, n).is_hull(piece.vertices, piece.rays, "a piece")

    def prove_excluded(self, mode: Sequence[frozenset[str]], multipliers: Vector) -> None:
        """No solution has this mode (4.2)."""
        need(all(m.denominator == 1 for m in multipliers), "a multiplier that is no integer")
        total = (ZERO,) * (self.n + 1)
        for letter, factor, row in zip(mode, multipliers, self.whole):
            need(factor >= 0 or letter == {"+"}, "a multiplier is negative")
            total = add(total, row, factor)
        need(all(x <= 0 or letter == {"0"} for x, letter in zip(total, mode)), "multipliers that contradict nothing")
        need(total[self.n] < 0, "multipliers that contradict nothing")


class Piece:
    """A family of solutions of one mode (4.1)."""

    def __init__(self, value: Any, n: int) -> None:
        record(value, "mode family", "", "a piece")
        family = record(value["family"], "vertices rays", "", "a family")
        self.mode = letters(value["mode"], n)
        need(all(len(letter) == 1 for letter in self.mode), "a piece leaves a letter open")
        self.vertices = vectors(family["vertices"], n, "vertices")
        self.rays = vectors(family["rays"], n, "rays")

    @property
    def point(self) -> bool:
        """One vertex and no rays."""
        return len(self.vertices) == 1 and not self.rays

    def lies_in(self, other: "Piece", problem: Complementarity) -> bool:
        """Every vertex and ray is one of the other's (4.4)."""
        return (all(problem.meets(v, other.mode) for v in self.vertices)
                and all(problem.runs(d, other.mode) for d in self.rays))


def covered(open_set: list[frozenset[str]], entries: list[list[frozenset[str]]]) -> bool:
    """The entries leave no mode of a set of modes out (4.3)."""
    entries = [e for e in entries if all(a & b for a, b in zip(e, open_set))]
    if any(all(b <= a for a, b in zip(e, open_set)) for e in entries):
        return True
    for i, letter in enumerate(open_set):
        if len(letter) == 2 and any(len(e[i]) == 1 for e in entries):
            halves = [[*open_set[:i], frozenset(half), *open_set[i + 1:]] for half in "0+"]
            return all(covered(half, entries) for half in halves)
    return False


def is_p_matrix(rows: list[Vector]) -> bool:
    """Every principal minor is positive, by Schur complements (4.3)."""
    if not rows:
        return True
    first, rest = rows[0], [row[1:] for row in rows[1:]]
    if first[0] <= 0 or not is_p_matrix(rest):
        return False
    return is_p_matrix([add(row, first[1:], -whole[0] / first[0]) for row, whole in zip(rest, rows[1:])])


def blocks(rows: list[Vector]) -> list[list[int]]:
    """Strongly connected components of the entries that are not zero."""
    n = len(rows)
    reach = [{j for j in range(n) if rows[i][j]} | {i} for i in range(n)]
    for k in range(n):
        for i in range(n):
            if k in reach[i]:
                reach[i] |= reach[k]
    return sorted({tuple(j for j in range(n) if j in reach[i] and i in reach[j]) for i in range(n)})


def certify(rows: list[Vector], value: Any) -> None:
    """M is a P-matrix (4.3)."""
    n = len(rows)

    def symmetric(factors: Sequence[Fraction]) -> bool:
        scaled = [tuple(f * x for x in row) for f, row in zip(factors, rows)]
        return definite([tuple(scaled[i][j] + scaled[j][i] for j in range(n)) for i in range(n)])

    if value == "definite":
        need(symmetric([Fraction(1)] * n), "M is not definite")
    elif value == "minors":
        for block in blocks(rows):
            need(len(block) <= BLOCK, "a block is too large")
            need(is_p_matrix([tuple(rows[i][j] for j in block) for i in block]), "a minor is not positive")
    else:
        record(value, "", "scaled dominant", "certificate")
        need(len(value) == 1, "two certificates")
        kind, part = next(iter(value.items()))
        scales = vector(record(part, "scale", "", kind)["scale"], n, "scale")
        need(all(s > 0 for s in scales), "a scale is not positive")
        if kind == "scaled":
            need(symmetric(scales), "M is not definite when scaled")
        else:
            for i, row in enumerate(rows):
                others = sum((abs(x) * s for j, (x, s) in enumerate(zip(row, scales)) if j != i), ZERO)
                need(row[i] * scales[i] > others, "M is not dominant")


class LcpReport:
    """What a report of `lcp` says, against what it proves (4.3, 4.4)."""


    def __init__(self, report: dict[str, Any], findings: Findings) -> None:
        self.report, self.findings = report, findings
        self.problem = Complementarity(report.get("problem"))
        self.pieces = [Piece(p, self.problem.n) for p in listed(report.get("pieces"), "pieces")]
        self.unfinished = report.get("unfinished") is not None

    def run(self) -> None:
        """Every part of the report."""
        section = self.findings.section
        section("pieces", lambda: [self.problem.prove_piece(piece) for piece in self.pieces])
        section("nothing is missing", self.complete)
        section("solutions", self.headline)

    def complete(self) -> None:
        """That nothing is missing (4.3)."""
        n, sets = self.problem.n, []
        entries = listed(self.report.get("excluded"), "excluded")
        for entry in entries:
            record(entry, "mode multipliers", "", "excluded")
            mode = letters(entry["mode"], n)
            self.problem.prove_excluded(mode, vector(entry["multipliers"], n, "multipliers"))
            sets.append(mode)
        if "certificate" in self.report:
            need(len(self.pieces) == 1 and not entries and not self.unfinished, "a certificate beside other proofs")
            certify(self.problem.rows, self.report["certificate"])
            return
        if self.unfinished:
            self.findings.leave("that nothing is missing is not claimed", "unfinished")
            return
        for piece in self.pieces:
            sets.append([BOTH if letter == {"+"} and not any(row) else letter
                         for letter, row in zip(piece.mode, self.problem.whole)])
        need(covered([BOTH] * n, sets), "a mode is neither solved nor excluded")

    def headline(self) -> None:
        """Status, solutions and families (4.4)."""
        left = [p for i, p in enumerate(self.pieces) if not self._spare(i, p)]
        points = sorted({p.vertices[0] for p in left if p.point})
        families = [p for p in left if not p.point]
        exact = table(self.report.get("exact"), "exact")
        told = [record(s, "z", "", "a solution")["z"] for s in listed(exact.get("solutions"), "exact.solutions")]
        need(vectors(told, self.problem.n, "z") == points, "the solutions are others")
        shown = listed(self.report.get("solutions"), "solutions", len(points))
        for entry, point in zip(shown, points):
            mirror_all(record(entry, "z", "", "a solution")["z"], point, "solutions.z")
        self._families(families, exact)
        count = {0: "none", 1: "unique"}.get(len(points), "multiple")
        status = "continuum" if families else None if self.unfinished else count
        need(self.report.get("status") == status, f"status is {self.report.get('status')} and {status} is proved")

    def _spare(self, index: int, piece: Piece) -> bool:
        for i, other in enumerate(self.pieces):
            if i != index and not other.point and piece.lies_in(other, self.problem):
                if i < index or not other.lies_in(piece, self.problem):
                    return True
        return False

    def _families(self, families: list[Piece], exact: dict[str, Any]) -> None:
        told = listed(exact.get("families"), "exact.families", len(families))
        shown = listed(self.report.get("families"), "families", len(families))
        for entry, doubles, family in zip(told, shown, families):
            for key, wanted in (("vertices", family.vertices), ("rays", family.rays)):
                need(vectors(entry[key], None, key) == wanted, "a family is another")
                for row, vertex in zip(listed(doubles[key], key, len(wanted)), wanted):
                    mirror_all(row, vertex, f"families.{key}")

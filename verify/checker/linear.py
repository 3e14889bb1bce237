"""Vectors and matrices of fractions: sections 1.2, 1.3 and 1.8 of docs/PROOFS.md."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import Iterable, Iterator, Optional, Sequence

from .base import Vector, need

Matrix = list[Vector]
ZERO = Fraction(0)


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """The sum of the products."""
    need(len(a) == len(b), "vectors of two lengths")
    return sum((x * y for x, y in zip(a, b) if x and y), ZERO)


def add(a: Sequence[Fraction], b: Sequence[Fraction], factor: Fraction | int = 1) -> Vector:
    """a + factor b."""
    need(len(a) == len(b), "vectors of two lengths")
    return tuple(x + factor * y for x, y in zip(a, b))


def scale(a: Sequence[Fraction], factor: Fraction | int) -> Vector:
    """factor a."""
    return tuple(factor * x for x in a)


def cross(a: Sequence[Fraction], b: Sequence[Fraction]) -> Vector:
    """The vector product of space."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def rot90(a: Sequence[Fraction]) -> Vector:
    """A quarter turn in the plane."""
    return (-a[1], a[0])


def screw(arm: Sequence[Fraction], d: Sequence[Fraction]) -> Vector:
    """F(r, d) of section 1.3."""
    if len(d) == 2:
        return (arm[0] * d[1] - arm[1] * d[0], d[0], d[1])
    return cross(arm, d) + tuple(d)


def zero(length: int) -> Vector:
    """So many zeros."""
    return (ZERO,) * length


def unit(length: int, which: int) -> Vector:
    """A unit vector."""
    return tuple(Fraction(int(i == which)) for i in range(length))


def shortest(a: Sequence[Fraction]) -> Vector:
    """Shortest integers in the same proportion (1.2)."""
    scale_up = math.lcm(*(x.denominator for x in a)) if a else 1
    whole = [x.numerator * (scale_up // x.denominator) for x in a]
    common = math.gcd(*whole) if whole else 0
    return tuple(Fraction(x // common) for x in whole) if common else tuple(Fraction(x) for x in whole)


def reduced(rows: Iterable[Sequence[Fraction]]) -> list[tuple[int, Vector]]:
    """Rows in reduced echelon form, each with the column of its pivot."""
    done: list[tuple[int, Vector]] = []
    for row in rows:
        left = tuple(row)
        for column, other in done:
            if left[column]:
                left = add(left, other, -left[column])
        pivot = next((i for i, x in enumerate(left) if x), None)
        if pivot is None:
            continue
        left = scale(left, 1 / left[pivot])
        done = [(c, add(o, left, -o[pivot]) if o[pivot] else o) for c, o in done]
        done.append((pivot, left))
    return done


def rank(rows: Iterable[Sequence[Fraction]]) -> int:
    """The rank, by elimination in integers (1.8)."""
    done: list[tuple[int, list[int]]] = []
    for row in rows:
        left = [x.numerator for x in shortest(row)]
        for column, other in done:
            if left[column]:
                a, b = other[column], left[column]
                left = [a * x - b * y for x, y in zip(left, other)]
                common = math.gcd(*left)
                left = [x // common for x in left] if common > 1 else left
        pivot = next((i for i, x in enumerate(left) if x), None)
        if pivot is not None:
            done.append((pivot, left))
    return len(done)


def kernel(rows: Iterable[Sequence[Fraction]], length: int) -> Matrix:
    """A basis of all vectors that every row annuls."""
    done = reduced(rows)
    pivots = {column for column, _ in done}
    basis = []
    for free in (i for i in range(length) if i not in pivots):
        entry = [ZERO] * length
        entry[free] = Fraction(1)
        for column, row in done:
            entry[column] = -row[free]
        basis.append(tuple(entry))
    return basis


def definite(matrix: Sequence[Sequence[Fraction]]) -> bool:
    """Symmetric, and every pivot of elimination without exchanges is positive (1.3)."""
    n = len(matrix)
    if any(len(row) != n for row in matrix) or any(matrix[i][j] != matrix[j][i] for i in range(n) for j in range(i)):
        return False
    left = [list(row) for row in matrix]
    for i in range(n):
        if left[i][i] <= 0:
            return False
        for j in range(i + 1, n):
            factor = left[j][i] / left[i][i]
            left[j] = [x - factor * y for x, y in zip(left[j], left[i])]
    return True


def times(matrix: Sequence[Sequence[Fraction]], a: Sequence[Fraction]) -> Vector:
    """Matrix times vector."""
    return tuple(dot(row, a) for row in matrix)


def inverse(matrix: Sequence[Sequence[Fraction]]) -> Matrix:
    """The inverse; a singular one is refused."""
    n = len(matrix)
    done = dict(reduced(tuple(row) + unit(n, i) for i, row in enumerate(matrix)))
    need(sorted(done) == list(range(n)), "a singular matrix")
    return [done[i][n:] for i in range(n)]


class Polyhedron:
    """{x : equations = 0, inequalities >= 0}, rows with the constant last; it holds no line (4.1 and 6.3)."""

    def __init__(self, equations: Matrix, inequalities: Matrix, length: int, most: int = 200_000) -> None:
        self.inequalities, self.length, self.most = inequalities, length, most
        self.equations = equations
        self.directions = kernel([row[:length] for row in equations], length)
        self.slopes = [tuple(dot(row[:length], d) for d in self.directions) for row in inequalities]

    def value(self, row: Vector, point: Vector) -> Fraction:
        """An affine row at a point."""
        return dot(row[: self.length], point) + row[self.length]

    def is_hull(self, vertices: list[Vector], rays: list[Vector], what: str) -> None:
        """Every edge from every vertex ends at a vertex or runs along a ray, and each ray is met."""
        need(bool(vertices), f"{what} has no vertex")
        known, wanted, met = set(vertices), {shortest(ray) for ray in rays}, set()
        need(all(any(ray) for ray in rays), f"{what} has a ray of zeros")
        for vertex in vertices:
            need(all(self.value(row, vertex) == 0 for row in self.equations), f"{what}: a vertex breaks an equation")
            values = [self.value(row, vertex) for row in self.inequalities]
            need(all(value >= 0 for value in values), f"{what}: a vertex breaks an inequality")
            for way, end in self._edges(vertex, values, what):
                if end is None:
                    need(way in wanted, f"{what} lacks a ray")
                    met.add(way)
                else:
                    need(end in known, f"{what} lacks a vertex")
        need(met == wanted, f"{what} has a ray that is none")
        need(bool(self.directions) or len(known) == 1, f"{what} has more than one vertex")

    def _edges(self, vertex: Vector, values: list[Fraction], what: str) -> Iterator[tuple[Vector, Optional[Vector]]]:
        free = len(self.directions)
        tight = [i for i, value in enumerate(values) if value == 0]
        slopes = list(dict.fromkeys(self.slopes[i] for i in tight if any(self.slopes[i])))
        need(rank(slopes) == free, f"{what}: a vertex is no corner")
        if not free:
            return
        need(math.comb(len(slopes), free - 1) <= self.most, f"{what}: too many tight inequalities at a corner")
        seen = set()
        for chosen in combinations(slopes, free - 1):
            lines = kernel(chosen, free)
            if len(lines) != 1:
                continue
            for way in (lines[0], scale(lines[0], -1)):
                if all(dot(slope, way) >= 0 for slope in slopes):
                    along = shortest(self._lift(way))
                    if along not in seen:
                        seen.add(along)
                        yield along, self._end(vertex, values, along)

    def _lift(self, way: Vector) -> Vector:
        total = zero(self.length)
        for factor, direction in zip(way, self.directions):
            total = add(total, direction, factor)
        return total

    def _end(self, vertex: Vector, values: list[Fraction], along: Vector) -> Optional[Vector]:
        slopes = [dot(row[: self.length], along) for row in self.inequalities]
        steps = [value / -slope for value, slope in zip(values, slopes) if slope < 0]
        return add(vertex, along, min(steps)) if steps else None

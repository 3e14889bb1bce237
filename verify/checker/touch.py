"""Contacts, their cones and what they resist: sections 1.4 to 1.7 and 1.9 of docs/PROOFS.md."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Optional, Sequence

from .base import Vector, listed, need, rational, record, text, vector, vectors
from .linear import ZERO, add, cross, dot, rot90, scale, screw, zero

Coefficients = tuple[Fraction, Fraction]


class Curvature:
    """One of the two curvatures at a contact (2.7)."""

    def __init__(self, value: Any) -> None:
        self.vertex = value == "vertex"
        self.arc = self.low = self.high = None
        if self.vertex:
            return
        record(value, "", "exactly arc between", "a curvature")
        need(len(value) == 1, "a curvature says two things")
        kind, inner = next(iter(value.items()))
        if kind == "between":
            self.low, self.high = vector(inner, 2, "a curvature")
            need(self.low <= self.high, "a curvature's ends are exchanged")
        else:
            self.low = self.high = rational(inner, "a curvature")
            self.arc = self.low if kind == "arc" else None


def curvatures(value: Any) -> tuple[Curvature, Curvature]:
    """The pair of a contact, sound as in 1.4."""
    of_body, other = (Curvature(entry) for entry in listed(value, "curvature", 2))
    need(not (of_body.vertex and other.vertex), "two vertices touch")
    need(of_body.vertex or other.vertex or of_body.low + other.low > 0, "curvatures that add up to no gap")
    return of_body, other


class Contact:
    """A contact of `closure` and `stand` (1.4)."""

    def __init__(self, value: Any, dimension: int) -> None:
        optional = "most curvature" if dimension == 2 else "most torsion across"
        record(value, "id point normal friction", optional, "a contact")
        self.dimension = dimension
        self.id = text(value["id"], "an id")
        self.point = vector(value["point"], dimension, "a point")
        self.normal = vector(value["normal"], dimension, "a normal")
        self.mu = rational(value["friction"], "friction")
        self.gamma = rational(value.get("torsion", "0"), "torsion")
        self.most: Optional[Fraction] = rational(value["most"], "most") if "most" in value else None
        self.curvature = curvatures(value["curvature"]) if "curvature" in value else None
        self.across = vectors(value["across"], 3, "across") if "across" in value else None
        self.square = dot(self.normal, self.normal)
        need(self.square > 0, "a normal is zero")
        need(self.mu >= 0 and self.gamma >= 0 and (self.most is None or self.most >= 0), "a coefficient is negative")
        if self.across is not None:
            self._pyramid(self.across)

    def _pyramid(self, across: list[Vector]) -> None:
        need(len(across) >= 3, "a pyramid has too few sides")
        need(all(dot(d, self.normal) == 0 for d in across), "a pyramid is not across its normal")
        need(not any(sum(entries) for entries in zip(*across)), "a pyramid is not about its normal")

    @property
    def tangent(self) -> Vector:
        """The normal turned by a quarter, in the plane."""
        return rot90(self.normal)

    def edges(self, mu: Fraction, gamma: Fraction) -> list[tuple[Vector, Fraction]]:
        """The edges of a pyramid, force and spin (1.5)."""
        found = [(add(self.normal, d, mu), ZERO) for d in self.across or []]
        return found + ([(self.normal, gamma), (self.normal, -gamma)] if gamma > 0 else [])

    def wrench(self, about: Vector, force: Vector, spin: Fraction) -> Vector:
        """The wrench of a push about a point (1.5)."""
        found = screw(add(self.point, about, -1), force)
        return add(found, scale(self.normal, spin) + zero(3)) if spin else found

    def velocity(self, about: Vector, twist: Vector) -> tuple[Vector, Fraction]:
        """The velocity of the point of a body and its turn about the normal (1.3, 1.7)."""
        arm = add(self.point, about, -1)
        if self.dimension == 2:
            return add(twist[1:], rot90(arm), twist[0]), ZERO
        return add(twist[3:], cross(twist[:3], arm)), dot(self.normal, twist[:3])

    def takes_up(self, at: Coefficients, u: Vector, omega: Fraction, most: Fraction, strictly: bool = False) -> bool:
        """It takes up at most so much for each multiple of its normal; with 0 it gives (1.7)."""
        mu, gamma = at
        along = dot(self.normal, u)
        if self.dimension == 2:
            left = [along + most - mu * abs(dot(self.tangent, u))]
        elif self.across is not None:
            left = [dot(force, u) + spin * omega + most for force, spin in self.edges(mu, gamma)]
        else:
            slip = dot(u, u) * self.square - along * along
            left = [along + most, (along + most) ** 2 - mu * mu * slip - gamma * gamma * omega * omega]
        return all(x > 0 if strictly else x >= 0 for x in left)

    def shares(self, contacts: Sequence["Contact"]) -> bool:
        """A common coefficient replaces its own (1.6)."""
        return self.mu > 0 or all(contact.mu == 0 for contact in contacts)


class Push:
    """What a contact pushes with (1.5)."""

    def __init__(self, value: Any, contact: Contact) -> None:
        self.contact = contact
        self.edges: Optional[Vector] = None
        self.spin = ZERO
        if contact.dimension == 2:
            self.numbers = vector(value, 2, "a push")
        elif isinstance(value, dict) and "edges" in value:
            record(value, "edges", "", "a push")
            self.numbers = self.edges = vector(value["edges"], None, "a push")
        else:
            record(value, "force", "spin", "a push")
            self.numbers = vector(value["force"], 3, "a push")
            self.spin = rational(value.get("spin", "0"), "spin")
        self.absent = not any(self.numbers) and not self.spin
        if not self.absent and contact.dimension == 3:
            need((self.edges is not None) == (contact.across is not None), "a push has the form of another cone")

    def total(self, at: Coefficients) -> tuple[Vector, Fraction]:
        """Force and spin."""
        contact = self.contact
        if self.absent:
            return zero(contact.dimension), ZERO
        if contact.dimension == 2:
            a, b = self.numbers
            return add(scale(contact.normal, a), contact.tangent, b), ZERO
        if self.edges is None:
            return self.numbers, self.spin
        edges = contact.edges(*at)
        need(len(edges) == len(self.edges), "a push has not as many multiples as edges")
        force, spin = zero(3), ZERO
        for factor, (along, turn) in zip(self.edges, edges):
            force, spin = add(force, along, factor), spin + factor * turn
        return force, spin

    def multiple(self) -> Fraction:
        """The multiple of the normal."""
        if self.absent:
            return ZERO
        if self.contact.dimension == 2:
            return self.numbers[0]
        if self.edges is not None:
            return sum(self.edges, ZERO)
        return dot(self.numbers, self.contact.normal) / self.contact.square

    def within(self, limit: Optional[Fraction]) -> bool:
        """Not more than the limit."""
        return self.absent or limit is None or self.multiple() <= limit

    def inside(self, at: Coefficients, how: str) -> bool:
        """In the cone: closed, strict or growing (1.5)."""
        if self.absent:
            return True
        if self.contact.dimension == 2:
            return self._in_plane(at[0], how)
        if self.edges is not None:
            self.total(at)
            sides = self.edges[: len(self.contact.across or [])]
            if how == "strict":
                return all(k > 0 for k in self.edges)
            return all(k >= 0 for k in self.edges) and (how == "closed" or any(k > 0 for k in sides))
        return self._in_round(at, how)

    def _in_plane(self, mu: Fraction, how: str) -> bool:
        a, b = self.numbers
        if how != "strict":
            return a >= 0 and abs(b) <= mu * a
        return a > 0 and (abs(b) < mu * a if mu > 0 else b == 0)

    def _in_round(self, at: Coefficients, how: str) -> bool:
        (mu, gamma), contact = at, self.contact
        a = dot(self.numbers, contact.normal)
        t = dot(self.numbers, self.numbers) * contact.square - a * a
        s = self.spin**2 * contact.square**2
        if a <= 0 or (mu == 0 and t) or (gamma == 0 and s):
            return False
        if mu > 0 and gamma > 0:
            g = mu**2 * gamma**2 * a**2 - gamma**2 * t - mu**2 * s
        elif mu > 0:
            g = mu**2 * a**2 - t
        elif gamma > 0:
            g = gamma**2 * a**2 - s
        else:
            g = a**2
        if how == "strict":
            return g > 0
        return g >= 0 and (how == "closed" or gamma == 0 or gamma**2 * a**2 > s)


class Friction:
    """Which friction a statement speaks of (1.6)."""

    def __init__(self, value: Any) -> None:
        self.kind, self.factor = value, ZERO
        if isinstance(value, dict):
            record(value, "", "scaled common", "friction")
            need(len(value) == 1, "friction says two things")
            self.kind, inner = next(iter(value.items()))
            self.factor = rational(inner, "friction")
            need(self.factor >= 0, "friction is negative")
        else:
            need(value in ("given", "none"), "friction of no known kind")

    def of(self, contact: Contact, contacts: Sequence[Contact]) -> Coefficients:
        """The coefficients at a contact."""
        if self.kind == "given":
            return contact.mu, contact.gamma
        if self.kind == "none":
            return ZERO, ZERO
        if self.kind == "scaled":
            return self.factor * contact.mu, self.factor * contact.gamma
        return (self.factor if contact.shares(contacts) else ZERO), contact.gamma

    def is_given(self) -> bool:
        """The friction of the problem."""
        return self.kind == "given"


def cone_of(report: dict[str, Any], contacts: Sequence[Contact], dimension: int) -> None:
    """The cones are those that `cone` names (1.9)."""
    if dimension == 2:
        need(report.get("cone", "plane") == "plane", "the cone of the plane is its own")
        return
    asked = report["asked"].get("cone", "round")
    # Where nothing rubs there are no pyramids: such cones are round whatever was asked.
    told = asked if any(contact.across for contact in contacts) else "round"
    need(report.get("cone") == told, "`cone` is not what was asked")
    pyramids_are(asked, [(c.normal, c.across, c.mu == 0 and c.gamma == 0) for c in contacts])


def pyramids_are(asked: Any, cones: Sequence[tuple[Vector, Optional[Sequence[Vector]], bool]]) -> None:
    """Round, or pyramids with K sides that are within or around the round cone (1.9)."""
    if asked == "round":
        need(all(not across for _, across, _ in cones), "a round cone is a pyramid")
        return
    kind, _, count = text(asked, "cone").partition(":")
    need(kind in ("inner", "outer") and count.isascii() and count.isdigit(), "a cone of no known kind")
    for normal, across, plain in cones:
        if not across:
            need(plain, "a pyramid is round")
            continue
        need(len(across) == int(count), "a pyramid has not as many sides as was asked")
        _regular(kind, normal, across)


def _regular(kind: str, normal: Vector, across: Sequence[Vector]) -> None:
    square = dot(normal, normal)
    turns = [(dot(cross(d, e), normal), add(e, d, -1)) for d, e in zip(across, [*across[1:], across[0]])]
    need(all(t > 0 for t, _ in turns) or all(t < 0 for t, _ in turns), "a pyramid does not turn one way")
    if kind == "inner":
        need(all(dot(d, d) <= square for d in across), "a pyramid is not within the cone")
    else:
        need(all(t * t >= square**2 * dot(side, side) for t, side in turns), "a pyramid is not around the cone")



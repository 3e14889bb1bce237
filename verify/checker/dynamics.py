"""The problem of `outcomes`, its rows, edges and choices: sections 6.1 and 6.2 of docs/PROOFS.md."""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key
from typing import Any, Optional, Sequence

from .base import (Unchecked, Vector, different, listed, need, place, record, text, truth, vector, vectors)
from .cone import polygon
from .linear import ZERO, add, cross, definite, dot, inverse, rot90, scale, screw, shortest, times, zero
from .touch import Curvature

SIGNS = {1: "+", -1: "-", 0: "0"}
Parts = dict[int, Vector]


def sign(value: Fraction) -> int:
    """-1, 0 or 1."""
    return (value > 0) - (value < 0)


class Part:
    """A body of `outcomes` (6.1)."""

    def __init__(self, value: Any) -> None:
        record(value, "name com twist motion", "", "a body")
        self.name, self.com = text(value["name"], "a name"), vector(value["com"], None, "com")
        need(len(self.com) in (2, 3), "neither plane nor space")
        size = 3 if len(self.com) == 2 else 6
        self.twist = vector(value["twist"], size, "twist")
        record(value["motion"], "", "free given", "motion")
        need(len(value["motion"]) == 1, "a motion that is free and given")
        self.free = "free" in value["motion"]
        if not self.free:
            part = record(value["motion"]["given"], "acceleration", "", "given")
            self.given = vector(part["acceleration"], size, "acceleration")
            return
        part = record(value["motion"]["free"], "mass load freedoms", "", "free")
        mass, self.load = vectors(part["mass"], size, "mass", size), vector(part["load"], size, "load")
        free = [i for i, f in enumerate(listed(part["freedoms"], "freedoms", size)) if truth(f, "freedoms")]
        self.freedoms = tuple(free)
        need(all(mass[i][j] == mass[j][i] for i in range(size) for j in range(i)), "a mass is not symmetric")
        inner = [tuple(mass[i][j] for j in free) for i in free]
        need(definite(inner), "a mass is not positive")
        need(not any(x for i, x in enumerate(self.twist) if i not in free), "a twist that a body has not")
        self.mass, self._inverse = mass, inverse(inner)

    def response(self, wrench: Vector) -> Vector:
        """The acceleration under a wrench, in the freedoms."""
        found = times(self._inverse, [wrench[i] for i in self.freedoms])
        answer = [ZERO] * len(wrench)
        for i, x in zip(self.freedoms, found):
            answer[i] = x
        return tuple(answer)

    def spin(self) -> Vector:
        """What turning adds to the balance in space."""
        if len(self.com) == 2:
            return zero(3)
        w = self.twist[:3]
        return cross(w, tuple(dot(self.mass[i][:3], w) for i in range(3))) + zero(3)


class Choice:
    """One thing that a contact may do: signs that it asks of rows, edges that it may push with."""

    def __init__(self, label: str, asks: dict[int, str], edges: Sequence[Vector]) -> None:
        self.label, self.asks, self.forces = label, asks, list(edges)
        self.still = all(asked == "=" for asked in asks.values())


class Meeting:
    """A contact of `outcomes` (6.1)."""

    def __init__(self, value: Any, bodies: list[Part]) -> None:
        dimension = len(bodies[0].com) if bodies else 2
        record(value, "id on against point normal friction force",
               "curvature" if dimension == 2 else "tangents across drag flat", "a contact")
        self.id, self.dimension = text(value["id"], "an id"), dimension
        self.on, self.against = (None if value[k] is None else place(value[k], k, len(bodies))
                                 for k in ("on", "against"))
        need(self.on is None or self.on != self.against, "a contact of a body with itself")
        self.point, self.normal = vector(value["point"], dimension), vector(value["normal"], dimension)
        self.static, self.kinetic = vector(value["friction"], 2, "friction")
        need(0 <= self.kinetic <= self.static and any(self.normal), "a contact that is none")
        self.bodies = bodies
        self.curve_text = value.get("curvature")
        pair = listed(value["curvature"], "curvature", 2) if "curvature" in value else None
        self.curve = None if pair is None else [Curvature(c) for c in pair]
        self.tangents = vectors(value.get("tangents", []), 3, "tangents") if dimension == 3 else []
        self.across = vectors(value.get("across", []), 3, "across") if dimension == 3 else []
        self.drag = vector(value["drag"], 3, "drag") if "drag" in value else None
        self.flat = record(value["flat"], "of_on vertex", "", "flat") if "flat" in value else None
        self.given: Optional[Vector] = None
        self.touching = value["force"] == "touching"
        if isinstance(value["force"], dict):
            self.given = self._given(vector(record(value["force"], "given", "", "force")["given"], dimension))
        else:
            need(value["force"] in ("touching", "near"), "a force of no known kind")
        if dimension == 3:
            self._space()
        self._velocities()

    def _given(self, numbers: Vector) -> Vector:
        if self.dimension == 3:
            need(dot(self.normal, numbers) >= 0, "a given force pulls")
            return numbers
        a, b = numbers
        need(a >= 0 and abs(b) <= self.static * a, "a given force beyond friction")
        return add(scale(self.normal, a), rot90(self.normal), b)

    def _space(self) -> None:
        need(len(self.tangents) >= 2 and any(cross(*self.tangents[:2])), "tangents that span no plane")
        drag = [] if self.drag is None else [self.drag]
        need(all(any(t) and dot(t, self.normal) == 0 for t in [*self.tangents, *drag]), "tangents that are not across")
        square = dot(self.normal, self.normal)
        need(all(abs(dot(d, d) - square) * 10**12 <= square for d in drag), "a drag of another length")
        polygon(self.normal, self.across)

    # -- kinematics ---------------------------------------------------------------------------------------------------

    def sides(self) -> list[tuple[int, int]]:
        """Bodies with the sign of what they feel."""
        pairs = ((self.on, 1), (self.against, -1))
        return [(body, way) for body, way in pairs if body is not None]

    def arm(self, body: int) -> Vector:
        """From the centre of a body to the point."""
        return add(self.point, self.bodies[body].com, -1)

    def turn(self, body: Optional[int]) -> Vector:
        """The angular velocity of a body."""
        skip = 1 if self.dimension == 2 else 3
        return zero(skip) if body is None else self.bodies[body].twist[:skip]

    def _velocities(self) -> None:
        self.v = zero(self.dimension)
        for body, way in self.sides():
            arm, twist = self.arm(body), self.bodies[body].twist
            if self.dimension == 2:
                own = add(twist[1:], rot90(arm), twist[0])
            else:
                own = add(twist[3:], cross(twist[:3], arm))
            self.v = add(self.v, own, way)
        self.rate = dot(self.normal, self.v)
        self.alike = self.turn(self.on) == self.turn(self.against)
        free = any(self.bodies[body].free for body, _ in self.sides())
        if not self.touching or not free:
            self.situation = "unconstrained"
            return
        need(self.rate >= 0, f"{self.id} is an impact")
        slip = dot(rot90(self.normal), self.v) if self.dimension == 2 else ZERO
        moving = bool(slip) if self.dimension == 2 else any(self.v)
        self.situation = "leaving" if self.rate > 0 else "sliding" if moving else "rest"

    def extra(self) -> Fraction:
        """e of (3): what velocities and curvatures add to the normal acceleration."""
        if self.dimension == 3:
            if not any(self.v) and self.alike:
                return ZERO
            need(self.flat is not None, "a contact that moves and is not known to be flat")
            omega = add(self.turn(self.on), self.turn(self.against), -1)
            need(truth(self.flat["vertex"], "vertex") or not any(cross(omega, self.normal)), "a contact that rolls")
            turn = self.turn(self.on if truth(self.flat["of_on"], "of_on") else self.against)
            return 2 * dot(cross(turn, self.normal), self.v)
        vt = dot(rot90(self.normal), self.v)
        omega = self.turn(self.on)[0] - self.turn(self.against)[0]
        return 2 * self.turn(self.against)[0] * vt + self._bend(vt, omega)

    def _bend(self, vt: Fraction, omega: Fraction) -> Fraction:
        if not vt and not omega:
            return ZERO
        need(self.curve is not None, f"the curvature of {self.id} is not known")
        own, other = self.curve
        need(not (own.vertex and other.vertex), "two vertices touch")
        if other.vertex:
            return own.low * vt**2 + 2 * omega * vt
        if own.vertex:
            return other.low * vt**2
        need(own.low + other.low > 0, "curvatures that add up to no gap")
        both = own.low * other.low * vt**2 + 2 * other.low * omega * vt - omega**2
        return both / (own.low + other.low)

    # -- choices ------------------------------------------------------------------------------------------------------

    def choices(self) -> list[Choice]:
        """What the contact may do, in order; rows are numbered within the contact."""
        if self.situation == "unconstrained":
            return [Choice("u", {}, [])]
        if self.situation == "leaving":
            return [Choice("s", {}, [])]
        leaves = Choice("s", {0: ">"}, [])
        return [leaves, *(self._plane() if self.dimension == 2 else self._spatial())]

    def pushes(self) -> list[Vector]:
        """The forces of the edges, in order, none twice."""
        found = [force for choice in self.choices() for force in choice.forces]
        return list(dict.fromkeys(found))

    def _plane(self) -> list[Choice]:
        tangent = rot90(self.normal)

        def force(b: Fraction) -> Vector:
            return add(self.normal, tangent, b)

        if self.situation == "sliding":
            left = dot(tangent, self.v) > 0
            return [Choice("l" if left else "r", {0: "="}, [force(-self.kinetic if left else self.kinetic)])]
        return [Choice("n", {0: "=", 1: "="}, [force(-self.static), force(self.static)]),
                Choice("l", {0: "=", 1: ">"}, [force(-self.kinetic)]),
                Choice("r", {0: "=", 1: "<"}, [force(self.kinetic)])]

    def _spatial(self) -> list[Choice]:
        n, d = self.normal, self.across
        rounded = self.static > 0 and not d
        if self.situation == "sliding":
            label = "".join(SIGNS[sign(dot(t, self.v))] for t in self.tangents)
            if self.static == 0:
                forces = [n]
            elif self.drag is not None:
                need(not any(cross(self.drag, self.v)) and dot(self.drag, self.v) < 0, "a drag not against the slip")
                forces = [add(n, self.drag, self.kinetic)]
            else:
                need(not rounded, "a round cone that slides without a drag")
                forces = [add(n, d[k], self.kinetic) for k in self._least(self.v)]
            return [Choice(label, {0: "="}, forces)]
        if rounded:
            raise Unchecked("round cones at rest have no list of modes")
        static = [n] if self.static == 0 else [add(n, e, self.static) for e in d]
        count = len(self.tangents)
        stick = Choice("0" * count, {j: "=" for j in range(1 + count)}, static)
        return [stick, *(c for c in self._cells() if c.label != stick.label)]

    def _least(self, u: Vector) -> list[int]:
        works = [dot(e, u) for e in self.across]
        return [k for k, w in enumerate(works) if w == min(works)]

    def _cells(self) -> list[Choice]:
        n, d = self.normal, self.across if self.static > 0 else []
        m = len(d)
        lines = [*self.tangents, *(add(d[(k + 1) % m], d[k], -1) for k in range(m))]
        rays = [way for line in lines for way in (scale(cross(n, line), -1), cross(n, line))]
        ordered = around(n, rays)
        found: dict[tuple[str, tuple[int, ...]], Choice] = {}
        for ray, after in zip(ordered, [*ordered[1:], ordered[0]]):
            for u in (ray, add(ray, after)):
                signs = "".join(SIGNS[sign(dot(t, u))] for t in self.tangents)
                least = tuple(self._least(u)) if d else ()
                if (signs, least) not in found:
                    found[signs, least] = self._cell(signs, least, d)
        return list(found.values())

    def _cell(self, signs: str, least: tuple[int, ...], d: Sequence[Vector]) -> Choice:
        asks = {0: "=", **{1 + j: {"+": ">", "-": "<", "0": "="}[s] for j, s in enumerate(signs)}}
        if not d:
            return Choice(signs, asks, [self.normal])
        m, first = len(d), 1 + len(self.tangents)
        if len(least) == 2 and least == (0, m - 1):
            least = (m - 1, 0)
        need(len(least) in (1, 2), "three edges tie")
        k, last = least[0], least[-1]
        asks[first + (k - 1) % m] = "<"
        if len(least) == 2:
            asks[first + k] = "="
        asks[first + last] = ">"
        label = f"{signs}:e{'-'.join(str(i) for i in least)}"
        return Choice(label, asks, [add(self.normal, d[i], self.kinetic) for i in least])

    def directions(self) -> list[Optional[Vector]]:
        """Directions of the rows: the normal, tangents, and in space steps of the pyramid; None is a row of zeros."""
        if self.dimension == 2:
            shut = self.situation in ("unconstrained", "leaving")
            return [None, None] if shut else [self.normal, rot90(self.normal)]
        if self.situation == "sliding":
            return [self.normal]
        if self.situation != "rest":
            return []
        m = len(self.across)
        return [self.normal, *self.tangents, *(add(self.across[(k + 1) % m], self.across[k], -1) for k in range(m))]


def around(normal: Vector, rays: Sequence[Vector]) -> list[Vector]:
    """Rays sorted counter-clockwise about a normal from the first one on, each direction once."""
    first = rays[0]

    def half(u: Vector) -> int:
        turn = dot(normal, cross(first, u))
        return 0 if turn > 0 or (turn == 0 and dot(first, u) > 0) else 1

    def compare(a: Vector, b: Vector) -> int:
        return half(a) - half(b) or -sign(dot(normal, cross(a, b)))

    found: list[Vector] = []
    for ray in sorted(rays, key=cmp_to_key(compare)):
        if not found or compare(found[-1], ray):
            found.append(ray)
    return found


class Law:
    """The law of rest of a group (6.2)."""

    def __init__(self, row: int, bodies: set[int], inside: list[int]) -> None:
        self.row, self.bodies, self.inside = row, bodies, inside


class Dynamics:
    """The problem of `outcomes` with its rows, edges, groups and laws (6.1, 6.2)."""

    def __init__(self, value: Any) -> None:
        record(value, "bodies contacts", "", "problem")
        self.value = value
        self.bodies = [Part(b) for b in listed(value["bodies"], "bodies")]
        need(len({len(b.com) for b in self.bodies}) <= 1, "bodies of plane and space")
        different([b.name for b in self.bodies if b.free], "bodies")
        self.contacts = [Meeting(c, self.bodies) for c in listed(value["contacts"], "contacts")]
        different([c.id for c in self.contacts], "contacts")
        self.dimension = len(self.bodies[0].com) if self.bodies else 2
        self.choices = [contact.choices() for contact in self.contacts]
        self.edges = [(i, force) for i, contact in enumerate(self.contacts) for force in contact.pushes()]
        self.number = {edge: j for j, edge in enumerate(self.edges)}
        self.responses = [self._response(i, force) for i, force in self.edges]
        self.resting = self._without_forces()
        self._make_rows()
        self._make_groups()

    def _response(self, i: int, force: Vector) -> Parts:
        contact = self.contacts[i]
        found: Parts = {}
        for body, way in contact.sides():
            if self.bodies[body].free:
                found[body] = scale(self.bodies[body].response(screw(contact.arm(body), force)), way)
        return found

    def _pulls(self) -> list[Vector]:
        """Loads and given contact forces of the free bodies."""
        found = [b.load if b.free else zero(len(b.twist)) for b in self.bodies]
        for contact in self.contacts:
            if contact.given is not None:
                for body, way in contact.sides():
                    found[body] = add(found[body], screw(contact.arm(body), contact.given), way)
        return found

    def _without_forces(self) -> list[Vector]:
        self.pulls = self._pulls()
        return [b.response(add(pull, b.spin(), -1)) if b.free else b.given for b, pull in zip(self.bodies, self.pulls)]

    def _constant(self, contact: Meeting, direction: Vector) -> Fraction:
        total = ZERO
        for body, way in contact.sides():
            arm, acceleration, turn = contact.arm(body), self.resting[body], contact.turn(body)
            if self.dimension == 2:
                own = add(add(acceleration[1:], rot90(arm), acceleration[0]), arm, -turn[0] ** 2)
            else:
                own = add(acceleration[3:], cross(acceleration[:3], arm))
                own = add(own, cross(turn, cross(turn, arm)))
            total += way * dot(direction, own)
        return total

    def _make_rows(self) -> None:
        self.rows: list[Vector] = []
        self.first: list[int] = []
        for contact in self.contacts:
            self.first.append(len(self.rows))
            for k, direction in enumerate(contact.directions()):
                if direction is None:
                    self.rows.append(zero(len(self.edges) + 1))
                    continue
                entries = []
                for parts in self.responses:
                    entries.append(sum((way * dot(screw(contact.arm(body), direction), parts[body])
                                        for body, way in contact.sides() if body in parts), ZERO))
                constant = self._constant(contact, direction) + (contact.extra() if k == 0 else ZERO)
                self.rows.append(shortest((*entries, constant)))

    def _make_groups(self) -> None:
        owner = {i: i for i, b in enumerate(self.bodies) if b.free}

        def top(i: int) -> int:
            while owner[i] != i:
                i = owner[i]
            return i

        for contact, choices in zip(self.contacts, self.choices):
            joins = len(choices) > 1 or contact.situation == "leaving" or (contact.given and any(contact.given))
            free = [body for body, _ in contact.sides() if self.bodies[body].free]
            if joins and len(free) == 2:
                a, b = sorted((top(free[0]), top(free[1])))
                owner[b] = a
        heads = sorted({top(i) for i in owner})
        self.groups = [[i for i in owner if top(i) == head] for head in heads]
        self.group_of: list[Optional[int]] = []
        for contact in self.contacts:
            free = [body for body, _ in contact.sides() if self.bodies[body].free]
            self.group_of.append(heads.index(top(free[0])) if free else None)
        self.laws: list[Law] = []
        for g, bodies in enumerate(self.groups):
            if self._rests(g, bodies):
                self.laws.append(Law(len(self.rows), set(bodies), [c for c, h in enumerate(self.group_of) if h == g]))
                self.rows.append(self._law_row(bodies))

    def _rests(self, g: int, bodies: list[int]) -> bool:
        parties = set(bodies)
        for c, contact in enumerate(self.contacts):
            if self.group_of[c] == g and len(self.choices[c]) > 1:
                parties |= {body for body, _ in contact.sides()}
        return all(not any(self.bodies[b].twist) and (self.bodies[b].free or not any(self.bodies[b].given))
                   for b in parties)

    def _law_row(self, bodies: list[int]) -> Vector:
        entries = [sum((dot(self.pulls[b], parts[b]) for b in bodies if b in parts), ZERO) for parts in self.responses]
        constant = sum((dot(self.pulls[b], self.resting[b]) for b in bodies), ZERO)
        return shortest((*entries, constant))

    # -- modes --------------------------------------------------------------------------------------------------------

    def masks(self, mode: Any) -> tuple[int, ...]:
        """The choices of a partial mode, a bit mask a contact (6.2)."""
        letters = text(mode, "a mode")
        spaced = any(len(choice.label) > 1 for choices in self.choices for choice in choices)
        labels = split_labels(letters, spaced)
        need(len(labels) == len(self.contacts), "a mode with another number of labels")
        return tuple(self._mask(label, choices, c, spaced)
                     for label, choices, c in zip(labels, self.choices, self.contacts))

    @staticmethod
    def _mask(label: str, choices: list[Choice], contact: Meeting, spaced: bool) -> int:
        if label == "?":
            return (1 << len(choices)) - 1
        if label == "m" and contact.situation == "rest":
            return (1 << len(choices)) - 2
        named = [label]
        if label.startswith("["):
            need(label.endswith("]") and len(label) > 2, "a label without its end")
            named = label[1:-1].split("|") if spaced else list(label[1:-1])
        known = {choice.label: 1 << k for k, choice in enumerate(choices)}
        need(all(name in known for name in named), f"`{label}` is no label of {contact.id}")
        return sum(known[name] for name in set(named))

    def allows(self, masks: Sequence[int]) -> tuple[dict[int, str], set[int]]:
        """What a partial mode asks of rows, and the edges that it opens (6.2)."""
        asked, opened = {}, set()
        for c, (mask, choices) in enumerate(zip(masks, self.choices)):
            chosen = [choice for k, choice in enumerate(choices) if mask >> k & 1]
            for choice in chosen:
                opened |= {self.number[c, force] for force in choice.forces}
            for row in chosen[0].asks if chosen else {}:
                if all(row in choice.asks for choice in chosen):
                    union = union_of({choice.asks[row] for choice in chosen})
                    if union:
                        asked[self.first[c] + row] = union
        return asked, opened

    def at(self, row: int, x: Vector) -> Fraction:
        """The value of a row."""
        return dot(self.rows[row][:-1], x) + self.rows[row][-1]

    def accelerations(self, x: Vector, change: bool = False) -> list[Vector]:
        """Accelerations of all bodies; of a change, those that the multiples add."""
        found = [zero(len(b.twist)) if change else a for b, a in zip(self.bodies, self.resting)]
        for factor, parts in zip(x, self.responses):
            if factor:
                for body, response in parts.items():
                    found[body] = add(found[body], response, factor)
        return found

    def forces(self, x: Vector, change: bool = False) -> list[Vector]:
        """The force of every contact on its `on`."""
        found = [c.given if c.given is not None and not change else zero(self.dimension) for c in self.contacts]
        for factor, (i, force) in zip(x, self.edges):
            if factor:
                found[i] = add(found[i], force, factor)
        return found


def union_of(signs: set[str]) -> Optional[str]:
    """The condition that a union of signs is, none if it is none."""
    if len(signs) == 1:
        return next(iter(signs))
    if signs == {">", "="}:
        return "≥"
    if signs == {"<", "="}:
        return "≤"
    return None


def split_labels(letters: str, spaced: bool) -> list[str]:
    """The labels of a text (6.2)."""
    if spaced:
        return letters.split(" ") if letters else []
    found, at = [], 0
    while at < len(letters):
        end = at + 1
        if letters[at] == "[":
            end = letters.find("]", at) + 1
            need(end > 0, "a label without its end")
        found.append(letters[at:end])
        at = end
    return found

"""Reports of `cone`: section 7 of docs/PROOFS.md."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any, Optional, Sequence

from .base import (Findings, Unchecked, Vector, different, exactly_all, listed, mirror_all, near, need, place,
                   rational, record, root, table, text, texts, truth, vector, vectors)
from .linear import ZERO, add, cross, definite, dot, rot90, scale, screw, times, unit, zero

Demand = tuple[Vector, Fraction, str]


def polygon(normal: Vector, across: Sequence[Vector]) -> None:
    """Directions across a normal that are a convex polygon (6.1)."""
    if not across:
        return
    count = len(across)
    need(count >= 3 and all(dot(d, normal) == 0 for d in across), "a pyramid is not across its normal")

    def turn(a: Vector, b: Vector) -> Fraction:
        return dot(normal, cross(a, b))

    sign = 1 if turn(across[0], across[1]) > 0 else -1
    for k in range(count):
        here, there = across[k], across[(k + 1) % count]
        need(sign * turn(here, there) > 0, "a pyramid does not go around its normal")
        side = add(there, here, -1)
        others = (j for j in range(count) if j not in (k, (k + 1) % count))
        need(all(sign * turn(side, add(across[j], here, -1)) > 0 for j in others), "a pyramid is not convex")


class System:
    """One case of a mode: demands on the acceleration, edges, round cones (7.1)."""

    def __init__(self) -> None:
        self.demands: list[Demand] = []
        self.edges: list[tuple[int, Vector]] = []
        self.round: list[int] = []


class Spot:
    """A contact of `cone` (7.1)."""

    def __init__(self, value: Any, reference: Vector) -> None:
        dimension = len(reference)
        record(value, "id point normal friction", "near slip drift least across tangents", "a contact")
        self.id = text(value["id"], "an id")
        self.normal = vector(value["normal"], dimension, "a normal")
        self.arm = add(vector(value["point"], dimension, "a point"), reference, -1)
        self.static, self.kinetic = vector(value["friction"], 2, "friction")
        need(0 <= self.kinetic <= self.static and any(self.normal), "a contact that is none")
        self.near = truth(value.get("near", False), "near")
        self.slip: Optional[str] = value.get("slip")
        need(self.slip in (None, "left", "right", "away"), "a slip of no known kind")
        self.drift = vector(value.get("drift", ["0", "0"]), 2, "drift")
        self.least: Optional[Fraction] = rational(value["least"], "least") if "least" in value else None
        need(self.least is None or self.least >= 0, "least is negative")
        self.across = vectors(value.get("across", []), 3, "across")
        self.tangents = vectors(value.get("tangents", []), 3, "tangents")
        self.dimension = dimension
        need(dimension == 3 or not (self.across or self.tangents), "directions of space in the plane")
        need(dimension == 2 or not any(self.drift), "a drift in space")
        polygon(self.normal, self.across)

    def along(self, d: Vector) -> Vector:
        """The row of a direction."""
        return screw(self.arm, d)

    # -- plane --------------------------------------------------------------------------------------------------------

    def plane(self, label: str) -> tuple[list[Demand], list[Vector]]:
        """Demands and forces of a label."""
        tangent = rot90(self.normal)
        up, at = self.along(self.normal), self.along(tangent)
        dn, dt = self.drift
        never: Demand = (zero(3), ZERO, "never")
        equal: Demand = (up, dn, "=")
        static = [add(self.normal, tangent, b) for b in dict.fromkeys((self.static, -self.static))]
        if self.near:
            found = {"u": [], "?": [], "a": [(scale(up, -1), -dn, ">")], "s": [(up, dn, "≥")]}
            need(label in found, f"`{label}` is no label of a near contact")
            return self._least(found[label]), []
        if label == "s":
            return self._least([] if self.slip == "away" else [(up, dn, ">")]), []
        if label == "n":
            return self._least([equal, (at, dt, "=") if self.slip is None else never]), static
        if label == "?":
            return self._least([(up, dn, "≥")]), static
        if label == "m" and self.slip in (None, "away"):
            return self._least([equal] if self.slip is None else [equal, never]), static
        turned = {"left": "l", "right": "r"}.get(self.slip or "")
        edges = static if label == "m" else None
        way = turned if label == "m" else label
        need(way in ("l", "r"), f"`{label}` is no label")
        sign = 1 if way == "l" else -1
        if self.slip is None:
            rest = [(scale(at, sign), sign * dt, ">")]
        else:
            rest = [] if turned == way else [never]
        return self._least([equal, *rest]), edges or [add(self.normal, tangent, -sign * self.kinetic)]

    def _least(self, demands: list[Demand]) -> list[Demand]:
        if self.least is None:
            return demands
        return [(row, c - self.least, "≥") if kind == ">" else (row, c, kind) for row, c, kind in demands]

    # -- space --------------------------------------------------------------------------------------------------------

    def cases(self, label: str) -> list[str]:
        """The cases of a label of space."""
        if not label or any(c not in "+-0" for c in label):
            return [label]
        need(not self.near and len(label) == len(self.tangents), f"`{label}` is no label here")
        if set(label) == {"0"}:
            return ["n"]
        if self.static == 0:
            return [label + ":m"]
        if not self.across:
            need("0" in label, "a slip of a round cone that is not along a tangent")
            return [label + ":k"]
        m = len(self.across)
        return [f"{label}:e{k}" for k in range(m)] + [f"{label}:e{k}-{(k + 1) % m}" for k in range(m)]

    def space(self, case: str) -> tuple[list[Demand], list[Vector], bool]:
        """Demands, forces, and whether a round cone pushes."""
        signs, _, label = case.rpartition(":")
        demands: list[Demand] = []
        for sign, tangent in zip(signs, self.tangents):
            row = self.along(scale(tangent, -1) if sign == "-" else tangent)
            demands.append((row, ZERO, "=" if sign == "0" else ">"))
        up = self.along(self.normal)
        if self.near:
            need(label in ("u", "?", "s"), f"`{label}` is no label of a near contact")
            return self._least([(up, ZERO, "≥")] if label == "s" else []), [], False
        if label == "s":
            return self._least([(up, ZERO, ">")]), [], False
        static = [self.normal] if not self.static else [add(self.normal, d, self.static) for d in self.across]
        rounded = self.static > 0 and not self.across
        if label in ("n", "m", "?"):
            found: list[Demand] = [(up, ZERO, "≥" if label == "?" else "=")]
            if label == "n":
                least = min(range(3), key=lambda i: abs(self.normal[i]))
                p = cross(self.normal, unit(3, least))
                found += [(self.along(p), ZERO, "="), (self.along(cross(self.normal, p)), ZERO, "=")]
            return self._least(demands + found), [] if rounded else static, rounded
        need(bool(signs), f"`{label}` is no label")
        demands.append((up, ZERO, "="))
        if label == "k":
            return self._least(demands), [self._kinetic(signs)], False
        return self._least(demands + self._edge(label)), self._edge_forces(label), False

    def _numbers(self, label: str) -> list[int]:
        return [int(x) for x in label[1:].split("-")]

    def _edge(self, label: str) -> list[Demand]:
        d, m, numbers = self.across, len(self.across), self._numbers(label)

        def row(a: int, b: int, kind: str) -> Demand:
            return self.along(add(d[a % m], d[b % m], -1)), ZERO, kind

        k = numbers[0]
        if len(numbers) == 1:
            return [row(k - 1, k, ">"), row(k + 1, k, ">")]
        after = numbers[1]
        return [row(after, k, "="), row(k - 1, k, ">"), row(after + 1, after, ">")]

    def _edge_forces(self, label: str) -> list[Vector]:
        return [add(self.normal, self.across[k], self.kinetic) for k in self._numbers(label)]

    def _kinetic(self, signs: str) -> Vector:
        along = next(t for s, t in zip(signs, self.tangents) if s == "0")
        sign, other = next((s, t) for s, t in zip(signs, self.tangents) if s != "0")
        way = cross(self.normal, along)
        if (dot(way, other) > 0) != (sign == "+"):
            way = scale(way, -1)
        value = 1 / dot(along, along)
        both = value.numerator * value.denominator
        s = max(0, 96 - both.bit_length() // 2)
        c = Fraction(math.isqrt(both * 4**s), value.denominator * 2**s)
        return add(self.normal, way, -self.kinetic * c)


class Wrenches:
    """The problem of `cone` (7.1)."""

    def __init__(self, value: Any, labels: Sequence[str]) -> None:
        record(value, "reference mass contacts", "", "problem")
        reference = vector(value["reference"], None, "reference")
        need(len(reference) in (2, 3), "neither plane nor space")
        self.dimension, self.size = len(reference), 3 if len(reference) == 2 else 6
        self.mass = vectors(value["mass"], self.size, "mass", self.size)
        need(definite(self.mass), "the mass is not positive")
        self.contacts = [Spot(c, reference) for c in listed(value["contacts"], "contacts")]
        different([c.id for c in self.contacts], "contacts")
        need(len(labels) == len(self.contacts), "not as many labels as contacts")
        self.systems = self._systems(labels)

    def _systems(self, labels: Sequence[str]) -> list[System]:
        if self.dimension == 2:
            choices = [[label] for label in labels]
        else:
            choices = [c.cases(label) for c, label in zip(self.contacts, labels)]
        need(math.prod(len(c) for c in choices) <= 100_000, "too many cases")
        return [self._system(case) for case in product(*choices)]

    def _system(self, case: Sequence[str]) -> System:
        found = System()
        for i, (contact, label) in enumerate(zip(self.contacts, case)):
            if self.dimension == 2:
                (demands, forces), rounded = contact.plane(label), False
            else:
                demands, forces, rounded = contact.space(label)
            found.demands += demands
            found.edges += [(i, force) for force in forces]
            found.round += [i] if rounded else []
        return found

    def consistent(self, proof: Any, wrench: Vector) -> tuple[Vector, dict[int, Vector]]:
        """A response under the wrench (7.2); the acceleration, and the forces of contacts."""
        record(proof, "case response", "", "consistent")
        response = record(proof["response"], "acceleration multiples", "forces", "a response")
        system = self.systems[place(proof["case"], "case", len(self.systems))]
        a = vector(response["acceleration"], self.size, "acceleration")
        multiples = vector(response["multiples"], len(system.edges), "multiples")
        need(all(x >= 0 for x in multiples), "a multiple is negative")
        for row, constant, kind in system.demands:
            value = dot(row, a) + constant
            fits = {"=": value == 0, "≥": value >= 0, ">": value > 0, "never": False}[kind]
            need(fits, "a demand of the mode is not met")
        forces = dict.fromkeys(range(len(self.contacts)), zero(self.dimension))
        for factor, (i, force) in zip(multiples, system.edges):
            forces[i] = add(forces[i], force, factor)
        given = vectors(response.get("forces", []), self.dimension, "forces", len(system.round))
        for i, force in zip(system.round, given):
            contact = self.contacts[i]
            along = dot(force, contact.normal)
            limit = dot(force, force) * dot(contact.normal, contact.normal)
            need(along >= 0 and (1 + contact.static**2) * along**2 >= limit, "a force is not in its cone")
            forces[i] = add(forces[i], force)
        total = wrench
        for i, force in forces.items():
            total = add(total, screw(self.contacts[i].arm, force))
        need(times(self.mass, a) == total, "the response is not in balance")
        return a, forces

    def excluded(self, proof: Any, wrench: Vector) -> None:
        """No case has a response (7.3)."""
        cases = listed(record(proof, "cases", "", "excluded")["cases"], "cases", len(self.systems))
        for case, system in zip(cases, self.systems):
            record(case, "normal weights", "", "a case")
            y = vector(case["normal"], self.size, "normal")
            weights = vector(case["weights"], len(system.demands), "weights")
            total, constant, strict = zero(self.size), dot(y, wrench), False
            for weight, (row, c, kind) in zip(weights, system.demands):
                need(weight >= 0 or kind == "=", "a weight is negative")
                total, constant = add(total, row, weight), constant + weight * c
                strict = strict or (weight > 0 and kind in (">", "never"))
            need(times(list(zip(*self.mass)), y) == total, "weights that do not add up")
            for i, force in system.edges:
                need(dot(y, screw(self.contacts[i].arm, force)) <= 0, "an edge does work")
            for i in system.round:
                self._round(self.contacts[i], y)
            need(constant < 0 or (constant == 0 and strict), "weights that contradict nothing")

    @staticmethod
    def _round(contact: Spot, y: Vector) -> None:
        u = scale(add(y[3:], cross(y[:3], contact.arm)), -1)
        along, square = dot(u, contact.normal), dot(contact.normal, contact.normal)
        mu = contact.static**2
        need(along >= 0 and (1 + mu) * along**2 >= mu * dot(u, u) * square, "a round cone does work")


class ConeReport:
    """What a report of `cone` says, against what it proves (7.5)."""


    def __init__(self, report: dict[str, Any], findings: Findings) -> None:
        self.report, self.findings = report, findings
        self.labels = texts(report.get("labels"), "labels")
        asked = text(report["asked"].get("mode"), "asked.mode")
        need("".join(self.labels) == asked.replace(" ", ""), "the labels are not those that were asked")
        self.problem = Wrenches(report.get("problem"), self.labels)
        blank = "" if self.problem.dimension == 2 else " "
        need(report.get("mode") == blank.join(self.labels), "the mode is not that of its labels")

    def run(self) -> None:
        """Every part of the report."""
        self.findings.section("problem", self.least)
        asked = vectors(self.report["asked"].get("wrenches", []), self.problem.size, "asked.wrenches")
        exact = table(self.report.get("exact"), "exact")
        told = listed(self.report.get("wrenches", []), "wrenches", len(asked))
        given = listed(exact.get("wrenches", []), "exact.wrenches", len(asked))
        for i, wrench in enumerate(asked):
            self.findings.section(f"wrenches.{i}", lambda i=i, w=wrench: self.wrench(w, told[i], given[i]))
        if any(self.report.get(key) for key in ("only", "and", "not")):
            self.findings.leave("other modes that were asked", "only", "and", "not")

    def least(self) -> None:
        """Each `least` is what was asked, times the length of the normal (7.1)."""
        asked = self.report["asked"].get("least")
        for contact in self.problem.contacts:
            if asked is None:
                need(contact.least is None, "`least` was not asked")
            else:
                need(contact.least is not None, "`least` is missing")
                wanted = rational(asked) * root(dot(contact.normal, contact.normal))
                need(abs(contact.least - wanted) * 10**12 <= abs(wanted), "`least` is another")

    def wrench(self, wrench: Vector, told: Any, exact: Any) -> None:
        """One wrench that was asked about."""
        table(told, "a wrench")
        exactly_all(exact, wrench, "exact.wrenches")
        mirror_all(told.get("wrench"), wrench, "wrench")
        proof = told.get("proof")
        if proof == "open":
            need("consistent" not in told, "`consistent` is told and not proved")
            need(any(system.round for system in self.problem.systems), "open without a round cone")
            raise Unchecked("claims nothing")
        record(proof, "", "consistent excluded", "a proof")
        need(len(proof) == 1, "two proofs")
        if "excluded" in proof:
            self.problem.excluded(proof["excluded"], wrench)
            need(told.get("consistent") is False, "the wrench is excluded")
            need("acceleration" not in told and "forces" not in told, "a response of an excluded wrench")
            return
        a, forces = self.problem.consistent(proof["consistent"], wrench)
        need(told.get("consistent") is True, "the wrench is consistent")
        mirror_all(told.get("acceleration"), a, "acceleration")
        self._forces(table(told.get("forces"), "forces"), forces)

    def _forces(self, told: dict[str, Any], forces: dict[int, Vector]) -> None:
        contacts = self.problem.contacts
        pushing = {contacts[i].id: (contacts[i], force) for i, force in forces.items() if any(force)}
        need(set(told) == set(pushing), "forces of other contacts")
        for name, (contact, force) in pushing.items():
            length = root(dot(contact.normal, contact.normal))
            if self.problem.dimension == 2:
                ways = (contact.normal, rot90(contact.normal))
                near(told[name], [dot(force, way) / length for way in ways], f"forces.{name}")
            else:
                near(listed(told[name], "forces")[:1], [dot(force, contact.normal) / length], f"forces.{name}")

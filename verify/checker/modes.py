"""Reports of `modes`: section 5 of docs/PROOFS.md."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Optional, Sequence

from .base import (Findings, Unchecked, Vector, different, listed, mirror_all, need, rational, record, table, text,
                   truth, vector)
from .linear import ZERO, add, dot, zero

SIGNS = {"+": ">", "-": "<", "0": "=", "?": "*"}
KEPT = {"l": "+", "r": "-", "n": "0"}


class Row:
    """An affine function of the twists (5.1)."""

    def __init__(self, value: Any, bodies: dict[str, int], size: int) -> None:
        record(value, "parts constant", "", "a row")
        parts = table(value["parts"], "parts")
        need(all(name in bodies for name in parts), "a row of a body that is none")
        self.parts = {name: vector(entry, size, "a row") for name, entry in parts.items()}
        self.constant = rational(value["constant"], "a constant")

    def at(self, twists: dict[str, Vector]) -> Fraction:
        """Its value."""
        return self.constant + sum((dot(part, twists[name]) for name, part in self.parts.items()), ZERO)


class Place:
    """A contact of `modes` (5.1)."""

    def __init__(self, value: Any, bodies: dict[str, int], dimension: int) -> None:
        record(value, "id kind normal tangents spin", "", "a contact")
        size = 3 if dimension == 2 else 6
        self.id, self.kind, self.dimension = text(value["id"], "an id"), value["kind"], dimension
        need(self.kind in ("near", "slides", "rolls"), "a contact of no known kind")
        self.normal = Row(value["normal"], bodies, size)
        self.tangents = [Row(t, bodies, size) for t in listed(value["tangents"], "tangents")]
        self.spin: Optional[Row] = None if value["spin"] is None else Row(value["spin"], bodies, size)
        if self.kind != "near":
            fits = len(self.tangents) == 1 and self.spin is None if dimension == 2 else len(self.tangents) >= 2
            need(fits, "a contact with tangents that do not fit")

    def asks(self, label: str) -> tuple[str, list[str], str]:
        """Signs that a label asks of normal, tangents and spin: `> < = ≥ *` (5.2)."""
        count = len(self.tangents)
        free = ["*"] * count
        if self.kind == "near":
            need(label in ("u", "?"), f"`{label}` is no label of a near contact")
            return "*", free, "*"
        if self.kind == "rolls":
            need(label in ("m", "?", "n" if self.dimension == 2 else "0" * count), f"`{label}` is no label here")
            return "=", ["="] * count, "=" if self.spin else "*"
        if label in ("s", "m", "?"):
            return {"s": ">", "m": "=", "?": "≥"}[label], free, "*"
        signs = KEPT.get(label, "") if self.dimension == 2 else label
        need(len(signs) == count and all(s in SIGNS for s in signs), f"`{label}` is no label here")
        return "=", [SIGNS[s] for s in signs], "*"

    def choices(self, label: str) -> list[str]:
        """A label as a row of choices, one and then one a tangent (5.5)."""
        count = len(self.tangents)
        if self.kind == "near":
            return ["*"] * (1 + count)
        if label in ("s", "m", "?"):
            return [{"s": "S", "m": "K", "?": "*"}[label]] + ["*"] * count
        signs = KEPT[label] if self.dimension == 2 else label
        return ["K"] + ["*" if s == "?" else s for s in signs]


class Kinematics:
    """The problem of `modes` (5.1)."""

    def __init__(self, value: Any) -> None:
        record(value, "dimension bodies contacts", "", "problem")
        self.dimension = value["dimension"]
        need(type(self.dimension) is int and self.dimension in (2, 3), "neither plane nor space")
        self.size = 3 if self.dimension == 2 else 6
        self.freedoms: dict[str, list[bool]] = {}
        for body in listed(value["bodies"], "bodies"):
            record(body, "name freedoms", "", "a body")
            name = text(body["name"], "a name")
            need(name not in self.freedoms, "two bodies have one name")
            self.freedoms[name] = [truth(x, "freedoms") for x in listed(body["freedoms"], "freedoms", self.size)]
        bodies = {name: i for i, name in enumerate(self.freedoms)}
        self.contacts = [Place(c, bodies, self.dimension) for c in listed(value["contacts"], "contacts")]
        self.ids = [contact.id for contact in self.contacts]
        different(self.ids, "contacts")

    def labels(self, mode: Any) -> tuple[str, ...]:
        """The labels of a text, one a contact (5.2)."""
        letters = text(mode, "a mode")
        if self.dimension == 2 or all(c in "msu? " for c in letters):
            found = tuple(c for c in letters if c != " ")
        else:
            found = tuple(letters.split(" "))
            found = tuple(label for label in found if label)
        need(len(found) == len(self.contacts), "a mode with another number of labels")
        for label, contact in zip(found, self.contacts):
            contact.asks(label)
        return found

    def possible(self, mode: Any, twists: Any) -> dict[str, Vector]:
        """Some motion has the signs that the mode asks for (5.3)."""
        labels = self.labels(mode)
        table(twists, "twists")
        need(set(twists) == set(self.freedoms), "twists of other bodies")
        motion = {name: vector(twist, self.size, "a twist") for name, twist in twists.items()}
        for name, free in self.freedoms.items():
            need(not any(x for x, f in zip(motion[name], free) if not f), "a motion that a body has not")
        for label, contact in zip(labels, self.contacts):
            self._allowed(contact, motion)
            normal, tangents, spin = contact.asks(label)
            rows = [(normal, contact.normal), *zip(tangents, contact.tangents)]
            rows += [(spin, contact.spin)] if contact.spin else []
            need(all(has_sign(row.at(motion), asked) for asked, row in rows), f"{contact.id} does not do `{label}`")
        return motion

    @staticmethod
    def _allowed(contact: Place, motion: dict[str, Vector]) -> None:
        if contact.kind == "slides":
            need(contact.normal.at(motion) >= 0, f"{contact.id} penetrates")
        elif contact.kind == "rolls":
            rows = [contact.normal, *contact.tangents, *([contact.spin] if contact.spin else [])]
            need(not any(row.at(motion) for row in rows), f"{contact.id} slips or leaves")

    def impossible(self, mode: Any, multipliers: Any) -> tuple[str, ...]:
        """No motion has the signs that the mode asks for (5.4)."""
        labels = self.labels(mode)
        by_id = {contact.id: (contact, label) for contact, label in zip(self.contacts, labels)}
        total = {name: zero(self.size) for name in self.freedoms}
        constant, strict, named = ZERO, False, set()
        for entry in listed(multipliers, "multipliers"):
            record(entry, "contact normal tangents spin", "", "multipliers")
            need(entry["contact"] in by_id and entry["contact"] not in named, "multipliers of no contact, or twice")
            named.add(entry["contact"])
            contact, label = by_id[entry["contact"]]
            normal, tangents, spin = contact.asks(label)
            factors = vector(entry["tangents"], len(contact.tangents), "multipliers")
            rows = [(normal, contact.normal, rational(entry["normal"])), *zip(tangents, contact.tangents, factors)]
            rows.append((spin, contact.spin, rational(entry["spin"])))
            for asked, row, factor in rows:
                if not factor:
                    continue
                fits = {"=": True, ">": factor > 0, "≥": factor > 0, "<": factor < 0, "*": False}[asked]
                need(fits and row is not None, f"a multiplier at {contact.id} has a sign that it must not")
                strict = strict or asked in "<>"
                constant += factor * row.constant
                for name, part in row.parts.items():
                    total[name] = add(total[name], part, factor)
        for name, free in self.freedoms.items():
            need(not any(x for x, f in zip(total[name], free) if f), "multipliers that depend on the motion")
        need(constant < 0 or (constant == 0 and strict), "multipliers that contradict nothing")
        return labels

    def prove(self, proof: Any, mode: Optional[tuple[str, ...]] = None) -> bool:
        """A proof of 5.3 or 5.4; true if it says possible."""
        kind = table(proof, "a proof").get("proves")
        if kind == "possible":
            record(proof, "proves mode twists", "", "a proof")
            self.possible(proof["mode"], proof["twists"])
        else:
            need(kind == "impossible", "a proof of no known kind")
            record(proof, "proves mode multipliers", "", "a proof")
            self.impossible(proof["mode"], proof["multipliers"])
        need(mode is None or self.labels(proof["mode"]) == mode, "a proof of another mode")
        return kind == "possible"

    def complete(self, listed_modes: Sequence[tuple[str, ...]], excluded: Sequence[tuple[str, ...]],
                 contacts_only: bool) -> None:
        """Every motion has one of the listed modes (5.5)."""

        def row(labels: tuple[str, ...]) -> list[str]:
            return [c for contact, label in zip(self.contacts, labels) for c in contact.choices(label)]

        places = [(contact, k) for contact in self.contacts for k in range(1 + len(contact.tangents))]
        shut = [row(labels) for labels in excluded]
        # the first place from which on a row has only `*`
        ends = [max((i + 1 for i, c in enumerate(r) if c != "*"), default=0) for r in shut]
        stack = [(0, [row(labels) for labels in listed_modes], list(range(len(shut))), False)]
        while stack:
            at, held, kept, away = stack.pop()
            if any(ends[i] <= at for i in kept):
                continue
            need(bool(held), "a mode is neither listed nor excluded")
            if at == len(places):
                continue
            contact, k = places[at]
            for choice in self._choices(contact, k, away, contacts_only):
                stack.append((at + 1, [r for r in held if r[at] == choice],
                              [i for i in kept if shut[i][at] in ("*", choice)], choice == "S" if k == 0 else away))

    @staticmethod
    def _choices(contact: Place, k: int, away: bool, contacts_only: bool) -> str:
        if contact.kind == "near":
            return "*"
        if k == 0:
            return "K" if contact.kind == "rolls" else "SK"
        if away or contacts_only:
            return "*"
        return "0" if contact.kind == "rolls" else "0+-"


def has_sign(value: Fraction, asked: str) -> bool:
    """A value has the sign that is asked."""
    return {"*": True, "=": value == 0, ">": value > 0, "<": value < 0, "≥": value >= 0}[asked]


class ModesReport:
    """What a report of `modes` says, against what it proves (5.6)."""


    def __init__(self, report: dict[str, Any], findings: Findings) -> None:
        self.report, self.findings = report, findings
        self.problem = Kinematics(report.get("problem"))
        self.only = truth(report["asked"].get("contacts_only", False), "contacts_only")
        need(report.get("contacts_only") is self.only, "contacts_only was not asked so")
        need(report.get("contacts") == self.problem.ids, "the contacts are others")
        self.modes = [record(m, "mode twists", "", "a mode") for m in listed(report.get("modes"), "modes")]
        self.labels = [self.problem.labels(m["mode"]) for m in self.modes]

    def run(self) -> None:
        """Every part of the report."""
        section = self.findings.section
        section("modes", self.listed)
        section("there are no other modes", self.complete)
        section("never_separate", self.never)
        if self.report.get("explained") or self.report["asked"].get("explain"):
            section("explained", self.explained)

    def listed(self) -> None:
        """Each listed mode is possible, and none is there twice."""
        exact = listed(table(self.report.get("exact"), "exact").get("modes"), "exact.modes", len(self.modes))
        need(len(set(self.labels)) == len(self.labels), "a mode is listed twice")
        need(self.report.get("count") == len(self.modes) and not isinstance(self.report["count"], bool),
             "count is another number")
        for told, proof, labels in zip(self.modes, exact, self.labels):
            motion = self.problem.possible(told["mode"], record(proof, "twists", "", "exact.modes")["twists"])
            fits = all(x in "msu" if self.only else x not in ("m", "?") for x in labels)
            need(fits and (self.only or not any("?" in x for x in labels)), "a label that leaves something open")
            need(set(table(told["twists"], "twists")) == set(motion), "twists of other bodies")
            for name, twist in motion.items():
                mirror_all(told["twists"][name], twist, "modes.twists")

    def complete(self) -> None:
        """There are no other modes."""
        need("excluded" in self.report, "`excluded` is missing")
        if self.report["excluded"] is None:
            need("count" in self.report["computed"], "count is not listed as computed")
            raise Unchecked("that there are no other modes is not claimed", "count", "modes", "excluded")
        excluded = []
        for proof in listed(self.report["excluded"], "excluded"):
            need(not self.problem.prove(proof), "an excluded mode is possible")
            excluded.append(self.problem.labels(proof["mode"]))
        self.problem.complete(self.labels, excluded, self.only)

    def never(self) -> None:
        """Contacts that never separate."""
        contacts, told = self.problem.contacts, self.report.get("never_separate")
        proofs = listed(self.report.get("never_proofs"), "never_proofs")
        if not self.labels:
            need(told == [] and len(proofs) == 1, "nothing moves and nothing rests: one proof")
            need(not self.problem.prove(proofs[0], ("?",) * len(contacts)), "a proof of another mode")
            return
        found = [i for i, c in enumerate(contacts) if c.kind != "near" and all(x[i] != "s" for x in self.labels)]
        need(told == [contacts[i].id for i in found], "never_separate is not what the modes say")
        slides = [i for i in found if contacts[i].kind == "slides"]
        need(len(proofs) == len(slides), "not as many proofs as contacts that never separate")
        for i, proof in zip(slides, proofs):
            wanted = tuple("s" if k == i else "?" for k in range(len(contacts)))
            need(not self.problem.prove(proof, wanted), "a contact may separate")

    def explained(self) -> None:
        """Modes that were asked about."""
        asked = listed(self.report["asked"].get("explain", []), "asked.explain")
        for mode, told in zip(asked, listed(self.report.get("explained"), "explained", len(asked))):
            labels = self.problem.labels(mode)
            need(self.problem.labels(told.get("mode")) == labels, "another mode is explained")
            possible = self.problem.prove(told.get("proof"), labels)
            need(told.get("possible") is possible, "`possible` is not what is proved")
            whole = not any("?" in x for x in labels) and (self.only or "m" not in labels)
            if whole and self.report.get("excluded") is not None:
                need(possible == (labels in self.labels), "an explained mode is listed and impossible, or not listed")

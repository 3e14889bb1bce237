"""Tests of verify/check.py against a stiction command, over a sample of the cases of corpus/cases.

    STICTION=target/release/stiction python3 verify/test_check.py      FORGERIES=8 for more of each report

Every honest report is accepted. Forged reports are refused by both checkers, or accepted by both (a changed number may
leave a proof valid); where they differ, the one that accepts says that it did not check what was forged.
"""

from __future__ import annotations

import copy
import io
import json
import os
import random
import sys
import tempfile
import unittest
from collections import Counter
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any, Callable, Iterator, Optional

sys.path.insert(0, str(Path(__file__).resolve().parent))

import check as command  # noqa: E402
from agree import KINDS, QUESTIONS, STICTION, Second, cases, compared, mended  # noqa: E402
from checker.base import read  # noqa: E402
from checker.report import check  # noqa: E402

SAMPLE = 2
FORGERIES_A_REPORT = int(os.environ.get("FORGERIES", "2"))


# -- forgeries -------------------------------------------------------------------------------------------------------

Path_ = tuple[Any, ...]


def leaves(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every leaf of a report, with the way to it."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from leaves(entry, (*path, key))
    elif isinstance(value, list):
        for i, entry in enumerate(value):
            yield from leaves(entry, (*path, i))
    else:
        yield path, value


def put(report: Any, path: Path_, value: Any) -> Any:
    """A copy of a report with another value."""
    forged = copy.deepcopy(report)
    inner = forged
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return forged


def dotted(path: Path_) -> str:
    """The way to a leaf as text, without indices."""
    return ".".join(str(key) for key in path if not isinstance(key, int))


def is_rational(value: Any) -> bool:
    """A rational in its text form."""
    try:
        return isinstance(value, str) and bool(value) and value[-1].isdigit() and Fraction(value) is not None
    except (ValueError, ZeroDivisionError):
        return False


class Forger:
    """Forgeries of one report, each with the way to what was changed."""

    def __init__(self, report: dict[str, Any], seed: str) -> None:
        self.report, self.random = report, random.Random(seed)
        self.leaves = [(p, v) for p, v in leaves(report) if p[0] not in ("scene", "reasons", "warnings", "rounded")]

    def all(self) -> list[tuple[str, str, Any]]:
        """Kind, way and forged report."""
        kinds: list[Callable[[], Optional[tuple[str, Any]]]] = [
            self.number, self.verdict, self.dropped, self.repeated, self.blank, self.multiplier, self.removed,
            self.double]
        found = []
        for kind in self.random.sample(kinds, len(kinds)):
            forged = kind() if len(found) < FORGERIES_A_REPORT else None
            if forged is not None:
                found.append((kind.__name__, *forged))
        return found

    def _pick(self, fits: Callable[[Path_, Any], bool]) -> Optional[tuple[Path_, Any]]:
        found = [(p, v) for p, v in self.leaves if fits(p, v)]
        return self.random.choice(found) if found else None

    def _changed(self, picked: Optional[tuple[Path_, Any]]) -> Optional[tuple[str, Any]]:
        if picked is None:
            return None
        path, value = picked
        return dotted(path), put(self.report, path, str(Fraction(value) + self.random.choice((1, -1, Fraction(1, 7)))))

    def number(self) -> Optional[tuple[str, Any]]:
        """A number of a proof changed."""
        words = ("twist", "twists", "forces", "point", "response", "vertices", "fan", "rests", "normal", "bound",
                 "motion", "mu", "scale", "z", "family")
        return self._changed(self._pick(lambda p, v: is_rational(v) and p[0] not in ("problem", "asked", "exact")
                                        and any(w in p for w in words)))

    def multiplier(self) -> Optional[tuple[str, Any]]:
        """A multiplier changed."""
        words = ("multipliers", "weights", "pushes", "equilibria", "multiples", "resistance")
        return self._changed(self._pick(lambda p, v: is_rational(v) and any(w in p for w in words)))

    def verdict(self) -> Optional[tuple[str, Any]]:
        """A verdict flipped."""
        flips = {"yes": "no", "no": "yes", "unique": "ambiguous", "multiple": "unique", "none": "unique",
                 "ambiguous": "unique", "inconsistent": "unique", "continuum": "unique", True: False, False: True}
        keys = ("verdict", "outcome", "status", "strong", "consistent", "force_unique", "acceleration_unique",
                "possible")
        picked = self._pick(lambda p, v: p[-1] in keys and isinstance(v, (str, bool)) and v in flips)
        return None if picked is None else (dotted(picked[0]), put(self.report, picked[0], flips[picked[1]]))

    def _lists(self) -> list[list[Any]]:
        return [["modes", "exact.modes"], ["held", "solutions", "exact.solutions"], ["pieces"], ["excluded"], ["rays"],
                ["wrenches", "exact.wrenches"], ["essential", "essential_proofs"]]

    def dropped(self) -> Optional[tuple[str, Any]]:
        """An answer dropped, with all that belongs to it."""
        forged = copy.deepcopy(self.report)
        for names in self.random.sample(self._lists(), len(self._lists())):
            found = [self._at(forged, name) for name in names]
            if all(isinstance(entry, list) and entry for entry in found):
                which = self.random.randrange(len(found[0]))
                for entry in found:
                    if which < len(entry):
                        del entry[which]
                if "count" in forged and names[0] == "modes":
                    forged["count"] -= 1
                return names[0], forged
        return None

    @staticmethod
    def _at(report: Any, name: str) -> Any:
        for key in name.split("."):
            report = report.get(key) if isinstance(report, dict) else None
        return report

    def _twice(self, change: Callable[[str], str]) -> Optional[tuple[str, Any]]:
        for names in (["modes", "exact.modes"], ["held", "solutions", "exact.solutions"]):
            forged = copy.deepcopy(self.report)
            found = [self._at(forged, name) for name in names]
            if all(isinstance(entry, list) and entry for entry in found):
                which = self.random.randrange(len(found[0]))
                for entry in found:
                    entry.append(copy.deepcopy(entry[which]))
                for entry in found[:2]:
                    if isinstance(entry[-1], dict) and "mode" in entry[-1]:
                        entry[-1]["mode"] = change(entry[-1]["mode"])
                if "count" in forged:
                    forged["count"] += 1
                if forged.get("outcome") == "unique":
                    forged["outcome"], forged["verdict"] = "ambiguous", "no"
                return names[0], forged
        return None

    def repeated(self) -> Optional[tuple[str, Any]]:
        """A mode repeated."""
        return self._twice(lambda mode: mode)

    def blank(self) -> Optional[tuple[str, Any]]:
        """A mode repeated with a blank inside."""
        return self._twice(lambda mode: f"{mode[:1]} {mode[1:]}")

    def removed(self) -> Optional[tuple[str, Any]]:
        """A proof removed."""
        keys = ("proof", "lower", "upper", "certificate", "openness", "excluded", "margin_lower", "friction_upper",
                "strong_proof", "indeterminacy_proof", "never_proofs")
        found: list[Path_] = []

        def walk(value: Any, path: Path_) -> None:
            if isinstance(value, dict):
                for key, entry in value.items():
                    if key in keys and entry:
                        found.append((*path, key))
                    walk(entry, (*path, key))
            elif isinstance(value, list):
                for i, entry in enumerate(value):
                    walk(entry, (*path, i))

        walk({k: v for k, v in self.report.items() if k not in ("problem", "map", "peg", "quality")}, ())
        if not found:
            return None
        path = self.random.choice(found)
        forged = copy.deepcopy(self.report)
        inner = forged
        for key in path[:-1]:
            inner = inner[key]
        if self.random.random() < 0.5:
            inner[path[-1]] = [] if isinstance(inner[path[-1]], list) else None
        else:
            del inner[path[-1]]
        return dotted(path), forged

    def double(self) -> Optional[tuple[str, Any]]:
        """A headline changed, in doubles."""
        picked = self._pick(lambda p, v: isinstance(v, float))
        if picked is None:
            return None
        path, value = picked
        return dotted(path), put(self.report, path, value * 1.001 + self.random.choice((0.0, 1e-3)))


class Reports(unittest.TestCase):
    """Honest and forged reports."""

    made: list[tuple[str, str]] = []

    @classmethod
    def setUpClass(cls) -> None:
        """Makes the reports once."""
        if not Path(STICTION).exists():
            raise unittest.SkipTest(f"{STICTION} is not there; set STICTION")
        cls.made = [(case.name, case.report()) for case in cases(SAMPLE)]

    def test_every_honest_report_is_accepted(self) -> None:
        """By this checker and by the command."""
        proved = 0
        for name, report in self.made:
            with self.subTest(name):
                findings = check(read(report))
                self.assertEqual(findings.refused, [])
                proved += bool(findings.proved)
        print(f"\n{len(self.made)} honest reports accepted, {proved} of them with something proved")

    def test_forgeries_are_refused_as_the_command_refuses_them(self) -> None:
        """Both ways, but for what the other says that it did not check."""
        counts = Counter({kind: 0 for kind in KINDS})
        for name, report in self.made:
            value = json.loads(report)
            for kind, path, forged in Forger(value, name).all():
                found, why = compared(value, json.dumps(forged))
                counts[found] += 1
                with self.subTest(name, kind=kind, path=path):
                    self.assertNotEqual(why, "", f"{found}, and nobody says why")
        print(f"\nforgeries: {dict(counts)}")
        self.assertGreaterEqual(sum(counts.values()), 100)


class Unchecked(unittest.TestCase):
    """What is not looked at is told."""

    def test_a_key_that_nobody_knows_is_told(self) -> None:
        """At the top and within."""
        report = json.loads(LCP)
        report["more"], report["exact"]["deeper"] = {"of": 1}, [1]
        left = check(report).left
        self.assertLessEqual({"more", "exact.deeper"}, left)
        self.assertNotIn("status", left)

    def test_what_is_unchecked_can_be_put_back(self) -> None:
        """And nothing else is."""
        honest = json.loads(LCP)
        forged = {**copy.deepcopy(honest), "status": "none", "more": 1}
        again, ways = mended(honest, forged, Second(json.dumps({**honest, "more": 1})).leaves)
        self.assertEqual((again, ways), ({**honest, "status": "none"}, [("more",)]))


LCP = json.dumps({"stiction": "0", "format": 2, "question": "lcp", "asked": {}, "computed": [],
                  "problem": {"M": [["1"]], "q": ["-2"]}, "status": "unique", "solutions": [{"z": [2.0]}],
                  "families": [], "pieces": [{"mode": "+", "family": {"vertices": [["2"]], "rays": []}}],
                  "excluded": [], "certificate": "definite", "rounded": [],
                  "exact": {"solutions": [{"z": ["2"]}], "families": []}})


class Garbage(unittest.TestCase):
    """What is no report, and reports full of nonsense, never end in a traceback."""

    def status(self, *arguments: str) -> int:
        """The exit status of the command line."""
        with redirect_stdout(io.StringIO()):
            return command.main(list(arguments))

    def written(self, content: str) -> str:
        """A file with this content."""
        handle, name = tempfile.mkstemp(suffix=".json")
        self.addCleanup(os.remove, name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(content)
        return name

    def test_what_is_no_report(self) -> None:
        """Status 2."""
        texts = ["", "{", "[]", "null", '{"a":1,"a":2}', '{"stiction":"0","question":"lcp","x":NaN}', "[" * 100_000,
                 '{"stiction":"0","question":"lcp","x":1e999}', '{"stiction":1}', '{"question":"lcp"}']
        for content in texts:
            with self.subTest(content[:40]):
                self.assertEqual(self.status(self.written(content)), 2)
        self.assertEqual(self.status("/nowhere/at/all.json"), 2)

    def test_garbage_in_a_report_is_refused(self) -> None:
        """Status 1, of every question."""
        values: list[Any] = [None, 1, "x", [], {}, [[]], {"bodies": 1, "contacts": 2}, {"system": {}}, True]
        for question in QUESTIONS:
            for value in values:
                report = {"stiction": "0", "format": 2, "question": question, "asked": {}, "computed": [],
                          "problem": value, "exact": value, "rounded": []}
                with self.subTest(question, value=str(value)):
                    self.assertEqual(self.status(self.written(json.dumps(report))), 1)

    def test_lines(self) -> None:
        """One report a line; the worst status counts."""
        good = LCP
        bad = good.replace('"unique"', '"none"')
        self.assertEqual(self.status("--lines", self.written(f"{good}\n\n{good}\n")), 0)
        self.assertEqual(self.status("--lines", self.written(f"{good}\n{bad}\n")), 1)
        self.assertEqual(self.status("--lines", self.written(f"{good}\n{bad}\n{{\n")), 2)

    def test_answers_of_a_check_are_checked_each(self) -> None:
        """A check whose answer is nonsense is refused."""
        answer = {"question": "stand", "format": 2, "asked": {}, "computed": [], "problem": {}}
        report = {"stiction": "0", "question": "check", "answers": [answer]}
        self.assertEqual(self.status(self.written(json.dumps(report))), 1)


if __name__ == "__main__":
    unittest.main()

"""Tests of verify/check.py against a stiction command, over the cases of corpus/cases.

    STICTION=target/release/stiction python3 verify/test_check.py      ALL=1 for every case and more forgeries

Every honest report is accepted. Forged reports are refused by both checkers, or accepted by both (a changed number may
leave a proof valid); where they differ the reason is one of those listed here.
"""

from __future__ import annotations

import copy
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any, Callable, Iterator, Optional

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

import check as command  # noqa: E402
from checker.base import NoReport, read  # noqa: E402
from checker.report import check  # noqa: E402

STICTION = os.environ.get("STICTION", str(ROOT / "target/release/stiction"))
ALL = os.environ.get("ALL") == "1"
QUESTIONS = ("closure", "stand", "modes", "outcomes", "cone", "jam", "lcp")
SAMPLE = 3
FORGERIES_A_REPORT = 2 if ALL else 8

# What the command compares and PROOFS.md does not describe (section 9), or what follows from nothing proved:
# a forgery of these alone is refused by the command only.
NOT_DESCRIBED = (
    "quality", "changes", "one_more", "margin_norm", "first_failure", "form.margin", "force.margin", "form.exceptional",
    "form.margin_proof", "min_friction.gradient", "exact.quality", "exact.changes", "exact.form", "exact.outline",
    "determinant", "rank", "dependent", "lost", "motion", "formulations", "map", "peg", "exact.determinant",
    "exact.motion", "exact.peg", "exact.map", "compliance", "body", "reasons", "computed", "rounded", "warnings",
    "scene_warnings", "scene", "stiction", "asked", "empty", "rays", "lines", "normals", "equalities", "open",
    "vertices", "offsets", "equality_offsets", "parts", "length", "chosen", "where", "exact.rays", "exact.lines", "exact.normals",
    "exact.equalities", "exact.open", "exact.vertices", "exact.offsets", "exact.equality_offsets", "exact.parts",
    "course", "samples", "failure", "fastest", "until", "base", "exact.formulations", "exact.rank", "exact.lost",
)


class Case:
    """One case of the corpus: a question about a scene."""

    def __init__(self, topic: str, value: dict[str, Any]) -> None:
        self.name, self.value = f"{topic}/{value['id']}", value

    def report(self) -> str:
        """The report that the command makes of it."""
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (self.value.get("files") or {}).items():
                self._write(Path(folder) / name, content)
            words = [STICTION, *self.value["ask"]]
            if self.value.get("scene") is not None and self.value["ask"][0] != "lcp":
                self._write(Path(folder) / "scene.json", self.value["scene"])
                words.append("scene.json")
            done = subprocess.run([*words, "--json"], cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode:
                raise AssertionError(f"{self.name}: the command ends with {done.returncode}: {done.stderr[:300]}")
            return done.stdout

    @staticmethod
    def _write(path: Path, content: Any) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str) and content.startswith("@"):
            shutil.copy(ROOT / "corpus/cases" / content[1:], path)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")


def cases() -> Iterator[Case]:
    """The cases of the seven questions: a sample of every topic, all with ALL=1."""
    for path in sorted((ROOT / "corpus/cases").glob("*.json")):
        found = [v for v in json.loads(path.read_text(encoding="utf-8")) if v["ask"][0] in QUESTIONS]
        step = 1 if ALL else max(1, len(found) // SAMPLE)
        for value in found[::step]:
            yield Case(path.stem, value)


def verified(report: str) -> bool:
    """Whether the command's own verification accepts a report."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        file.write(report)
        file.flush()
        done = subprocess.run([STICTION, "verify", file.name], capture_output=True, text=True, check=False)
    return done.returncode == 0


def accepted(report: str) -> bool:
    """Whether this checker accepts a report."""
    try:
        return not check(read(report)).refused
    except NoReport:
        return False


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
        picked = self._pick(lambda p, v: isinstance(v, float) and not dotted(p).startswith(NOT_DESCRIBED))
        if picked is None:
            return None
        path, value = picked
        return dotted(path), put(self.report, path, value * 1.001 + self.random.choice((0.0, 1e-3)))


# -- differences that have a reason -----------------------------------------------------------------------------------


def why_only_the_command(kind: str, path: str, report: dict[str, Any]) -> Optional[str]:
    """Why the command refuses a forgery that this checker accepts."""
    if any(path == key or path.startswith(key + ".") for key in NOT_DESCRIBED):
        return "not described (section 9)"
    if "moving" in str(report.get("problem", ""))[:40] or "course" in report:
        return "moving bases are not described"
    if path.startswith(("force.forces", "forces")) and report["question"] in ("closure", "stand", "cone"):
        return "tangents of forces in space are not described"
    if kind == "dropped" and path == "modes" and report.get("excluded") is None:
        return "without `excluded` it is not claimed that there are no other modes"
    if path.endswith(("where", "jumping.excited")):
        return "computed"
    if kind == "removed" and path.endswith("openness") and report.get("cone"):
        return "in space `openness` may be missing; the margins that rest on it are not described"
    return None


def why_only_this_checker(kind: str, path: str, report: dict[str, Any]) -> Optional[str]:
    """Why this checker refuses a forgery that the command accepts."""
    if kind in ("repeated", "blank"):
        return "a mode that is listed twice is refused by PROOFS.md; commands before the mend accept it"
    return None


class Reports(unittest.TestCase):
    """Honest and forged reports."""

    made: list[tuple[str, str]] = []

    @classmethod
    def setUpClass(cls) -> None:
        """Makes the reports once."""
        if not Path(STICTION).exists():
            raise unittest.SkipTest(f"{STICTION} is not there; set STICTION")
        cls.made = [(case.name, case.report()) for case in cases()]

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
        """Both ways, but for differences that have a reason."""
        counts = {"both refuse": 0, "both accept": 0, "this checker alone": 0, "the command alone": 0}
        for name, report in self.made:
            value = json.loads(report)
            for kind, path, forged in Forger(value, name).all():
                written = json.dumps(forged)
                mine, theirs = not accepted(written), not verified(written)
                if mine == theirs:
                    counts["both refuse" if mine else "both accept"] += 1
                    continue
                counts["this checker alone" if mine else "the command alone"] += 1
                why = (why_only_this_checker if mine else why_only_the_command)(kind, path, value)
                who = "this checker" if mine else "the command"
                print(f"{name}: {kind} at {path}: only {who} refuses: {why or 'WITHOUT A REASON'}")
                with self.subTest(name, kind=kind, path=path):
                    self.assertIsNotNone(why, f"only {who} refuses")
        print(f"\nforgeries: {counts}")
        self.assertGreaterEqual(sum(counts.values()), 100)


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
        good = json.dumps({"stiction": "0", "format": 2, "question": "lcp", "asked": {}, "computed": [],
                           "problem": {"M": [["1"]], "q": ["-2"]}, "status": "unique", "solutions": [{"z": [2.0]}],
                           "families": [], "pieces": [{"mode": "+", "family": {"vertices": [["2"]], "rays": []}}],
                           "excluded": [], "certificate": "definite", "rounded": [],
                           "exact": {"solutions": [{"z": ["2"]}], "families": []}})
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

#!/usr/bin/env python3
"""Do both checkers say the same, of all reports of the corpus and of forgeries?

    python3 verify/agree.py [--reports] [FORGERIES]     STICTION=target/release/stiction

FORGERIES is what `stiction-attack forgeries COUNT SEED FILE` writes; `cargo xtask second [N]` does all of it.

A forgery that only one of both refuses needs a reason, and there is one kind of reason: the other says of itself that
it did not check what was forged. To see that nothing else is in play, what it says is unchecked is put back as it was,
and then the first accepts as well. Where that cannot be (the rest is of another scene, and goes with nothing of the
honest report) all places that the first complains about are unchecked by the other. Any other difference is told as a
defect. Exit status 1 if there is one.
"""

from __future__ import annotations

import copy
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Callable, Iterator, Optional

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

from checker.base import Findings, NoReport, covers, read  # noqa: E402
from checker.report import check  # noqa: E402

STICTION = os.environ.get("STICTION", str(ROOT / "target/release/stiction"))
QUESTIONS = ("closure", "stand", "modes", "outcomes", "cone", "jam", "lcp")
KINDS = ("both accept", "both refuse", "only ours refuses", "only the second refuses")
Way = tuple[Any, ...]
NOTHING = object()
INNER = re.compile(r"(exact(?:\.\w+)+): ")
PLACE = re.compile(r" (?:is not what is proved|is missing|is said, and nothing shows it|has \d+ entries)")


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


def cases(of_each: Optional[int] = None) -> Iterator[Case]:
    """The cases of the seven questions: so many of every topic, spread evenly, or all."""
    for path in sorted((ROOT / "corpus/cases").glob("*.json")):
        found = [v for v in json.loads(path.read_text(encoding="utf-8")) if v["ask"][0] in QUESTIONS]
        step = max(1, len(found) // of_each) if of_each else 1
        for value in found[::step]:
            yield Case(path.stem, value)


# -- what both say ---------------------------------------------------------------------------------------------------


class Ours:
    """What the command's own verification says of a report."""

    def __init__(self, report: str) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            file.write(report)
            file.flush()
            words = [STICTION, "verify", file.name, "--json"]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.accepted = done.returncode == 0
        self.said = json.loads(done.stdout) if done.stdout.startswith("{") else {}

    def leaves(self, path: Way) -> bool:
        """Whether it says that it did not check this."""
        entries = [line.split(":")[0] for line in self.said.get("unchecked", [])] + self.said.get("computed", [])
        return any(covers(entry, path) for entry in entries)

    def complaints(self) -> list[Way]:
        """The places that it complains about; a reason that begins with a place is about that one."""
        found: dict[str, list[str]] = {}
        for entry in self.said.get("failed", []):
            *above, last = entry["path"].split(":")[0].split(".")
            within = INNER.match(entry["why"])
            if last == "numbers":
                names = [PLACE.split(part)[0] for part in entry["why"].split("; ")]
            elif within:
                names = [within.group(1)]
            elif last == "further" and entry["why"] in found:
                continue  # The same again: a part of it was told already.
            else:
                names = [last]
            found.setdefault(entry["why"], []).extend(".".join([*above, name]) for name in names)
        return [tuple(name.split(".")) for names in found.values() for name in names]


class Second:
    """What this checker says of a report."""

    def __init__(self, report: str) -> None:
        self.findings: Optional[Findings] = None
        try:
            self.findings = check(read(report))
        except NoReport:
            pass
        self.accepted = self.findings is not None and not self.findings.refused

    def leaves(self, path: Way) -> bool:
        """Whether it says that it did not check this."""
        return self.findings is not None and self.findings.leaves(path)


# -- what was forged -------------------------------------------------------------------------------------------------


def same(one: Any, two: Any) -> bool:
    """Whether two leaves are the same; true is not 1."""
    return type(one) is type(two) and one == two


def changes(honest: Any, forged: Any, path: Way = ()) -> Iterator[Way]:
    """The ways to all that differs; a list of another length differs as a whole."""
    if isinstance(honest, dict) and isinstance(forged, dict):
        for key in [*honest, *(key for key in forged if key not in honest)]:
            yield from changes(honest.get(key, NOTHING), forged.get(key, NOTHING), (*path, key))
    elif isinstance(honest, list) and isinstance(forged, list) and len(honest) == len(forged):
        for place, (one, two) in enumerate(zip(honest, forged)):
            yield from changes(one, two, (*path, place))
    elif not same(honest, forged):
        yield path


def put_back(honest: Any, forged: Any, path: Way) -> None:
    """Puts back what was at a way."""
    *above, last = path
    for key in above:
        honest, forged = honest[key], forged[key]
    if isinstance(honest, list) or last in honest:
        forged[last] = honest[last]
    else:
        del forged[last]


def mended(honest: Any, forged: Any, leaves: Callable[[Way], bool]) -> tuple[Any, list[Way]]:
    """The forgery with all put back that is said to be unchecked, and the ways to that."""
    again = copy.deepcopy(forged)
    # `0` for a list of which every entry is unchecked, `#` for one of which only the number of entries is.
    ways = [path for path in changes(honest, forged) if path and any(leaves((*path, *more)) for more in ((), (0,), "#"))]
    for path in ways:
        put_back(honest, again, path)
    return again, ways


def briefly(path: Way) -> str:
    """The beginning of a way, without what is of an answer among many: enough to count reasons by."""
    path = path[2:] if path[0] == "answers" and len(path) > 2 else path
    return ".".join(str(key) for key in path[: 2 if path[0] == "exact" else 1])


def compared(honest: Any, text: str, ours_accepts: Optional[bool] = None) -> tuple[str, Optional[str]]:
    """What both say of a forgery, and, where they differ, why; the reason is empty if there is none."""
    second = Second(text)
    ours = Ours(text) if ours_accepts is None else None
    accepts = ours.accepted if ours is not None else bool(ours_accepts)
    if accepts == second.accepted:
        return KINDS[0] if accepts else KINDS[1], None
    kind, other, first = (KINDS[3], ours or Ours(text), Second) if accepts else (KINDS[2], second, Ours)
    try:
        forged = read(text)
    except NoReport:
        return kind, ""
    # What was taken away is unchecked if it was in the honest report.
    before = (Ours if accepts else Second)(json.dumps(honest))
    again, ways = mended(honest, forged, lambda path: other.leaves(path) or before.leaves(path))
    if ways and first(json.dumps(again)).accepted:
        return kind, ", ".join(sorted({briefly(way) for way in ways}))
    places = [] if accepts else Ours(text).complaints()
    unchecked = places and all(other.leaves(place) or other.leaves((*place, "#")) for place in places)
    return kind, ", ".join(sorted({briefly(place) for place in places})) if unchecked else ""


# -- all of it -------------------------------------------------------------------------------------------------------


def honest_report(case: Case) -> tuple[str, list[str]]:
    """Name and refusals of one case of the corpus, by both."""
    report = case.report()
    second = Second(report)
    refused = second.findings.refused if second.findings is not None else ["no report"]
    return case.name, refused + ([] if Ours(report).accepted else ["the command refuses its own report"])


def forgery(task: tuple[Any, dict[str, Any]]) -> tuple[dict[str, Any], str, Optional[str]]:
    """One forgery, and what both say of it."""
    honest, line = task
    return line, *compared(honest, line["forged"], line["accepted"])


def forgeries(file: str) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The forgeries of a file, each with its honest report."""
    honest = None
    with open(file, encoding="utf-8") as lines:
        for text in lines:
            line = json.loads(text)
            if "honest" in line:
                honest = line["honest"]
            else:
                yield honest, line


def all_reports(pool: Any) -> int:
    """Both over all cases of the corpus; how many are refused."""
    count = wrong = 0
    for name, refused in pool.imap_unordered(honest_report, cases(), 4):
        count, wrong = count + 1, wrong + bool(refused)
        for entry in refused:
            print(f"DEFECT {name}: {entry}")
    print(f"figure second {count} honest reports, {wrong} refused")
    return wrong


def all_forgeries(pool: Any, file: str) -> int:
    """Both over all forgeries of a file; how many differ without a reason."""
    counts, reasons, wrong = Counter({kind: 0 for kind in KINDS}), Counter(), 0
    for line, kind, why in pool.imap_unordered(forgery, forgeries(file), 4):
        counts[kind] += 1
        if why:
            reasons[f"{kind}, and the other says that it did not check: {why}"] += 1
        elif why == "":
            wrong += 1
            print(f"DEFECT {line['name']} seed {line['seed']}: {kind}: {line['what']}", flush=True)
    for reason, count in reasons.most_common():
        print(f"  {count:>6} {reason}")
    for kind, count in counts.items():
        print(f"figure second {count} forgeries: {kind}")
    print(f"figure second {wrong} differences without a reason")
    return wrong


def main(arguments: list[str]) -> int:
    """The command."""
    files = [word for word in arguments if word != "--reports"]
    if not arguments or not Path(STICTION).exists():
        print(__doc__.strip() if not arguments else f"{STICTION} is not there; set STICTION", file=sys.stderr)
        return 2
    with multiprocessing.Pool() as pool:
        wrong = all_reports(pool) if "--reports" in arguments else 0
        return 1 if wrong + sum(all_forgeries(pool, file) for file in files) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A whole report: sections 1.1 and 9 of docs/PROOFS.md."""

from __future__ import annotations

from typing import Any, Callable, Iterator

from .base import Findings, NoReport, Unchecked, listed, need, table, texts
from .closure import ClosureReport
from .cone import ConeReport
from .jam import JamReport
from .lcp import LcpReport
from .modes import ModesReport
from .outcomes import OutcomesReport
from .stand import StandReport
from .watch import Object, unseen

KINDS: dict[str, Callable[[dict[str, Any], Findings], Any]] = {
    "closure": ClosureReport, "stand": StandReport, "lcp": LcpReport, "modes": ModesReport,
    "outcomes": OutcomesReport, "cone": ConeReport, "jam": JamReport,
}


# Parts of a report that are there exactly if a flag is, by question (1.1, 6).
ASKED = {
    "closure": {"loads": "wrenches", "task": "wrenches"},
    "stand": {"ranges": "ranges", "sequence": "sequence", "accelerations": "accelerate", "solve": "solve",
              "region": "region"},
    "outcomes": {"map": "map"}, "jam": {"map": "map", "boundary": "boundary"},
}
ALWAYS = {"cone": ("only", "and", "not"), "modes": ("explained",),
          "stand": ("collapse", "strong_proof")}


def check(report: Any) -> Findings:
    """Everything that can be said of a report; of a `check`, of each of its answers."""
    if not isinstance(report, dict) or not isinstance(report.get("question"), str) or "stiction" not in report:
        raise NoReport("not an object with `stiction` and `question`")
    findings = Findings()
    if "cases" in report:
        findings.section("cases", lambda: cases(report, findings))
    elif report["question"] == "check":
        findings.section("answers", lambda: answers(report, findings))
    elif report["question"] not in KINDS:
        findings.leave(f"reports of the question {report['question']} are not described", "")
    else:
        if findings.section("", lambda: single(report, findings)):
            findings.proved.remove("")
    return findings


def cases(report: dict[str, Any], findings: Findings) -> None:
    """The load cases of a scene, each by itself."""
    for number, case in enumerate(listed(report.get("cases"), "cases")):
        need(isinstance(case, dict) and "cases" not in case, "a case that is no report")
        inner = check({"stiction": report["stiction"], **case})
        for mine, theirs in ((findings.proved, inner.proved), (findings.unchecked, inner.unchecked),
                             (findings.refused, inner.refused)):
            mine.extend(f"cases.{number} {entry}" for entry in theirs)
        findings.left.update(f"cases.{number}.{key}".rstrip(".") for key in inner.left)
    findings.leave("that scene and flags are those of the report", "cases.*.#")
    findings.leave("that every load case is answered", "cases.#")
    findings.leave("the rest beside the load cases is not described", *(key for key in report if key != "cases"))


def answers(report: dict[str, Any], findings: Findings) -> None:
    """The answers of a `check`, each by itself."""
    for number, answer in enumerate(listed(report.get("answers"), "answers")):
        need(isinstance(answer, dict) and answer.get("question") != "check", "an answer that is no report")
        inner = check({"stiction": report["stiction"], **answer})
        for mine, theirs in ((findings.proved, inner.proved), (findings.unchecked, inner.unchecked),
                             (findings.refused, inner.refused)):
            mine.extend(f"answers.{number} ({answer.get('question')}) {entry}" for entry in theirs)
        findings.left.update(f"answers.{number}.{key}".rstrip(".") for key in inner.left)
    findings.leave("that scene and flags are those of the check", "answers.*.#")
    findings.leave("that every question is answered", "answers.#")
    findings.leave("the rest of a check is not described", *(key for key in report if key != "answers"))


def single(content: dict[str, Any], findings: Findings) -> None:
    """One report of one question, and what of it was not looked at."""
    report = Object(content)
    need(report.get("format") == 2, "another format than 2")
    asked = table(report.get("asked"), "asked")
    # Past `Object.values`: a flag that is there is not yet one that was compared.
    need(all(value is not None for value in dict.values(asked)), "a flag is null")
    computed = texts(report.get("computed"), "computed")
    kind = KINDS[report["question"]]
    if isinstance(report.get("problem"), dict) and "moving" in report["problem"]:
        raise Unchecked("moving bases are not described", "")
    for key, flag in ASKED.get(report["question"], {}).items():
        need((key in report) == (flag in asked), f"`{key}` is there, or missing, and `asked.{flag}` says otherwise")
    need("within" not in asked or "solve" in asked, "`asked.within` goes with `asked.solve`")
    for key in ALWAYS.get(report["question"], ()):
        need(key in report, f"`{key}` is missing")
    if report.get("stopped") is not None and "problem" not in report:
        need(False, "stopped without an answer: it claims nothing")
    kind(report, findings).run()
    findings.leave("the marks themselves; what is proved rests on none of them", "computed")
    for path in sorted(set(undecided(report))):
        findings.leave("claims nothing", path)
    if any(path.startswith("asked.") for path in unseen(report)):
        findings.leave("that these flags go together", "asked.#")
    for path in sorted(set(unseen(report))):
        why = "computed, no proof" if any(below(path, entry) for entry in computed) else "not described"
        findings.leave(why, path)


def undecided(value: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The ways to what is said to be undecided (1.9), past what the watched objects remember."""
    if isinstance(value, dict):
        for key, entry in dict.items(value):
            yield from undecided(entry, (*path, str(key)))
    elif isinstance(value, list):
        for entry in list.__iter__(value):
            yield from undecided(entry, (*path, "*"))
    elif value == "undecided":
        yield ".".join(path)


def below(path: str, entry: str) -> bool:
    """Whether a way leads to an entry of `computed`, or through it."""
    one, other = path.split("."), entry.split(".")
    return all(a == b or "*" in (a, b) for a, b in zip(one, other))

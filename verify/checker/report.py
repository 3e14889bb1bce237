"""A whole report: sections 1.1 and 9 of docs/PROOFS.md."""

from __future__ import annotations

from typing import Any, Callable

from .base import Findings, NoReport, listed, need, table, texts
from .closure import ClosureReport
from .cone import ConeReport
from .jam import JamReport
from .lcp import LcpReport
from .modes import ModesReport
from .outcomes import OutcomesReport
from .stand import StandReport

KINDS: dict[str, Callable[[dict[str, Any], Findings], Any]] = {
    "closure": ClosureReport, "stand": StandReport, "lcp": LcpReport, "modes": ModesReport,
    "outcomes": OutcomesReport, "cone": ConeReport, "jam": JamReport,
}
HEAD = "stiction format question scene asked reasons exact computed rounded warnings scene_warnings body stopped"


def check(report: Any) -> Findings:
    """Everything that can be said of a report; of a `check`, of each of its answers."""
    if not isinstance(report, dict) or not isinstance(report.get("question"), str) or "stiction" not in report:
        raise NoReport("not an object with `stiction` and `question`")
    findings = Findings()
    if report["question"] == "check" or "answers" in report:
        findings.section("answers", lambda: answers(report, findings))
    elif report["question"] not in KINDS:
        findings.unchecked.append(f"{report['question']}: reports of this question are not described")
    else:
        findings.section("the report", lambda: single(report, findings))
        if "the report" in findings.proved:
            findings.proved.remove("the report")
    return findings


def answers(report: dict[str, Any], findings: Findings) -> None:
    """The answers of a `check`, each by itself."""
    for number, answer in enumerate(listed(report.get("answers"), "answers")):
        need(isinstance(answer, dict) and answer.get("question") != "check", "an answer that is no report")
        inner = check({"stiction": report["stiction"], **answer})
        for mine, theirs in ((findings.proved, inner.proved), (findings.unchecked, inner.unchecked),
                             (findings.refused, inner.refused)):
            mine.extend(f"answers.{number} ({answer.get('question')}) {entry}" for entry in theirs)
    findings.unchecked.append("the rest of a check: verdict, unanswered questions, notes")


def single(report: dict[str, Any], findings: Findings) -> None:
    """One report of one question."""
    need(report.get("format") == 2, "another format than 2")
    asked = table(report.get("asked"), "asked")
    need(all(value is not None for value in asked.values()), "a flag is null")
    computed = texts(report.get("computed"), "computed")
    kind = KINDS[report["question"]]
    if report.get("stopped") is not None and "problem" not in report:
        need(False, "stopped without an answer: it claims nothing")
    checked = kind(report, findings)
    checked.run()
    known = set(HEAD.split()) | set(checked.KNOWN.split())
    for key in report:
        if key not in known:
            why = "computed, no proof" if any(path.split(".")[0] == key for path in computed) else "not described"
            findings.unchecked.append(f"{key}: {why}")

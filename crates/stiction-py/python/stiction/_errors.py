"""What can be wrong with a scene or a question, as exceptions that carry every fault."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Self


class Fault(NamedTuple):
    """One thing that is wrong, with what to do about it."""

    path: str
    """The path of the value, such as ``contacts[2].normal``; empty for the file as a whole."""
    rule: str
    """The rule that it breaks, in kebab-case."""
    message: str
    """What is wrong, with the measured value."""
    help: str
    """What to do about it."""
    line: int | None
    """The line in the text, from 1; None where there is no text."""
    column: int | None
    """The column in characters, from 1; None where there is no text."""


class StictionError(Exception):
    """Whatever this package raises of its own."""


class Faulty(StictionError, ValueError):
    """Something is wrong with what was given; ``faults`` says all of it."""

    faults: list[Fault]

    def __init__(self, text: str, faults: list[Fault]) -> None:
        super().__init__(text)
        self.faults = faults

    def __reduce__(self) -> tuple[type[Self], tuple[str, list[Fault]]]:
        return type(self), (str(self), self.faults)


    def without_places(self) -> Self:
        """The same of a scene that has no text: where a fault stands is its path alone."""
        faults = [fault._replace(line=None, column=None) for fault in self.faults]
        return type(self)("\n".join(_in_words(fault) for fault in faults), faults)


def _in_words(fault: Fault) -> str:
    named = f"{fault.path}: " if fault.path else ""
    return f"error[{fault.rule}]: {named}{fault.message}" + (f"\n  = help: {fault.help}" if fault.help else "")


class SceneError(Faulty):
    """A scene cannot be read."""


class QuestionError(Faulty):
    """A question does not fit the scene, or its flags do not fit the question."""


class Unfinished(StictionError, TimeoutError):
    """The time of a question was over before there was an answer; ``time=…`` allows more."""


def _faults(told: str) -> list[Fault]:
    def fault(entry: dict[str, Any]) -> Fault:
        return Fault(
            path=entry["path"],
            rule=entry["code"],
            message=entry["message"],
            help=entry["help"],
            line=entry["line"],
            column=entry["column"],
        )

    return [fault(entry) for entry in json.loads(told)["faults"]]


def scene_error(words: list[str]) -> SceneError:
    """Made by the part in Rust."""
    told, text = words
    return SceneError(text.rstrip(), _faults(told))


def question_error(words: list[str]) -> QuestionError:
    """Made by the part in Rust."""
    told, text = words
    faults = _faults(told)
    # How the command is used is no news for a program.
    shown = text.split("\n\nUsage:")[0].split("\n\nFor more information, try '--help'.")[0].rstrip()
    return QuestionError(shown or "\n".join(_in_words(fault) for fault in faults), faults)


def unfinished(words: list[str]) -> Unfinished:
    """Made by the part in Rust."""
    return Unfinished(words[0])

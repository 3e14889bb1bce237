"""Answers cases of the corpus through the Python package: a case a line in, its report a line out.

A line is ``{"ask": […], "scene": text or null, "files": {name: text}}``; the answer ``{"report": {…}}`` or
``{"error": text}``. Reports are checked again against their scenes.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from typing import Any

import stiction as st
from stiction._numbers import from_json

#: Flags that name a file, whose contents are given as Python data.
DATA = ("wrenches", "twists", "log", "compare")


def keywords(flags: list[str], files: dict[str, str]) -> dict[str, Any]:
    """The flags of a case as keywords; one that is given again has a list."""
    found: dict[str, Any] = {}
    rest = list(flags)
    while rest:
        flag, equals, value = rest.pop(0).removeprefix("--").partition("=")
        name = flag.replace("-", "_")
        name += "_" if name in ("and", "not") else ""
        if not equals:
            if not rest or rest[0].startswith("--"):
                found[name] = True
                continue
            value = rest.pop(0)
        given: Any = from_json(files[value]) if flag in DATA else value
        found[name] = [*found[name], given] if isinstance(found.get(name), list) and flag not in DATA else (
            [found[name], given] if name in found else given
        )
    return found


def answer(case: dict[str, Any], folder: str) -> dict[str, Any]:
    """The report of a case, its proofs checked."""
    question, *flags = case["ask"]
    files: dict[str, str] = case["files"]
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    if question in ("lcp", "robot"):
        path = os.path.join(folder, flags.pop(0))
        own = keywords(flags, files)
        report = st.lcp(path, **own) if question == "lcp" else st.robot(path).dynamics(**own)
    else:
        report = getattr(scene(case, folder), question)(**keywords(flags, files))
    told = report.to_dict()
    if question != "contacts":
        checked = report.verify()
        if checked.refused:
            raise RuntimeError(f"its own check refuses {checked.claims['failed']}")
    return told


def scene(case: dict[str, Any], folder: str) -> st.Scene:
    """The scene of a case: of its text, or of a file where it names others."""
    text: str = case["scene"]
    if not case["files"]:
        return st.loads(text, "json")
    path = os.path.join(folder, "scene.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return st.load(path)


def main() -> None:
    """Answers line after line."""
    for line in sys.stdin:
        with tempfile.TemporaryDirectory() as folder:
            try:
                told: dict[str, Any] = {"report": answer(json.loads(line), folder)}
            except Exception as error:
                told = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

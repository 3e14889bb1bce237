#!/usr/bin/env python3
"""Checks Stiction's reports in exact arithmetic, without Stiction: docs/PROOFS.md, in plain Python.

    python3 verify/check.py REPORT.json [...]      - is standard input
    python3 verify/check.py --lines FILE           one report a line

Exit status: 0 nothing is refused, 1 something is, 2 something is no report.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Iterator

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from checker.base import NoReport, read  # noqa: E402
from checker.report import check  # noqa: E402


def sources(arguments: list[str]) -> Iterator[tuple[str, str]]:
    """Name and text of every report."""
    lines = False
    for name in arguments:
        if name == "--lines":
            lines = True
            continue
        try:
            data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
            content = data.decode("utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            yield name, f"\0{fault}"
            continue
        if not lines:
            yield name, content
            continue
        for number, line in enumerate(content.splitlines(), 1):
            if line.strip():
                yield f"{name}:{number}", line


def shown(words: Any) -> str:
    """A text without controls."""
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in str(words))


def tell(name: str, content: str) -> int:
    """Checks one report, prints what was found, and gives its exit status."""
    try:
        if content.startswith("\0"):
            raise NoReport(content[1:])
        findings = check(read(content))
    except NoReport as fault:
        print(f"{shown(name)}: no report: {shown(fault)}")
        return 2
    print(f"{shown(name)}: {'refused' if findings.refused else 'accepted'}")
    for title, entries in (("proved", findings.proved), ("unchecked", findings.unchecked),
                           ("refused", findings.refused)):
        for entry in entries:
            print(f"  {title:9} {shown(entry)}")
    return 1 if findings.refused else 0


def main(arguments: list[str]) -> int:
    """The command."""
    if not [name for name in arguments if name != "--lines"]:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    return max((tell(name, content) for name, content in sources(arguments)), default=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

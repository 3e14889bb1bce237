"""Keywords of a question as the words of the command line."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Generator, Iterable, Mapping
from typing import Any, TypeGuard

import numpy as np

from ._numbers import is_mapping, number_text, to_json

#: Flags that name a file on the command line, where Python may give what would be in it.
_OF_FILES = frozenset({"log", "compare", "wrenches", "twists"})
#: Flags that are read as floating-point numbers, and say no more digits than that.
_FLOATS = frozenset({"time"})
#: Flags whose names are joined with commas, a name with a comma in quotes.
_NAMES = frozenset({"supports", "sequence", "ranges", "boundary"})


def _is_listed(value: Any) -> TypeGuard[Iterable[Any]]:
    return isinstance(value, (list, tuple, set, frozenset, np.ndarray))


def _quoted(name: Any) -> str:
    text = str(name)
    return '"' + text.replace('"', '""') + '"' if set(text) & {",", '"'} else text


def _scalar(flag: str, value: Any) -> str:
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if flag in _FLOATS:
        return repr(float(value))
    return number_text(value)


def _axis(value: Any) -> str:
    """``PATH=FROM:TO:COUNT``, of a text or of (path, from, to, count)."""
    if isinstance(value, str):
        return value
    path, first, last, count = value
    return f"{path}={_scalar('map', first)}:{_scalar('map', last)}:{int(count)}"


def _is_one_axis(value: Any) -> bool:
    return len(value) == 4 and isinstance(value[0], str) and not isinstance(value[1], str)


def _numbers(values: Any) -> str:
    return ",".join(_scalar("", entry) for entry in values)


def _values(flag: str, value: Any) -> list[str]:
    """The values of a flag, one for each time that it is given."""
    if flag == "map":
        return [_axis(axis) for axis in value] if _is_listed(value) and not _is_one_axis(value) else [_axis(value)]
    if flag == "package" and is_mapping(value):
        return [f"{name}={os.fspath(folder)}" for name, folder in value.items()]
    if flag == "within" and _is_listed(value):
        return [":".join(_scalar(flag, end) for end in value)]
    if not _is_listed(value):
        return [_scalar(flag, value)]
    entries = list(value)
    if flag in _NAMES:
        return [",".join(_quoted(name) for name in entries)]
    if all(isinstance(entry, str) for entry in entries):
        return entries
    if any(_is_listed(entry) for entry in entries):
        return [_numbers(entry) for entry in entries]
    return [_numbers(entries)]


@contextlib.contextmanager
def words(question: str, subject: str, flags: Mapping[str, Any]) -> Generator[list[str], None, None]:
    """The words that ask this question with these keywords; files that they need are there as long as the context."""
    with contextlib.ExitStack() as stack:
        asked = [question, subject]
        for name, value in flags.items():
            flag = name.rstrip("_").replace("_", "-")
            if value is None or value is False:
                continue
            if value is True:
                asked.append(f"--{flag}")
                continue
            if flag in _OF_FILES and not isinstance(value, (str, os.PathLike)):
                value = stack.enter_context(_written(value))
            asked.extend(f"--{flag}={one}" for one in _values(flag, value))
        yield asked


@contextlib.contextmanager
def _written(value: Any) -> Generator[str, None, None]:
    """A file with this in it, as JSON."""
    handle, path = tempfile.mkstemp(suffix=".json", prefix="stiction-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(to_json(value))
        yield path
    finally:
        os.unlink(path)


def is_path(value: Any) -> bool:
    """Whether this names a file."""
    return isinstance(value, (str, os.PathLike))


def dumped(value: Any) -> str:
    """A report as the verifier reads it."""
    return value if isinstance(value, str) else json.dumps(value)

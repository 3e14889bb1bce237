"""Robots."""

from __future__ import annotations

import functools
import os
from typing import Any

import stiction._stiction as _stiction
from ._report import Report
from ._words import words


class Robot:
    """A robot, of URDF, MJCF or SDF."""

    def __init__(self, path: str | None, text: str | None) -> None:
        self._path, self._text = path, text

    def dynamics(self, q: Any = None, v: Any = None, tau: Any = None, frame: str | None = None, **flags: Any) -> Report:
        """The dynamics at a frame: ``M``, ``h``, ``J``, ``Phi`` and ``b`` of ``a = Phi f + b``.

        Keywords are the flags of the command: ``gravity``, ``reference`` (local, aligned, world), ``acceleration``
        (spatial, classical), ``mimic``, ``floating``.
        """
        own = {"q": q, "v": v, "tau": tau, "frame": frame, **flags}
        own = {key: value for key, value in own.items() if value is not None}
        subject = self._path or "robot"
        with words("robot", subject, own) as asked:
            return Report(_stiction.ask(asked, text=self._text), self._text, "robot", own, subject)

    @functools.cached_property
    def joints(self) -> list[str]:
        """The names of the joints, in the order of the file."""
        return list(self.dynamics()["joints"])

    def __repr__(self) -> str:
        return f"<stiction.Robot: {self._path or 'from text'}>"


def robot(path_or_xml: str | os.PathLike[str]) -> Robot:
    """The robot of a file, or of its text."""
    given = os.fspath(path_or_xml)
    if given.lstrip("\ufeff \t\r\n").startswith("<"):
        return Robot(None, given)
    return Robot(given, None)

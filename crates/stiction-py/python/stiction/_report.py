"""Reports, and their checks."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeGuard

import numpy as np

import stiction._stiction as _stiction
from ._numbers import is_mapping
from ._words import dumped, is_path, words


class Keys(Mapping[str, Any]):
    """Keys of a report as attributes; rectangular lists of numbers are arrays of NumPy.

    >>> keys = Keys({"margins": {"friction": 0.5}, "vertices": [[0, 1], [2, 3]]})
    >>> keys.margins.friction, keys["vertices"].shape
    (0.5, (2, 2))
    """

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told = told

    def __getitem__(self, key: str) -> Any:
        return _shown(self._told[key])

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):
            raise AttributeError(key)
        try:
            return self[key]
        except KeyError:
            known = ", ".join(self._told)
            raise AttributeError(f"there is no key {key!r}; there are {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._told]

    def __repr__(self) -> str:
        return f"Keys({dict(self._told)!r})"


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _shown(value: Any) -> Any:
    if is_mapping(value):
        return Keys(value)
    if _is_list(value):
        if value and _is_rectangular(value):
            return np.array(value, dtype=float)
        return [_shown(entry) for entry in value]
    return value


def _shape(value: Any) -> tuple[int, ...] | None:
    """The shape of nested lists of numbers; None where they have none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return ()
    if not _is_list(value) or not value:
        return None
    shapes = {_shape(entry) for entry in value}
    inner = shapes.pop()
    return None if shapes or inner is None else (len(value), *inner)


def _is_rectangular(value: list[Any]) -> bool:
    return _shape(value) is not None


class Verification(NamedTuple):
    """What became of the claims of a report when they were checked again."""

    verified: int
    """How many claims are proved."""
    refused: int
    """How many claims are refused."""
    claims: dict[str, list[Any]]
    """Their paths, by what became of them."""

    def __bool__(self) -> bool:
        return self.refused == 0


class Report:
    """An answer: its keys are attributes, ``report.force.verdict``."""

    def __init__(
        self,
        told: _stiction.Told,
        scene: Any,
        question: str,
        flags: Mapping[str, Any],
        subject: str = "scene",
    ) -> None:
        self._told: _stiction.Told | None = told
        # A scene, or the text of a robot or a complementarity problem; None where the subject is the path of a file.
        self._scene = scene
        self._asked = (question, dict(flags), subject)
        self._json: str | None = None

    @property
    def question(self) -> str:
        """What was asked."""
        return self._asked[0]

    @functools.cached_property
    def verdict(self) -> str | None:
        """``"yes"``, ``"no"``, ``"undecided"``, or None where the question has no verdict."""
        return self._told.verdict if self._told is not None else self._dict.get("verdict")

    @functools.cached_property
    def text(self) -> str:
        """The report for people, as the command prints it."""
        return self._again().text()

    def to_json(self) -> str:
        """The report as the command writes it with ``--json``."""
        if self._json is None:
            self._json = self._again().json()
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The report, key by key."""
        told: dict[str, Any] = json.loads(self.to_json())
        return told

    @functools.cached_property
    def _dict(self) -> dict[str, Any]:
        return self.to_dict()

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):
            raise AttributeError(key)
        return getattr(Keys(self._dict), key)

    def __getitem__(self, key: str) -> Any:
        return Keys(self._dict)[key]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._dict]

    def svg(self, theme: str = "light") -> str:
        """The picture, as SVG."""
        drawn = self._again().svg(_is_dark(theme))
        if drawn is None:
            raise ValueError(f"{self.question!r} has no picture")
        return drawn

    def png(self, theme: str = "light") -> bytes:
        """The picture, in pixels."""
        drawn = self._again().png(_is_dark(theme))
        if drawn is None:
            raise ValueError(f"{self.question!r} has no picture")
        return bytes(drawn)

    def save(self, path: str | os.PathLike[str], theme: str = "light") -> None:
        """Writes the picture or the report, by the ending of the name: ``svg``, ``png``, ``json`` or ``txt``."""
        name = os.fspath(path)
        made = {
            ".svg": lambda: self.svg(theme).encode(),
            ".png": lambda: self.png(theme),
            ".json": lambda: self.to_json().encode(),
            ".txt": lambda: self.text.encode(),
        }.get(os.path.splitext(name)[1].lower())
        if made is None:
            raise ValueError(f"{name}: name a file that ends in .svg, .png, .json or .txt")
        contents = made()
        with open(name, "wb") as file:
            file.write(contents)

    def plot(self, axes: Any = None, theme: str = "light") -> Any:
        """Draws the picture into axes of matplotlib, new ones where none are given; the axes."""
        try:
            import matplotlib.image
            import matplotlib.pyplot
        except ImportError as error:
            raise ImportError("plot() needs matplotlib: pip install matplotlib") from error
        import io

        pixels = matplotlib.image.imread(io.BytesIO(self.png(theme)), format="png")
        if axes is None:
            height, width = pixels.shape[:2]
            _, axes = matplotlib.pyplot.subplots(figsize=(width / 200, height / 200), layout="constrained")
        axes.imshow(pixels)
        axes.set_axis_off()
        return axes

    def verify(self) -> Verification:
        """Checks every proof again, against the scene that was asked about."""
        # What flags tell the reader is not in the scene as it is held.
        own = self._scene.hold() if hasattr(self._scene, "hold") and not self._asked[1] else None
        return _verified(_stiction.verify(self.to_json(), own))

    def _repr_svg_(self) -> str | None:
        return self._again().svg(False)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(self.text)}</pre>" + (self._repr_svg_() or "")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<stiction.Report: {self.question}, {self.verdict or 'no verdict'}>"

    def _again(self) -> _stiction.Told:
        """The answer itself; one that was unpickled is asked for again."""
        if self._told is None:
            question, flags, subject = self._asked
            with words(question, subject, flags) as asked:
                held = self._scene.hold() if hasattr(self._scene, "hold") else None
                text = self._scene if isinstance(self._scene, str) else None
                self._told = _stiction.ask(asked, scene=held, text=text)
        return self._told

    def __getstate__(self) -> dict[str, Any]:
        return {"_told": None, "_scene": self._scene, "_asked": self._asked, "_json": self.to_json()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


def _is_dark(theme: str) -> bool:
    if theme not in ("light", "dark"):
        raise ValueError(f"theme {theme!r}: give 'light' or 'dark'")
    return theme == "dark"


def _verified(told: str) -> Verification:
    found = json.loads(told)

    def count(value: Any) -> int:
        return value if isinstance(value, int) else len(value)

    claims: dict[str, list[Any]] = {key: value for key, value in found.items() if _is_list(value)}
    return Verification(count(found["verified"]), count(found["failed"]), claims)


def verify(report: Any, scene: Any = None) -> Verification:
    """Checks every proof of a report again: a report, its dictionary, or the path of its JSON; against a scene, where one
    is given, that it must be about."""
    if isinstance(report, Report):
        text = report.to_json()
    elif is_path(report):
        with open(report, encoding="utf-8") as file:
            text = file.read()
    else:
        text = dumped(report)
    held = None
    if scene is not None:
        from ._questions import as_scene

        held = as_scene(scene).hold()
    return _verified(_stiction.verify(text, held))

"""Scenes."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

import stiction._stiction as _stiction
from ._errors import SceneError
from ._numbers import from_json, plain, to_json


#: Endings of files that are no text, and are read where they lie.
_MESHES = frozenset({".stl", ".ply", ".off", ".gltf", ".glb", ".3mf"})

if TYPE_CHECKING:
    from ._report import Report


class Scene:
    """Bodies, contacts and loads: what a scene file says.

    >>> scene = Scene(dimension=2, gravity=(0, -9.81)).body("crate", mass=2, com=(0, 1))
    >>> scene = scene.contact(on="crate", point=(-1, 0), normal=(0, 1), friction=0.3)
    >>> scene = scene.contact(on="crate", point=(1, 0), normal=(0, 1), friction=0.3)
    >>> scene.stand().verdict
    'yes'

    Keys are those of the scene file. A scene that is being written is checked when it is first asked about.
    """

    # The questions, which `_questions` adds: functions of the same names and keywords.
    check: Callable[..., Report]
    closure: Callable[..., Report]
    cone: Callable[..., Report]
    contacts: Callable[..., Report]
    hybrid: Callable[..., Report]
    insert: Callable[..., Report]
    jam: Callable[..., Report]
    labels: Callable[..., Report]
    modes: Callable[..., Report]
    motions: Callable[..., Report]
    outcomes: Callable[..., Report]
    place: Callable[..., Report]
    push: Callable[..., Report]
    quasistatic: Callable[..., Report]
    robust: Callable[..., Report]
    simulate: Callable[..., Report]
    stability: Callable[..., Report]
    stand: Callable[..., Report]

    def __init__(self, dimension: int = 2, **keys: Any) -> None:
        self._dict: dict[str, Any] | None = {"stiction": 1, "dimension": dimension, **keys}
        self._text: tuple[str, str] | None = None
        self._path: str | None = None
        self._held: _stiction.Held | None = None

    @classmethod
    def of_source(cls, *, path: str | None = None, text: tuple[str, str] | None = None) -> Self:
        scene = cls.__new__(cls)
        scene._dict, scene._text, scene._path, scene._held = None, text, path, None
        scene.hold()
        return scene

    @classmethod
    def from_dict(cls, keys: Mapping[str, Any]) -> Self:
        """The scene of a dictionary in the form of a scene file in JSON.

        Numbers may be int, float, Fraction, Decimal or NumPy scalars, and are taken exactly as they are; points and
        normals may be arrays.
        """
        scene = cls.__new__(cls)
        scene._dict, scene._text, scene._path, scene._held = dict(keys), None, None, None
        scene.hold()
        return scene

    def to_dict(self) -> dict[str, Any]:
        """The scene as a dictionary in the form of a scene file in JSON; decimals remember their digits."""
        if self._dict is not None:
            keys: dict[str, Any] = plain(self._dict)
            return keys
        text = self.hold().text()
        told = _stiction.as_json(text) if self._format() == "toml" else text
        if told is None or self._format() == "obj":
            raise ValueError("the scene has no JSON form")
        read: dict[str, Any] = from_json(told)
        return read

    def _format(self) -> str:
        if self._text is not None:
            return self._text[1]
        if self._path is not None and self._path.lower().endswith(".obj"):
            return "obj"
        text = self.hold().text().lstrip("\ufeff \t\r\n")
        return "json" if text.startswith("{") else "toml"

    def body(self, name: str, **keys: Any) -> Self:
        """Adds a body with the keys of the scene file; the scene itself, to go on with."""
        own = self._writable()
        bodies = own.setdefault("bodies", {})
        if name in bodies:
            raise ValueError(f"there is a body {name!r} already")
        bodies[name] = keys
        return self

    def contact(self, **keys: Any) -> Self:
        """Adds a contact with the keys of the scene file; the scene itself, to go on with."""
        self._writable().setdefault("contacts", []).append(keys)
        return self

    def load(self, **keys: Any) -> Self:
        """Adds a load with the keys of the scene file; the scene itself, to go on with."""
        self._writable().setdefault("loads", []).append(keys)
        return self

    def _writable(self) -> dict[str, Any]:
        """The scene as a dictionary that may be changed; what was read of it is forgotten."""
        if self._dict is None:
            self._dict = self.to_dict()
            self._text = None
        self._held = None
        return self._dict

    def hold(self) -> _stiction.Held:
        """The scene as it was read."""
        if self._held is None:
            folder = os.path.dirname(self._path) if self._path else os.getcwd()
            if self._dict is not None:
                try:
                    self._held = _stiction.held_text(to_json(self._dict), "json", "scene", folder)
                except SceneError as error:
                    raise error.without_places() from None
            elif self._text is not None:
                self._held = _stiction.held_text(*self._text, "scene", folder)
            else:
                assert self._path is not None
                self._held = _stiction.held_file(self._path)
        return self._held

    @property
    def has_text(self) -> bool:
        """Whether it was read from a text, in which faults have places."""
        return self._dict is None

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """What is accepted in the scene, and probably not meant."""
        told: list[dict[str, Any]] = from_json(self.hold().warnings())
        return told if self.has_text else [{**warning, "line": None, "column": None} for warning in told]

    def __getstate__(self) -> dict[str, Any]:
        # A file may be elsewhere, or another one, where the scene is unpickled: its text goes along. What stands in
        # other files is read from there.
        is_mesh = self._path is not None and os.path.splitext(self._path)[1].lower() in _MESHES
        text = None if self._dict is not None or is_mesh else (self.hold().text(), self._format())
        return {"_dict": self._dict, "_text": text, "_path": self._path, "_held": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        told = self._dict if self._dict is not None else self.to_dict()
        bodies, contacts = told.get("bodies", {}), told.get("contacts", [])
        counted = f"{_count(len(bodies), 'body', 'bodies')}, {_count(len(contacts), 'contact', 'contacts')}"
        return f"<stiction.Scene: dimension {told.get('dimension')}, {counted}>"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def load(path: str | os.PathLike[str]) -> Scene:
    """The scene of a file: TOML, JSON, COMPAS JSON or OBJ."""
    return Scene.of_source(path=os.fspath(path))


def loads(text: str, format: str = "toml") -> Scene:
    """The scene of a text: ``"toml"``, ``"json"`` or ``"obj"``.

    >>> loads('stiction = 1\\ndimension = 2\\n[bodies.part]\\n').contacts().verdict is None
    True
    """
    return Scene.of_source(text=(text, format))

"""Every question of the command, as a function of a scene with the command's flags as keywords."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import stiction._stiction as _stiction
from ._errors import Fault, QuestionError
from ._numbers import is_mapping, to_json
from ._report import Report
from ._scene import Scene, load
from ._words import is_path, words


def as_scene(scene: Any) -> Scene:
    """A scene, or that of a path or a dictionary."""
    if isinstance(scene, Scene):
        return scene
    if is_path(scene):
        return load(scene)
    if is_mapping(scene):
        return Scene.from_dict(scene)
    raise TypeError(f"{type(scene).__name__} is no scene; give a stiction.Scene, a path or a dictionary")


def _ask(question: str, scene: Any, flags: Mapping[str, Any]) -> Report:
    subject = as_scene(scene)
    held = subject.hold()
    try:
        if flags:
            _known(question, flags)
            with words(question, "scene", flags) as asked:
                told = _stiction.ask(asked, scene=held)
        else:
            told = _stiction.ask([question, "scene"], scene=held)
    except QuestionError as error:
        if subject.has_text:
            raise
        raise error.without_places() from None
    return Report(told, subject, question, flags)


def _known(question: str, flags: Mapping[str, Any]) -> None:
    """Raises where a keyword is no flag of the question, and says whose it is."""
    faults: list[Fault] = []
    for key in flags:
        name = key.rstrip("_").replace("_", "-")
        if name in _flags(question):
            continue
        takers = [f"`{other}`" for other in _ABOUT if name in _flags(other)]
        whose = f"it is a keyword of {', '.join(takers)}" if takers else f"give any of {', '.join(_keywords(question))}"
        faults.append(Fault(key, "usage", f"`{question}` takes no `{key}`", whose, None, None))
    if faults:
        raise QuestionError("\n".join(f"error[usage]: {fault.message}\n  = help: {fault.help}" for fault in faults), faults)


@functools.cache
def _flags(question: str) -> frozenset[str]:
    return frozenset(name for name, _, _ in _stiction.flags(question))


def _keywords(question: str) -> list[str]:
    names = (name.replace("-", "_") for name in sorted(_flags(question)))
    return [f"{name}_" if name in ("and", "not") else name for name in names]


def _question(name: str, about: str) -> Callable[..., Report]:
    def asked(scene: Any, /, **flags: Any) -> Report:
        return _ask(name, scene, flags)

    asked.__name__ = asked.__qualname__ = name
    asked.__doc__ = _documented(name, about)
    return asked


def _documented(name: str, about: str) -> str:
    lines = [f"{about}.", "", "Keywords are the flags of the command:", ""]
    for flag, kind, told in _stiction.flags(name):
        key = flag.replace("-", "_")
        key += "_" if key in ("and", "not") else ""
        if key in _ELSEWHERE:
            continue
        switch = " (True)" if kind == "switch" else ""
        lines.append(f"    {key}{switch}: {told}")
    return "\n".join(lines)


#: Flags that say where an answer goes, and are in force all the same.
_ELSEWHERE = frozenset({"picture", "max_size"})
_ABOUT = dict(_stiction.questions())

check = _question("check", _ABOUT["check"])
closure = _question("closure", _ABOUT["closure"])
cone = _question("cone", _ABOUT["cone"])
contacts = _question("contacts", _ABOUT["contacts"])
hybrid = _question("hybrid", _ABOUT["hybrid"])
insert = _question("insert", _ABOUT["insert"])
jam = _question("jam", _ABOUT["jam"])
labels = _question("labels", _ABOUT["labels"])
modes = _question("modes", _ABOUT["modes"])
motions = _question("motions", _ABOUT["motions"])
outcomes = _question("outcomes", _ABOUT["outcomes"])
place = _question("place", _ABOUT["place"])
push = _question("push", _ABOUT["push"])
quasistatic = _question("quasistatic", _ABOUT["quasistatic"])
robust = _question("robust", _ABOUT["robust"])
simulate = _question("simulate", _ABOUT["simulate"])
stability = _question("stability", _ABOUT["stability"])
stand = _question("stand", _ABOUT["stand"])

for _name, _asked in list(globals().items()):
    if _name in _ABOUT:
        setattr(Scene, _name, _asked)


def lcp(M: Sequence[Sequence[Any]] | str, q: Sequence[Any] | None = None, **flags: Any) -> Report:
    """All solutions of a linear complementarity problem: z >= 0, M z + q >= 0, and of each pair one is zero.

    >>> [solution.z.tolist() for solution in lcp([[2, 1], [1, 2]], [-5, -6]).solutions]
    [[1.3333333333333333, 2.3333333333333335]]

    A path of a file is taken in place of M; ``one=True`` is content with one solution.
    """
    if q is None:
        if not is_path(M):
            raise TypeError("give M and q, or the path of a file that holds both")
        with open(str(M), encoding="utf-8") as file:
            text = file.read()
    else:
        text = to_json({"M": M, "q": q})
    try:
        with words("lcp", "problem", flags) as asked:
            return Report(_stiction.ask(asked, text=text), text, "lcp", flags)
    except QuestionError as error:
        raise error if q is None else error.without_places() from None

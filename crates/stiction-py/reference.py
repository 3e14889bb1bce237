"""The reference of the package, from its own words: a page that mkdocs makes when it builds."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterator
from typing import Any

import stiction
import stiction.bridges
import stiction.ray
from stiction._stiction import questions

PAGE = "guide/python-reference.md"


#: What is read and not called.
ATTRIBUTES = (property, functools.cached_property)
#: Classes that a user makes; all others are answers.
MADE = ("Scene", "Score", "Written")
#: Methods that modules of the package call of each other.
INNER = frozenset({"hold", "of_source"})
#: Methods of a scene that are the functions of the same names.
QUESTIONS = frozenset(name for name, _ in questions())


def _signature(value: Any) -> str:
    told = str(inspect.signature(value))
    # Annotations are texts here.
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", told).replace("_stiction.", "")


def _words(value: Any) -> str:
    """A docstring with its examples as code."""
    out: list[str] = []
    inside = False
    for line in (inspect.getdoc(value) or "").splitlines():
        if line.startswith(">>>") and not inside:
            out.append("```python")
            inside = True
        elif inside and not line.strip():
            out.append("```")
            inside = False
        out.append(line)
    return "\n".join([*out, "```"] if inside else out)


def _methods(kind: type) -> list[str]:
    named = [name for name, entry in vars(kind).items() if callable(entry) or isinstance(entry, ATTRIBUTES + (classmethod,))]
    return [name for name in named if not name.startswith("_") and name not in INNER and name not in QUESTIONS]


def _entries(module: Any, prefix: str, names: list[str]) -> Iterator[str]:
    for name in names:
        value = getattr(module, name)
        is_class = inspect.isclass(value)
        yield f"### `{prefix}{name}{'' if is_class and name not in MADE else _signature(value)}`\n\n{_words(value)}\n"
        for key in _methods(value) if is_class else []:
            own = inspect.getattr_static(value, key)
            shown = "" if isinstance(own, ATTRIBUTES) else _signature(getattr(value, key))
            yield f"#### `{name}.{key}{shown}`\n\n{_words(own)}\n"


def page() -> str:
    """The page."""
    names = [name for name in stiction.__all__ if not name.startswith("_")]
    return "\n".join([
        "# Reference\n",
        "Questions are methods of a scene too.\n",
        "## stiction\n",
        *_entries(stiction, "st.", names),
        "## stiction.bridges\n",
        inspect.getdoc(stiction.bridges) or "",
        "",
        *_entries(stiction.bridges, "bridges.", list(stiction.bridges.__all__)),
        "## stiction.ray\n",
        *_entries(stiction.ray, "stiction.ray.", ["Score", "run"]),
    ])


def on_files(files: Any, config: Any) -> Any:
    """Adds the page to those of the folder."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, PAGE, content=page()))
    return files

"""What of a report was never looked at: section 9 of docs/PROOFS.md, told instead of remembered.

A list of keys that a checker leaves out would have to be kept by hand, and would be wrong. Objects and lists remember
instead which of their entries were taken out of them; the rest was not checked, and is told.
"""

from __future__ import annotations

from typing import Any, Iterator


class Object(dict):
    """An object that remembers which entries were looked at."""

    def __init__(self, value: dict[str, Any]) -> None:
        super().__init__((key, watched(entry)) for key, entry in value.items())
        self.seen: set[Any] = set()

    def __getitem__(self, key: Any) -> Any:
        self.seen.add(key)
        return super().__getitem__(key)

    def get(self, key: Any, otherwise: Any = None) -> Any:
        """The entry, which is now seen."""
        self.seen.add(key)
        return super().get(key, otherwise)

    def items(self) -> Any:
        """All entries, which are now seen."""
        self.seen.update(self)
        return super().items()

    def values(self) -> Any:
        """All entries, which are now seen."""
        self.seen.update(self)
        return super().values()

    def __eq__(self, other: Any) -> bool:
        look(self)
        return super().__eq__(other)

    def __ne__(self, other: Any) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]


class Array(list):
    """A list that remembers which entries were looked at."""

    def __init__(self, value: list[Any]) -> None:
        super().__init__(watched(entry) for entry in value)
        self.seen: set[int] = set()

    def __getitem__(self, place: Any) -> Any:
        self.seen.update(range(len(self))[place] if isinstance(place, slice) else [range(len(self))[place]])
        return super().__getitem__(place)

    def __iter__(self) -> Iterator[Any]:
        for place, entry in enumerate(super().__iter__()):
            self.seen.add(place)
            yield entry

    def __eq__(self, other: Any) -> bool:
        look(self)
        return super().__eq__(other)

    def __ne__(self, other: Any) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]


def watched(value: Any) -> Any:
    """A value that remembers what is looked at."""
    if isinstance(value, dict):
        return Object(value)
    return Array(value) if isinstance(value, list) else value


def look(value: Any) -> None:
    """Marks a value and all within as seen: it was compared as a whole."""
    if isinstance(value, Object):
        value.seen.update(value)
        for entry in dict.values(value):
            look(entry)
    elif isinstance(value, Array):
        value.seen.update(range(len(value)))
        for entry in list.__iter__(value):
            look(entry)


def unseen(value: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The ways to what was not looked at, `*` for any place of a list; an untouched object is told as one."""
    if isinstance(value, Object):
        for key, entry in dict.items(value):
            yield from below(entry, key in value.seen, (*path, str(key)))
    elif isinstance(value, Array):
        for place, entry in enumerate(list.__iter__(value)):
            yield from below(entry, place in value.seen, (*path, "*"))


def below(entry: Any, seen: bool, path: tuple[str, ...]) -> Iterator[str]:
    """What was not looked at of one entry."""
    if not seen or not touched(entry):
        yield ".".join(path)
    else:
        yield from unseen(entry, path)


def touched(value: Any) -> bool:
    """Whether something within was looked at; what has nothing within is, once it was taken out."""
    return not isinstance(value, (Object, Array)) or not len(value) or bool(value.seen)

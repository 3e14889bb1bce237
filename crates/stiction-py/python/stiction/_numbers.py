"""Numbers on their way to exact arithmetic and back.

A number means exactly what it is: an int, a Fraction or a Decimal itself, a float the dyadic fraction of its bits. What
comes out of a scene file was written in decimals, ``0.3`` for 3/10, which no float is: it comes as a float that remembers
its digits, and goes back as what was written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Self, TypeGuard

import numpy as np
from numpy.typing import NDArray


class Written(float):
    """A float that remembers how it was written, and means that when it is given back.

    >>> Written("0.3") == 0.3, Written("0.3").text
    (True, '0.3')
    """

    text: str

    def __new__(cls, text: str) -> Self:
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.text,)


def is_mapping(value: Any) -> TypeGuard[Mapping[Any, Any]]:
    """Whether this is a dictionary of whatever."""
    return isinstance(value, Mapping)


def is_iterable(value: Any) -> TypeGuard[Iterable[Any]]:
    """Whether this holds whatever."""
    return isinstance(value, Iterable)


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether this is an integer, of Python or NumPy."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def is_float(value: Any) -> TypeGuard[float]:
    """Whether this is a float, of Python or NumPy."""
    return isinstance(value, (float, np.floating))


def is_truth(value: Any) -> TypeGuard[bool]:
    """Whether this is yes or no, of Python or NumPy."""
    return isinstance(value, (bool, np.bool_))


def is_array(value: Any) -> TypeGuard[NDArray[Any]]:
    """Whether this is an array."""
    return isinstance(value, np.ndarray)


def number_text(number: Any) -> str:
    """A number as the command reads it: digits, or a fraction.

    >>> number_text(0.5), number_text(Fraction(1, 3)), number_text(Decimal("0.1"))
    ('0.5', '1/3', '0.1')
    >>> number_text(0.1)
    '3602879701896397/36028797018963968'
    """
    if isinstance(number, Written):
        return number.text
    if isinstance(number, (bool, np.bool_)):
        raise TypeError(f"{number!r} is no number")
    if is_whole(number):
        return str(int(number))
    if isinstance(number, Fraction):
        return str(number)
    if isinstance(number, Decimal):
        return format(number, "f") if number.is_finite() else str(number).lower()
    if is_float(number):
        return _float_text(float(number))
    raise TypeError(f"{number!r} ({type(number).__name__}) is no number; give an int, float, Fraction or Decimal")


#: Digits up to which a float is written as the decimal that it is, and not as a fraction.
_SHORT = 17


def _float_text(value: float) -> str:
    """A float exactly: as a decimal where that is short, else as a fraction."""
    if not np.isfinite(value):
        return repr(value)
    decimal = Decimal(value)
    short = len(decimal.as_tuple().digits) <= _SHORT and abs(decimal.adjusted()) <= _SHORT
    return format(decimal, "f") if short else str(Fraction(value))


def _is_number(value: Any) -> bool:
    kinds = (int, float, Fraction, Decimal, np.integer, np.floating)
    return isinstance(value, kinds) and not isinstance(value, bool)


def to_json(value: Any) -> str:
    """A scene of Python values as JSON, every number exactly as it is."""
    if value is None or is_truth(value):
        return json.dumps(None if value is None else bool(value))
    if isinstance(value, str):
        return json.dumps(value)
    if _is_number(value):
        text = number_text(value)
        return text if not isinstance(value, Fraction) and "/" not in text and _is_json(text) else json.dumps(text)
    if is_array(value):
        return to_json(value.item() if value.ndim == 0 else list(value))
    if is_mapping(value):
        pairs = (f"{json.dumps(str(key))}: {to_json(entry)}" for key, entry in value.items())
        return "{" + ", ".join(pairs) + "}"
    if is_iterable(value):
        return "[" + ", ".join(to_json(entry) for entry in value) + "]"
    raise TypeError(f"{value!r} ({type(value).__name__}) has no place in a scene")


def plain(value: Any) -> Any:
    """The same with dictionaries, lists and numbers of Python alone; a number that is no float as a text."""
    if value is None or isinstance(value, (bool, str, Written)):
        return value
    if is_truth(value):
        return bool(value)
    if is_whole(value):
        return int(value)
    if is_float(value):
        return float(value)
    if _is_number(value):
        return number_text(value)
    if is_array(value) and value.ndim == 0:
        return plain(value.item())
    if is_mapping(value):
        return {str(key): plain(entry) for key, entry in value.items()}
    if is_iterable(value):
        return [plain(entry) for entry in value]
    raise TypeError(f"{value!r} ({type(value).__name__}) has no place in a scene")


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), (int, float)) and text not in ("NaN", "Infinity", "-Infinity")
    except ValueError:
        return False


def from_json(text: str) -> Any:
    """JSON as Python values; decimals remember their digits."""
    return json.loads(text, parse_float=Written)

"""Reading reports and comparing numbers: section 1.1 and 1.2 of docs/PROOFS.md."""

from __future__ import annotations

import json
import math
import re
import sys
from fractions import Fraction
from typing import Any, Callable, Iterable, Optional, Sequence

Vector = tuple[Fraction, ...]
RATIONAL = re.compile(r"-?[0-9]+(/[0-9]+)?")
MOST_DIGITS = 1_000_000
ULPS = Fraction(4, 2**52)


class Refusal(Exception):
    """Something that a report says does not follow from its proofs."""


class Unchecked(Exception):
    """Something that a report says is not described in PROOFS.md, or claims nothing: why, and at which keys."""

    def __init__(self, why: str, *keys: str) -> None:
        super().__init__(why)
        self.keys = keys


class NoReport(Exception):
    """The input is no report at all."""


class Findings:
    """What was proved, left unchecked and refused, of one report."""

    def __init__(self) -> None:
        self.proved: list[str] = []
        self.unchecked: list[str] = []
        self.refused: list[str] = []
        self.left: set[str] = set()

    def leave(self, why: str, *keys: str) -> None:
        """Says that keys are not checked; they are dotted, `*` is any place, and `` is the whole report."""
        self.left.update(keys)
        self.unchecked.append(f"{', '.join(key or 'the report' for key in keys)}: {why}")

    def leaves(self, path: Sequence[Any]) -> bool:
        """Whether it was said that this is not checked, or something that it is a part of."""
        return any(covers(entry, path) for entry in self.left)

    def section(self, name: str, check: Callable[[], Any]) -> bool:
        """Runs one check; whatever goes wrong in it is a refusal, never a traceback."""
        try:
            check()
        except Refusal as fault:
            self.refused.append(f"{name}: {fault}")
        except Unchecked as why:
            self.leave(str(why), *(why.keys or (name,)))
        except (RecursionError, MemoryError):
            self.refused.append(f"{name}: nested too deeply")
        except Exception as fault:  # garbage of a shape that nobody foresaw
            self.refused.append(f"{name}: not of the described form ({type(fault).__name__}: {fault})")
        else:
            self.proved.append(name)
            return True
        return False


def covers(entry: str, path: Sequence[Any]) -> bool:
    """Whether a dotted way, with `*` for any place, is that of a path or of something that it is a part of."""
    keys = entry.split(".") if entry else []
    return len(keys) <= len(path) and all(key in ("*", str(step)) for key, step in zip(keys, path))


def need(condition: bool, why: str) -> None:
    """Refuses unless the condition holds."""
    if not condition:
        raise Refusal(why)


# -- reading ---------------------------------------------------------------------------------------------------------


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NoReport("an object has a key twice")
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise NoReport(f"{text} is no finite number")
    return number


def _constant(text: str) -> float:
    raise NoReport(f"{text} is no number")


def read(text: str) -> Any:
    """The JSON value of a text: no key twice, no NaN, no number beyond doubles (1.1, 1.2)."""
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(MOST_DIGITS)
    try:
        return json.loads(text, object_pairs_hook=_once, parse_float=_finite, parse_constant=_constant)
    except NoReport:
        raise
    except (RecursionError, MemoryError):
        raise NoReport("nested too deeply") from None
    except ValueError as fault:
        raise NoReport(f"no JSON: {fault}") from None


def record(value: Any, required: str = "", optional: str = "", what: str = "") -> dict[str, Any]:
    """An object with exactly these keys; a key that may be left out is never null (1.1)."""
    need(isinstance(value, dict), f"{what or 'something'} is no object")
    names, free = required.split(), optional.split()
    for key in names:
        need(key in value, f"{what} lacks `{key}`")
    # Past `Object.items`: that a key is there is no look at what it holds.
    for key, entry in dict.items(value):
        need(key in names or key in free, f"{what} has an unknown key `{key}`")
        need(key in names or entry is not None, f"{what}: `{key}` is null")
    return value


def table(value: Any, what: str) -> dict[str, Any]:
    """An object with any keys."""
    need(isinstance(value, dict), f"{what} is no object")
    return value


def listed(value: Any, what: str, length: Optional[int] = None) -> list[Any]:
    """A list, of a length if one is asked for."""
    need(isinstance(value, list), f"{what} is no list")
    need(length is None or len(value) == length, f"{what} has {len(value)} entries and not {length}")
    return value


def text(value: Any, what: str) -> str:
    """A string."""
    need(isinstance(value, str), f"{what} is no text")
    return value


def texts(value: Any, what: str) -> list[str]:
    """A list of strings."""
    return [text(entry, what) for entry in listed(value, what)]


def truth(value: Any, what: str) -> bool:
    """A boolean."""
    need(isinstance(value, bool), f"{what} is neither true nor false")
    return value


def place(value: Any, what: str, below: Optional[int] = None) -> int:
    """An integer from 0."""
    need(isinstance(value, int) and not isinstance(value, bool) and value >= 0, f"{what} is no place")
    need(below is None or value < below, f"{what} is beyond the list")
    return value


def rational(value: Any, what: str = "a number") -> Fraction:
    """A rational in its text form (1.2)."""
    need(isinstance(value, str) and RATIONAL.fullmatch(value) is not None, f"{what} is no rational")
    top, _, bottom = value.partition("/")
    need(len(value) < MOST_DIGITS and (not bottom or int(bottom) > 0), f"{what} is no rational")
    return Fraction(int(top), int(bottom) if bottom else 1)


def vector(value: Any, length: Optional[int] = None, what: str = "a vector") -> Vector:
    """A list of rationals."""
    return tuple(rational(entry, what) for entry in listed(value, what, length))


def vectors(value: Any, length: Optional[int], what: str, count: Optional[int] = None) -> list[Vector]:
    """A list of vectors."""
    return [vector(entry, length, what) for entry in listed(value, what, count)]


def different(names: Sequence[Any], what: str) -> None:
    """Refuses a repeated name."""
    need(len(set(names)) == len(names), f"two {what} have one name")


# -- headlines -------------------------------------------------------------------------------------------------------


def double(value: Fraction) -> Optional[float]:
    """D(x): the nearest double, None beyond their range."""
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return None


def mirrors(headline: Any, value: Optional[Fraction], what: str, slack: Fraction = ULPS) -> None:
    """A headline agrees with a rational up to 4 units of 2^-52 (1.2)."""
    nearest = None if value is None else double(value)
    if nearest is None:
        need(headline is None, f"{what} is told and not proved")
        return
    need(isinstance(headline, (int, float)) and not isinstance(headline, bool), f"{what} is no number")
    apart = abs(Fraction(headline) - Fraction(nearest))
    need(apart <= slack * abs(Fraction(nearest)), f"{what} is {headline} and {nearest} is proved")


def mirror_all(headline: Any, values: Iterable[Fraction], what: str, slack: Fraction = ULPS) -> None:
    """A list of headlines."""
    wanted = list(values)
    for entry, value in zip(listed(headline, what, len(wanted)), wanted):
        mirrors(entry, value, what, slack)


ROOTS = Fraction(1, 10**11)


def near(headline: Any, values: Sequence[Fraction], what: str) -> None:
    """A list of headlines that passed through roots, within the rounding of doubles of the largest of them."""
    largest = max([abs(value) for value in values], default=Fraction(0))
    for entry, value in zip(listed(headline, what, len(values)), values):
        need(isinstance(entry, (int, float)) and not isinstance(entry, bool), f"{what} is no number")
        need(abs(Fraction(entry) - value) <= ROOTS * largest, f"{what} is {entry} and {float(value)} is proved")


def root(value: Fraction) -> Fraction:
    """The root, good to more than 100 bits, from below; exact where it is rational."""
    top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    product = value.numerator * value.denominator
    shift = max(0, 128 - product.bit_length() // 2)
    return Fraction(math.isqrt(product << (2 * shift)), value.denominator << shift)


def exactly(value: Any, wanted: Optional[Fraction], what: str) -> None:
    """An entry of `exact` equals what is proved; null where nothing is."""
    if wanted is None:
        need(value is None, f"{what} is told exactly and not proved")
    else:
        need(rational(value, what) == wanted, f"{what} is not what is proved")


def exactly_all(value: Any, wanted: Iterable[Fraction], what: str) -> None:
    """A vector of `exact` equals what is proved."""
    need(vector(value, None, what) == tuple(wanted), f"{what} is not what is proved")


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator, then least numerator, from low to high (both not negative)."""
    floor = low.numerator // low.denominator
    if floor == low:
        return Fraction(floor)
    if floor + 1 <= high:
        return Fraction(floor + 1)
    rest = simplest(1 / (high - floor), 1 / (low - floor))
    return floor + 1 / rest

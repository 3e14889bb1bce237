"""How often a grasp still closes when its numbers are off."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ._score import score

#: Contacts that are scored at once.
_AT_ONCE = 1 << 18


class Probability(NamedTuple):
    """The share of samples that close, each certified, and between what it is in truth, 19 times of 20."""

    value: float
    """The share of the samples that close."""
    low: float
    """The lower end of the interval (Wilson, 95 %); samples that are undecided count as open."""
    high: float
    """The upper end; samples that are undecided count as closed."""
    closed: int
    """How many samples close."""
    undecided: int
    """How many are undecided."""
    samples: int
    """How many there were."""

    def __float__(self) -> float:
        return self.value


def _wilson(hits: int, samples: int, side: float) -> float:
    """An end of the interval of E. B. Wilson (1927) at 95 %."""
    z = 1.959963984540054
    share, weight = hits / samples, z * z / samples
    spread = z * math.sqrt(share * (1 - share) / samples + weight / (4 * samples))
    return min(1.0, max(0.0, (share + weight / 2 + side * spread) / (1 + weight)))


def probability(
    points: Any,
    normals: Any,
    friction: Any,
    *,
    noise: float | Mapping[str, float],
    samples: int = 1000,
    seed: int = 0,
    distribution: str = "normal",
    cone: str = "round",
    jobs: int | None = None,
) -> Probability:
    """How often one grasp still closes when its points, normals and friction are disturbed.

    >>> points, normals = [[-1, 0], [1, 0]], [[1, 0], [-1, 0]]
    >>> found = probability(points, normals, 0.2, noise={"point": 0.1}, samples=400, seed=1)
    >>> found.low < found.value < found.high
    True

    ``noise`` is a length for points, or ``{"point": metres, "normal": radians, "friction": …}``: of the distribution
    ``"normal"`` standard deviations, of ``"uniform"`` half widths. Each number is disturbed by itself; a normal is turned
    by a turn of each axis across it. Friction below zero counts as zero. The same seed gives the same samples.
    """
    spread = {"point": 0.0, "normal": 0.0, "friction": 0.0}
    given = dict(noise) if isinstance(noise, Mapping) else {"point": float(noise)}
    unknown = set(given) - set(spread)
    if unknown:
        raise ValueError(f"noise of {', '.join(sorted(unknown))} is not known; give point, normal, friction")
    spread.update({key: float(value) for key, value in given.items()})
    if any(not math.isfinite(value) or value < 0 for value in spread.values()):
        raise ValueError("noise is a length, an angle or a number that is not negative")
    if samples < 1:
        raise ValueError(f"samples is {samples}; give at least 1")
    if distribution not in ("normal", "uniform"):
        raise ValueError(f"distribution {distribution!r}: give 'normal' or 'uniform'")
    base, directions = np.asarray(points, dtype=float), np.asarray(normals, dtype=float)
    if base.ndim != 2 or base.shape != directions.shape or base.shape[1] not in (2, 3):
        raise ValueError(f"one grasp is meant: points of the shape (contacts, 2 or 3), not {base.shape}")
    coefficients = np.broadcast_to(np.asarray(friction, dtype=float), base.shape[:1])
    generator = np.random.default_rng(seed)

    def drawn(shape: tuple[int, ...], width: float) -> Any:
        unit = generator.standard_normal(shape) if distribution == "normal" else generator.uniform(-1, 1, shape)
        return width * unit

    closed = undecided = done = 0
    block = max(1, _AT_ONCE // max(1, len(base)))
    while done < samples:
        count = min(block, samples - done)
        moved = base + drawn((count, *base.shape), spread["point"])
        turned = _turned(directions, drawn((count, len(base), base.shape[1] - 1), spread["normal"]))
        rough = np.maximum(0.0, coefficients + drawn((count, len(base)), spread["friction"]))
        found = score(moved, turned, rough, cone=cone, jobs=jobs)
        if found.fault[0] is not None:
            raise ValueError(found.fault[0])
        closed += int((found["force"] == 1).sum())
        undecided += int((found["force"] == -1).sum())
        done += count
    return Probability(
        closed / samples,
        _wilson(closed, samples, -1.0),
        _wilson(closed + undecided, samples, 1.0),
        closed,
        undecided,
        samples,
    )


def _turned(normals: Any, angles: Any) -> Any:
    """Normals turned by these angles: about z in the plane, by a rotation vector across the normal in space."""
    if normals.shape[1] == 2:
        cosine, sine = np.cos(angles[..., 0]), np.sin(angles[..., 0])
        x, y = normals[:, 0], normals[:, 1]
        return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)
    unit = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    least = np.eye(3)[np.argmin(np.abs(unit), axis=1)]
    first = np.cross(unit, least)
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(unit, first)
    across = angles[..., :1] * first + angles[..., 1:] * second
    size = np.linalg.norm(across, axis=-1, keepdims=True)
    return np.cos(size) * unit + np.sinc(size / np.pi) * np.cross(across, unit)

"""Many grasps at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import stiction._stiction as _stiction
from ._errors import StictionError
from ._numbers import is_array
from ._report import Report

#: What may be asked of every grasp.
MEASURES = ("force", "form", "epsilon_l1", "epsilon_linf", "least_friction", "margin")


class Scores:
    """What is known of many grasps: an array for each measure, and for each grasp whether it was decided in exact
    arithmetic (``exact``) and what is wrong with it (``fault``, None or text)."""

    exact: NDArray[np.bool_]
    fault: NDArray[np.object_]

    def __init__(self, columns: dict[str, Any], grasps: _Grasps, options: dict[str, Any]) -> None:
        self._columns, self._grasps, self._options = columns, grasps, options
        self.__dict__.update(columns)

    def __len__(self) -> int:
        return len(self.exact)

    def __getitem__(self, measure: str) -> Any:
        return self._columns[measure]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in MEASURES:
            raise AttributeError(name)
        raise AttributeError(f"{name!r} was not asked; give measures=({name!r}, …)")

    @property
    def measures(self) -> tuple[str, ...]:
        """What was asked of every grasp."""
        return tuple(self._options["measures"])

    def report(self, index: int) -> Report:
        """The full report of one grasp, with its proof."""
        from ._questions import closure

        flags = {"cone": self._options["cone"], "length": self._options["length"]}
        usual = {"cone": "round", "length": 1.0}
        return closure(self.scene(index), **{key: flags[key] for key in flags if flags[key] != usual[key]})

    def scene(self, index: int) -> Any:
        """The scene of one grasp."""
        from ._scene import Scene

        number = range(len(self))[index]
        points, normals, friction, origin = self._grasps.one(number)
        scene = Scene(dimension=self._grasps.dimension).body("part", com=origin)
        for point, normal, mu in zip(points, normals, friction, strict=True):
            scene = scene.contact(on="part", point=point, normal=normal, friction=mu)
        return scene

    def __repr__(self) -> str:
        return f"<stiction.Scores: {len(self)} grasps, {', '.join(self.measures)}>"


class _Grasps:
    """Grasps in flat arrays, whatever shape they came in."""

    def __init__(self, points: Any, normals: Any, friction: Any, offsets: Any, origin: Any) -> None:
        points, normals = _floats("points", points), _floats("normals", normals)
        if points.shape != normals.shape:
            raise ValueError(f"points have the shape {points.shape} and normals {normals.shape}; give one normal a point")
        if points.ndim not in (2, 3) or points.shape[-1] not in (2, 3):
            raise ValueError(
                f"points have the shape {points.shape}; give (grasps, contacts, 2 or 3), or (contacts, 2 or 3) "
                "with offsets"
            )
        self.dimension = int(points.shape[-1])
        if offsets is not None:
            self.offsets = _offsets(offsets, points)
        elif points.ndim == 3:
            self.offsets = np.arange(points.shape[0] + 1, dtype=np.int64) * points.shape[1]
        else:
            self.offsets = np.array([0, points.shape[0]], dtype=np.int64)
        self.shape = points.shape
        self.points = np.ascontiguousarray(points.reshape(-1))
        self.normals = np.ascontiguousarray(normals.reshape(-1))
        self.friction = self._frictions(_floats("friction", friction))
        self.origin = self._origins(origin)

    def _frictions(self, given: NDArray[np.float64]) -> NDArray[np.float64]:
        contacts = int(self.offsets[-1])
        if given.ndim == 0:
            return given.reshape(1)
        if given.shape == (contacts,) and contacts != 1:
            return np.ascontiguousarray(given)
        if len(self.shape) == 3:
            try:
                wide = np.broadcast_to(given, self.shape[:2])
            except ValueError:
                wide = None
            if wide is not None:
                return np.ascontiguousarray(wide.reshape(-1))
        if contacts == 1 and given.size == 1:
            return given.reshape(1)
        raise ValueError(
            f"friction has the shape {given.shape}; give a number, one a contact of a grasp, or one a contact "
            f"({contacts} in all)"
        )

    def _origins(self, origin: Any) -> NDArray[np.float64]:
        if origin is None:
            return np.zeros(self.dimension)
        given = _floats("origin", origin)
        grasps = len(self.offsets) - 1
        if given.shape in ((self.dimension,), (grasps, self.dimension)):
            return np.ascontiguousarray(given.reshape(-1))
        raise ValueError(
            f"origin has the shape {given.shape}; give ({self.dimension},) for all or ({grasps}, {self.dimension})"
        )

    def one(self, number: int) -> tuple[Any, Any, Any, Any]:
        first, last = (int(end) for end in self.offsets[number : number + 2])
        dimension = self.dimension
        points = self.points.reshape(-1, dimension)[first:last]
        normals = self.normals.reshape(-1, dimension)[first:last]
        friction = np.broadcast_to(self.friction, last - first) if self.friction.size == 1 else self.friction[first:last]
        origins = self.origin.reshape(-1, dimension)
        return points, normals, friction, origins[0 if len(origins) == 1 else number]


def _floats(name: str, values: Any) -> NDArray[np.float64]:
    if hasattr(values, "__dlpack__") and not is_array(values):
        try:
            values = np.from_dlpack(values)
        except (BufferError, RuntimeError) as error:
            raise ValueError(f"{name} lie where this program cannot read them: {error}") from error
    try:
        array: NDArray[Any] = np.asarray(values)
        if array.dtype.kind == "c":
            raise TypeError("they are complex")
        if array.dtype.kind not in "fiu":
            array = array.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} are no array of numbers: {error}; ragged grasps are given flat, with offsets") from error
    return array.astype(np.float64, copy=False)


def _offsets(offsets: Any, points: NDArray[np.float64]) -> NDArray[np.int64]:
    if points.ndim != 2:
        raise ValueError(f"points have the shape {points.shape}; with offsets they are flat, (contacts, 2 or 3)")
    given = np.asarray(offsets)
    if given.ndim != 1 or given.dtype.kind not in "iu" or not len(given):
        raise ValueError("offsets: give whole numbers, one more than there are grasps")
    if given[0] != 0 or given[-1] != len(points) or (np.diff(given.astype(np.int64)) < 0).any():
        raise ValueError(f"offsets begin with 0, never fall and end with the number of contacts, {len(points)}")
    return np.ascontiguousarray(given, dtype=np.int64)


def score(
    points: Any,
    normals: Any,
    friction: Any,
    *,
    measures: Iterable[str] = ("force",),
    cone: str = "round",
    offsets: Any = None,
    origin: Any = None,
    length: float = 1.0,
    gradients: bool = False,
    jobs: int | None = None,
    device: str = "cpu",
) -> Scores:
    """Scores many grasps, each verdict certified.

    >>> points = [[[-1, 0], [1, 0]], [[-1, 0], [1, 1]]]
    >>> normals = [[[1, 0], [-1, 0]], [[1, 0], [-1, 0]]]
    >>> scores = score(points, normals, 0.4, measures=("force", "least_friction"))
    >>> scores.force, scores.least_friction
    (array([1, 0], dtype=int8), array([0. , 0.5]))

    ``points`` and ``normals`` have the shape (grasps, contacts, 2 or 3), or are flat, (contacts, 2 or 3), with
    ``offsets`` where each grasp begins and the last ends. ``friction`` is a number, one a contact of a grasp, or one a
    contact. The measures are ``force`` and ``form`` (1 yes, 0 no, -1 undecided), ``epsilon_l1``, ``epsilon_linf``,
    ``least_friction`` and ``margin`` (NaN where there is none). Moments count about ``origin`` (zero), and are made
    comparable with forces by ``length``. ``gradients=True`` adds ``d_points`` and ``d_normals``: how the first measure
    that is a number changes with each contact, per metre and per radian; NaN where it has a kink.
    """
    asked = [measures] if isinstance(measures, str) else list(measures)
    numbers = [measure for measure in asked if measure not in ("force", "form")]
    if gradients and not numbers:
        raise ValueError("gradients are of a number; ask for one of epsilon_l1, epsilon_linf, least_friction, margin")
    if device != "cpu":
        raise StictionError(f"device {device!r}: this build decides grasps on the processor; give device='cpu'")
    if not 0 < length < float("inf"):
        raise ValueError(f"length is {length}; give one greater than zero, in the unit of the points")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is {jobs}; give how many threads may work, or None for all")
    grasps = _Grasps(points, normals, friction, offsets, origin)
    found = _stiction.score(
        grasps.dimension,
        grasps.points,
        grasps.normals,
        grasps.friction,
        grasps.offsets,
        grasps.origin,
        list(dict.fromkeys(asked)),
        cone,
        float(length),
        numbers[0] if gradients else None,
        jobs or 0,
    )
    fault = np.full(len(grasps.offsets) - 1, None, dtype=object)
    for number, words in found["fault"]:
        fault[number] = words
    columns: dict[str, Any] = {**found, "fault": fault}
    for key in ("d_points", "d_normals"):
        if key in columns:
            columns[key] = columns[key].reshape(grasps.shape)
    return Scores(columns, grasps, {"measures": list(dict.fromkeys(asked)), "cone": cone, "length": float(length)})

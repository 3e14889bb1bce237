"""Grasps in tables: columns of lists to arrays, and scores to columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._optional import needed
from ._score import score

#: Columns that a grasp is read from.
COLUMNS = ("points", "normals", "friction")


class Rows:
    """Grasps of a table in flat arrays; what cannot be read is kept as a fault of its row."""

    def __init__(self, points: Sequence[Any], normals: Sequence[Any], friction: Sequence[Any], dimension: int) -> None:
        self.dimension = dimension
        self.faults: dict[int, str] = {}
        flat: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
        counts = np.zeros(len(points), dtype=np.int64)
        for number, row in enumerate(zip(points, normals, friction, strict=True)):
            try:
                own = _read(*row, dimension)
            except (TypeError, ValueError) as error:
                self.faults[number] = str(error)
                continue
            counts[number] = len(own[0])
            for column, values in zip(flat, own, strict=True):
                column.append(values)
        empty = np.zeros((0, dimension))
        self.points = np.concatenate(flat[0]) if flat[0] else empty
        self.normals = np.concatenate(flat[1]) if flat[1] else empty
        self.friction = np.concatenate(flat[2]) if flat[2] else np.zeros(0)
        self.offsets = np.concatenate([[0], np.cumsum(counts)])


def _read(points: Any, normals: Any, friction: Any, dimension: int) -> tuple[Any, Any, Any]:
    if points is None or normals is None or friction is None:
        missing = [name for name, value in zip(COLUMNS, (points, normals, friction), strict=True) if value is None]
        raise ValueError(f"{' and '.join(missing)} missing")
    own: list[NDArray[np.float64]] = []
    for name, values in (("points", points), ("normals", normals)):
        listed = [list(entry) for entry in values]
        if any(len(entry) != dimension for entry in listed):
            raise ValueError(f"{name}: each has {dimension} numbers")
        own.append(np.array(listed, dtype=float).reshape(-1, dimension))
    if len(own[0]) != len(own[1]):
        raise ValueError(f"{len(own[0])} points and {len(own[1])} normals; give one normal a point")
    mu = np.asarray(friction, dtype=float)
    if mu.ndim > 1 or mu.ndim == 1 and len(mu) != len(own[0]):
        raise ValueError(f"friction is a number, or one a contact ({len(own[0])})")
    return own[0], own[1], np.broadcast_to(mu, len(own[0]))


def dimension_of(points: Iterable[Any]) -> int | None:
    """Two or three, by the first row that shows it."""
    for row in points:
        try:
            size = len(row[0])
        except (TypeError, IndexError, KeyError):
            continue
        if size in (2, 3):
            return size
    return None


def added(rows: Rows, options: dict[str, Any]) -> dict[str, NDArray[Any]]:
    """The columns that are added to rows: the measures, and ``fault``."""
    scores = score(rows.points, rows.normals, rows.friction, offsets=rows.offsets, **options)
    columns = {measure: scores[measure] for measure in scores.measures}
    fault = scores.fault
    for number, words in rows.faults.items():
        fault[number] = words
        for column in columns.values():
            column[number] = -1 if column.dtype == np.int8 else np.nan
    columns["fault"] = fault
    return columns


def _arrow() -> Any:
    return needed("pyarrow", "a table of grasps", "pyarrow")


def rows_of_arrow(table: Any, dimension: int | None) -> tuple[Rows, int | None]:
    """The grasps of a table of Arrow: by its buffers where every row is whole, else row by row."""
    pa = _arrow()

    for name in COLUMNS:
        if name not in table.column_names:
            raise ValueError(f"there is no column {name!r}; a grasp has points, normals and friction")
    columns = [table.column(name).combine_chunks() for name in COLUMNS]
    columns = [column.chunk(0) if isinstance(column, pa.ChunkedArray) and column.num_chunks else column for column in columns]
    columns = [_as_lists(column) for column in columns]
    quick = _by_buffers(columns[0], columns[1], columns[2], dimension)
    if quick is not None:
        return quick, quick.dimension
    listed: list[list[Any]] = [column.to_pylist() for column in columns]
    dimension = dimension or dimension_of(listed[0])
    return Rows(listed[0], listed[1], listed[2], dimension or 3), dimension


def _as_lists(column: Any) -> Any:
    """A column of lists: tensors, as Ray has them of arrays, become lists."""
    pa = _arrow()

    if pa.types.is_fixed_size_list(column.type):
        ends = np.arange(len(column) + 1, dtype=np.int64) * column.type.list_size
        return column if column.null_count else pa.LargeListArray.from_arrays(pa.array(ends), column.flatten())
    if not isinstance(column.type, pa.BaseExtensionType):
        return column
    if isinstance(column.type, pa.FixedShapeTensorType):
        return _as_lists(_tensor(column.to_numpy_ndarray()))
    values = column.to_numpy(zero_copy_only=False)
    return _as_lists(_tensor(values)) if values.dtype != object else pa.array([entry.tolist() for entry in values])


def _tensor(values: NDArray[Any]) -> Any:
    """An array as nested lists of Arrow."""
    pa = _arrow()

    nested = pa.array(np.ascontiguousarray(values).reshape(-1))
    for size in reversed(values.shape[1:]):
        nested = pa.FixedSizeListArray.from_arrays(nested, int(size))
    return nested


def _by_buffers(points: Any, normals: Any, friction: Any, dimension: int | None) -> Rows | None:
    """Without a copy of the numbers; None where a row is missing something or is of another size."""
    of_points, of_normals = _vectors(points), _vectors(normals)
    if of_points is None or of_normals is None:
        return None
    (first, offsets, size), (second, others, other) = of_points, of_normals
    if size != other or dimension not in (None, size) or not np.array_equal(offsets, others):
        return None
    mu = _frictions(friction, offsets)
    if mu is None:
        return None
    rows = Rows.__new__(Rows)
    rows.dimension, rows.faults = size, {}
    rows.points, rows.normals, rows.friction, rows.offsets = first, second, mu, offsets
    return rows


def _vectors(column: Any) -> tuple[Any, Any, int] | None:
    pa = _arrow()

    if not (pa.types.is_list(column.type) or pa.types.is_large_list(column.type)) or column.null_count:
        return None
    offsets = column.offsets.to_numpy().astype(np.int64)
    inner = column.values.slice(offsets[0], offsets[-1] - offsets[0])
    offsets = offsets - offsets[0]
    if pa.types.is_fixed_size_list(inner.type):
        size = inner.type.list_size
        if inner.null_count:
            return None
        values = inner.flatten()
    elif pa.types.is_list(inner.type) or pa.types.is_large_list(inner.type):
        ends = inner.offsets.to_numpy()
        sizes = np.diff(ends)
        if inner.null_count or not len(sizes) or (sizes != sizes[0]).any():
            return None
        size = int(sizes[0])
        values = inner.values.slice(ends[0], ends[-1] - ends[0])
    else:
        return None
    if size not in (2, 3) or values.null_count:
        return None
    if not pa.types.is_floating(values.type) and not pa.types.is_integer(values.type):
        return None
    return values.to_numpy().astype(np.float64, copy=False).reshape(-1, size), offsets, size


def _frictions(column: Any, offsets: Any) -> Any:
    pa = _arrow()

    if column.null_count:
        return None
    if pa.types.is_floating(column.type) or pa.types.is_integer(column.type):
        return np.repeat(column.to_numpy().astype(np.float64, copy=False), np.diff(offsets))
    if pa.types.is_list(column.type) or pa.types.is_large_list(column.type):
        own = column.offsets.to_numpy().astype(np.int64)
        values = column.values.slice(own[0], own[-1] - own[0])
        if not np.array_equal(own - own[0], offsets) or values.null_count:
            return None
        if pa.types.is_floating(values.type) or pa.types.is_integer(values.type):
            return values.to_numpy().astype(np.float64, copy=False)
    return None


def scored_arrow(table: Any, options: dict[str, Any], dimension: int | None = None) -> Any:
    """A table of Arrow with the columns of its scores."""
    rows, _ = rows_of_arrow(table, dimension)
    return with_columns(table, added(rows, options))


def with_columns(table: Any, columns: dict[str, NDArray[Any]]) -> Any:
    """A table of Arrow with these columns, in place of those of the same names."""
    pa = _arrow()

    for name, values in columns.items():
        made = pa.array(values, type=pa.string() if name == "fault" else None)
        if name in table.column_names:
            table = table.set_column(table.column_names.index(name), name, made)
        else:
            table = table.append_column(name, made)
    return table

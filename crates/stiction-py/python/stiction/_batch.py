"""Files of grasps: Parquet or JSON lines in and out, a row a grasp.

Rows are read, scored and written block by block, in their order, so that memory is bounded whatever the size of the file.
What is written takes the name of the output when it is whole. Scores of finished blocks are kept beside it until then:
an interrupted run that is resumed scores none of them again, and writes every row once.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

import stiction._stiction as _stiction
from ._numbers import from_json, is_mapping
from ._optional import needed
from ._table import Rows, added, dimension_of, rows_of_arrow, with_columns

#: Rows of a block.
BLOCK = 1 << 16
LINES = (".jsonl", ".ndjson")
PARQUET = (".parquet", ".pq")


class Batch(NamedTuple):
    """What became of a file or folder of grasps."""

    rows: int
    """Rows that were read, and as many that were written."""
    scored: int
    """Rows that were scored by this run; the others an interrupted one had scored."""
    faults: int
    """Rows that could not be scored."""
    files: int
    """Files that were written."""


def ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _pairs(source: str, target: str) -> list[tuple[str, str]]:
    """The files to read, each with the file to write."""
    if not os.path.isdir(source):
        if not os.path.exists(source):
            raise FileNotFoundError(f"{source}: there is no such file")
        if os.path.isdir(target):
            target = os.path.join(target, os.path.basename(source))
        return [(source, target)]
    names = sorted(name for name in os.listdir(source) if ending(name) in LINES + PARQUET)
    if not names:
        raise ValueError(f"{source}: no file here ends in {', '.join(PARQUET + LINES)}")
    if os.path.exists(target) and not os.path.isdir(target):
        raise ValueError(f"{target}: a folder of files is written into a folder")
    return [(os.path.join(source, name), os.path.join(target, name)) for name in names]


def batch(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    measures: Iterable[str] = ("force",),
    cone: str = "round",
    length: float = 1.0,
    jobs: int | None = None,
    resume: bool = False,
    progress: bool = False,
    device: str = "cpu",
) -> Batch:
    """Scores every row of a file, or of every file of a folder.

    Columns: ``points``, ``normals`` (lists of lists) and ``friction`` (a number or a list); all others are carried
    through. Added: the measures and ``fault``. ``resume=True`` goes on where an interrupted run stopped.
    """
    measures = [measures] if isinstance(measures, str) else list(measures)
    options = {"measures": measures, "cone": cone, "length": float(length), "jobs": jobs, "device": device}
    # What is wrong with the options is wrong with every row: said before a file is touched.
    added(Rows([[[0.0, 0.0]]], [[[1.0, 0.0]]], [0.0], 2), options)
    pairs = _pairs(os.fspath(source), os.fspath(target))
    rows = scored = faults = 0
    for number, (read, written) in enumerate(pairs):
        named = f"{os.path.basename(read)} ({number + 1} of {len(pairs)})" if len(pairs) > 1 else os.path.basename(read)
        told = _Progress(named, progress)
        found = _File(read, written, options, resume).run(told)
        rows, scored, faults = rows + found[0], scored + found[1], faults + found[2]
    # All is written: nothing is left to go on with.
    for _, written in pairs:
        shutil.rmtree(f"{written}.resume", ignore_errors=True)
    return Batch(rows, scored, faults, len(pairs))


class _Progress:
    """A line on a terminal that says how far a file is."""

    def __init__(self, name: str, wanted: bool) -> None:
        self.name, self.begun, self.last = name, time.monotonic(), 0.0
        self.on = wanted and sys.stderr.isatty()

    def tell(self, rows: int, total: int | None, done: bool = False) -> None:
        now = time.monotonic()
        if not self.on or (now - self.last < 0.2 and not done):
            return
        self.last = now
        rate = rows / max(now - self.begun, 1e-9)
        share = f"{100 * rows / total:5.1f} % " if total else ""
        left = f", {max(0.0, (total - rows) / rate):.0f} s left" if total and rate and not done else ""
        sys.stderr.write(f"\r\x1b[K{self.name}: {share}{rows} rows, {rate:.0f} a second{left}" + ("\n" if done else ""))
        sys.stderr.flush()


class _File:
    """One file, and what is kept of an interrupted run."""

    def __init__(self, source: str, target: str, options: dict[str, Any], resume: bool) -> None:
        self.source, self.target, self.options = source, target, options
        for path in (source, target):
            if ending(path) not in LINES + PARQUET:
                raise ValueError(f"{path}: name a file that ends in {', '.join(PARQUET + LINES)}")
        if os.path.exists(target) and os.path.samefile(source, target):
            raise ValueError(f"{target} is the file that is read; name another")
        self.kept = f"{target}.resume"
        self.resume = resume

    def _plan(self) -> str:
        """What a run must have in common with the one that it goes on with."""
        stat = os.stat(self.source)
        options = {key: value for key, value in self.options.items() if key != "jobs"}
        told = [_stiction.version, BLOCK, stat.st_size, stat.st_mtime_ns, options]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    def run(self, progress: _Progress) -> tuple[int, int, int]:
        os.makedirs(os.path.dirname(os.path.abspath(self.target)), exist_ok=True)
        finished = self._finished()
        if finished is not None:
            return finished
        self._open()
        reader = _Reader(self.source)
        partial = f"{self.target}.partial"
        rows = scored = faults = 0
        writer = _Writer(partial, ending(self.target))
        try:
            for number, block in enumerate(reader):
                columns = self._known(number, len(block))
                if columns is None:
                    columns = added(block.rows, self.options)
                    self._keep(number, columns)
                    scored += len(block)
                faults += sum(1 for fault in columns["fault"] if fault is not None)
                writer.write(block, columns)
                rows += len(block)
                progress.tell(rows, reader.total)
            writer.close()
        except BaseException:
            writer.abort()
            raise
        if reader.total is not None and reader.total != rows:
            raise RuntimeError(f"{self.source}: {reader.total} rows were announced and {rows} read")
        progress.tell(rows, reader.total, done=True)
        os.replace(partial, self.target)
        self._close(rows, faults)
        return rows, scored, faults

    def _finished(self) -> tuple[int, int, int] | None:
        """The counts of a run that is over, where this one resumes it."""
        note = os.path.join(self.kept, "done.json")
        if not (self.resume and os.path.exists(self.target) and os.path.exists(note)):
            return None
        with open(note, encoding="utf-8") as file:
            told = json.load(file)
        return (told["rows"], 0, told["faults"]) if told["plan"] == self._plan() else None

    def _open(self) -> None:
        plan, note = self._plan(), os.path.join(self.kept, "plan")
        if os.path.isdir(self.kept):
            same = False
            if os.path.exists(note):
                with open(note, encoding="utf-8") as file:
                    same = file.read() == plan
            if not (self.resume and same):
                shutil.rmtree(self.kept)
        os.makedirs(self.kept, exist_ok=True)
        with open(note, "w", encoding="utf-8") as file:
            file.write(plan)

    def _block(self, number: int) -> str:
        return os.path.join(self.kept, f"{number:08}.npz")

    def _known(self, number: int, rows: int) -> dict[str, Any] | None:
        """The scores of a block that an interrupted run finished."""
        if not os.path.exists(self._block(number)):
            return None
        with np.load(self._block(number), allow_pickle=False) as stored:
            columns = {key: stored[key] for key in stored.files}
        fault = np.full(rows, None, dtype=object)
        for place, words in zip(columns.pop("fault_rows"), columns.pop("fault_words"), strict=True):
            fault[place] = str(words)
        columns["fault"] = fault
        return columns if all(len(column) == rows for column in columns.values()) else None

    def _keep(self, number: int, columns: dict[str, Any]) -> None:
        faulty = [place for place, words in enumerate(columns["fault"]) if words is not None]
        words = np.array([columns["fault"][place] for place in faulty], dtype=str)
        numbers = {key: values for key, values in columns.items() if key != "fault"}
        beside = f"{self._block(number)}.tmp"
        with open(beside, "wb") as file:
            np.savez(file, fault_rows=np.array(faulty, dtype=np.int64), fault_words=words, **numbers)
        os.replace(beside, self._block(number))

    def _close(self, rows: int, faults: int) -> None:
        """The scores are in the output now; what is left says that this file is done, until all are."""
        plan = self._plan()
        shutil.rmtree(self.kept)
        os.makedirs(self.kept)
        with open(os.path.join(self.kept, "done.json"), "w", encoding="utf-8") as file:
            json.dump({"plan": plan, "rows": rows, "faults": faults}, file)


class _Block:
    """Some rows of a file: a table of Arrow, or lines."""

    def __init__(self, rows: Rows, table: Any, records: list[Any] | None) -> None:
        self.rows, self.table, self.records = rows, table, records

    def __len__(self) -> int:
        return len(self.rows.offsets) - 1


class _Reader:
    """The blocks of a file, each of :data:`BLOCK` rows but the last."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.total: int | None = None
        self.dimension: int | None = None
        self.is_parquet = ending(source) in PARQUET
        if self.is_parquet:
            self.file = _parquet().ParquetFile(source)
            self.total = self.file.metadata.num_rows

    def __iter__(self) -> Iterator[_Block]:
        return self._tables() if self.is_parquet else self._lines()

    def _tables(self) -> Iterator[_Block]:
        pa = needed("pyarrow", "a table of grasps", "pyarrow")

        # Batches of Parquet end where its row groups do: they are put together to blocks of one size.
        waiting: list[Any] = []
        count = 0
        for part in self.file.iter_batches(batch_size=BLOCK):
            waiting.append(part)
            count += part.num_rows
            while count >= BLOCK:
                table = pa.Table.from_batches(waiting)
                yield self._of_table(table.slice(0, BLOCK))
                rest = table.slice(BLOCK)
                waiting, count = rest.to_batches(), rest.num_rows
        if count:
            yield self._of_table(pa.Table.from_batches(waiting))
        if not self.total:
            # No rows have columns all the same.
            yield self._of_table(self.file.schema_arrow.empty_table())

    def _of_table(self, table: Any) -> _Block:
        rows, self.dimension = rows_of_arrow(table, self.dimension)
        return _Block(rows, table, None)

    def _lines(self) -> Iterator[_Block]:
        records: list[Any] = []
        with open(self.source, encoding="utf-8") as file:
            for line in file:
                if line.strip():
                    records.append(_record(line))
                if len(records) == BLOCK:
                    yield self._of_records(records)
                    records = []
        if records:
            yield self._of_records(records)

    def _of_records(self, records: list[Any]) -> _Block:
        tables = [_as_mapping(record) for record in records]
        listed: list[list[Any]] = [[record.get(name) for record in tables] for name in ("points", "normals", "friction")]
        self.dimension = self.dimension or dimension_of(listed[0])
        rows = Rows(listed[0], listed[1], listed[2], self.dimension or 3)
        for number, record in enumerate(records):
            if not is_mapping(record):
                rows.faults[number] = "the line is no JSON object"
        return _Block(rows, None, records)


def _as_mapping(record: Any) -> Mapping[str, Any]:
    return record if is_mapping(record) else {}


def _record(line: str) -> Any:
    try:
        return from_json(line)
    except ValueError:
        return line.rstrip("\r\n")


def _parquet() -> Any:
    return needed("pyarrow.parquet", "Parquet, unlike JSON lines,", "pyarrow")


class _Writer:
    """Writes blocks into a file that is not there before the first."""

    def __init__(self, path: str, ending: str) -> None:
        self.path, self.is_parquet = path, ending in PARQUET
        self.writer: Any = None
        self.file: Any = None if self.is_parquet else open(path, "w", encoding="utf-8")

    def write(self, block: _Block, columns: dict[str, Any]) -> None:
        if self.is_parquet:
            table = with_columns(_as_table(block), columns)
            if self.writer is None:
                # Coordinates do not compress; writing them plainly keeps the pace of the scores.
                self.writer = _parquet().ParquetWriter(self.path, table.schema, compression="none", use_dictionary=False)
            self.writer.write_table(table.cast(self.writer.schema))
        else:
            self.file.writelines(_lines(block, columns))

    def close(self) -> None:
        if self.is_parquet and self.writer is None:
            raise ValueError(f"{self.path}: lines that are none say no columns of a Parquet file; write JSON lines")
        (self.writer or self.file).close()

    def abort(self) -> None:
        for one in (self.writer, self.file):
            if one is not None:
                one.close()
        if os.path.exists(self.path):
            os.unlink(self.path)


def _as_table(block: _Block) -> Any:
    if block.table is not None:
        return block.table
    pa = needed("pyarrow", "a table of grasps", "pyarrow")

    return pa.Table.from_pylist([_as_mapping(record) for record in block.records or []])


def _lines(block: _Block, columns: dict[str, Any]) -> Iterator[str]:
    records = block.records if block.records is not None else block.table.to_pylist()
    for number, record in enumerate(records):
        own = dict(record) if is_mapping(record) else {"line": record}
        for key, values in columns.items():
            value: Any = values[number]
            value = value.item() if hasattr(value, "item") else value
            own[key] = None if isinstance(value, float) and value != value else value
        yield json.dumps(own) + "\n"

"""Past one machine, with Ray Data.

    python -m stiction.ray IN OUT [--measure force …] [--cone round] [--length 1] [--workers N]

runs on the cluster that Ray finds, or on this machine. IN is a Parquet or JSON-lines file or a folder of them; OUT is a
folder of Parquet or JSON-lines files. In a program of one's own:

    ray.data.read_parquet("grasps").map_batches(stiction.ray.Score, batch_format="pyarrow", concurrency=4)

Let ``concurrency`` be less than there are cores: reading needs one too, and Ray waits for it without a word.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterable
from typing import Any

from ._batch import LINES, PARQUET, ending
from ._numbers import is_mapping
from ._optional import needed
from ._table import Rows, added, dimension_of, scored_arrow


class Score:
    """Adds the scores to a batch of grasps: a callable for ``ray.data.Dataset.map_batches``.

    Takes tables of Arrow and dictionaries of arrays, and gives back the same kind.
    """

    def __init__(
        self,
        measures: Iterable[str] = ("force",),
        cone: str = "round",
        length: float = 1.0,
        jobs: int | None = 1,
    ) -> None:
        measures = [measures] if isinstance(measures, str) else list(measures)
        self.options: dict[str, Any] = {"measures": measures, "cone": cone, "length": float(length), "jobs": jobs}

    def __call__(self, batch: Any) -> Any:
        if not is_mapping(batch):
            return scored_arrow(batch, self.options)
        listed: list[list[Any]] = [list(batch[name]) for name in ("points", "normals", "friction")]
        dimension = dimension_of(listed[0]) or 3
        return {**batch, **added(Rows(listed[0], listed[1], listed[2], dimension), self.options)}


def run(source: str, target: str, *, workers: int | None = None, batch_size: int = 1 << 14, **options: Any) -> int:
    """Scores a file or a folder on the cluster that Ray finds; how many rows were written.

    Every row is written once: Ray runs a task that a lost worker left open again, and writes a file when its task is done.
    The rows that were written are counted, and fewer or more than were read are an error.
    """
    ray = needed("ray", "stiction.ray", "'ray[data]'")
    needed("ray.data", "stiction.ray", "'ray[data]'")
    if os.path.exists(target) and os.listdir(target):
        raise ValueError(f"{target}: the folder is not empty")
    if not ray.is_initialized():
        ray.init(logging_level="warning")
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = sys.stderr.isatty()
    is_parquet = _is_parquet(source)
    rows = ray.data.read_parquet(source) if is_parquet else ray.data.read_json(source, lines=True)
    scorer = Score(**options)

    def scored_batch(batch: Any) -> Any:
        return scorer(batch)

    # Tasks and not actors: actors that hold every core leave none to the task that lists the files, which they wait for.
    # Ray Data runs a task whose worker is lost again, however often; its batch is scored and its file written anew.
    scored = rows.map_batches(
        scored_batch,
        batch_format="pyarrow",
        batch_size=batch_size,
        compute=ray.data.TaskPoolStrategy(size=workers),
        num_cpus=1,
    )
    try:
        if is_parquet:
            scored.write_parquet(target)
        else:
            scored.write_json(target)
    except BaseException:
        # A half is worse than nothing: it looks like a whole.
        if os.path.isdir(target):
            shutil.rmtree(target)
        raise
    written = ray.data.read_parquet(target) if is_parquet else ray.data.read_json(target, lines=True)
    read_count, written_count = rows.count(), written.count()
    if read_count != written_count:
        raise RuntimeError(f"{read_count} rows were read and {written_count} written")
    return int(written_count)


def _is_parquet(source: str) -> bool:
    names = sorted(os.listdir(source)) if os.path.isdir(source) else [source]
    kinds = {ending(name) in PARQUET for name in names if ending(name) in LINES + PARQUET}
    if not kinds:
        raise ValueError(f"{source}: name a file or folder of files that end in {', '.join(PARQUET + LINES)}")
    if len(kinds) > 1:
        raise ValueError(f"{source}: Parquet and JSON lines beside each other; give one kind")
    return kinds.pop()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m stiction.ray", description="Scores grasps with Ray Data.")
    parser.add_argument("source", metavar="IN", help="a Parquet or JSON-lines file, or a folder of them")
    parser.add_argument("target", metavar="OUT", help="the folder that is written")
    parser.add_argument("--measure", action="append", help="what is asked of every grasp, repeatable; force if left out")
    parser.add_argument("--cone", default="round", help="round, inner:K or outer:K")
    parser.add_argument("--length", type=float, default=1.0, help="what makes moments comparable with forces, m")
    parser.add_argument("--workers", type=int, help="how many tasks at once; one a core if left out")
    parser.add_argument("--batch-size", type=int, default=1 << 14, help="rows of a batch")
    asked = parser.parse_args()
    rows = run(
        asked.source,
        asked.target,
        workers=asked.workers,
        batch_size=asked.batch_size,
        measures=asked.measure or ["force"],
        cone=asked.cone,
        length=asked.length,
    )
    print(f"{rows} rows")


if __name__ == "__main__":
    main()

"""Measures what the page on sizing says: rows a second of one core, bytes a row, and what follows for many rows.

    python docs/guide/sizing.py [ROWS]
"""

from __future__ import annotations

import os
import sys
import tempfile
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import stiction as st

CONTACTS = 5
#: A month, s, within which a large run should be over.
MONTH = 30 * 86400


def grasps(rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Fingers on a ball, with normals that lean."""
    generator = np.random.default_rng(1)
    points = generator.normal(size=(rows, CONTACTS, 3))
    points /= np.linalg.norm(points, axis=2, keepdims=True)
    return points, -points + 0.3 * generator.normal(size=points.shape)


def table(points: np.ndarray, normals: np.ndarray) -> pa.Table:
    """The same as columns of lists of lists."""
    ends = pa.array(np.arange(0, CONTACTS * len(points) + 1, CONTACTS), type=pa.int32())

    def lists(values: np.ndarray) -> pa.ListArray:
        return pa.ListArray.from_arrays(ends, pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), 3))

    return pa.table({"points": lists(points), "normals": lists(normals), "friction": np.full(len(points), 0.5)})


def seconds(work: object, *args: object, **keys: object) -> float:
    """How long it takes, the shortest of three times."""
    taken = []
    for _ in range(3):
        begun = time.perf_counter()
        work(*args, **keys)  # type: ignore[operator]
        taken.append(time.perf_counter() - begun)
    return min(taken)


def spaced(number: float, digits: int = 0) -> str:
    """A number with a space at each thousand."""
    return f"{number:_.{digits}f}".replace("_", " ")


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    points, normals = grasps(rows)
    array = rows / seconds(st.score, points, normals, 0.5, jobs=1)
    exact = float(st.score(points, normals, 0.5).exact.mean())
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in.parquet"), os.path.join(folder, "out.parquet")
        pq.write_table(table(points, normals), source, compression="none", use_dictionary=False)
        file = rows / seconds(st.batch, source, target, jobs=1)
        read, written = os.path.getsize(source) / rows, os.path.getsize(target) / rows
    print(f"{rows} grasps of {CONTACTS} contacts in space, round cones, one thread")
    print(f"force         {spaced(array)} rows a second, {100 * exact:.2f} % of them decided in integers")
    few = max(1, rows // 100)
    for measure in ("least_friction", "epsilon_l1"):
        own = few / seconds(st.score, points[:few], normals[:few], 0.5, measures=(measure,), jobs=1)
        print(f"{measure:<14}{spaced(own)} rows a second")
    print(f"Parquet       {spaced(file)} rows a second, `force`, file to file")
    print(f"bytes a row   {read:.0f} read, {written:.0f} written")
    print(f"a core needs  {file * (read + written) / 1e6:.1f} MB/s")
    for power in (9, 12):
        total = 10.0**power
        hours = total / file / 3600
        cores = max(1, int(np.ceil(total / file / MONTH)))
        print(f"10^{power}: {spaced(hours, 1)} core hours, {total * read / 1e12:.2f} TB in, {total * written / 1e12:.2f} TB out; "
              f"cores that take a month: {cores}")


if __name__ == "__main__":
    main()

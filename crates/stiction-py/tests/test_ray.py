"""Past one machine: Ray Data, here with workers of this one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import ray
import stiction as st
import stiction.ray
from test_batch import columns, lines, read_lines, table

SOURCE = str(Path(stiction.__file__).parents[1])


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """Two workers of this machine."""
    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", object_store_memory=200_000_000,
             runtime_env={"env_vars": {"PYTHONPATH": SOURCE}})
    yield
    ray.shutdown()


def folder(path: Path, files: int, rows: int) -> tuple[list[int], list[int]]:
    """A folder of grasps; the numbers of its rows, and whether each closes."""
    path.mkdir()
    forces: list[int] = []
    for number in range(files):
        own = table(rows, seed=number)
        own = own.set_column(0, "row", [np.arange(number * rows, (number + 1) * rows)])
        pq.write_table(own, path / f"part{number:02}.parquet", row_group_size=max(1, rows // 4))
        points, normals, friction = columns(rows, seed=number)
        forces.extend(int(force) for force in st.score(points, normals, friction[:, None]).force)
    return list(range(files * rows)), forces


def written(path: Path) -> dict[int, int]:
    """Whether each row closes; each is there once."""
    records = [record for name in sorted(path.glob("*.parquet")) for record in pq.read_table(name).to_pylist()]
    assert len({record["row"] for record in records}) == len(records)
    return {record["row"]: record["force"] for record in records}


def test_the_callable_scores_tables_and_arrays_alike() -> None:
    given = table(20)
    scored = stiction.ray.Score(("force", "form"))(given)
    arrays = stiction.ray.Score(("force", "form"))({name: np.array(given[name].to_pylist(), dtype=object)
                                                    if name in ("points", "normals") else given[name].to_numpy()
                                                    for name in ("points", "normals", "friction")})
    points, normals, friction = columns(20)
    expected = st.score(points, normals, friction[:, None]).force.tolist()
    assert scored["force"].to_pylist() == arrays["force"].tolist() == expected
    assert scored.column_names[-3:] == ["force", "form", "fault"]


def test_map_batches_takes_the_callable(cluster: None, tmp_path: Path) -> None:
    rows, forces = folder(tmp_path / "in", 2, 60)
    data = ray.data.read_parquet(str(tmp_path / "in")).map_batches(
        stiction.ray.Score, batch_format="pyarrow", concurrency=1, fn_constructor_kwargs={"measures": ["force"]}
    )
    found = {record["row"]: record["force"] for record in data.take_all()}
    assert found == dict(zip(rows, forces, strict=True))


def test_arrays_that_ray_holds_as_tensors_are_scored(cluster: None) -> None:
    points, normals, friction = columns(40)
    for shape in ("regular", "ragged"):
        items = [{"row": row, "points": points[row], "normals": normals[row], "friction": friction[row]} for row in range(40)]
        if shape == "ragged":
            for item in items[::2]:
                item.update(points=item["points"][:3], normals=item["normals"][:3])
        data = ray.data.from_items(items).map_batches(stiction.ray.Score(), batch_format="pyarrow")
        found = {record["row"]: record["force"] for record in data.take_all()}
        alone = [int(st.score(item["points"][None], item["normals"][None], item["friction"]).force[0]) for item in items]
        assert [found[row] for row in range(40)] == alone


@pytest.mark.parametrize("kind", ["parquet", "jsonl"])
def test_the_command_scores_a_folder_on_two_local_workers(tmp_path: Path, kind: str) -> None:
    rows, forces = folder(tmp_path / "in", 3, 80)
    if kind == "jsonl":
        for path in sorted((tmp_path / "in").glob("*.parquet")):
            lines(path.with_suffix(".jsonl"), pq.read_table(path).to_pylist())
            path.unlink()
    environment = {**os.environ, "RAY_DISABLE_IMPORT_WARNING": "1"}
    environment.pop("RAY_ADDRESS", None)
    done = subprocess.run(
        [sys.executable, "-m", "stiction.ray", tmp_path / "in", tmp_path / "out", "--workers", "2", "--batch-size", "32"],
        capture_output=True, text=True, env=environment, timeout=240,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "240 rows"
    if kind == "parquet":
        found = written(tmp_path / "out")
    else:
        records = [record for path in (tmp_path / "out").iterdir() for record in read_lines(path)]
        assert len(records) == 240
        found = {record["row"]: record["force"] for record in records}
    assert found == dict(zip(rows, forces, strict=True))


def test_a_worker_that_is_killed_on_the_way_loses_and_doubles_no_row(cluster: None, tmp_path: Path) -> None:
    rows, forces = folder(tmp_path / "in", 4, 100)
    pids = tmp_path / "pids"
    pids.mkdir()
    killed: list[int] = []

    def killer() -> None:
        limit = time.monotonic() + 90
        while not killed and time.monotonic() < limit:
            for name in os.listdir(pids):
                # It has scored a batch and has the next in hand.
                if len((pids / name).read_text()) >= 2:
                    os.kill(int(name), signal.SIGKILL)
                    killed.append(int(name))
                    return
            time.sleep(0.005)

    real = stiction.ray.Score.__call__

    class Watched(stiction.ray.Score):
        """Says in a file who it is, and takes its time."""

        def __call__(self, batch: Any) -> Any:
            with open(pids / str(os.getpid()), "a") as file:
                file.write("x")
            time.sleep(0.2)
            return real(self, batch)

    usual = stiction.ray.Score
    stiction.ray.Score = Watched  # type: ignore[misc]
    thread = threading.Thread(target=killer)
    thread.start()
    try:
        count = stiction.ray.run(str(tmp_path / "in"), str(tmp_path / "out"), workers=2, batch_size=16, measures=["force"])
    finally:
        stiction.ray.Score = usual  # type: ignore[misc]
        thread.join()
    assert len(killed) == 1 and killed[0] != os.getpid()
    assert count == len(rows) == 400
    assert written(tmp_path / "out") == dict(zip(rows, forces, strict=True))
    assert len(os.listdir(pids)) >= 2


def test_a_folder_that_is_not_empty_is_not_written_into(cluster: None, tmp_path: Path) -> None:
    folder(tmp_path / "in", 1, 4)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "old.parquet").write_text("")
    with pytest.raises(ValueError, match="not empty"):
        stiction.ray.run(str(tmp_path / "in"), str(tmp_path / "out"))
    with pytest.raises(ValueError, match="end in"):
        stiction.ray.run(str(tmp_path / "out" / "old.txt"), str(tmp_path / "new"))


def test_rows_that_cannot_be_scored_come_out_with_their_fault(cluster: None, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    own = table(10).to_pylist()
    own[3]["friction"] = -1.0
    own[7]["points"] = own[7]["points"][:2]
    import pyarrow as pa

    pq.write_table(pa.Table.from_pylist(own), tmp_path / "in" / "part.parquet")
    assert stiction.ray.run(str(tmp_path / "in"), str(tmp_path / "out"), measures=["force"], batch_size=4) == 10
    records = [record for name in (tmp_path / "out").glob("*.parquet") for record in pq.read_table(name).to_pylist()]
    assert {record["row"] for record in records if record["fault"] is not None} == {3, 7}
    assert {record["row"] for record in records if record["force"] == -1} == {3, 7}

"""Files of grasps: every row once, in its order, whatever happens on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import stiction as st
from stiction import _batch


def columns(rows: int, contacts: int = 4, seed: int = 0) -> tuple[Any, Any, Any]:
    generator = np.random.default_rng(seed)
    points = generator.normal(size=(rows, contacts, 3))
    return points, -points + 0.5 * generator.normal(size=points.shape), generator.uniform(0.2, 0.9, rows)


def table(rows: int, seed: int = 0, contacts: int = 4) -> Any:
    points, normals, friction = columns(rows, contacts, seed)
    return pa.table({
        "row": np.arange(rows), "points": points.tolist(), "normals": normals.tolist(), "friction": friction,
        "name": [f"grasp {number}" for number in range(rows)],
    })


def lines(path: Path, records: list[Any]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


def read_lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


GOOD = {"points": [[-1, 0], [1, 0]], "normals": [[1, 0], [-1, 0]], "friction": 0.5}


def test_a_file_of_parquet_has_its_scores_added_and_all_else_kept(tmp_path: Path) -> None:
    given = table(300)
    pq.write_table(given, tmp_path / "in.parquet")
    done = st.batch(tmp_path / "in.parquet", tmp_path / "out.parquet", measures=("force", "epsilon_l1"))
    assert done == (300, 300, 0, 1)
    found = pq.read_table(tmp_path / "out.parquet")
    assert found.column_names == [*given.column_names, "force", "epsilon_l1", "fault"]
    assert found.select(given.column_names).equals(given)
    scores = st.score(*columns(300)[:2], columns(300)[2][:, None], measures=("force", "epsilon_l1"))
    assert found["force"].to_numpy().tolist() == scores.force.tolist()
    assert np.array_equal(found["epsilon_l1"].to_numpy(), scores.epsilon_l1, equal_nan=True)
    assert found["fault"].null_count == 300
    assert sorted(os.listdir(tmp_path)) == ["in.parquet", "out.parquet"]


def test_json_lines_go_in_and_out_and_faults_stay_in_their_row(tmp_path: Path) -> None:
    records: list[Any] = [
        {**GOOD, "id": "a"}, {**GOOD, "points": [[-1, 0]]}, {"id": "empty"}, {**GOOD, "friction": [0.5, 0.1]},
        {**GOOD, "friction": -1}, {**GOOD, "normals": [[0, 0], [1, 0]]}, {**GOOD, "points": [[-1, 0, 0], [1, 0, 0]]}, 7,
    ]
    lines(tmp_path / "in.jsonl", records)
    with open(tmp_path / "in.jsonl", "a") as file:
        file.write("this is no JSON\n\n")
        file.write(json.dumps({**GOOD, "id": "last"}) + "\n")
    done = st.batch(tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    found = read_lines(tmp_path / "out.jsonl")
    assert len(found) == done.rows == 10 and done.faults == 7
    assert [record["fault"] is None for record in found] == [True] + 2 * [False] + [True] + 5 * [False] + [True]
    assert [found[0]["force"], found[3]["force"], found[9]["force"]] == [1, 1, 1]
    assert found[0]["id"] == "a" and found[9]["id"] == "last" and found[8]["line"] == "this is no JSON"
    assert {key: found[3][key] for key in records[3]} == records[3]


def test_one_kind_of_file_is_written_as_the_other(tmp_path: Path) -> None:
    pq.write_table(table(50), tmp_path / "in.parquet")
    st.batch(tmp_path / "in.parquet", tmp_path / "out.jsonl")
    found = read_lines(tmp_path / "out.jsonl")
    assert [record["row"] for record in found] == list(range(50))
    st.batch(tmp_path / "out.jsonl", tmp_path / "again.parquet")
    again = pq.read_table(tmp_path / "again.parquet")
    assert again["force"].to_pylist() == [record["force"] for record in found]


def test_a_folder_is_scored_file_by_file(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    for number, rows in enumerate((20, 1, 35)):
        pq.write_table(table(rows, seed=number), source / f"part{number}.parquet")
    lines(source / "more.jsonl", [GOOD] * 3)
    (source / "notes.txt").write_text("not a file of grasps")
    assert st.batch(source, tmp_path / "out") == (59, 59, 0, 4)
    assert sorted(os.listdir(tmp_path / "out")) == ["more.jsonl", "part0.parquet", "part1.parquet", "part2.parquet"]
    assert pq.read_table(tmp_path / "out" / "part2.parquet")["row"].to_pylist() == list(range(35))


@pytest.mark.parametrize("kind", ["parquet", "jsonl"])
def test_blocks_of_any_size_keep_every_row_in_its_place(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_batch, "BLOCK", 64)
    for rows in (1, 63, 64, 65, 128, 200):
        given = table(rows, seed=rows)
        source, target = tmp_path / f"in{rows}.{kind}", tmp_path / f"out{rows}.{kind}"
        if kind == "parquet":
            pq.write_table(given, source, row_group_size=37)
            st.batch(source, target)
            found = pq.read_table(target).to_pylist()
        else:
            lines(source, given.to_pylist())
            st.batch(source, target)
            found = read_lines(target)
        points, normals, friction = columns(rows, seed=rows)
        assert [record["row"] for record in found] == list(range(rows))
        assert [record["force"] for record in found] == st.score(points, normals, friction[:, None]).force.tolist()


def test_ragged_rows_missing_values_and_other_types_are_read(tmp_path: Path) -> None:
    wide = pa.table({
        "points": pa.array([[[-1.0, 0.0], [1.0, 0.0]], None, [[0.0, 0.0]], [[-1.0, 0.0], [1.0, 0.0]]],
                           type=pa.large_list(pa.list_(pa.float32(), 2))),
        "normals": pa.array([[[1, 0], [-1, 0]], [[1, 0]], [[1, 0]], [[1, 0], [-1, 0]]]),
        "friction": pa.array([[0.5, 0.5], [0.5], [0.5], None]),
    })
    pq.write_table(wide, tmp_path / "in.parquet")
    done = st.batch(tmp_path / "in.parquet", tmp_path / "out.parquet")
    found = pq.read_table(tmp_path / "out.parquet")
    assert found["force"].to_pylist() == [1, -1, 0, -1] and done.faults == 2
    assert [text is None for text in found["fault"].to_pylist()] == [True, False, True, False]


def test_arrays_of_one_shape_in_a_column_are_grasps_as_lists_are(tmp_path: Path) -> None:
    points, normals, friction = columns(30)

    def nested(values: Any) -> Any:
        return pa.FixedSizeListArray.from_arrays(pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), 3), 4)

    def tensor(values: Any) -> Any:
        return pa.FixedShapeTensorArray.from_numpy_ndarray(values)

    wide = np.repeat(friction[:, None], 4, axis=1)
    expected = st.score(points, normals, wide).force.tolist()
    for make, mu in ((nested, friction), (tensor, friction), (tensor, tensor(wide))):
        pq.write_table(pa.table({"points": make(points), "normals": make(normals), "friction": mu}), tmp_path / "in.parquet")
        assert st.batch(tmp_path / "in.parquet", tmp_path / "out.parquet").faults == 0
        assert pq.read_table(tmp_path / "out.parquet")["force"].to_pylist() == expected


SLOW = """
import sys, time
import stiction as st
from stiction import _batch
_batch.BLOCK = 50
real = _batch.added
def slow(rows, options):
    if len(rows.offsets) > 2:
        time.sleep(0.1)
        with open(sys.argv[3], "a") as file:
            file.write("block\\n")
    return real(rows, options)
_batch.added = slow
print("ready", flush=True)
print(st.batch(sys.argv[1], sys.argv[2], measures=("force", "epsilon_l1"), resume=True))
"""


@pytest.mark.parametrize("kind", ["parquet", "jsonl"])
def test_a_run_that_was_killed_goes_on_and_no_row_is_lost_doubled_or_moved(tmp_path: Path, kind: str) -> None:
    rows = 1000
    source, target, log = tmp_path / f"in.{kind}", tmp_path / f"out.{kind}", tmp_path / "log"
    if kind == "parquet":
        pq.write_table(table(rows), source, row_group_size=130)
    else:
        lines(source, table(rows).to_pylist())
    kills = 0
    for wait in (6, 13, 100):
        process = subprocess.Popen([sys.executable, "-c", SLOW, source, target, log], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        limit = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < limit:
            if log.exists() and len(log.read_text().splitlines()) >= wait:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
                assert not target.exists()
                break
            time.sleep(0.01)
        process.stdout.close()
        process.wait()
    assert kills == 2 and process.returncode == 0
    # Twenty blocks, and at most one a kill that was not yet kept.
    assert 20 <= len(log.read_text().splitlines()) <= 22
    found = pq.read_table(target).to_pylist() if kind == "parquet" else read_lines(target)
    points, normals, friction = columns(rows)
    scores = st.score(points, normals, friction[:, None], measures=("force", "epsilon_l1"))
    assert [record["row"] for record in found] == list(range(rows))
    assert [record["force"] for record in found] == scores.force.tolist()
    own = np.array([np.nan if record["epsilon_l1"] is None else record["epsilon_l1"] for record in found])
    assert np.array_equal(own, scores.epsilon_l1, equal_nan=True)
    again = st.batch(source, target, measures=("force", "epsilon_l1"), resume=True)
    assert again.rows == rows


def test_what_was_kept_for_other_options_or_another_file_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_batch, "BLOCK", 10)
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(table(40), source)
    real, calls = _batch.added, []

    def failing(rows: Any, options: Any) -> Any:
        if len(rows.offsets) == 11:
            calls.append(options)
            if len(calls) == 3:
                raise KeyboardInterrupt
        return real(rows, options)

    monkeypatch.setattr(_batch, "added", failing)
    with pytest.raises(KeyboardInterrupt):
        st.batch(source, target, resume=True)
    monkeypatch.setattr(_batch, "added", real)
    assert st.batch(source, target, measures=("form",), resume=True).scored == 40
    target.unlink()
    calls.clear()
    monkeypatch.setattr(_batch, "added", failing)
    with pytest.raises(KeyboardInterrupt):
        st.batch(source, target, resume=True)
    monkeypatch.setattr(_batch, "added", real)
    assert st.batch(source, target, resume=True).scored == 20
    # A run that is over leaves nothing to go on with.
    assert sorted(os.listdir(tmp_path)) == ["in.parquet", "out.parquet"]
    assert st.batch(source, target, resume=True).scored == 40


def test_files_of_a_folder_that_an_interrupted_run_finished_are_not_scored_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_batch, "BLOCK", 10)
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for number in range(3):
        pq.write_table(table(30, seed=number), source / f"{number}.parquet")
    real, calls = _batch.added, []

    def failing(rows: Any, options: Any) -> Any:
        calls.append(len(rows.offsets) - 1)
        # One row tries the options; then come three blocks a file.
        if len(calls) == 6:
            raise KeyboardInterrupt
        return real(rows, options)

    monkeypatch.setattr(_batch, "added", failing)
    with pytest.raises(KeyboardInterrupt):
        st.batch(source, target, resume=True)
    monkeypatch.setattr(_batch, "added", real)
    first = (target / "0.parquet").stat().st_mtime_ns
    done = st.batch(source, target, resume=True)
    assert (done.rows, done.scored, done.files) == (90, 50, 3)
    assert (target / "0.parquet").stat().st_mtime_ns == first
    assert sorted(os.listdir(target)) == ["0.parquet", "1.parquet", "2.parquet"]
    for number in range(3):
        assert pq.read_table(target / f"{number}.parquet")["row"].to_pylist() == list(range(30))


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [("in.csv", "out.csv", "ends in"), ("in.parquet", "in.parquet", "name another"), ("gone.parquet", "out.parquet", "no such")],
)
def test_names_that_do_not_fit_are_told_before_anything_is_written(tmp_path: Path, source: str, target: str, words: str) -> None:
    pq.write_table(table(3), tmp_path / "in.parquet")
    (tmp_path / "in.csv").write_text("points\n")
    before = sorted(os.listdir(tmp_path))
    with pytest.raises((ValueError, FileNotFoundError), match=words):
        st.batch(tmp_path / source, tmp_path / target)
    assert sorted(os.listdir(tmp_path)) == before


def test_wrong_options_and_missing_columns_are_told(tmp_path: Path) -> None:
    pq.write_table(table(3), tmp_path / "in.parquet")
    with pytest.raises(ValueError, match="strength"):
        st.batch(tmp_path / "in.parquet", tmp_path / "out.parquet", measures=("strength",))
    pq.write_table(table(3).drop_columns(["normals"]), tmp_path / "bare.parquet")
    with pytest.raises(ValueError, match="no column 'normals'"):
        st.batch(tmp_path / "bare.parquet", tmp_path / "out.parquet")
    assert not (tmp_path / "out.parquet").exists() and not (tmp_path / "out.parquet.partial").exists()


def test_a_file_without_rows_is_answered(tmp_path: Path) -> None:
    pq.write_table(table(0), tmp_path / "in.parquet")
    (tmp_path / "in.jsonl").write_text("")
    assert st.batch(tmp_path / "in.jsonl", tmp_path / "out.jsonl").rows == 0
    assert st.batch(tmp_path / "in.parquet", tmp_path / "out.parquet").rows == 0
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 0


def command(*words: Any) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-c", "from stiction._command import main; main()", "batch", *map(str, words)]
    return subprocess.run(program, capture_output=True, text=True)


def test_the_command_scores_files_and_says_how_many_rows(tmp_path: Path) -> None:
    pq.write_table(table(30), tmp_path / "in.parquet")
    done = command(tmp_path / "in.parquet", tmp_path / "out.parquet", "--measure", "force", "--measure", "form", "--jobs", 1)
    assert (done.returncode, done.stdout, done.stderr) == (0, "30 rows in 1 file\n", "")
    assert pq.read_table(tmp_path / "out.parquet").column_names[-3:] == ["force", "form", "fault"]
    lines(tmp_path / "in.jsonl", [GOOD, {**GOOD, "friction": -1}])
    done = command(tmp_path / "in.jsonl", tmp_path / "out.jsonl", "--resume")
    assert (done.returncode, done.stdout) == (0, "2 rows in 1 file, 1 of them with a fault\n")


def test_the_command_ends_with_a_status_of_its_own_for_bad_input_and_for_no_place_to_write(tmp_path: Path) -> None:
    pq.write_table(table(3), tmp_path / "in.parquet")
    for words in (("gone.parquet", "out.parquet"), (tmp_path / "in.parquet", "out.csv"),
                  (tmp_path / "in.parquet", tmp_path / "out.parquet", "--measure", "strength")):
        done = command(*words)
        assert done.returncode == 2 and done.stderr.startswith("error: ") and "Traceback" not in done.stderr
    (tmp_path / "wall").write_text("a file where a folder should be")
    done = command(tmp_path / "in.parquet", tmp_path / "wall" / "out.parquet")
    assert done.returncode == 1 and done.stderr.startswith("error: ")


MEMORY = """
import resource, sys
import stiction as st
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
done = st.batch(sys.argv[1], sys.argv[2])
print(done.rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    points = np.zeros((1 << 16, 2, 2))
    points[:, 0, 0], points[:, 1, 0] = -1, 1
    normals = -points
    offsets = pa.array(np.arange(0, 2 * len(points) + 1, 2), type=pa.int32())

    def listed(values: Any) -> Any:
        return pa.ListArray.from_arrays(offsets, pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), 2))

    part = pa.table({"points": listed(points), "normals": listed(normals), "friction": np.full(len(points), 0.5)})
    grown = {}
    for count in (2, 24):
        source = tmp_path / f"in{count}.parquet"
        with pq.ParquetWriter(source, part.schema) as writer:
            for _ in range(count):
                writer.write_table(part)
        told = subprocess.run([sys.executable, "-c", MEMORY, source, tmp_path / f"out{count}.parquet"],
                              capture_output=True, text=True, check=True).stdout.split()
        assert int(told[0]) == count * len(points)
        grown[count] = int(told[1])
    # Kilobytes: 22 more blocks of 6 MB each would be 130 MB more, were they kept.
    assert grown[24] - grown[2] < 60_000, grown

"""Scenes, numbers, reports and faults, as somebody uses them."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import stiction as st
from stiction import _stiction

EXAMPLES = Path(__file__).parents[3] / "examples"


def pinched(friction: Any = 0.5, **keys: Any) -> st.Scene:
    """A box between two fingers."""
    return (
        st.Scene(dimension=2, **keys)
        .body("box", mass=1)
        .contact(id="left", on="box", point=(-1, 0), normal=(1, 0), friction=friction)
        .contact(id="right", on="box", point=(1, 0), normal=(-1, 0), friction=friction)
    )


def on_a_slope(slope: Any, friction: Any) -> st.Scene:
    """A block on a slope: it stands exactly as long as the slope is at most the friction."""
    scene = st.Scene(dimension=2, gravity=(slope, -1)).body("block", mass=1, com=(0, 0))
    for x in (-1, 1):
        scene.contact(on="block", point=(x, 0), normal=(0, 1), friction=friction)
    return scene


# Scenes.


def test_a_scene_is_the_same_from_a_file_a_text_a_dictionary_and_a_builder() -> None:
    path = EXAMPLES / "gripper.toml"
    scenes = [st.load(path), st.loads(path.read_text()), st.Scene.from_dict(st.load(path).to_dict())]
    told = [scene.closure().to_dict() for scene in scenes]
    for key in ("force", "form"):
        assert told[0][key] == told[1][key] == told[2][key]
    built = pinched()
    assert built.closure().to_dict()["force"] == st.Scene.from_dict(built.to_dict()).closure().to_dict()["force"]


def test_every_example_goes_through_a_dictionary_and_back() -> None:
    for path in sorted(EXAMPLES.glob("*.toml")):
        scene = st.load(path)
        again = scene.to_dict()
        here = os.getcwd()
        os.chdir(EXAMPLES)
        try:
            assert st.Scene.from_dict(again).to_dict() == again, path.name
        finally:
            os.chdir(here)


def test_a_scene_may_be_a_path_a_dictionary_or_itself() -> None:
    path = EXAMPLES / "gripper.toml"
    found = [st.closure(subject).verdict for subject in (path, str(path), st.load(path), st.load(path).to_dict())]
    assert len(set(found)) == 1
    with pytest.raises(TypeError, match="int is no scene"):
        st.closure(7)


def test_a_scene_that_was_asked_about_can_be_written_on() -> None:
    scene = st.Scene(dimension=2).body("box", mass=1).contact(on="box", point=(-1, 0), normal=(1, 0), friction=0.5)
    assert scene.closure().force.verdict == "no"
    scene.contact(on="box", point=(1, 0), normal=(-1, 0), friction=0.5)
    assert scene.closure().force.verdict == "yes"
    loaded = st.load(EXAMPLES / "gripper.toml")
    body = next(iter(loaded.to_dict()["bodies"]))
    count = len(loaded.to_dict()["contacts"])
    loaded.contact(on=body, point=(0, 0), normal=(0, 1))
    assert len(loaded.to_dict()["contacts"]) == count + 1
    with pytest.raises(ValueError, match="there is a body"):
        scene.body("box")


def test_loads_of_the_builder_act() -> None:
    assert on_a_slope(0, Fraction(1, 2)).load(on="block", force=(0, -3), point=(0, 0)).stand().verdict == "yes"
    assert on_a_slope(0, Fraction(1, 2)).load(on="block", force=(0, 3), point=(0, 0)).stand().verdict == "no"


# Numbers.

EXACT = [
    (1, "1"), (Fraction(1, 3), "1/3"), (Decimal("0.1"), "0.1"), (0.5, "0.5"), (np.float64(0.25), "0.25"),
    (np.float32(0.1), "13421773/134217728"), (np.int8(7), "7"), (0.1, "3602879701896397/36028797018963968"),
    (Decimal("1e-30"), "0." + 29 * "0" + "1"), (10**40, "1" + 40 * "0"), (np.uint64(2**63), str(2**63)), (-0.0, "-0"),
]


@pytest.mark.parametrize(("number", "text"), EXACT)
def test_numbers_are_taken_exactly_as_they_are(number: Any, text: str) -> None:
    from stiction._numbers import number_text

    assert number_text(number) == text
    assert Fraction(number_text(number)) == Fraction(int(number) if isinstance(number, np.integer) else
                                                     float(number) if isinstance(number, np.floating) else number)


def test_a_block_on_its_friction_angle_stands_and_a_hair_steeper_slides() -> None:
    third = Fraction(1, 3)
    assert on_a_slope(third, third).stand().verdict == "yes"
    assert on_a_slope(third + Fraction(1, 10**40), third).stand().verdict == "no"
    # The float 0.1 is a little more than a tenth, and no float is a third.
    assert on_a_slope(Decimal("0.1"), 0.1).stand().verdict == "yes"
    assert on_a_slope(0.1, Decimal("0.1")).stand().verdict == "no"
    assert on_a_slope(1 / 3, third).stand().verdict == "yes"
    assert on_a_slope(third, 1 / 3).stand().verdict == "no"
    assert on_a_slope(np.float32(0.1), 0.1).stand().verdict == "no"


def test_decimals_of_a_file_stay_what_was_written() -> None:
    scene = st.loads('stiction = 1\ndimension = 2\ngravity = [0.1, -1]\n[bodies.a]\nmass = 1\n')
    gravity = scene.to_dict()["gravity"]
    assert gravity[0] == 0.1 and Fraction(gravity[0].text) == Fraction(1, 10)
    assert pickle.loads(pickle.dumps(gravity[0])).text == "0.1"


def test_arrays_are_points_and_what_is_no_number_is_told() -> None:
    scene = pinched().to_dict()
    scene["contacts"][0]["point"] = np.array([-1, 0])
    scene["contacts"][0]["normal"] = np.array([1, 0], dtype=np.float32)
    assert st.closure(scene).force.verdict == "yes"
    for bad in (float("nan"), float("inf")):
        with pytest.raises(st.SceneError):
            pinched(friction=bad).closure()
    with pytest.raises(TypeError, match="complex"):
        pinched(friction=1j).closure()
    with pytest.raises(st.SceneError):
        pinched(friction=True).closure()


# Faults.


def test_a_bad_scene_raises_all_its_faults_with_places() -> None:
    with pytest.raises(st.SceneError) as raised:
        st.loads('stiction = 1\ndimension = 2\n[bodies.a]\nmass = -1\n[[contacts]]\non = "b"\npoint = [0, 0]\n')
    faults = raised.value.faults
    assert {fault.path.split(".")[0].split("[")[0] for fault in faults} >= {"bodies", "contacts"}
    assert all(fault.line and fault.column and fault.message and fault.help and fault.rule for fault in faults)
    assert isinstance(raised.value, ValueError)


def test_faults_of_a_dictionary_have_paths() -> None:
    with pytest.raises(st.SceneError) as raised:
        st.Scene.from_dict({"stiction": 1, "dimension": 2, "bodies": {"a": {"mass": -1}}})
    assert [fault.path for fault in raised.value.faults] == ["bodies.a.mass"]


def test_faults_of_what_has_no_text_have_no_line_in_a_text_that_nobody_wrote() -> None:
    with pytest.raises(st.SceneError) as raised:
        st.Scene.from_dict({"stiction": 1, "dimension": 2, "bodies": {"a": {"mass": -1}}})
    assert [(fault.line, fault.column) for fault in raised.value.faults] == [(None, None)]
    assert str(raised.value).splitlines()[0] == "error[mass]: bodies.a.mass: -1 is not greater than zero"
    assert "-->" not in str(raised.value)
    scene = st.Scene(dimension=2).body("a", mass=1, twist=(1, 0, 0)).contact(on="a", point=(0, 0), normal=(0, 1))
    with pytest.raises(st.QuestionError) as asked:
        scene.stand()
    assert [(fault.line, fault.column) for fault in asked.value.faults] == [(None, None)]
    assert "-->" not in str(asked.value) and "bodies.a.twist" in str(asked.value)
    path = EXAMPLES / "painleve.toml"
    with pytest.raises(st.QuestionError) as of_file:
        st.stand(path)
    assert all(fault.line for fault in of_file.value.faults) and "painleve.toml" in str(of_file.value)


def test_a_question_that_does_not_fit_raises_a_question_error() -> None:
    with pytest.raises(st.QuestionError) as raised:
        st.insert(EXAMPLES / "painleve.toml")
    assert raised.value.faults and "Usage" not in str(raised.value)
    with pytest.raises(st.QuestionError, match="takes no `colour`"):
        st.stand(pinched(), colour="red")
    with pytest.raises(st.QuestionError, match="`stand`"):
        st.closure(pinched(), ranges=True)


def test_a_file_that_is_not_there_is_told() -> None:
    for ask in (lambda: st.load("no_such.toml"), lambda: st.closure("no_such.toml"), lambda: st.robot("no_such.urdf").joints,
                lambda: st.lcp("no_such.json")):
        with pytest.raises((st.SceneError, st.QuestionError, FileNotFoundError), match="no_such"):
            ask()


def test_a_flag_with_a_value_that_makes_no_sense_is_told_without_the_words_of_a_terminal() -> None:
    with pytest.raises(st.QuestionError, match="greater than zero") as raised:
        st.closure(EXAMPLES / "gripper.toml", length=0)
    assert "--help" not in str(raised.value)


def test_a_matrix_that_is_not_square_is_told_with_its_row() -> None:
    with pytest.raises(st.QuestionError) as raised:
        st.lcp([[1, 2]], [1])
    assert [(fault.path, fault.line) for fault in raised.value.faults] == [("M[0]", None)]


# Reports.


def test_every_question_of_the_command_is_a_function_and_a_method() -> None:
    for name, about in _stiction.questions():
        function = getattr(st, name)
        if name == "robot":
            continue
        assert (function.__doc__ or "").strip(), name
        if name != "lcp":
            assert about in (function.__doc__ or "")
            assert callable(getattr(st.Scene, name))


def test_keys_of_a_report_are_attributes_and_rectangles_are_arrays() -> None:
    report = st.closure(EXAMPLES / "gripper.toml")
    told = report.to_dict()
    assert report.force.verdict == told["force"]["verdict"] == report["force"]["verdict"]
    assert report.question == "closure" and "force" in dir(report)
    with pytest.raises(AttributeError, match="no key 'forse'"):
        _ = report.forse
    matrix = st.robot(EXAMPLES / "arm.urdf").dynamics(frame="tool").M
    assert isinstance(matrix, np.ndarray) and matrix.shape == (7, 7)


def test_reports_verify_and_one_that_was_changed_does_not() -> None:
    report = pinched(gravity=(0, -1)).stand()
    found = report.verify()
    assert found and found.verified > 0 and found.refused == 0
    told = report.to_dict()
    assert st.verify(told).refused == 0
    told["verdict"] = "no"
    assert st.verify(told).refused > 0
    with_scene = st.verify(report, pinched(gravity=(0, -1)))
    other = st.verify(report, pinched(friction=0.4, gravity=(0, -1)))
    assert with_scene.refused == 0 and other.refused > 0


def test_reports_are_saved_by_the_ending_of_the_name(tmp_path: Path) -> None:
    report = pinched().closure()
    for ending, begins in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".json", b"{"), (".txt", b"")):
        report.save(tmp_path / f"report{ending}")
        assert begins in (tmp_path / f"report{ending}").read_bytes()[:200]
    assert st.verify(tmp_path / "report.json").refused == 0
    with pytest.raises(ValueError, match=r"\.svg"):
        report.save(tmp_path / "report.doc")
    assert report._repr_html_().startswith("<pre>") and "<svg" in (report._repr_svg_() or "")
    assert report.svg("dark") != report.svg()


def test_pictures_go_into_axes_of_matplotlib() -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    _, axes = plt.subplots()
    assert pinched().closure().plot(axes) is axes and len(axes.images) == 1
    assert pinched().closure().plot() is not axes
    plt.close("all")


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    pinched(gravity=(0, -1)).check().verify()
    assert capfd.readouterr() == ("", "")


# Pickling.


def test_scenes_reports_and_faults_pickle() -> None:
    scene = pickle.loads(pickle.dumps(pinched(friction=Fraction(1, 3))))
    assert scene.closure().force.verdict == "yes"
    for subject in (pinched(gravity=(0, -1)), st.load(EXAMPLES / "gripper.toml")):
        report = subject.stand(ranges=True)
        again = pickle.loads(pickle.dumps(report))
        assert again.to_dict() == report.to_dict() and again.verdict == report.verdict
        assert again.text == report.text and again.svg() == report.svg() and again.verify().refused == 0
    with pytest.raises(st.SceneError) as raised:
        st.Scene.from_dict({"stiction": 1, "dimension": 2, "bodies": {"a": {"mass": -1}}})
    error = pickle.loads(pickle.dumps(raised.value))
    assert type(error) is st.SceneError and error.faults == raised.value.faults and str(error) == str(raised.value)


def test_a_loaded_scene_pickles_though_its_file_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "scene.toml"
    path.write_text((EXAMPLES / "gripper.toml").read_text())
    kept = pickle.dumps(st.load(path))
    path.unlink()
    assert pickle.loads(kept).closure().verdict == st.closure(EXAMPLES / "gripper.toml").verdict


# Threads, time and Ctrl-C.


def test_many_threads_ask_one_scene_and_agree() -> None:
    scene = st.load(EXAMPLES / "gripper.toml")
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: scene.closure().to_json(), range(64)))
    assert len(set(told)) == 1


LONG = {"map": [("contacts.foot.friction", 0, 3, 2000), ("gravity.1", -10, 10, 2000)], "time": 600}


def test_other_threads_run_while_a_long_question_is_asked() -> None:
    beats: list[float] = []
    done = threading.Event()

    def beat() -> None:
        while not done.is_set():
            beats.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=beat)
    thread.start()
    begun = time.monotonic()
    with pytest.raises(st.Unfinished):
        st.outcomes(EXAMPLES / "painleve.toml", map=LONG["map"], time=1)
    done.set()
    thread.join()
    assert time.monotonic() - begun < 30
    assert sum(beat >= begun for beat in beats) > 20


@pytest.mark.parametrize("question", ["outcomes", "score"])
def test_ctrl_c_stops_a_long_question(question: str) -> None:
    asked = {
        "outcomes": f"st.outcomes({str(EXAMPLES / 'painleve.toml')!r}, **{LONG!r})",
        "score": "st.score(np.zeros((3000000, 5, 3)) + np.random.default_rng(0).normal(size=(1, 5, 3)), "
                 "np.random.default_rng(1).normal(size=(3000000, 5, 3)), 0.5, measures=('force', 'epsilon_l1'))",
    }[question]
    program = f"""
import numpy as np, stiction as st, sys
print("ready", flush=True)
try:
    {asked}
    print("answered")
except KeyboardInterrupt:
    print("stopped")
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(2)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        told = process.stdout.read()
    assert told == "stopped\n"
    assert time.monotonic() - begun < 15


def test_time_that_is_over_is_an_exception_and_no_answer() -> None:
    with pytest.raises(st.Unfinished) as raised:
        st.outcomes(EXAMPLES / "painleve.toml", map=LONG["map"], time=0.5)
    assert isinstance(raised.value, TimeoutError)

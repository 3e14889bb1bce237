"""What Python answers is what the command answers, key by key.

``STICTION`` names the command; without it the one that comes with the package is meant.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import stiction as st
from stiction import _stiction

EXAMPLES = Path(__file__).parents[3] / "examples"
SCENES = sorted(str(path.relative_to(EXAMPLES)) for path in EXAMPLES.rglob("*.toml"))
#: The package's own command, in a process of its own.
OWN = [sys.executable, "-c", "from stiction._command import main; main()"]
COMMAND = [os.environ["STICTION"]] if "STICTION" in os.environ else OWN
QUESTIONS = [name for name, _ in _stiction.questions() if name not in ("lcp", "robot")]
#: A lattice of faces that takes minutes; in both.
LONG = {("tasks/wall.toml", "motions")}


def command(*words: str) -> tuple[int, Any]:
    done = subprocess.run([*COMMAND, *words, "--json"], capture_output=True, text=True, cwd=EXAMPLES, timeout=300)
    # What fails without an answer says why.
    return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr.strip()


def python(question: str, scene: str) -> Any:
    """The report, or the faults in the form of the command."""
    try:
        return getattr(st, question)(EXAMPLES / scene).to_dict()
    except st.QuestionError as error:
        return [[fault.path, fault.rule, fault.message, fault.help, fault.line, fault.column] for fault in error.faults]
    except (RuntimeError, st.Unfinished) as error:
        return f"error: {error}" if not str(error).startswith("error: ") else str(error)


def shown(told: Any) -> Any:
    if isinstance(told, str):
        return told
    if set(told) >= {"faults"} and "question" not in told:
        return [[fault[key] for key in ("path", "code", "message", "help", "line", "column")] for fault in told["faults"]]
    return told


@pytest.mark.parametrize("scene", SCENES)
def test_every_question_of_an_example_is_answered_as_by_the_command(scene: str) -> None:
    different = []
    for question in QUESTIONS:
        if (scene, question) in LONG:
            continue
        _, told = command(question, scene)
        if shown(told) != python(question, scene):
            different.append(question)
    assert different == []


def test_flags_mean_what_they_mean_to_the_command() -> None:
    asked: list[tuple[str, str, list[str], dict[str, Any]]] = [
        ("closure", "tripod_grasp.toml", ["--cone", "inner:8"], {"cone": "inner:8"}),
        ("stand", "gripper.toml", ["--ranges"], {"ranges": True}),
        ("cone", "two_walls.toml", ["--mode", "ss"], {"mode": "ss"}),
        ("outcomes", "painleve.toml", ["--map", "contacts.foot.friction=0:3:5", "--map", "gravity.1=-10:10:3"],
         {"map": [("contacts.foot.friction", 0, 3, 5), "gravity.1=-10:10:3"]}),
        ("outcomes", "box_on_table.toml", ["--cone", "inner:4"], {"cone": "inner:4"}),
        ("stand", "arch.toml", ["--solve", "friction"], {"solve": "friction"}),
    ]
    for question, scene, words, flags in asked:
        status, told = command(question, scene, *words)
        try:
            found = getattr(st, question)(EXAMPLES / scene, **flags).to_dict()
        except st.QuestionError as error:
            assert [fault["message"] for fault in told["faults"]] == [fault.message for fault in error.faults], question
            assert status == 2
            continue
        assert found == told, question


def test_complementarity_problems_and_robots_are_answered_as_by_the_command(tmp_path: Path) -> None:
    problem = tmp_path / "problem.json"
    problem.write_text('{"M": [[2, 1], [1, 2]], "q": [-5, -6]}')
    _, told = command("lcp", str(problem))
    for found in (st.lcp([[2, 1], [1, 2]], [-5, -6]).to_dict(), st.lcp(str(problem)).to_dict()):
        # A text has no name of a file.
        assert {**found, "scene": None} == {**told, "scene": None}
    _, told = command("robot", "arm.urdf", "--frame", "tool", "--q=0.1,0.2,0.3,0.4,0.5,0.6,0.7")
    robot = st.robot(EXAMPLES / "arm.urdf")
    state: dict[str, Any] = {"frame": "tool", "q": [st.Written(f"0.{number}") for number in range(1, 8)]}
    assert robot.dynamics(**state).to_dict() == told
    text = st.robot((EXAMPLES / "arm.urdf").read_text()).dynamics(**state).to_dict()
    assert [text[key] for key in ("M", "h", "J")] == [told[key] for key in ("M", "h", "J")]


def test_the_text_of_a_fault_is_what_the_command_prints(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('stiction = 1\ndimension = 2\n[bodies.a]\nmass = -1\n[[contacts]]\non = "b"\npoint = [0, 0]\n')
    done = subprocess.run([*COMMAND, "closure", "bad.toml"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        with pytest.raises(st.SceneError) as raised:
            st.load("bad.toml")
    finally:
        os.chdir(here)
    assert str(raised.value).strip() == done.stderr.strip()
    assert len(raised.value.faults) >= 2


def test_the_command_of_the_package_prints_what_the_report_says() -> None:
    done = subprocess.run([*OWN, "closure", "gripper.toml"], capture_output=True, text=True, cwd=EXAMPLES, check=False)
    assert done.stdout.strip() == st.closure(EXAMPLES / "gripper.toml").text.strip()

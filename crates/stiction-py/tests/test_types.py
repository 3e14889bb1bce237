"""Types and examples: what mypy, pyright and doctest say of the package and of a program that uses it."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
import stiction

PACKAGE = Path(stiction.__file__).parent

PROGRAM = '''
"""A program of a user."""

from fractions import Fraction

import numpy as np
import stiction as st
from numpy.typing import NDArray
from stiction import bridges

scene: st.Scene = st.Scene(dimension=2, gravity=(0, -9.81)).body("box", mass=Fraction(1, 3))
scene = scene.contact(on="box", point=(-1, 0), normal=(1, 0), friction=0.5)
report: st.Report = st.closure(scene, cone="round")
verdict: str | None = report.verdict
told: dict[str, object] = report.to_dict()
standing: st.Report = scene.stand(ranges=True)
checked: st.Verification = report.verify()
print(checked.verified, checked.refused, verdict, told, report.text, st.stand(scene, ranges=True))
points: NDArray[np.float64] = np.zeros((3, 2, 2))
scores: st.Scores = st.score(points, points + 1, 0.5, measures=("force", "margin"))
fault: NDArray[np.object_] = scores.fault
first: st.Report = scores.report(0)
share: float = st.probability(points[0], points[0] + 1, 0.5, noise={"point": 0.01}, samples=10).value
rows: int = st.batch("in.parquet", "out.parquet", resume=True).rows
try:
    st.loads("stiction = 1")
except st.SceneError as error:
    lines: list[int | None] = [one.line for one in error.faults]
robot: st.Robot = st.robot("arm.urdf")
names: list[str] = robot.joints
sampled: bridges.Sampled = bridges.grasps(object(), 10)
'''

WRONG = """
import stiction as st

st.score([[0, 0]], [[1, 0]], 0.5, measure="force")
rows: str = st.batch("in.parquet", "out.parquet").rows
st.load(7)
"""


def mypy(path: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(cache), str(path)]
    return subprocess.run(words, capture_output=True, text=True, env=environment, cwd=cache)


def pyright(path: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    settings = {"include": [os.path.relpath(path, folder)], "extraPaths": [os.path.relpath(PACKAGE.parent, folder)],
                "typeCheckingMode": "strict", "pythonVersion": "3.11"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    words = [sys.executable, "-m", "pyright", "-p", str(folder), "--pythonpath", sys.executable]
    return subprocess.run(words, capture_output=True, text=True, cwd=folder)


@pytest.mark.parametrize("subject", ["package", "program"])
def test_mypy_and_pyright_have_nothing_to_say_in_strict_mode(subject: str, tmp_path: Path) -> None:
    path = PACKAGE
    if subject == "program":
        path = tmp_path / "program.py"
        path.write_text(PROGRAM)
    found = mypy(path, tmp_path)
    assert found.returncode == 0, found.stdout + found.stderr
    found = pyright(path, tmp_path)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "0 errors" in found.stdout


def test_a_program_that_is_wrong_is_told_so_by_both(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(WRONG)
    assert "Found 3 errors" in mypy(path, tmp_path).stdout
    assert "3 errors" in pyright(path, tmp_path).stdout


def modules() -> list[str]:
    return ["stiction", *(f"stiction.{module.name}" for module in pkgutil.iter_modules([str(PACKAGE)])
                          if module.name != "_stiction")]


@pytest.mark.parametrize("name", modules())
def test_examples_of_every_module_say_what_happens(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


def test_what_a_user_calls_has_words_and_what_is_public_is_listed() -> None:
    for name in stiction.__all__:
        if name != "__version__":
            assert (getattr(stiction, name).__doc__ or "").strip(), name
    assert (PACKAGE / "py.typed").exists()


def test_the_stub_names_what_is_in_the_part_in_rust() -> None:
    import ast

    from stiction import _stiction

    tree = ast.parse((PACKAGE / "_stiction.pyi").read_text())
    stubs = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    own = {name for name in dir(_stiction) if not name.startswith("_") and name != "version"}
    assert set(stubs) == own
    for name, node in stubs.items():
        if isinstance(node, ast.ClassDef):
            inner = {entry.name for entry in node.body if isinstance(entry, ast.FunctionDef)}
            assert inner == {entry for entry in dir(getattr(_stiction, name)) if not entry.startswith("_")}

"""The notebooks of the guide run from top to bottom."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[3] / "docs" / "notebooks"
NAMES = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))


def test_there_is_a_notebook_for_each_of_four_tasks() -> None:
    assert NAMES == ["check_an_assembly.ipynb", "fixture_a_part.ipynb", "grasps_on_a_mesh.ipynb", "referee_mujoco.ipynb"]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_and_what_it_shows_is_there(name: str) -> None:
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    NotebookClient(notebook, timeout=240, kernel_name="python3", resources={"metadata": {"path": NOTEBOOKS}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any(output.output_type == "stream" and output.text.strip() for output in outputs)
    assert not any(output.output_type == "error" for output in outputs)
    if name != "referee_mujoco.ipynb":
        assert any("image/png" in output.get("data", {}) for output in outputs)


def test_notebooks_are_kept_without_outputs() -> None:
    for name in NAMES:
        for cell in nbformat.read(NOTEBOOKS / name, as_version=4).cells:
            assert cell.cell_type != "code" or not cell.outputs, name

"""The documents are built, and name all that a user calls."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path

import stiction as st
from stiction import bridges

HERE = Path(__file__).parents[1]


def test_the_documents_are_built_with_a_reference_of_all_that_is_public(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", str(HERE / "mkdocs.yml"), "-d", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    page = html.unescape((tmp_path / "guide" / "python-reference" / "index.html").read_text())
    headings = re.findall(r"<h[34][^>]*><code>([\w.]+)", page)
    named = [f"st.{name}" for name in st.__all__ if not name.startswith("_")] + [f"bridges.{name}" for name in bridges.__all__]
    assert set(named) <= set(headings)
    assert {"Scene.from_dict", "Report.verify", "Scores.report", "Robot.dynamics", "Report.verdict"} <= set(headings)
    assert "Keywords are the flags of the command" in page and "_hold" not in page and "Scene.hold" not in headings
    guide = (tmp_path / "guide" / "python" / "index.html").read_text()
    assert "best_five.png" in guide and "python-sizing" in guide

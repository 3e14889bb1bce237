"""What the guide's page on Python says happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
PAGES = ["docs/guide/python.md", "crates/stiction-py/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_lines_of_a_page_run_and_say_what_it_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), flags=re.DOTALL)
    assert blocks
    runner = doctest.DocTestRunner()
    for number, block in enumerate(blocks):
        if ">>>" not in block:
            exec(compile(block, f"{page}, block {number + 1}", "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(block, names, f"{page}, block {number + 1}", page, 0)
        told: list[str] = []
        runner.run(test, out=told.append, clear_globs=False)
        names = test.globs
        assert runner.failures == 0, "".join(told)


def test_links_of_the_page_lead_somewhere() -> None:
    for page in ("docs/guide/python.md", "docs/guide/python-sizing.md"):
        for link in re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text()):
            assert (ROOT / page).parent.joinpath(link).exists(), link

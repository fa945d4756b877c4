"""The examples of the pages docs/python*.md, docs/viewer.md, docs/coming-from.md and
docs/troubleshooting.md give the results that they show."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
# All pages with examples; python-names.md is a table.
PAGES = sorted({*(ROOT / "docs").glob("python*.md"), ROOT / "docs" / "viewer.md", ROOT / "docs" / "coming-from.md",
                ROOT / "docs" / "troubleshooting.md"} - {ROOT / "docs" / "python-names.md"})
NEEDS = {"python-plot": ["matplotlib"], "python-recordings": ["pandas", "xarray"]}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page, tmp_path, monkeypatch):
    for module in NEEDS.get(page.stem, []):
        pytest.importorskip(module)
    shutil.copytree(ROOT / "data", tmp_path / "data")  # examples write files beside it
    monkeypatch.chdir(tmp_path)
    text = re.sub(r"^```.*$", "", page.read_text(), flags=re.M)
    test = doctest.DocTestParser().get_doctest(text, {}, page.stem, str(page), 0)
    assert test.examples, "the page has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.failures == 0

"""The examples of the documentation give what they say."""

import doctest
import os

import pytest
from conftest import ROOT

PAGES = sorted((ROOT / "docs").glob("python*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.symlink(ROOT / "data", tmp_path / "data")
    result = doctest.testfile(str(page), module_relative=False,
                              optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def test_there_are_pages():
    assert "python.md" in [page.name for page in PAGES]

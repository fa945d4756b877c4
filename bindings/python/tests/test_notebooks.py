"""The notebooks of docs/tutorials run without an error."""

import os
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
NOTEBOOKS = sorted((ROOT / "docs" / "tutorials").glob("*.ipynb"))

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
for module in ("ipykernel", "matplotlib", "matplotlib_inline"):
    pytest.importorskip(module)


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebook(file, tmp_path, monkeypatch):
    folder = tmp_path / "docs" / "tutorials"  # notebooks write files beside them
    folder.mkdir(parents=True)
    for name in ("data", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.setenv("CARDAN_QUICK", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path / "matplotlib"))
    notebook = nbformat.read(file, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are stored without outputs"
    notebook.metadata["kernelspec"]["name"] = "python3"
    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    client.execute(env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}"})
    figures = [
        output
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]
    assert figures
    nbformat.write(notebook, tmp_path / file.name)

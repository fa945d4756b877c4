"""The notebooks of docs/tutorials run without an error and show figures and replays."""

import os
import shutil
from pathlib import Path

import pytest

import cardan
from pages import framed_page, head_of

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
    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    path = f"{Path(cardan.__file__).parents[1]}:{os.environ.get('PYTHONPATH', '')}"
    client.execute(env={**os.environ, "PYTHONPATH": path})
    figures = [
        output
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]
    assert figures
    texts = [output.get("data", {}).get("text/html", "") for cell in notebook.cells for output in cell.get("outputs", [])]
    replays = [text for text in texts if text.startswith("<iframe")]
    assert replays
    for markup in replays:
        head = head_of(framed_page(markup))
        frames = next(table["rows"] for table in head["tables"] if table["name"] == "frames")
        assert frames > 25 and any(model["name"] == "robot" for model in head["models"])
    nbformat.write(notebook, tmp_path / file.name)

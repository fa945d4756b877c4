"""The programs of examples/python reach their goals."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import cardan

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "python"
ARGUMENTS = {
    "model_predictive_control": ["--worlds", "48"],
    "walking": ["--population", "24", "--iterations", "3", "--seconds", "1.5", "--least", "2"],
}


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.py")), ids=lambda file: file.stem)
def test_example(file, tmp_path):
    path = f"{Path(cardan.__file__).parents[1]}:{os.environ.get('PYTHONPATH', '')}"
    run = subprocess.run(
        [sys.executable, str(file), *ARGUMENTS.get(file.stem, [])],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout and not run.stderr

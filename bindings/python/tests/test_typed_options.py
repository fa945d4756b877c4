"""Mypy knows the options of World.add and add_urdf."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

# Lines of a program, and whether their types are right.
CALLS = {
    'cardan.World().add("crate", box={"size": [1, 1, 1]}, mass=2, is_static=True)': True,
    'cardan.World().add("crate", sphere={"radius": 1}, pose={"xyz": [0, 0, 1]})': True,
    'cardan.World().add("robot", urdf=Path("r.urdf"))': True,
    'cardan.World().add("crate", bxo={"size": [1, 1, 1]})': False,
    'cardan.World().add("crate", box=1)': False,
    'cardan.World().add("crate", mass="heavy")': False,
    'cardan.World().add_urdf("r.urdf", packages={"robot": "."})': True,
    'cardan.World().add_urdf("r.urdf", allow_missing_meshes=True)': True,
    'cardan.World().add_urdf("r.urdf", self_collision=False)': True,
    'cardan.World().add_urdf("r.urdf", self_colision=False)': False,
}


@pytest.fixture(scope="module")
def mypy_output(tmp_path_factory) -> str:
    """What mypy says of the program."""
    pytest.importorskip("mypy")
    folder = tmp_path_factory.mktemp("types")
    (folder / "program.py").write_text("\n".join(["import cardan; from pathlib import Path", *CALLS, ""]))
    environment = dict(os.environ, MYPYPATH=str(ROOT / "bindings" / "python"))
    result = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", "cache", "program.py"], cwd=folder, env=environment,
                            capture_output=True, text=True, check=False)
    return result.stdout + result.stderr


@pytest.mark.parametrize("line", range(len(CALLS)))
def test_world_has_typed_options(mypy_output, line):
    right = list(CALLS.values())[line]
    assert (f"program.py:{line + 2}: error" not in mypy_output) == right

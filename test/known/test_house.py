"""Left to the issue on the house: what is expected to fail until it is mended. A test that passes fails the run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
house = pytest.mark.xfail(strict=True, raises=AssertionError, reason="issue: the house")

# Lines of a program in Python, and whether their types are right.
CALLS = {
    'cardan.World().add("crate", bxo={"size": [1, 1, 1]})': False,
    'cardan.World().add_urdf("r.urdf", packages={"robot": "."})': True,
    'cardan.World().add_urdf("r.urdf", allow_missing_meshes=True)': True,
    'cardan.World().add_urdf("r.urdf", self_collision=False)': True,
}


@pytest.fixture(scope="module")
def mypy_output(tmp_path_factory) -> str:
    """What mypy says of the program."""
    pytest.importorskip("mypy")
    folder = tmp_path_factory.mktemp("types")
    (folder / "program.py").write_text("\n".join(["import cardan", *CALLS, ""]))
    environment = dict(os.environ, MYPYPATH=str(ROOT / "bindings" / "python"))
    result = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", "cache", "program.py"], cwd=folder, env=environment,
                            capture_output=True, text=True, check=False)
    return result.stdout + result.stderr


@house
@pytest.mark.parametrize("line", range(len(CALLS)))
def test_world_has_typed_options(mypy_output, line):
    right = list(CALLS.values())[line]
    assert (f"program.py:{line + 2}: error" not in mypy_output) == right


@house
@pytest.mark.parametrize("words, offered", [
    ("run --capture f", "failed"),
    ("compare --integrators mid", "midpoint"),
    ("compare --solvers conic,lem", "conic,lemke"),
    ("run ./house.s", "./house.sdf"),
])
def test_completion_offers(tmp_path, words, offered):
    (tmp_path / "house.sdf").write_text("")
    program = (f'source "{ROOT}/apps/completion/cardan.bash"; COMP_WORDS=(cardan {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); '
               '_cardan; echo "${COMPREPLY[*]}"')
    result = subprocess.run(["bash", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert offered in result.stdout.split()

"""Installs the package into a new environment, without network, and steps a robot with it.

CARDAN_BUILD_FOLDER names the build folder whose library the wheel takes (setup.py).
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

PROGRAM = """
import cardan, pathlib, sys
assert pathlib.Path(cardan.__file__).is_relative_to(sys.prefix), cardan.__file__
world = cardan.World("{scene}")
world.run(0.5, check=True)
for solver in ("conic", "lemke", "pgs"):
    world.set_pair("frictionless", solver)
    world.step(check=True)
with world.replay() as film:
    world.run(0.1)
assert "srcdoc" in film._repr_html_()
print(world, film)
"""


def main() -> None:
    # The tests' own package must not be found in place of the installed one.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    with tempfile.TemporaryDirectory() as folder:
        run = lambda *command: subprocess.run(command, check=True, env=environment, cwd=folder)
        run(sys.executable, "-m", "venv", "--system-site-packages", "V")
        python = str(Path(folder) / "V" / "bin" / "python")
        run(python, "-m", "pip", "install", "-q", "--no-index", "--no-build-isolation", "--no-deps",
            str(ROOT))
        run(python, "-c", PROGRAM.format(scene=ROOT / "data" / "scenes" / "stand.yaml"))


if __name__ == "__main__":
    main()

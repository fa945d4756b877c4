"""Builds the Python package with CMake: pip install --no-build-isolation --no-deps .

CMAKE_ARGS             further arguments of the configuration
CARDAN_BUILD_FOLDER    a configured build folder to use in place of build/wheel, e.g. build/release
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


def version() -> str:
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(cardan VERSION ([0-9.]+)", text).group(1)


class BuildWithCMake(build_ext):
    """The module, libcardan and the solvers, as the install component `python` has them."""

    def build_extension(self, ext: Extension) -> None:
        if self.inplace:
            sys.exit("cardan: an editable install is not supported; build with CMake and set "
                     "PYTHONPATH=build/release/python, whose Python sources are those of the tree")
        given = os.environ.get("CARDAN_BUILD_FOLDER")
        folder = Path(given).resolve() if given else ROOT / "build" / "wheel"
        if not given:
            generator = ["-G", "Ninja"] if self.has_ninja() else []
            self.spawn(["cmake", "-S", str(ROOT), "-B", str(folder), *generator,
                        "-DCMAKE_BUILD_TYPE=Release", "-DCARDAN_BUILD_TESTS=OFF",
                        "-DCARDAN_BUILD_EXAMPLES=OFF", "-DCARDAN_PYTHON=ON",
                        f"-DCARDAN_PYTHON_EXECUTABLE={sys.executable}",
                        *os.environ.get("CMAKE_ARGS", "").split()])
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        self.spawn(["cmake", "--build", str(folder), "--parallel", jobs,
                    "--target", "cardan_python_package"])
        self.spawn(["cmake", "--install", str(folder), "--component", "python",
                    "--prefix", str(Path(self.build_lib).resolve())])

    @staticmethod
    def has_ninja() -> bool:
        try:
            return subprocess.run(["ninja", "--version"], capture_output=True).returncode == 0
        except FileNotFoundError:
            return False


setup(version=version(), ext_modules=[Extension("cardan._cardan", sources=[])],
      cmdclass={"build_ext": BuildWithCMake})

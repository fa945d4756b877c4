"""Checks the stubs against the module (stubtest) and the examples with mypy --strict."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def main() -> int:
    package = next(p for p in os.environ["PYTHONPATH"].split(os.pathsep)
                   if (Path(p) / "cardan").is_dir())
    environment = dict(os.environ, MYPYPATH=package)
    examples = sorted(map(str, (ROOT / "examples" / "python").glob("*.py")))
    allowed = ROOT / "bindings" / "python" / "tests" / "stubtest_allowed.txt"
    with tempfile.TemporaryDirectory() as folder:
        commands = [[sys.executable, "-m", "mypy.stubtest", "cardan", "--allowlist", str(allowed),
                 "--ignore-unused-allowlist"],
                    [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder, "-p", "cardan"]]
        if examples:
            commands.append([sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder,
                             "--scripts-are-modules", *examples])
        results = [subprocess.run(c, env=environment, cwd=folder).returncode for c in commands]
    return max(results)


if __name__ == "__main__":
    sys.exit(main())

"""Studies of many cells (docs/sweep.md). The command `cardan sweep` runs them in separate processes."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Sequence

from cardan._cardan import Error

_PER_WORKER = 8  # tasks, so that workers of unequal speed end together


def _command(command: str | os.PathLike[str] | None) -> str:
    """Path of the command cardan: the argument, $CARDAN_COMMAND or the one on PATH."""
    found = os.fspath(command) if command is not None else os.environ.get("CARDAN_COMMAND") or shutil.which("cardan")
    if not found:
        raise Error("cardan.sweep: the command cardan is not on PATH; install the package cardan, or pass command=PATH")
    return found


def _run(arguments: Sequence[str]) -> str:
    """Runs the command and returns what it printed. The interpreter runs other threads meanwhile."""
    ended = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        lines = (ended.stderr or ended.stdout).strip().splitlines()
        raise Error(lines[-1].removeprefix("cardan: ") if lines else f"cardan sweep ended with {ended.returncode}")
    return ended.stdout


def _run_shard(command: str, arguments: Sequence[str], index: int, count: int) -> int:
    """One task of a Dask worker."""
    _run([command, "sweep", *arguments, "--shard", f"{index}/{count}", "--jobs", "1"])
    return index


def sweep(
    study: str | os.PathLike[str],
    *,
    client: Any = None,
    out: str | os.PathLike[str] | None = None,
    shards: int | None = None,
    jobs: int | None = None,
    timeout: float | None = None,
    plugins: Sequence[str | os.PathLike[str]] = (),
    command: str | os.PathLike[str] | None = None,
) -> Path:
    """Runs all unfinished cells of a study and merges its results.

    Parameters
    ----------
    study
        Study file.
    client
        dask.distributed.Client whose workers run the shards. The workers must reach the files of the study and of `out`
        by the same paths. If a worker dies, another worker runs its shards. With None, the study runs on this machine.
    out
        Folder of the results; by default STUDY.results beside the study.
    shards
        Number of tasks for the client; by default eight per worker.
    jobs
        Parallel processes without a client; by default one per core.
    timeout
        Wall-clock limit of a cell [s]; by default 600.
    plugins
        Folders of solver plugins.
    command
        The command cardan; by default $CARDAN_COMMAND or the one on PATH.

    Returns the folder of the results: results.csv, results.h5 and provenance.csv.

    Raises Error for a study that cannot be read or run. A cell that fails has a row in the results.
    """
    program = _command(command)
    path = Path(study).absolute()
    folder = Path(out).absolute() if out is not None else path.with_suffix(".results")
    arguments = [str(path), "--out", str(folder)]
    if timeout is not None:
        arguments += ["--timeout", repr(float(timeout))]
    for plugin in plugins:
        arguments += ["--plugins", str(Path(plugin).absolute())]
    if client is None:
        _run([program, "sweep", *arguments, *(["--jobs", str(jobs)] if jobs is not None else [])])
        return folder
    if jobs is not None:
        raise Error("cardan.sweep: jobs applies only without a client; the client has its own workers")
    count = shards if shards is not None else _PER_WORKER * max(1, len(client.scheduler_info()["workers"]))
    if count < 1:
        raise Error("cardan.sweep: shards is below 1")
    futures = client.map(
        _run_shard, [program] * count, [arguments] * count, range(count), [count] * count, pure=False, retries=2
    )
    client.gather(futures)
    _run([program, "sweep", "merge", str(path), "--out", str(folder)])
    return folder

#!/usr/bin/env python3
"""Studies on clusters, on this machine: the merge equals the serial run byte for byte.

usage: test_cluster.py slurm|dask COMMAND PACKAGE

COMMAND is the program cardan, PACKAGE the folder of its Python package. slurm: two nodes of scripts/slurm-loopback, one
of which is killed with -9, while tasks are killed at 20 random moments. dask: two workers, one of which is killed. Exit
code 77: what the test needs is not installed.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
KILLS = int(os.environ.get("CARDAN_KILLS", "20"))
CELLS = 240

SCENE = """cardan: 1
time: {step: 0.001, duration: 100}
models:
  - {name: ground, plane: {}, static: true}
  - {name: crate, box: {size: [0.2, 0.2, 0.2]}, mass: 1, pose: {xyz: [0, 0, 0.3], rpy: [0.4, 0.3, 0]}}
"""
STUDY = f"""scene: scene.yaml
samples:
  count: {CELLS}
  distributions: {{materials.default.mu: {{uniform: [0.1, 0.9]}}, models.crate.mass: {{normal: [2, 0.1]}}}}
metrics: [{{quantity: crate.base.x}}, {{quantity: kinetic_energy, over: maximum}}]
cells_per_task: 8
"""


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def sweep(command, *words):
    return subprocess.run([command, "sweep", *map(str, words)], check=True, capture_output=True, text=True).stdout


def same(folder, other):
    for name in ("results.csv", "results.h5"):
        assert (folder / name).read_bytes() == (other / name).read_bytes(), name
    assert (folder / "results.csv").read_text().count(",done,") == CELLS


def processes_of(word):
    """Processes of this study: their command line has the path of its results."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if word.encode() in (entry / "cmdline").read_bytes() and b"--shard" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def node_of(process):
    """Node of Slurm that runs a process."""
    try:
        words = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    return next((word.split(b"=")[1].decode() for word in words if word.startswith(b"SLURMD_NODENAME=")), "")


def slurm(folder, command):
    for program in ("munged", "slurmctld", "slurmd", "sbatch"):
        if not shutil.which(program):
            skip(f"{program} is missing: scripts/install-packages cluster")
    if os.geteuid() != 0:
        skip("slurmd needs to be root")
    loopback = ROOT / "scripts" / "slurm-loopback"
    cluster = folder / "slurm"
    subprocess.run([loopback, "start", cluster], check=True, capture_output=True)
    try:
        os.environ["SLURM_CONF"] = str(cluster / "slurm.conf")
        out = folder / "slurm.results"
        pick = random.Random(5)
        # A task without a time limit; a killed task is FAILED, and running --slurm again submits what is left.
        print(sweep(command, folder / "study.yaml", "--out", out, "--slurm"), flush=True)
        kills, node_killed = 0, False
        end = time.monotonic() + 1500
        while time.monotonic() < end:
            time.sleep(pick.uniform(0.2, 1.0))
            queued = subprocess.run(["squeue", "-h"], capture_output=True, text=True).stdout.strip()
            running = processes_of(str(out))
            if kills >= KILLS // 2 and not node_killed and any(node_of(one) == "n1" for one in running):
                subprocess.run([loopback, "kill", cluster, "n1"], check=True)
                node_killed = True
                print("node n1 was killed with its task", flush=True)
            elif running and kills < KILLS:
                try:
                    os.kill(pick.choice(running), signal.SIGKILL)
                    kills += 1
                except ProcessLookupError:
                    pass
            if not queued:
                status = sweep(command, "status", folder / "study.yaml", "--out", out)
                if "to run" not in status:
                    break
                sweep(command, folder / "study.yaml", "--out", out, "--slurm")
        print(f"{kills} processes of cardan were killed; node killed: {node_killed}")
        print(sweep(command, "merge", folder / "study.yaml", "--out", out))
        assert node_killed and kills >= KILLS // 2
        same(out, folder / "serial")
        log = (cluster / "log" / "slurmctld").read_text().lower()
        print("\n".join(line for line in log.splitlines() if "requeu" in line or "not responding" in line))
        assert "requeu" in log, "the task of the node was not requeued"
    finally:
        subprocess.run([loopback, "stop", cluster], check=False)


def dask(folder, command, package):
    sys.path.insert(0, package)
    try:
        from distributed import Client, Scheduler  # noqa: F401
    except ImportError:
        skip("distributed is missing: scripts/install-packages cluster")
    import threading

    import cardan

    environment = {**os.environ, "PYTHONPATH": package}
    log = open(folder / "dask.log", "w")
    scheduler_file = folder / "scheduler.json"
    started = [subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_scheduler", "--scheduler-file",
                                 str(scheduler_file), "--host", "127.0.0.1", "--port", "0", "--no-dashboard"],
                                env=environment, stdout=log, stderr=log)]
    for _ in range(2):
        started.append(subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file",
                                         str(scheduler_file), "--nthreads", "1", "--no-nanny", "--no-dashboard",
                                         "--local-directory", str(folder / "dask")],
                                        env=environment, stdout=log, stderr=log))
    try:
        with Client(scheduler_file=str(scheduler_file), timeout=60) as client:
            client.wait_for_workers(2, timeout=120)
            out = folder / "dask.results"
            killed = []

            def kill_one():
                while len(list((out / "rows").glob("*.rows")) if (out / "rows").exists() else []) < 4:
                    time.sleep(0.1)
                os.kill(started[1].pid, signal.SIGKILL)
                killed.append(started[1].pid)

            thread = threading.Thread(target=kill_one, daemon=True)
            thread.start()
            cardan.sweep(folder / "study.yaml", client=client, out=out, command=command, shards=24)
            assert killed, "the study ended before the worker was killed"
            print("a worker was killed;", len(client.scheduler_info()["workers"]), "is left")
            same(out, folder / "serial")
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(timeout=60)
        log.close()


def main():
    kind, command, package = sys.argv[1:4]
    with tempfile.TemporaryDirectory(prefix="cardan-cluster-") as name:
        folder = Path(name)
        (folder / "scene.yaml").write_text(SCENE)
        (folder / "study.yaml").write_text(STUDY)
        begin = time.monotonic()
        sweep(command, folder / "study.yaml", "--jobs", "1", "--out", folder / "serial")
        print(f"serial run: {time.monotonic() - begin:.1f} s")
        if kind == "slurm":
            slurm(folder, command)
        else:
            dask(folder, command, package)
    print("equal to the byte")


main()

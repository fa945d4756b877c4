"""Recordings, states and problems that the command writes when it runs a scene, before anything is damaged."""

import dataclasses
import os
import subprocess
import tempfile

import scene


@dataclasses.dataclass
class Run:
    files: dict  # of the scene, which is s.yaml
    options: list  # of the run, but for its length, which a recording has of its own
    recording: bytes
    state: bytes
    problems: list
    folder: tempfile.TemporaryDirectory  # a recording names the files of its models by their place


def _files_of(name):
    if name.startswith("cardan:"):
        return {"s.yaml": name.encode()}
    path = os.path.join(scene.DATA, name)
    if name.startswith("scenes/"):
        return scene.seed(path)
    with open(path, "rb") as file:
        return {"s.yaml": file.read()}


def run(command, name, options):
    """Runs a scene, `name`: its text, or its file below data."""
    files, folder = _files_of(name), tempfile.TemporaryDirectory(prefix="damage-")
    for file_name, content in files.items():
        with open(os.path.join(folder.name, file_name), "wb") as file:
            file.write(content)
    argv = ["run", "s.yaml", "--record", "a.h5", "--record-every", "0", "--save-state", "state.h5", "--capture", "all", "--capture-dir", "captured",
            "--capture-limit", "12"] + options
    done = subprocess.run([os.path.abspath(command)] + argv, cwd=folder.name, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
    written = {}
    for where in (".", "captured"):
        place = os.path.join(folder.name, where)
        for file_name in sorted(os.listdir(place)) if os.path.isdir(place) else ():
            if file_name.endswith((".h5", ".hdf5")):
                with open(os.path.join(place, file_name), "rb") as file:
                    written[file_name] = file.read()
    if "a.h5" not in written or "state.h5" not in written:
        raise SystemExit("cardan run of %s: exit status %d: %s" % (name[:40], done.returncode, done.stderr.decode("utf-8", "replace")))
    problems = [content for file_name, content in written.items() if file_name.endswith(".hdf5")]
    kept = [text for text in options if text not in ("--duration", "0.01")]
    return Run(files, kept, written["a.h5"], written["state.h5"], problems[:2] + problems[-2:], folder)

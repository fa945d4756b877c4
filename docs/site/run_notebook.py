#!/usr/bin/env python3
"""Runs a notebook in its folder and writes it with its outputs.

    run_notebook.py NOTEBOOK FOLDER
"""

import os
import sys
from pathlib import Path

import nbclient
import nbformat


def main(file, folder):
    notebook = nbformat.read(file, as_version=4)
    scratch = folder / "docs" / "tutorials"  # notebooks write files beside them, and read ../../data
    scratch.mkdir(parents=True, exist_ok=True)
    for name in ("data", "examples"):
        if not (folder / name).exists():
            (folder / name).symlink_to(Path(name).resolve())
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(scratch)}}
    )
    client.execute(env={**os.environ, "IPYTHONDIR": str(folder / "ipython")})
    nbformat.write(notebook, folder / file.name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]).resolve())

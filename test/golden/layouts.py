#!/usr/bin/env python3
"""Layouts of the files that the command writes: names, types and order, without their values.

usage: layouts.py COMMAND [--write]

Compares them with layouts.txt, or writes this file. Exit status 77 where python3-h5py is missing.
"""

import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

import golden

try:
    import h5py
except ImportError:
    print("skipped: missing is python3-h5py")
    sys.exit(77)

HERE = pathlib.Path(__file__).parent
EXPECTED = HERE / "layouts.txt"
SCENES = HERE / "scenes"
# A name that a scene gives. All models have one layout, and so have all sensors.
NAMED = re.compile(r"\b(models|model_names|(?<!start/)sensors(?=[./][^./@:]+[./])|links|joints|names|parameters|metrics)([./])[^./@: ]+")
OPCODE_FOOTER, OPCODE_SCHEMA, OPCODE_CHANNEL = 2, 3, 4


def json_layout(value, path=""):
    """Yields `path: type` of each value, in the order of the file; items of a list are one."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from json_layout(item, f"{path}.{key}" if path else key)
        if not value:
            yield f"{path}: map"
    elif isinstance(value, list):
        for item in value:
            yield from json_layout(item, path + "[]")
        if not value:
            yield f"{path}: list"
    else:
        kind = {type(None): "null", bool: "boolean", str: "text"}.get(type(value), "number")
        yield f"{path}: {kind}"


def hdf5_layout(file):
    """The type, shape and attributes of each object; n: an axis that can grow, #: a list of any length."""

    def kind(dtype):
        if h5py.check_string_dtype(dtype):
            return "text"
        if dtype.names:
            return "{" + ", ".join(f"{name}: {kind(dtype[name])}" for name in dtype.names) + "}"
        return str(dtype)

    def describe(name, item):
        line = name
        if isinstance(item, h5py.Dataset):
            shape = [("n" if most is None else str(size)) for size, most in zip(item.shape, item.maxshape or ())]
            if len(shape) == 1 and shape != ["n"]:
                shape = ["#"]
            line += f": {kind(item.dtype)} [{', '.join(shape)}]"
        lines.append(line)
        for key in item.attrs:
            lines.append(f"{name}@{key}: {kind(item.attrs.get_id(key).dtype)}")

    lines = []
    with h5py.File(file, "r") as root:
        describe("/", root)
        root.visititems(describe)
    return lines


def csv_layout(file):
    yield file.read_text().splitlines()[0]


def xml_layout(file):
    def walk(element, path):
        path = f"{path}/{element.tag}"
        yield f"{path} {' '.join(element.keys())}".rstrip()
        for child in element:
            yield from walk(child, path)

    yield from walk(ET.parse(file).getroot(), "")


def mcap_layout(file):
    """Yields the schemas and channels of the summary (mcap.dev/spec)."""
    data = file.read_bytes()

    def text(at):
        size = struct.unpack_from("<I", data, at)[0]
        return data[at + 4:at + 4 + size].decode(), at + 4 + size

    # The magic number ends the file; before it stands the footer: opcode, length, starts of the summary and its offsets, CRC.
    at = struct.unpack_from("<Q", data, len(data) - 8 - 20)[0]
    while True:
        opcode, size = struct.unpack_from("<BQ", data, at)
        at += 9
        if opcode == OPCODE_FOOTER:
            return
        if opcode == OPCODE_SCHEMA:
            name, end = text(at + 2)
            encoding, end = text(end)
            yield f"schema {name}: {encoding}, {struct.unpack_from('<I', data, end)[0]} bytes"
        if opcode == OPCODE_CHANNEL:
            topic, end = text(at + 4)
            yield f"channel {topic}: {text(end)[0]}"
        at += size


def glb_layout(file):
    data = file.read_bytes()
    size = struct.unpack_from("<I", data, 12)[0]
    yield from json_layout(json.loads(data[20:20 + size]))


READERS = {".json": lambda file: json_layout(json.loads(file.read_text())), ".h5": hdf5_layout, ".hdf5": hdf5_layout, ".csv": csv_layout,
           ".xml": xml_layout, ".mcap": mcap_layout, ".glb": glb_layout}


def write_files(command, folder):
    """Writes one file of each kind to the folder."""

    def run(*arguments, output=None):
        done = subprocess.run([command, *map(str, arguments)], capture_output=True, text=True, cwd=folder, check=False)
        if done.returncode not in (0, 1, 3):
            sys.exit(f"cardan {' '.join(map(str, arguments))}: exit status {done.returncode}\n{done.stderr}")
        if output:
            (folder / output).write_text(done.stdout)

    for name in ("bodies", "robots"):
        run("run", SCENES / f"{name}.yaml", "--duration", 0.1, "--record", f"{name}.h5", "--report", f"{name}.json",
            "--save-state", f"{name}_state.h5", "--capture", "step=20")
        run("view", f"{name}.h5", "--mcap", f"{name}.mcap", "--glb", f"{name}.glb")
    problem = sorted((folder / "captured").iterdir())[0]
    problem = problem.rename(folder / "problem.hdf5")
    shutil.rmtree(folder / "captured")
    run("solve", problem, "--json", output="solve.json")
    run("explain", problem, "--json", output="explain.json")
    run("compare", SCENES / "fall.yaml", "--json", "compare.json")
    run("regress", SCENES / "fall.yaml", "--json", "regress.json", "--junit", "regress.xml")
    run("sweep", SCENES / "study.yaml", "--out", folder / "study")
    for name in ("arm.urdf", "model.xml"):
        run("check", SCENES / name, "--json", output=f"check_{pathlib.Path(name).stem}.json")


def layouts(command):
    lines = []
    with tempfile.TemporaryDirectory(prefix="cardan-layouts-") as name:
        folder = pathlib.Path(name)
        write_files(command, folder)
        for file in sorted(folder.rglob("*")):
            if file.suffix in READERS:
                lines.append(f"== {file.relative_to(folder)}")
                lines += dict.fromkeys(NAMED.sub(r"\1\2*", line) for line in READERS[file.suffix](file))
    return "\n".join(lines) + "\n"


def main():
    found = layouts(sys.argv[1])
    if sys.argv[2:] == ["--write"]:
        EXPECTED.write_text(found)
        return 0
    return 1 if golden.differs(found, EXPECTED) else 0


if __name__ == "__main__":
    sys.exit(main())

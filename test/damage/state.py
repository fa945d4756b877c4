"""Saved states and recordings whose HDF5 is whole: their datasets are changed through h5py, with correct checksums of the state (needs h5py)."""

import json
import os
import struct
import sys
import tempfile

from harness import Case
import recorded

try:
    import h5py
    import numpy as np
except ImportError:
    h5py = None

DEFAULT_COUNT = 3000
# (scene, options): contacts and several materials; sleep; a robot with PD laws; loops; sensors and forces.
_SCENES = (
    ("""cardan: 1
time: {step: 0.001, duration: 0.01}
materials: {default: {mu: 0.5}, ice: {mu: 0.1, restitution: 0.5}}
models:
  - {name: ground, plane: {}, static: true}
  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [0, 0, 0.1]}, velocity: {linear: [1, 0, 0]}, material: ice}
  - {name: box, box: {size: [0.2, 0.2, 0.2]}, pose: {xyz: [1, 0, 0.1]}}
forces: [{on: box, from: 0, until: 0.1, force: [1, 0, 0]}]
""", []),
    ("problems/wall.yaml", ["--set", "contact.sleep={speed: 0.5, time: 0.003}"]),
    ("scenes/robots/gripper_capsule.yaml", ["--duration", "0.01"]),
    ("scenes/fourbar.yaml", ["--duration", "0.01"]),
    ("scenes/sensors.yaml", ["--duration", "0.01"]),
)
_WAYS = ("from", "replay", "view", "diff", "export", "verify")
_LISTS = ("contacts", "torsions", "rollings", "limits", "frictions", "motors", "loops")


class _Checksum:
    """That of a saved state, as sim/record/state_file.cpp computes it: FNV-1a."""

    def __init__(self):
        self.value = 0xcbf29ce484222325

    def add(self, data):
        value = self.value
        for byte in data:
            value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
        self.value = value

    def count(self, number):
        self.add(struct.pack("<Q", int(number) & 0xffffffffffffffff))

    def text(self, text):
        self.count(len(text))
        self.add(text)

    def doubles(self, values):
        values = np.asarray(values, "<f8").reshape(-1)
        self.count(values.size)
        self.add(values.tobytes())

    def memory(self, group):
        for name in _LISTS:
            keys, values = np.asarray(group[name]["key"]), np.asarray(group[name]["value"], "<f8").reshape(-1, 9)
            high = np.asarray(group[name]["key_high"]) if "key_high" in group[name] else [0] * len(keys)
            self.count(len(keys))
            for key, more, row in zip(keys, high, values):
                self.count(key)
                if more:
                    self.count(more)
                self.add(row.tobytes())


def _text_of(dataset):
    value = np.asarray(dataset).reshape(-1)
    if value.dtype.kind not in "SO":
        raise TypeError("no text")  # bytes(n) of a number has n bytes
    return b"".join(bytes(line).rstrip(b"\0") + b"\n" for line in value)


def _reseal(group):
    """Writes the checksum that the changed state has. Raises where the state is so damaged that it has none."""
    total = _Checksum()
    total.text(_text_of(group["signature"]))
    total.doubles([np.asarray(group[name]).reshape(-1)[0] for name in ("time", "time_offset", "step")])
    total.count(np.asarray(group["steps"]).reshape(-1)[0])
    for i in range(int(np.asarray(group["num_models"]).reshape(-1)[0])):
        model = group["models"][str(i)]
        total.text(_text_of(model["name"])[:-1])
        for name in ("q", "v", "tau", "tau_external", "history", "pd", "still_time"):
            total.doubles(model[name])
        if "motors" in model:
            total.doubles(model["motors"])
    total.memory(group["memory"])
    for number in np.asarray(group["normals/pair"]).reshape(-1):
        total.count(number)
    total.doubles(group["normals/normal"])
    for i in range(int(np.asarray(group["num_sleepers"]).reshape(-1)[0])):
        sleeper = group["sleepers"][str(i)]
        for number in np.asarray(sleeper["trees"]).reshape(-1):
            total.count(number)
        total.memory(sleeper["memory"])
    if "sensors" in group:
        data, first = np.asarray(group["sensors/data"], "<f8").reshape(-1), 0
        for layout, size in zip(np.asarray(group["sensors/layout"]).reshape(-1), np.asarray(group["sensors/size"]).reshape(-1)):
            total.text(bytes(layout).rstrip(b"\0"))
            total.doubles(data[first:first + int(size)])
            first += int(size)
    group["checksum"][...] = total.value


def _datasets(file):
    found = []
    file.visititems(lambda name, item: found.append(name) if isinstance(item, h5py.Dataset) else None)
    return sorted(found)


def _put(file, name, values):
    del file[name]
    file.create_dataset(name, data=values)


def _numbers(file, name, rng):
    """One to a few hostile numbers."""
    values = np.array(file[name])
    if values.size == 0 or values.dtype.kind not in "fiu":
        return
    flat = values.reshape(-1)
    for _ in range(rng.choice((1, 1, 3))):
        at = rng.randrange(flat.size)
        if values.dtype.kind == "f":
            flat[at] = rng.choice((float("nan"), float("inf"), -float("inf"), 1e300, -1e300, 5e-324, -1.0, 0.0, 1e9, 1e-300, flat[at] * 1e6, -flat[at]))
        else:
            limits = np.iinfo(values.dtype)
            flat[at] = rng.choice((0, 1, 2, limits.max, limits.min, limits.max // 2, max(limits.min, int(flat[at]) - 1), min(limits.max, int(flat[at]) + 1),
                                   min(limits.max, 1 << 40)))
    file[name][...] = flat.reshape(values.shape)


def _shape(file, name, rng):
    values = np.array(file[name])
    if values.ndim == 0:
        return
    way = rng.choice(("fewer", "more", "empty", "flat", "deep"))
    if way == "fewer":
        values = values[:-1]
    elif way == "more":
        values = np.concatenate([values, values[-1:] if len(values) else np.zeros((1,) + values.shape[1:], values.dtype)])
    elif way == "empty":
        values = values[:0]
    elif way == "flat":
        values = values.reshape(-1)
    else:
        values = values.reshape((1,) + values.shape)
    _put(file, name, values)


def _kind(file, name, rng):
    values = np.array(file[name])
    if values.dtype.kind in "fiu":
        _put(file, name, values.astype(rng.choice(("f4", "f8", "i1", "i4", "u8", "i8", "S8"))))
    else:
        _put(file, name, rng.choice((np.zeros(3), np.zeros(0, "S4"), np.array(b"\x1b[2J"), np.array([b"x" * 5000]))))


def _remove(file, name, rng):
    while rng.random() < 0.3 and "/" in name:
        name = name.rsplit("/", 1)[0]
    del file[name]


def _exchange(file, name, rng):
    other = rng.choice(_datasets(file))
    first, second = np.array(file[name]), np.array(file[other])
    _put(file, name, second)
    if other != name:
        _put(file, other, first)


def _text(file, name, rng):
    """A changed character, word or number of a text; of the description of a world, a changed value of its JSON."""
    values = np.array(file[name])
    if values.dtype.kind != "S" or values.size == 0:
        return
    flat = values.reshape(-1)
    at = rng.randrange(flat.size)
    line = bytes(flat[at])
    if line.startswith(b"{"):
        line = _json(line, rng)
    elif line:
        i = rng.randrange(len(line))
        line = rng.choice((line[:i], line[:i] + bytes([rng.randrange(256)]) + line[i + 1:], line + b"x", b"", line.upper(), b"a/b", b"/", b"."))
    lines = [bytes(text) for text in flat]
    lines[at] = line
    width = max(1, max(map(len, lines)))
    changed = np.array(lines, "S%d" % width).reshape(values.shape)
    _put(file, name, changed)


def _json(text, rng):
    try:
        tree = json.loads(text)
    except ValueError:
        return text[:-1]
    places = []

    def walk(item):
        for key in (item if isinstance(item, dict) else range(len(item))):
            places.append((item, key))
            if isinstance(item[key], (dict, list)):
                walk(item[key])

    walk(tree)
    if places:
        holder, key = rng.choice(places)
        old = holder[key]
        way = rng.random()
        if way < 0.6 and isinstance(old, (int, float)):
            holder[key] = rng.choice((0, -1, 1e300, -1e300, "nan", "inf", 1 << 40, -(1 << 40), 1.5, old * 1e6, -old, True, None))
        elif way < 0.8:
            holder[key] = rng.choice(([], {}, "", "x", 7, None, [old], [old] * 50))
        elif isinstance(holder, list):
            holder.pop(key)
        else:
            holder["typo" if rng.random() < 0.5 else "name"] = holder.pop(key)
    return json.dumps(tree, separators=(",", ":")).encode()


_DAMAGE = (_numbers,) * 8 + (_text,) * 4 + (_shape, _shape, _kind, _remove, _exchange)


def _damaged(content, rng):
    """(bytes, names of the damage) of a state or a recording."""
    with tempfile.TemporaryDirectory(prefix="damage-") as folder:
        path = os.path.join(folder, "x.h5")
        with open(path, "wb") as out:
            out.write(content)
        names = []
        with h5py.File(path, "r+") as file:
            for _ in range(rng.choice((1, 1, 2))):
                way, name = rng.choice(_DAMAGE), rng.choice(_datasets(file))
                way(file, name, rng)
                names.append("%s %s" % (way.__name__.strip("_"), name))
            try:
                _reseal(file["start"] if "start" in file else file)
            except (KeyError, ValueError, TypeError, IndexError, OverflowError, OSError, struct.error):
                names.append("no checksum")
        with open(path, "rb") as damaged:
            return damaged.read(), "+".join(names)


def _case(name, way, run, content):
    if way == "from":
        return Case(name, dict(run.files, **{"x.h5": content}), ["run", "s.yaml", "--from", "x.h5", "--duration", "0.003", "--timeout", "5"] + run.options, way)
    if way == "verify":
        return Case(name, dict(run.files, **{"x.h5": content}), ["run", "s.yaml", "--verify", "x.h5", "--timeout", "5"] + run.options, way)
    argv = {"replay": ["replay", "x.h5"], "view": ["view", "x.h5", "-o", "p.html"], "diff": ["diff", "x.h5", "a.h5"], "export": ["export", "x.h5", "--csv"]}[way]
    return Case(name, dict({"x.h5": content}, **({"a.h5": run.recording} if way == "diff" else {})), argv, way)


def add_arguments(parser):
    parser.add_argument("--way", action="append", choices=_WAYS, help="only by this command or option; default: all in turn")


def cases(arguments, rng):
    """Yields every file as it is (group healthy), and arguments.count damaged ones."""
    if h5py is None:
        print("skipped: h5py is missing (python3-h5py)")
        sys.exit(77)
    runs = [recorded.run(arguments.command, *one) for one in _SCENES]
    for (name, _), run in zip(_SCENES, runs):
        for way in _WAYS:
            case = _case("%s of %s" % (way, name[:30]), way, run, run.state if way == "from" else run.recording)
            yield Case(case.name, case.files, case.argv, "healthy")
    ways = arguments.way or _WAYS
    for number in range(arguments.count):
        run, way = rng.choice(runs), ways[number % len(ways)]
        content, damage = _damaged(run.state if way == "from" else run.recording, rng)
        yield _case("%d: %s" % (number, damage), way, run, content)

"""Damaged scenes, and now and then a file that a scene names: those of data/scenes, of three steps each, and those of seeds."""

import os
import re
import struct
import zlib

from harness import Case
import mutate
import yaml_damage

DEFAULT_COUNT = 5000
SEEDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "seeds")
DATA = os.path.normpath(os.path.join(SEEDS, "../../../data"))
MOST_BYTES = 8000  # of a scene; damage to a longer scene hits the same part repeatedly
_NAMED_FILE = re.compile(rb"(?:\.\./)+(?:robots|meshes)/([\w.]+)")
_TIME = re.compile(rb"(time: \{step: )([^,}]+)(, duration: )[^,}]+")
_MOMENT = re.compile(rb"\b(at|from|until): [\d.e+-]+")


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def _short(text):
    """Three steps, no remarks, two expectations, of moments within the run."""
    lines, expectations = [], 0
    match = _TIME.search(text)
    step = float(match.group(2))
    for line in text.splitlines(True):
        if line.lstrip().startswith(b"#"):
            continue
        if b"- {quantity:" in line:
            expectations += 1
            if expectations > 2:
                continue
            line = _MOMENT.sub(lambda m: m.group(1) + b": %g" % step, line)
        lines.append(line)
    return _TIME.sub(lambda m: m.group(1) + m.group(2) + m.group(3) + b"%g" % (3 * step), b"".join(lines), count=1)


def seed(path):
    """The files of a scene of data/scenes in one folder, the scene first and called s.yaml; None: not for here."""
    text = _read(path)
    if len(text) > MOST_BYTES or b"shared/" in text or b"golden:" in text:
        return None
    named = sorted(set(_NAMED_FILE.findall(text)))
    files = {"s.yaml": _short(_NAMED_FILE.sub(rb"\1", text))}
    for name in named:
        name = name.decode()
        files[name] = _read(os.path.join(DATA, "robots" if name.endswith(".urdf") else "meshes", name))
    return files


def _png():
    """Greyscale, 4 x 3, of 16 bits."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    rows = b"".join(b"\0" + struct.pack(">4H", *(1000 * (i + j) for j in range(4))) for i in range(3))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 3, 16, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def seeds():
    """(name, files) of all scenes that are damaged."""
    found = []
    for folder, folders, names in os.walk(os.path.join(DATA, "scenes")):
        folders.sort()
        for name in sorted(names):
            files = seed(os.path.join(folder, name)) if name.endswith(".yaml") else None
            if files:
                found.append((name, files))
    beside = {name: _read(os.path.join(SEEDS, name)) for name in ("ground.csv", "golden.csv", "part.obj", "every.urdf", "every.srdf")}
    beside["ground.png"] = _png()
    for name in sorted(os.listdir(SEEDS)):
        if name.endswith(".yaml"):
            text = _read(os.path.join(SEEDS, name))
            used = {n: c for n, c in beside.items() if n.encode() in text or b"every.urdf" in text}
            found += [(name, dict({"s.yaml": text}, **used))] * 4  # they hold more than the others
    return found


_HEAD = b"cardan: 1\ntime: {step: 0.001, duration: 0.003}\n"
_GROUND = b"  - {name: ground, plane: {}, static: true}\n"
_BALL = b"  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [0, 0, 0.1]}%s}\n"


def _crafted():
    """(name, text): cases that random damage does not find."""
    models = b"models:\n" + _GROUND
    healthy = _HEAD + models + _BALL % b""
    for count in yaml_damage.COUNTS + [b"[100000, 1, 1]", b"[100, 100, 10]"]:
        yield "count " + count.decode(), _HEAD + models + _BALL % (b", grid: {count: %s, spacing: [1, 1, 1]}" % count)
    yield "100000 in one place", _HEAD + models + _BALL % b", grid: {count: [100000, 1, 1], spacing: [0, 0, 0]}"
    yield "1000 in one place", _HEAD + models + _BALL % b", grid: {count: [1000, 1, 1], spacing: [0, 0, 0]}"
    yield "1000 nearly in one place", _HEAD + models + _BALL % b", grid: {count: [1000, 1, 1], spacing: [0, 0, 0], jitter: 1e-9}"
    for step, duration in ((b"1e-300", b"1"), (b"1e-9", b"1e300"), (b"1e300", b"1e300"), (b"1e-320", b"1e-320"), (b"5e-324", b"1e308"), (b"1e3", b"1e4")):
        yield "time " + step.decode(), healthy.replace(b"0.001, duration: 0.003", step + b", duration: " + duration)
    yield "a thousand million laughs", b"a0: &a0 [x, x]\n" + b"".join(
        b"a%d: &a%d [%s]\n" % (i, i, b", ".join([b"*a%d" % (i - 1)] * 9)) for i in range(1, 12)) + healthy
    yield "laughs that are models", _HEAD + b"gravity: &g [0, 0, 0]\nmodels: &m\n" + _GROUND + b"  - *m\n"
    yield "a list within itself", b"cardan: 1\nmodels: &m [*m]\n"
    for name, text in (("[", b"[" * 1000000), ("{", b"{a: " * 200000), ("- ", b"- " * 1000000), ("? ", b"? " * 100000), ("&a ", b"&a " * 100000)):
        yield "deep " + name, text
        yield "a scene, then deep " + name, healthy + b"forces: " + text
    yield "deep blocks", b"".join(b" " * i + b"a:\n" for i in range(2000))
    yield "8 MiB of remarks", healthy + b"#" * 79 + (b"\n" + b"#" * 79) * 110000
    yield "a name of a million characters", healthy.replace(b"name: ball", b"name: " + b"b" * 1000000)
    yield "20000 models", _HEAD + models + b"".join(b"  - {name: b%d, sphere: {radius: 0.1}, pose: {xyz: [%d, 0, 5]}}\n" % (i, i) for i in range(20000))
    yield "100000 equal keys", healthy + b"".join(b"k: 1\n" for _ in range(100000))
    for path in yaml_damage.PATHS:
        for form in (b"urdf: %s", b"mesh: {file: %s}", b"heightfield: {file: %s, size: [1, 1, 1]}, static: true"):
            yield "a file " + ascii(path[:40]), _HEAD + models + b"  - {name: x, " + form % path + b"}\n"
        yield "golden " + ascii(path[:40]), healthy + b"expect:\n  - {golden: " + path + b"}\n"
        yield "needs " + ascii(path[:40]), healthy + b"needs: [" + path + b"]\n"
    for contact in (b"formulation: {polyhedral: {directions: 1000000000}}", b"formulation: {box: {passes: 1000000000}}", b"slip_threshold: 1e300",
                    b"solver: {id: pgs, max_iterations: 9223372036854775807, tolerance: 1e-300}", b"solver: {fallback: [conic, conic, conic]}",
                    b"stabilization: {kind: relaxation, time_constant: 1e-320}", b"formulation: {polyhedral: {directions: 100000}}"):
        yield "contact " + contact.decode(), healthy + b"contact: {" + contact + b"}\n"
    for size in (b"1e300", b"1e-300", b"1e154", b"1e-160"):
        yield "a ball of " + size.decode(), healthy.replace(b"radius: 0.1", b"radius: " + size)
        yield "a ball of mass " + size.decode(), _HEAD + models + _BALL % (b", mass: " + size)
        yield "a ball of speed " + size.decode(), _HEAD + models + _BALL % (b", velocity: {linear: [%s, 0, -%s]}" % (size, size))
        yield "a ball swept " + size.decode(), (_HEAD + b"contact: {continuous: true}\n" + models + _BALL % (b", velocity: {linear: [%s, 0, -%s]}" % (size, size)))


def _case(name, files, way):
    argv = ["run", "s.yaml", "--timeout", "5"] if way == "run" else ["regress", "s.yaml", "--only-own", "--jobs", "1", "--timeout", "5"]
    return Case(name, files, argv, way)


def add_arguments(parser):
    parser.add_argument("--way", action="append", choices=("run", "regress"), help="only by this command; default: both, one in eight by regress")


def cases(arguments, rng):
    """Yields every seed as it is (group healthy), what is made by hand, and arguments.count damaged scenes."""
    found = seeds()
    for name, files in dict((name, files) for name, files in found).items():
        yield Case(name, files, ["run", "s.yaml", "--timeout", "5"], "healthy")
    for name, text in _crafted():
        yield _case(name, {"s.yaml": text}, "regress" if name.startswith(("golden", "needs")) else "run")
    texts = [files["s.yaml"] for _, files in found]
    for _ in range(arguments.count):
        name, files = rng.choice(found)
        others = sorted(n for n in files if n != "s.yaml")
        victim = rng.choice(others) if others and rng.random() < 0.1 else "s.yaml"
        ways = mutate.TEXT if victim != "s.yaml" else rng.choice((mutate.BYTES, mutate.TEXT, yaml_damage.STRUCTURE, yaml_damage.STRUCTURE))
        content, damage = mutate.damaged(files[victim], rng, ways, texts if victim == "s.yaml" else ())
        way = rng.choice(arguments.way) if arguments.way else rng.choice(("run",) * 7 + ("regress",))
        yield _case("%s of %s: %s" % (victim, name, damage), dict(files, **{victim: content}), way)

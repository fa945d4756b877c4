"""Studies and their rows, grown at random: in half of the cases the rows of a study that the command has run, with correct checksums
after the damage, in the other half the study itself."""

import os
import re
import subprocess
import tempfile

import grown
from harness import Case
import yaml_damage

DEFAULT_COUNT = 2000
_CASES_OF_A_STUDY = 40
_READS = (["sweep", "status", "study.yaml"], ["sweep", "merge", "--partial", "study.yaml"], ["sweep", "plot", "--replays", "0", "study.yaml"],
          ["sweep", "study.yaml", "--jobs", "1", "--timeout", "1"], ["sweep", "study.yaml", "--audit", "1", "--jobs", "1"], ["sweep", "study.yaml", "--plan"],
          ["sweep", "study.yaml", "--retry", "--jobs", "1", "--timeout", "1"])
_RUNS = (["sweep", "study.yaml", "--jobs", "1", "--timeout", "1"], ["sweep", "study.yaml", "--plan"], ["sweep", "status", "study.yaml"],
         ["sweep", "replay", "study.yaml", "0", "--html", "p.html"])
_SCENE = """cardan: 1
time: {step: 0.001, duration: %s}
materials: {default: {mu: 0.3}, ice: {mu: 0.01}}
models:
  - {name: ground, plane: {}, static: true}
  - {name: ball, %s, mass: %s, pose: {xyz: [0, 0, %s]}, velocity: {linear: [1, 0, 0]}, material: ice}
forces: [{on: ball, from: 0, until: 0.01, force: [1, 0, 0]}]
"""
_QUANTITIES = ("ball.base.x", "ball.base.speed", "ball.base.vz", "ball.base.height", "energy", "ball.base.tilt")


def _list(rng, low, high, most=3):
    return "[" + ", ".join("%.4g" % rng.uniform(low, high) for _ in range(rng.randint(1, most))) + "]"


def _study(rng):
    lines = ["study: 1", "scene: scene.yaml", "seed: %d" % rng.randrange(100)]
    parameters = rng.sample(["materials.default.mu: " + _list(rng, 0, 1), "models.ball.mass: " + _list(rng, 0.5, 2), "time.duration: [0.003, 0.005]",
                             "models.ball.material: [default, ice]"], rng.randint(1, 2))
    lines.append("parameters: {%s}" % ", ".join(parameters))
    if rng.random() < 0.3:
        lines.append("solvers: [conic, pgs]")
    if rng.random() < 0.3:
        lines.append("polar: {forces.0.force: {direction: [0, 1.5], magnitude: %s}}" % _list(rng, 0, 5, 2))
    if rng.random() < 0.5:
        draws = rng.sample(["materials.ice.mu: {uniform: [0, 0.5]}", "models.ball.velocity.linear.0: {normal: [1, 0.1]}",
                            "contact.slip_threshold: {loguniform: [1e-4, 1e-2]}", "models.ball.pose.xyz.2: {choice: [0.1, 0.2]}"], rng.randint(1, 3))
        lines.append("samples: {count: %d, method: %s, distributions: {%s}}" % (rng.randint(1, 4), rng.choice(("sobol", "random")), ", ".join(draws)))
    lines.append("metrics:")
    for i, quantity in enumerate(rng.sample(_QUANTITIES, rng.randint(1, 4))):
        more = rng.choice(("", ", over: maximum", ", over: mean", ", at: 0.002", ", from: 0.001, over: mean"))
        lines.append("  - {name: n%d, quantity: %s%s}" % (i, quantity, more))
    shape = rng.choice(("sphere: {radius: 0.1}", "box: {size: [0.2, 0.2, 0.2]}"))
    scene = _SCENE % ("0.005", shape, "%.3g" % rng.uniform(0.5, 2), "0.1")
    return {"scene.yaml": scene.encode(), "study.yaml": ("\n".join(lines) + "\n").encode()}


def _rows(command, files):
    """The lines of the rows that the command writes, the line of the program first; None for a study that it refuses."""
    with tempfile.TemporaryDirectory(prefix="damage-") as folder:
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        done = subprocess.run([os.path.abspath(command), "sweep", "study.yaml", "--jobs", "1"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=120, check=False)
        place = os.path.join(folder, "study.results", "rows")
        if done.returncode != 0:
            raise SystemExit("cardan sweep: exit status %d: %s\n%s" % (done.returncode, done.stderr.decode("utf-8", "replace"), files["study.yaml"].decode()))
        lines = []
        for name in sorted(os.listdir(place)):
            with open(os.path.join(place, name), "rb") as file:
                lines += file.read().splitlines()[1 if lines else 0:]
        return lines


def _sealed(body):
    """The line with its checksum, FNV-1a."""
    value = 0xcbf29ce484222325
    for byte in body:
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return body + b"\t%016x" % value


def _damaged_row(body, rng):
    fields = body.split(b"\t")
    at = rng.randrange(len(fields))
    way = rng.choice(("field", "field", "field", "metrics", "metrics", "remove", "add", "swap", "key"))
    if way == "field":
        fields[at] = rng.choice((b"", b"nan", b"-nan", b"inf", b"1e999", b"-1", b"0", b"x", b"18446744073709551616", b"1e3", b"done", b"refused", b"\x1b[2J",
                                 b"a,b\"c", b"\xff\xfe", b"0" * 16, b"y" * 5000, b"4", rng.choice(fields)))
    elif way == "metrics" and len(fields) > 5:
        count = int(fields[4])
        wanted = rng.choice((0, max(0, count - 1), count + 1, 100))
        fields[4:5 + count] = [b"%d" % wanted] + (fields[5:5 + count] + [b"1.5"] * wanted)[:wanted]
    elif way == "remove":
        del fields[at]
    elif way == "add":
        fields.insert(at, rng.choice(fields))
    elif way == "swap":
        other = rng.randrange(len(fields))
        fields[at], fields[other] = fields[other], fields[at]
    else:
        fields[0] = b"%016x" % rng.randrange(1 << 64)
    return b"\t".join(fields), way


def _damaged_rows(lines, rng):
    """(content, names of the damage) of a file of rows."""
    lines, names = list(lines), []
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(lines))
        body = lines[at].rsplit(b"\t", 1)[0]
        way = rng.choice(("row",) * 8 + ("copy", "origin", "tear", "order", "seal", "line"))
        if way == "row":
            body, detail = _damaged_row(body, rng)
            way += " " + detail
            lines[at] = _sealed(body)
        elif way == "copy":
            lines.insert(at, lines[at])
        elif way == "origin":
            lines.insert(rng.randrange(len(lines) + 1), lines[0])
        elif way == "tear":
            lines[at] = lines[at][:rng.randrange(len(lines[at]))]
        elif way == "order":
            rng.shuffle(lines)
        elif way == "seal":
            lines[at] = body + b"\t" + b"0" * 16
        else:
            lines.insert(at, rng.choice((b"", b"\0" * 100, b"x" * 100000, _sealed(b"x"), _sealed(b""))))
        names.append(way)
    return b"\n".join(lines) + rng.choice((b"\n", b"\n", b"")), "+".join(names)


def _damaged_text(content, rng):
    """A study with a damaged value, key or item."""
    data, names = bytearray(content), []
    for _ in range(rng.choice((1, 1, 2))):
        if rng.random() < 0.5:
            found = list(re.finditer(rb"(?<=[\[ ])-?\d[\d.e-]*(?=[\],}\n])", bytes(data)))
            if found:
                span = rng.choice(found).span()
                data[span[0]:span[1]] = rng.choice(grown.NUMBERS).encode()
                names.append("number")
        else:
            way = rng.choice(yaml_damage.STRUCTURE)
            way(data, rng)
            names.append(way.__name__.strip("_"))
    return bytes(data), "+".join(names)


def add_arguments(_parser):
    pass


def cases(arguments, rng):
    """Yields arguments.count damaged studies and files of rows, and what is not damaged of each study (group healthy)."""
    files, lines = {}, []
    for number in range(arguments.count):
        if number % _CASES_OF_A_STUDY == 0:
            files = _study(rng)
            lines = _rows(arguments.command, files)
            for argv in _READS:
                yield Case("study %d by %s" % (number, argv[1]), dict(files, **{"study.results/rows/a.rows": b"\n".join(lines) + b"\n"}), argv, "healthy")
        if number % 2 == 0:
            content, damage = _damaged_rows(lines, rng)
            yield Case("rows %d: %s" % (number, damage), dict(files, **{"study.results/rows/a.rows": content}), rng.choice(_READS), "rows")
        else:
            name = rng.choice(("study.yaml", "study.yaml", "study.yaml", "scene.yaml"))
            content, damage = _damaged_text(files[name], rng)
            yield Case("%s %d: %s" % (name, number, damage), dict(files, **{name: content}), rng.choice(_RUNS), "study")

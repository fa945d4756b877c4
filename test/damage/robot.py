"""Damaged robots: the URDF files of data/robots and of seeds, half of them checked and half of them run in a scene of three steps."""

import os

from harness import Case
import mutate
from scene import DATA, SEEDS
import xml_damage

DEFAULT_COUNT = 5000
_OPTIONS = ([], [], ["--json"], ["--quiet"], ["--strict"], ["--project-inertias"], ["--density", "1000"], ["--base", "fixed"], ["--base", "floating"],
            ["--allow-missing-meshes"], ["--export", "out.urdf"], ["--package", "parts=."])
_KEYS = ("", "", ", base: floating", ", base: fixed", ", density: 1000", ", project_inertias: true", ", allow_missing_meshes: true",
         ", packages: {parts: .}", ", self_collision: false", ", control: {pd: {kp: 10, kd: 1, effort: 5}}", ", limits: {stiffness: 1e4, damping: 10}")


def _read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def seeds():
    """(name, files) of all robots that are damaged, the robot called r.urdf."""
    found = []
    for folder in (os.path.join(DATA, "robots"), SEEDS):
        for name in sorted(os.listdir(folder)):
            if name.endswith(".urdf"):
                found.append((name, {"r.urdf": _read(folder, name)}))
    beside = {"part.obj": _read(SEEDS, "part.obj"), "part.stl": _read(SEEDS, "part.stl")}
    for name, files in found:
        if name == "every.urdf":
            files.update(beside, **{"r.srdf": _read(SEEDS, "every.srdf")})
        elif name == "planned.urdf":
            files.update(beside)
    ours = [item for item in found if item[0] in ("every.urdf", "planned.urdf")]
    return found + 4 * ours  # they hold more than the others


_MASS = b"<inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"


def _link(name, inside=_MASS):
    return b"<link name=\"" + name + b"\">" + inside + b"</link>"


def _joint(number, parent, child, inside=b"", kind=b"revolute"):
    return (b"<joint name=\"j%d\" type=\"%s\"><parent link=\"l%d\"/><child link=\"l%d\"/><axis xyz=\"0 1 0\"/>%s</joint>" %
            (number, kind, parent, child, inside))


def _tree(count, parent_of, inside=lambda i: b"", kind=b"revolute"):
    return (b"<robot name=\"r\">" + b"".join(_link(b"l%d" % i) for i in range(count)) +
            b"".join(_joint(i, parent_of(i), i, inside(i), kind) for i in range(1, count)) + b"</robot>")


def _shape(shape):
    return b"<robot name=\"r\">" + _link(b"a", _MASS + b"<collision><geometry>" + shape + b"</geometry></collision>") + b"</robot>"


def _crafted():
    """(name, text): cases that random damage does not find."""
    for count in (400, 3000, 20000):
        yield "a chain of %d" % count, _tree(count, lambda i: i - 1)
        yield "a chain of %d that is welded" % count, _tree(count, lambda i: i - 1, kind=b"fixed")
        yield "a star of %d" % count, _tree(count, lambda i: 0)
        yield "a tree of %d" % count, _tree(count, lambda i: (i - 1) // 2)
        yield "%d links without joints" % count, _tree(count, lambda i: i - 1, kind=b"fixed").split(b"<joint")[0] + b"</robot>"
    yield "100001 links", b"<robot name=\"r\">" + b"".join(b"<link name=\"l%d\"/>" % i for i in range(100001)) + b"</robot>"
    for name, leader in (("a chain of 2900 mimics", lambda i: i - 1), ("a ring of mimics", lambda i: i % 2899 + 1), ("4000 mimics of themselves", lambda i: i)):
        count = 4000 if "themselves" in name else 2900
        yield name, _tree(count, lambda i: 0, lambda i, f=leader: b"<mimic joint=\"j%d\" multiplier=\"2\"/>" % f(i))
    yield "mimics of 1e300", _tree(5, lambda i: i - 1, lambda i: b"<mimic joint=\"j%d\" multiplier=\"1e300\" offset=\"1e300\"/>" % (i - 1))
    for name, text in (("<a>", b"<a>" * 500000), ("<a ", b"<a " * 500000), ("attributes", b"<a " + b" ".join(b"b%d=\"1\"" % i for i in range(100000)) + b"/>"),
                       ("equal attributes", b"<a " + b"b=\"1\" " * 100000 + b"/>"), ("comments", b"<!---->" * 300000), ("unknown elements", b"<lnik/>" * 100000),
                       ("gazebo", b"<gazebo reference=\"a\"><mu1>1</mu1></gazebo>" * 20000), ("filter groups", b"".join(
                           b"<drake:collision_filter_group name=\"g%d\"><drake:member link=\"a\"/><drake:member_group name=\"g%d\"/>"
                           b"<drake:ignored_collision_filter_group name=\"g%d\"/></drake:collision_filter_group>" % (i, i + 1, i) for i in range(2000)))):
        yield "many " + name, b"<robot name=\"r\">" + _link(b"a") + text + b"</robot>"
    yield "a thousand million laughs", (b"<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY a0 \"ha\">" + b"".join(
        b"<!ENTITY a%d \"%s\">" % (i, b"&a%d;" % (i - 1) * 10) for i in range(1, 12)) + b"]><robot name=\"&a11;\">" + _link(b"&a11;") + b"</robot>")
    for entity in (b"/etc/passwd", b"file:///dev/zero", b"/dev/zero"):
        yield "an entity of " + entity.decode(), b"<!DOCTYPE r [<!ENTITY e SYSTEM \"" + entity + b"\">]><robot name=\"&e;\">" + _link(b"&e;") + b"</robot>"
    for text in xml_damage.TEXTS:
        yield "a mesh " + ascii(text[:30]), _shape(b"<mesh filename=\"" + text + b"\"/>")
        yield "a link " + ascii(text[:30]), b"<robot name=\"" + text + b"\">" + _link(text) + b"</robot>"
    for number in xml_damage.NUMBERS:
        for shape in (b"<box size=\"%s %s %s\"/>", b"<sphere radius=\"%s\"/>", b"<capsule radius=\"%s\" length=\"%s\"/>", b"<cylinder radius=\"1\" length=\"%s\"/>"):
            yield "a shape of " + ascii(number), _shape(shape % ((number,) * shape.count(b"%s")))
    yield "UTF-16", _shape(b"<sphere radius=\"1\"/>").decode().encode("utf-16")
    yield "a name of a million characters", b"<robot name=\"r\">" + _link(b"x" * 1000000) * 2 + b"</robot>"
    yield "18 MiB of blanks", b"<robot name=\"r\">" + _link(b"a") + b" " * (18 << 20) + b"</robot>"
    yield "a file of nothing", b""


def _scene(keys):
    return ("cardan: 1\ntime: {step: 0.001, duration: 0.003}\nmodels:\n  - {name: ground, plane: {}, static: true}\n"
            "  - {name: robot, urdf: r.urdf, pose: {xyz: [0, 0, 0.1]}%s}\n" % keys).encode()


def _case(name, files, way, rng):
    if way == "check":
        return Case(name, files, ["check", "r.urdf"] + rng.choice(_OPTIONS), way)
    return Case(name, dict(files, **{"scene.yaml": _scene(rng.choice(_KEYS))}), ["run", "scene.yaml", "--timeout", "5"], way)


def add_arguments(parser):
    parser.add_argument("--way", action="append", choices=("check", "run"), help="only by this command; default: half and half")


def cases(arguments, rng):
    """Yields every seed as it is (group healthy), what is made by hand, and arguments.count damaged robots."""
    found, ways = seeds(), arguments.way or ["check", "run"]
    for name, files in dict(found).items():
        yield Case(name, files, ["check", "r.urdf", "--package", "parts=."], "healthy")
        yield Case(name, dict(files, **{"scene.yaml": _scene(", packages: {parts: .}")}), ["run", "scene.yaml"], "healthy")
    for name, text in _crafted():
        for way in ways:
            yield _case(name, {"r.urdf": text}, way, rng)
    texts = [files["r.urdf"] for _, files in found]
    for number in range(arguments.count):
        name, files = rng.choice(found)
        others = sorted(n for n in files if n != "r.urdf")
        victim = rng.choice(others) if others and rng.random() < 0.15 else "r.urdf"
        kinds = mutate.TEXT if victim.startswith("part") else rng.choice((mutate.BYTES, mutate.TEXT, xml_damage.STRUCTURE, xml_damage.STRUCTURE))
        content, damage = mutate.damaged(files[victim], rng, kinds, texts)
        yield _case("%s of %s: %s" % (victim, name, damage), dict(files, **{victim: content}), ways[number % len(ways)], rng)

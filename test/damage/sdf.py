"""Damaged SDF files: those of test/unit/sdf/models with their parts, half of them checked and half of them run for three steps."""

import os

import model
import xml_damage

DEFAULT_COUNT = 1000
MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "unit", "sdf", "models")


def _parts():
    """Contents of the folders of parts, by path."""
    found = {}
    for top in ("parts", "tray"):
        for folder, _, names in os.walk(os.path.join(MODELS, top)):
            for name in sorted(names):
                place = os.path.join(folder, name)
                found[os.path.relpath(place, MODELS)] = model.read(place)
    return found


def seeds():
    """(name, files) of all models that are damaged, the model called m.sdf, with the parts if it names them."""
    parts = _parts()
    found = []
    for name in sorted(os.listdir(MODELS)):
        if not os.path.isfile(os.path.join(MODELS, name)):
            continue
        text = model.read(MODELS, name)
        files = {"m.sdf": text}
        if b"parts/" in text or b"tray" in text:
            files.update(parts)
        found.append((name, files))
    return found


def _model(inside, version=b"1.9"):
    return b"<sdf version=\"" + version + b"\"><model name=\"m\">" + inside + b"</model></sdf>"


def _world(inside):
    return b"<sdf version=\"1.9\"><world name=\"w\">" + inside + b"</world></sdf>"


def _link(inside, name=b"l"):
    return b"<link name=\"" + name + b"\">" + inside + b"</link>"


_SPHERE = b"<collision name=\"c\"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>"


def _chain(count):
    links = b"".join(_link(b"<pose>%d 0 0 0 0 0</pose>" % i, b"l%d" % i) for i in range(count))
    joints = b"".join(b"<joint name=\"j%d\" type=\"revolute\"><parent>l%d</parent><child>l%d</child><axis><xyz>0 1 0</xyz></axis></joint>" % (i, i - 1, i) for i in range(1, count))
    return _model(links + joints)


def _crafted():
    """(name, text): what no damage at random finds."""
    for count in (30, 150, 3000):
        yield "a chain of %d" % count, _chain(count)
    for count in (50, 2000, 50000):
        yield "%d links" % count, _model(b"".join(_link(_SPHERE, b"l%d" % i) for i in range(count)))
        yield "%d collisions" % count, _model(_link(b"".join(_SPHERE.replace(b"\"c\"", b"\"c%d\"" % i) for i in range(count))))
        yield "%d frames" % count, _model(_link(b"") + b"".join(b"<frame name=\"f%d\"/>" % i for i in range(count)))
    yield "frames in a row", _model(_link(b"") + b"<frame name=\"f0\"/>" + b"".join(b"<frame name=\"f%d\" attached_to=\"f%d\"/>" % (i, i - 1) for i in range(1, 2000)))
    yield "models in models", b"<sdf version=\"1.9\">" + b"<model name=\"m\">" * 60 + _link(b"") + b"</model>" * 60 + b"</sdf>"
    yield "it includes itself", _world(b"<include><uri>m.sdf</uri></include>")
    yield "it includes its folder", _world(b"<include><uri>.</uri></include>")
    for path in (b"/dev/zero", b"/etc/passwd", b"../../../etc/passwd", b"model://..", b"model://", b"", b"file:///etc/passwd", b"https://example.org/x"):
        yield "it includes " + path.decode(), _world(b"<include><uri>" + path + b"</uri></include>")
        yield "a mesh of " + path.decode(), _model(_link(b"<collision name=\"c\"><geometry><mesh><uri>" + path + b"</uri></mesh></geometry></collision>"))
    yield "a joint to itself", _model(_link(b"") + b"<joint name=\"j\" type=\"fixed\"><parent>l</parent><child>l</child></joint>")
    yield "two joints in a circle", _model(_link(b"", b"a") + _link(b"", b"b") + b"".join(b"<joint name=\"%s%s\" type=\"revolute\"><parent>%s</parent><child>%s</child><axis><xyz>0 1 0</xyz></axis></joint>" % (p, c, p, c) for p, c in ((b"a", b"b"), (b"b", b"a"))))
    yield "a URDF", b"<robot name=\"r\"><link name=\"a\"/></robot>"
    yield "an old version", _model(_link(_SPHERE), b"1.0")
    yield "a version of the future", _model(_link(_SPHERE), b"9.9")
    for name, text in (("<a>", b"<a>" * 500000), ("unknown elements", b"<bdoy/>" * 50000), ("attributes", b"<link " + b" ".join(b"b%d=\"1\"" % i for i in range(50000)) + b"/>")):
        yield "many " + name, _model(text)
    yield "a thousand million laughs", (b"<!DOCTYPE r [<!ENTITY a0 \"ha\">" + b"".join(
        b"<!ENTITY a%d \"%s\">" % (i, b"&a%d;" % (i - 1) * 10) for i in range(1, 12)) + b"]><sdf version=\"1.9\"><model name=\"&a11;\"><link name=\"l\"/></model></sdf>")
    for number in xml_damage.NUMBERS:
        yield "a box of " + ascii(number), _model(_link(b"<collision name=\"c\"><geometry><box><size>%s</size></box></geometry></collision>" % number))
        yield "a mass of " + ascii(number), _model(_link(b"<inertial><mass>%s</mass></inertial>" % number + _SPHERE))
        yield "a pose of " + ascii(number), _model(_link(b"<pose>%s</pose>" % number + _SPHERE))
        yield "a step of " + ascii(number), _world(b"<physics name=\"p\" type=\"ode\"><max_step_size>%s</max_step_size></physics>" % number)
        yield "a bitmask of " + ascii(number), _model(_link(_SPHERE.replace(b"</collision>", b"<surface><contact><collide_bitmask>%s</collide_bitmask></contact></surface></collision>" % number)))
    for text in xml_damage.TEXTS:
        yield "a link " + ascii(text[:30]), _model(_link(_SPHERE, text))
        yield "a model " + ascii(text[:30]), _model(_link(_SPHERE)).replace(b"\"m\"", b"\"" + text + b"\"")
    yield "UTF-16", _model(b"").decode().encode("utf-16")
    yield "a file of nothing", b""


add_arguments = model.add_arguments


def cases(arguments, rng):
    return model.cases(arguments, rng, "m.sdf", seeds(), _crafted(), lambda name: not name.endswith(".sdf"))

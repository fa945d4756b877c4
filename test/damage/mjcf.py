"""Damaged MJCF files: those of test/unit/mjcf/models with their parts, half of them checked and half of them run for three steps."""

import os

import model
import xml_damage

DEFAULT_COUNT = 2000
MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "unit", "mjcf", "models")


def seeds():
    """(name, files) of all models that are damaged, the model called m.xml, with the parts that it names."""
    parts = {"parts/" + name: model.read(MODELS, "parts", name) for name in sorted(os.listdir(os.path.join(MODELS, "parts")))}
    found = []
    for name in sorted(os.listdir(MODELS)):
        if not name.endswith(".xml"):
            continue
        text = model.read(MODELS, name)
        files = {"m.xml": text}
        files.update({part: content for part, content in parts.items() if os.path.basename(part).encode() in text})
        found.append((name, files))
    return found


def _model(inside, before=b""):
    return b"<mujoco>" + before + b"<worldbody>" + inside + b"</worldbody></mujoco>"


_BODY = b"<body pos=\"0 0 1\"><joint axis=\"0 1 0\"/><geom size=\"0.1\"/>"


def _crafted():
    """(name, text): cases that random damage does not find."""
    for count in (100, 400, 3000):
        yield "a chain of %d" % count, _model(_BODY * count + b"</body>" * count)
    for count in (100, 2000, 100001):
        yield "a star of %d" % count, _model(b"".join(_BODY.replace(b"0 0 1", b"%d 0 1" % i) + b"</body>" for i in range(count)))
    yield "5000 joints of a body", _model(b"<body>" + b"<joint/>" * 5000 + b"<geom size=\"1\"/></body>")
    yield "2000 kinds of geoms", _model(b"".join(b"<geom size=\"1\" contype=\"%d\" friction=\"%d\"/>" % (i, i) for i in range(2000)))
    yield "2000 classes", _model(b"<geom class=\"c1999\" size=\"1\"/>", b"<default>" + b"".join(
        b"<default class=\"c%d\"><geom condim=\"3\"/>" % i for i in range(200)) + b"</default>" * 200 + b"</default>")
    yield "it includes itself", _model(b"<include file=\"m.xml\"/>")
    yield "it includes /dev/zero", _model(b"<include file=\"/dev/zero\"/>")
    yield "it includes /etc/passwd", _model(b"<include file=\"/etc/passwd\"/>")
    yield "a mesh of /etc/passwd", _model(b"<geom type=\"mesh\" mesh=\"m\"/>", b"<asset><mesh name=\"m\" file=\"/etc/passwd\"/></asset>")
    yield "a hull of 100 points", _model(b"<geom type=\"mesh\" mesh=\"m\"/>", b"<asset><mesh name=\"m\" vertex=\"" + b" ".join(
        b"%d %d %d" % (i, i * i % 101, i * i * i % 103) for i in range(100)) + b"\"/></asset>")
    yield "a heightfield of 4096 x 4096", _model(b"<geom type=\"hfield\" hfield=\"h\"/>", b"<asset><hfield name=\"h\" nrow=\"4096\" ncol=\"4096\" size=\"1 1 1 1\"/></asset>")
    yield "a heightfield of 1e9", _model(b"<geom type=\"hfield\" hfield=\"h\"/>", b"<asset><hfield name=\"h\" nrow=\"1000000000\" ncol=\"1000000000\" size=\"1 1 1 1\"/></asset>")
    for name, text in (("<a>", b"<a>" * 500000), ("unknown elements", b"<bdoy/>" * 100000), ("attributes", b"<geom " + b" ".join(b"b%d=\"1\"" % i for i in range(100000)) + b"/>")):
        yield "many " + name, _model(text)
    yield "a thousand million laughs", (b"<!DOCTYPE r [<!ENTITY a0 \"ha\">" + b"".join(
        b"<!ENTITY a%d \"%s\">" % (i, b"&a%d;" % (i - 1) * 10) for i in range(1, 12)) + b"]><mujoco model=\"&a11;\"><worldbody/></mujoco>")
    for number in xml_damage.NUMBERS:
        yield "a geom of " + ascii(number), _model(b"<body><freejoint/><geom type=\"box\" size=\"%s\"/></body>" % number)
        yield "a mass of " + ascii(number), _model(b"<body><freejoint/><geom size=\"1\" mass=\"%s\"/></body>" % number)
        yield "a range of " + ascii(number), _model(b"<body><joint range=\"0 %s\"/><geom size=\"1\"/></body>" % number)
        yield "a step of " + ascii(number), _model(b"<geom size=\"1\"/>", b"<option timestep=\"%s\"/>" % number)
    for text in xml_damage.TEXTS:
        yield "a body " + ascii(text[:30]), _model(b"<body name=\"" + text + b"\"><freejoint/><geom size=\"1\"/></body>")
    yield "UTF-16", _model(b"").decode().encode("utf-16")
    yield "a file of nothing", b""


add_arguments = model.add_arguments


def cases(arguments, rng):
    return model.cases(arguments, rng, "m.xml", seeds(), _crafted(), lambda name: name.startswith("parts"))

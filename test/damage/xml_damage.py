"""Damage to what an XML text is made of: elements, attributes and the numbers in them. The ways are called as those of mutate.py."""

import re

NUMBERS = [b"0", b"-1", b"-0", b"1e300", b"-1e300", b"1e-320", b"1e16", b"1e9", b"1e-9", b"nan", b"inf", b"-inf", b"1e999", b"0x10", b"1,5", b"pi/2",
           b"${x}", b"$(optenv A 1)", b"", b" ", b"2147483648", b"1.2.3", b"none", b"+1", b"1 1 1", b"1 nan 1", b"0 0 0", b"1e300 1e300 1e300"]
TEXTS = [b"a&#10;b", b"&#27;[31mred", b"&#0;", b"&#xFFFFFFFF;", b"&nothing;", b"&", b"%s%n", b"", b"world", b"..", b"a" * 3000, b"&#10;" * 1000, b"\xff\xfe\x80",
         b"\x1b[2J", b"&lt;b&gt;", b"\xe2\x80\xaetxt", b"revolute", b"fixed", b"floating", b"planar", b"screw", b"universal", b"ball", b"base", b"hinge",
         b"/dev/zero", b"../../../../etc/passwd", b"/etc/passwd", b"file:///dev/zero", b"package://../../etc/passwd", b"package://parts/part.stl", b".", b"r.urdf",
         b"part.obj", b"a/" * 2000 + b"b.stl", b"${name}", b"$(find x)", b"m.wrl"]
TAGS = [b"robot", b"link", b"joint", b"inertial", b"collision", b"visual", b"geometry", b"box", b"sphere", b"capsule", b"plane", b"mesh", b"mimic", b"limit",
        b"dynamics", b"origin", b"parent", b"child", b"axis", b"gazebo", b"material", b"density", b"xacro:include", b"cardan:freedom", b"cardan:posture",
        b"drake:joint", b"loop_joint", b"transmission", b"a\xff", b"1"]
_TAG = re.compile(rb"<(/?)([\w:.-]+)([^<>]*?)(/?)>")
_ATTRIBUTE = re.compile(rb"([\w:.-]+)\s*=\s*\"([^\"<>]*)\"")
_NUMBER = re.compile(rb"(?<=[\" ,])[-+]?\d[\d.]*(?:e[-+]?\d+)?(?=[\" ,])")


def _elements(data):
    """(start, end) of the elements."""
    spans, open_at = [], []
    for match in _TAG.finditer(bytes(data)):
        if match.group(4):
            spans.append(match.span())
        elif not match.group(1):
            open_at.append((match.group(2), match.start()))
        elif open_at and open_at[-1][0] == match.group(2):
            spans.append((open_at.pop()[1], match.end()))
    return spans


def _put(data, span, content):
    data[span[0]:span[1]] = content


def _match(data, rng, pattern):
    found = list(pattern.finditer(bytes(data)))
    return rng.choice(found) if found else None


def _element(data, rng):
    spans = _elements(data)
    if not spans:
        return
    span, other = rng.choice(spans), rng.choice(spans)
    content = bytes(data[slice(*span)])
    what = rng.randrange(5)
    if what == 0:
        _put(data, span, b"")
    elif what == 1:
        _put(data, span, content * rng.choice((2, 2, 3, 100)))
    elif what == 2:
        _put(data, span, bytes(data[slice(*other)]))
    elif what == 3:
        data[other[0]:other[0]] = content
    else:
        tag = rng.choice(TAGS)
        _put(data, span, b"<" + tag + b">" + content + b"</" + tag + b">")


def _tag(data, rng):
    match = _match(data, rng, _TAG)
    if match:
        old, new = match.group(2), rng.choice((rng.choice(TAGS), match.group(2)[:-1] or b"x", match.group(2).upper(), match.group(2) * 100))
        if rng.random() < 0.6:  # and where it is closed
            at = data.find(b"</" + old + b">", match.end())
            if at >= 0:
                data[at + 2:at + 2 + len(old)] = new
        _put(data, match.span(2), new)


def _attribute(data, rng):
    match, other = _match(data, rng, _ATTRIBUTE), _match(data, rng, _ATTRIBUTE)
    if match:
        _put(data, match.span(), rng.choice((b"", match.group() + b" " + match.group(), match.group() + b" " + other.group(), other.group(),
                                             match.group(1) + b"s=\"" + match.group(2) + b"\"", match.group(1), match.group(1) + b"=" + match.group(2),
                                             b"cardan:" + match.group(), b" ".join(b"a%d=\"1\"" % i for i in range(500)))))


def _value(data, rng):
    match, other = _match(data, rng, _ATTRIBUTE), _match(data, rng, _ATTRIBUTE)
    if match:
        _put(data, match.span(2), rng.choice((rng.choice(TEXTS), rng.choice(TEXTS), rng.choice(NUMBERS), other.group(2), match.group(2) + b" 0")))


def _number(data, rng):
    match = _match(data, rng, _NUMBER)
    if match:
        _put(data, match.span(), rng.choice(NUMBERS))


def _same(data, rng):
    """Names that meet: a reference to another thing, two things of one name."""
    named = [m for m in _ATTRIBUTE.finditer(bytes(data)) if m.group(1) in (b"name", b"link", b"joint", b"link1", b"type", b"reference")]
    if named:
        _put(data, rng.choice(named).span(2), rng.choice(named).group(2))


def _feature(data, rng):
    """Marks of XML that robots do not need."""
    at = rng.choice([0] + [m.end() for m in _TAG.finditer(bytes(data))])
    data[at:at] = rng.choice((b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<?x y?>", b"<!DOCTYPE r [<!ENTITY e SYSTEM \"/etc/passwd\">]>", b"&e;", b"<a" * 50,
                              b"<a>" * 600, b"</robot>", b"<robot>", b"\xef\xbb\xbf", b"\0", b"text", b"<", b">", b"<a/>" * 3000, b"<?xml version=\"9\"?>"))


STRUCTURE = (_element, _element, _tag, _attribute, _attribute, _value, _value, _number, _number, _number, _same, _same, _feature)

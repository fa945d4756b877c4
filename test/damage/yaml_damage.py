"""Damage to what a YAML text is made of: lines, keys, values, lists and maps. The ways are called as those of mutate.py."""

import re

VALUES = [b"0", b"-1", b"-0.0", b"1e300", b"-1e300", b"1e-320", b"5e-324", b"1e-9", b"1e9", b"nan", b".nan", b"inf", b"-.inf",
          b"2147483648", b"-9223372036854775808", b"18446744073709551616", b"1_000", b"0x7fffffff", b"1 ms", b"true", b"null", b"~",
          b"''", b"[]", b"{}", b"[0, 0, 0]", b"[1, 0]", b"[nan, 1e300, -1]", b"{x: 1}", b"{kind: projection}", b"[[0]]", b"initial"]
NAMES = [b'"a\\nb"', b'"\\e[31mred\\e[0m"', b'"\\0"', b'"a\\rcardan: done"', b'"\\u202Etxt"', b'"\\u0085"', b'"%s%n%1000d"', b'""', b"world",
         b"world/x", b"/", b"..", b"default", b"pairs", b'"\xff\xfe\x80"', b"x" * 3000, b'"' + b"\\n" * 3000 + b'"', b'"\xc3\xa9\xe2\x82\xac"',
         b"ground", b"'a b: {c}'", b"!!binary AAAA", b"[a, b]"]
PATHS = [b"/dev/zero", b"/dev/stdin", b"/proc/self/mem", b"/etc/passwd", b"../../../etc/passwd", b"../../../../../../../../etc/shadow",
         b".", b"..", b"/", b"", b"s.yaml", b"file:///dev/zero", b"missing.urdf", b'"a\\nb.urdf"', b'"x\\0y"', b"~/.bashrc", b"a/" * 3000 + b"b",
         b"r" * 300, b"package://x/y", b"$(cat x)", b'"\\e[2J.csv"']
COUNTS = [b"[1000000000, 1000000000, 1000000000]", b"[46341, 46341, 1]", b"[100, 100, 11]", b"[4294967296, 4294967296, 1]", b"[-1, -1, 1]",
          b"[0, 1, 1]", b"[1e300, 1, 1]", b"[nan, 1, 1]", b"[2.5, 1, 1]", b"[2097152, 2097152, 2097152]", b"[40, 1, 1]", b"[]", b"1000000"]
_KEY = re.compile(rb"[A-Za-z_]\w*(?=:(?:\s|$))", re.M)
_VALUE = re.compile(rb"(?<=: )[^\s,{}\[\]#][^,{}\[\]\n]*")
_NUMBER = re.compile(rb"(?<![\w.])[-+]?\.?\d[\d.]*(?:e[-+]?\d+)?(?![\w.])")
_NAMED = re.compile(rb"(?:name|on|material|group|base|id|formulation|kind|quantity): ([^\s,{}\[\]][^,{}\[\]\n]*)")
_PATHED = re.compile(rb"(?:file|urdf|golden): ([^\s,{}\[\]][^,{}\[\]\n]*)")
_COUNTED = re.compile(rb"count: (\[[^\]\n]*\])")


def _put(data, span, content):
    data[span[0]:span[1]] = content


def _one(data, rng, pattern, group=0):
    found = list(pattern.finditer(bytes(data)))
    return rng.choice(found).span(group) if found else None


def _spans(data):
    """(start, end) of the lists and maps in brackets."""
    spans, open_at = [], []
    for at, byte in enumerate(data):
        if byte in b"[{":
            open_at.append(at)
        elif byte in b"]}" and open_at:
            spans.append((open_at.pop(), at + 1))
    return spans


def _items(content):
    """The items of a list or map in brackets."""
    items, depth, last = [], 0, 1
    for at, byte in enumerate(content):
        depth += (byte in b"[{") - (byte in b"]}")
        if (byte == 0x2C and depth == 1) or at == len(content) - 1:
            items.append(content[last:at])
            last = at + 1
    return items


def _line(data, rng):
    lines = bytes(data).splitlines(True)
    if not lines:
        return
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    what = rng.randrange(5)
    if what == 0:
        del lines[a]
    elif what == 1:
        lines[a:a] = [lines[a]] * rng.choice((1, 1, 3, 100))
    elif what == 2:
        lines[a], lines[b] = lines[b], lines[a]
    elif what == 3:
        lines.insert(b, lines.pop(a))
    else:
        lines[a] = lines[a].rstrip(b"\n")
    data[:] = b"".join(lines)


def _indent(data, rng):
    lines = bytes(data).splitlines(True)
    if not lines:
        return
    at = rng.randrange(len(lines))
    for k in range(at, min(len(lines), at + rng.choice((1, 1, 2, 5)))):
        bare = lines[k].lstrip(b" \t")
        more = rng.choice((b"", b" ", b"  ", b"    ", b"      ", b"\t", b"  - ", b"- - - ", b" " * 2000))
        lines[k] = more + bare
    data[:] = b"".join(lines)


def _key(data, rng):
    span, other = _one(data, rng, _KEY), _one(data, rng, _KEY)
    if span is None:
        return
    key = bytes(data[slice(*span)])
    _put(data, span, rng.choice((bytes(data[slice(*other)]), key[:-1], key + b"s", key.upper(), b"<<", b"? x", b"1", b"*a", b"''", b"",
                                 rng.choice(NAMES), b"not_a_key", key + b": " + key)))


def _value(data, rng):
    span = _one(data, rng, _VALUE)
    if span is not None:
        other = bytes(data[slice(*_one(data, rng, _VALUE))])
        _put(data, span, other if rng.random() < 0.2 else rng.choice(VALUES))


def _extreme(data, rng):
    span = _one(data, rng, _NUMBER)
    if span is not None:
        _put(data, span, rng.choice(VALUES[:18]))


def _collection(data, rng):
    spans = _spans(data)
    if not spans:
        return
    span, other = rng.choice(spans), rng.choice(spans)
    content = bytes(data[slice(*span)])
    _put(data, span, rng.choice((b"", b"1", b"{}", b"[]", b"null", b"[" + content + b"]", b"[" * 200 + content + b"]" * 200, b"{a: " + content + b"}",
                                 b"[" + b", ".join([content] * 50) + b"]", bytes(data[slice(*other)]), rng.choice(VALUES))))


def _item(data, rng):
    spans = _spans(data)
    if not spans:
        return
    span = rng.choice(spans)
    content = bytes(data[slice(*span)])
    items = _items(content)
    a, b = rng.randrange(len(items)), rng.randrange(len(items))
    what = rng.randrange(4)
    if what == 0:
        del items[a]
    elif what == 1:
        items[a:a] = [items[a]] * rng.choice((1, 1, 2, 200))
    elif what == 2:
        items[a], items[b] = items[b], items[a]
    else:
        items[a] = b" " + rng.choice(VALUES)
    _put(data, span, content[:1] + b",".join(items) + content[-1:])


def _count(data, rng):
    span = _one(data, rng, _COUNTED, 1)
    if span is not None:
        _put(data, span, rng.choice(COUNTS))
        return
    span = _one(data, rng, _NAMED)
    if span is not None:
        data[span[1]:span[1]] = b", grid: {count: " + rng.choice(COUNTS) + b", spacing: [1, 1, 1]}"


def _name(data, rng):
    span = _one(data, rng, _NAMED, 1)
    if span is not None:
        _put(data, span, rng.choice(NAMES))


def _path(data, rng):
    span = _one(data, rng, _PATHED, 1)
    if span is not None:
        _put(data, span, rng.choice(PATHS))
        return
    spans = [span for span in _spans(data) if data[span[0]] == 0x7B]
    if spans:
        _put(data, rng.choice(spans), rng.choice((b"{urdf: %s}", b"{mesh: {file: %s}}", b"{heightfield: {file: %s, size: [1, 1]}}", b"{golden: %s}"))
             % rng.choice(PATHS))


def _feature(data, rng):
    """Marks of YAML that scenes do not need."""
    at = rng.choice([0] + [m.end() for m in re.finditer(rb": |\n|\[", bytes(data))])
    data[at:at] = rng.choice((b"---\n", b"...\n", b"%YAML 9.9\n---\n", b"&a ", b"*a ", b"!!float ", b"!!binary ", b"!<tag:x> ", b"<<: *a\n", b"|\n", b">-\n",
                              b"\t", b"# ", b"\xef\xbb\xbf", b"\xff\xfe", b"'", b'"', b"? ", b"- ", b"@", b"`", b"%", b"[" * 100, b"{a: " * 100))


STRUCTURE = (_line, _indent, _key, _key, _value, _value, _value, _extreme, _extreme, _extreme, _collection, _item, _item, _count, _name, _path, _feature)

"""Damage to bytes and to texts. All take a random.Random and give bytes."""

import re

NUMBERS = [b"0", b"-1", b"1", b"2", b"255", b"65535", b"65536", b"2147483647", b"2147483648",
           b"4294967295", b"4294967296", b"-2147483649", b"9223372036854775807", b"99999999999999999999",
           b"1e308", b"1e309", b"-1e309", b"1e-320", b"nan", b"inf", b"-inf", b"0x10", b"1.5.2", b"",
           b"1e99999999999", b"-0", b"000000000001", b"1,5"]
WORDS = [0, 1, 2, 0x7F, 0x80, 0xFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7F800000,
         0x7FC00000, 0xFF7FFFFF]
_NUMBER = re.compile(rb"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_TOKEN = re.compile(rb"[^\s<>\"{}\[\],:]+")


def _flip(data, rng):
    for _ in range(rng.choice((1, 1, 2, 8, 50))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _bytes(data, rng):
    for _ in range(rng.choice((1, 2, 10))):
        data[rng.randrange(len(data))] = rng.choice((0, 10, 13, 27, 32, 127, 128, 255, rng.randrange(256)))


def _word(data, rng):
    if len(data) < 4:
        return
    at = rng.randrange(len(data) - 3)
    if rng.random() < 0.7:
        at -= at % 4
    data[at:at + 4] = rng.choice(WORDS).to_bytes(4, "little")


def _cut(data, rng):
    del data[rng.randrange(len(data)):]


def _remove(data, rng):
    at = rng.randrange(len(data))
    del data[at:at + rng.choice((1, 4, 50, 500))]


def _repeat(data, rng):
    at = rng.randrange(len(data))
    piece = bytes(data[at:at + rng.choice((1, 4, 50, 500))])
    data[at:at] = piece * rng.choice((1, 2, 100))


def _insert(data, rng):
    at = rng.randrange(len(data) + 1)
    data[at:at] = bytes(rng.randrange(256) for _ in range(rng.choice((1, 4, 100))))


def _swap(data, rng):
    n = rng.choice((1, 10, 100))
    a, b = rng.randrange(len(data)), rng.randrange(len(data))
    data[a:a + n], data[b:b + n] = bytes(data[b:b + n]), bytes(data[a:a + n])


def _number(data, rng):
    found = list(_NUMBER.finditer(bytes(data)))
    if found:
        match = rng.choice(found)
        data[match.start():match.end()] = rng.choice(NUMBERS)


def _token(data, rng):
    found = list(_TOKEN.finditer(bytes(data)))
    if found:
        match, other = rng.choice(found), rng.choice(found)
        data[match.start():match.end()] = rng.choice((b"", other.group(), match.group() * 200))


IN_PLACE = (_flip, _bytes, _word, _word)  # the length stays
BYTES = (_flip, _bytes, _word, _cut, _remove, _repeat, _insert, _swap)
TEXT = (_flip, _bytes, _cut, _remove, _repeat, _insert, _swap) + 5 * (_number,) + 3 * (_token,)


def damaged(content, rng, ways, others=()):
    """One to four kinds of damage, now and then the end of another file; with their names."""
    data = bytearray(content)
    names = []
    for _ in range(rng.choice((1, 1, 2, 4))):
        if not data:
            break
        way = rng.choice(ways)
        names.append(way.__name__.strip("_"))
        way(data, rng)
    if others and rng.random() < 0.05:
        other = rng.choice(others)
        names.append("splice")
        data[rng.randrange(len(data) + 1):] = other[rng.randrange(len(other)):]
    return bytes(data), "+".join(names)

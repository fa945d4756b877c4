"""Damaged problem files in text: friction, rolling friction, LCP and MLCP, given to solve and to explain."""

from harness import Case
import mutate

DEFAULT_COUNT = 2000


def _dense(rows, diagonal=2):
    """A symmetric matrix with its header, storage 0."""
    return "0 %d %d %d %d\n" % ((rows,) * 4) + "\n".join(" ".join("%g" % (diagonal if i == j else 0.1) for j in range(rows)) for i in range(rows)) + "\n"


SEEDS = [text.encode() for text in (
    # Friction: dimension, contacts, matrix, q, mu; a flag behind it.
    "3 1 " + _dense(3) + "-1 0.2 0\n0.5\n",
    "3 2 " + _dense(6) + "-1 0.2 0 -1 0 0.1\n0.5 0.3\n",
    "2 2 " + _dense(4) + "-1 0.2 -1 0\n0.5 0.3\n1\n",
    # In blocks.
    "3 1 1 3 3 1 1 1 3 3 2 1 0 1 0 0 1 0 0 0 1 0 0 0 1 -1 0.2 0 0.5\n",
    # Global: M, H, q, b, mu.
    "3 1 " + _dense(3) + "0 3 3 3 3\n1 0 0 0 1 0 0 0 1\n0 0 -9.81\n-1 0 0\n0.5\n",
    # Rolling: five rows per contact, mu, length.
    "5 1 " + _dense(5) + "-1 0.2 0 0.1 0\n0.5\n0.01\n",
    # LCP.
    "2 0 2 2 2 2\n2 1\n1 2\n-5 -6\n",
    "4 " + _dense(4) + "-5 -6 1 2\n",
    # MLCP of one matrix, and of four.
    "1 0 1 1\n0 1\n0\n0 2 2 2 2\n2 1\n1 2\n-5 -6\n",
    "0 1 1 1\n0 1 1 1 1\n2\n0 1 1 1 1\n2\n0 1 1 1 1\n1\n0 1 1 1 1\n1\n-5 -6\n")]

_SIZES = ("1000000000", "4294967297", "9223372036854775807", "-1", "0", "46341", "30000", "1e9", "nan")


def _crafted():
    """(name, text): sizes that exceed the content of the file."""
    for size in _SIZES:
        yield "friction of " + size, "3 %s 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -1 0 0 0.5\n" % size
        yield "a matrix of " + size, "3 1 0 {0} {0} {0} {0} 1 0 0 0 1 0 0 0 1 -1 0 0 0.5\n".format(size)
        yield "blocks of " + size, "3 1 1 3 3 1 1 1 3 {0} {0} {0} 0 1 0 0 1 0 0 0 1 0 0 0 1 -1 0.2 0 0.5\n".format(size)
        yield "a list of " + size, "3 1 1 3 3 {0} 1 1 3 3 2 1 0 1 0 0 1 0 0 0 1 0 0 0 1 -1 0.2 0 0.5\n".format(size)
        yield "an LCP of " + size, "{0} 0 {0} {0} {0} {0}\n2 1 1 2 -5 -6\n".format(size)
        yield "an MLCP of " + size, "1 0 {0} {0}\n0 {0}\n0\n0 {0} {0} {0} {0}\n2 1 1 2 -5 -6\n".format(size)
    yield "a million numbers", "1 " * 1000000
    yield "a number of a million digits", "3 1 " + "1" * 1000000
    for mu in ("1e300", "-1", "nan", "1e-320"):
        yield "friction of " + mu, "3 1 " + _dense(3) + "-1 0 0\n" + mu + "\n"
    for diagonal in (0, -1, 1e300, 1e-320):
        yield "a diagonal of %g" % diagonal, "3 1 " + _dense(3, diagonal) + "-1 0 0\n0.5\n"


def add_arguments(parser):
    parser.add_argument("--way", action="append", choices=("solve", "explain"), help="only by this command; default: three of four by solve")


def _case(name, text, way, group=None):
    return Case(name, {"p.dat": text}, [way, "p.dat"] + (["--timeout", "5"] if way == "solve" else []), group or way)


def cases(arguments, rng):
    """Yields every seed as it is (group healthy), what is made by hand, and arguments.count damaged problems."""
    ways = arguments.way or ("solve", "solve", "solve", "explain")
    for number, text in enumerate(SEEDS):
        yield _case("seed %d" % number, text, "solve", "healthy")
    for name, text in _crafted():
        for way in sorted(set(ways)):
            yield _case(name, text.encode(), way)
    for _ in range(arguments.count):
        content, damage = mutate.damaged(rng.choice(SEEDS), rng, mutate.TEXT, SEEDS)
        yield _case(damage, content, rng.choice(ways))

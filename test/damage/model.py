"""Damaged model files of one format: half of them checked and half of them run for three steps."""

import os

from harness import Case
import mutate
import xml_damage

_OPTIONS = ([], [], ["--json"], ["--quiet"], ["--strict"], ["--allow-missing-meshes"])
_WAYS = ("check", "run")


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def add_arguments(parser):
    parser.add_argument("--way", action="append", choices=_WAYS, help="only by this command; default: half and half")


def _case(name, main, files, way, rng):
    if way == "check":
        return Case(name, files, ["check", main] + rng.choice(_OPTIONS), way)
    return Case(name, files, ["run", main, "--duration", "0.006", "--timeout", "5"], way)


def cases(arguments, rng, main, seeds, crafted, is_plain):
    """Yields every seed as it is (group healthy), the crafted texts, and arguments.count damaged models.

    main: the name of the model among the files of a seed. is_plain(name): whether a part is damaged as text, not as XML.
    """
    ways = arguments.way or _WAYS
    for name, files in seeds:
        yield Case(name, files, ["check", main], "healthy")
        yield Case(name, files, ["run", main, "--duration", "0.01"], "healthy")
    for name, text in crafted:
        for way in ways:
            yield _case(name, main, {main: text}, way, rng)
    texts = [files[main] for _, files in seeds]
    for number in range(arguments.count):
        name, files = rng.choice(seeds)
        others = sorted(n for n in files if n != main)
        victim = rng.choice(others) if others and rng.random() < 0.3 else main
        kinds = mutate.TEXT if is_plain(victim) else rng.choice((mutate.BYTES, mutate.TEXT, xml_damage.STRUCTURE, xml_damage.STRUCTURE))
        content, damage = mutate.damaged(files[victim], rng, kinds, texts)
        yield _case("%s of %s: %s" % (victim, name, damage), main, dict(files, **{victim: content}), ways[number % len(ways)], rng)

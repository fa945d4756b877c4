"""Damaged HDF5 files: recordings, states and problems, which the command itself writes before anything is damaged."""

import os
import re

from harness import Case
import mutate
import recorded
import scene

DEFAULT_COUNT = 3000
_RUNS = (  # (scene below data, options): contacts, loops, sleep, a robot with motors
    ("problems/table.yaml", []),
    ("problems/wall.yaml", ["--set", "contact.sleep={speed: 0.5, time: 0.003}"]),
    ("scenes/robots/gripper_capsule.yaml", ["--duration", "0.01"]),
    ("scenes/fourbar.yaml", ["--duration", "0.01"]))
_WAYS = ("diff", "verify", "from", "solve", "explain")
_PLACES = re.compile(rb"\x89HDF|TREE|SNOD|HEAP|GCOL|OHDR|FRHP|BTHD")  # where a table of HDF5 itself begins


def _problems(runs):
    """Captured problems, those of data/problems, and both as they are read without their checksum, and by what FCLIB reads alone."""
    found = [problem for run in runs for problem in run.problems]
    folder = os.path.join(scene.DATA, "problems")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".hdf5"):
            with open(os.path.join(folder, name), "rb") as file:
                found.append(file.read())
    unchecked = [p.replace(b"checksum\0", b"checksux\0") for p in found if b"checksum\0" in p]
    return found + unchecked + [p.replace(b"cardan_problem\0", b"cardan_problex\0") for p in found if b"fclib_local" in p]


def _damaged(content, rng):
    """Damage at random, half of it in and behind the tables of HDF5, which are a small part of a file."""
    if rng.random() < 0.5:
        return mutate.damaged(content, rng, mutate.BYTES)
    begin = rng.choice(list(_PLACES.finditer(content))).start()
    end = min(len(content), begin + rng.choice((16, 64, 400)))
    piece, damage = mutate.damaged(content[begin:end], rng, mutate.IN_PLACE)
    return content[:begin] + piece + content[end:], damage + " at %d" % begin


def _case(name, way, run, content):
    """`content` as one of the files of `run`."""
    if way == "diff":
        return Case(name, {"a.h5": run.recording, "b.h5": content}, ["diff", "b.h5", "a.h5"], way)
    if way in ("solve", "explain"):
        return Case(name, {"p.hdf5": content}, [way, "p.hdf5"] + (["--timeout", "5"] if way == "solve" else []), way)
    argv = ["run", "s.yaml", "--timeout", "5"] + run.options
    return Case(name, dict(run.files, **{"x.h5": content}), argv + (["--verify", "x.h5"] if way == "verify" else ["--from", "x.h5", "--duration", "0.003"]), way)


def add_arguments(parser):
    parser.add_argument("--way", action="append", choices=_WAYS, help="only by this command or option; default: all in turn")


def cases(arguments, rng):
    """Yields every file as it is (group healthy) and arguments.count damaged ones. Bytes of times of writing differ from run to run."""
    runs = [recorded.run(arguments.command, *run) for run in _RUNS]
    problems = _problems(runs)
    for run, (name, _) in zip(runs, _RUNS):
        for way, content in (("diff", run.recording), ("verify", run.recording), ("from", run.state)):
            case = _case("%s of %s" % (way, name), way, run, content)
            yield Case(case.name, case.files, case.argv, "healthy")
    for number, problem in enumerate(problems):
        case = _case("problem %d" % number, "solve", None, problem)
        yield Case(case.name, case.files, case.argv, "healthy")
    for way in arguments.way or _WAYS:
        for content in (b"", b"\x89HDF\r\n\x1a\n", b"\0" * 100000, runs[0].recording, runs[0].state, problems[0]):  # each as what it is not
            yield _case("another file", way, runs[0], content)
    ways = arguments.way or _WAYS
    for number in range(arguments.count):
        way, run = ways[number % len(ways)], rng.choice(runs)
        seed = rng.choice(problems) if way in ("solve", "explain") else run.state if way == "from" else run.recording
        content, damage = _damaged(seed, rng)
        yield _case(damage, way, run, content)

#!/usr/bin/env python3
"""Gives the command damaged files and fails where it does what it must not do: a signal, an exit status above 3, more than one
line to refuse, text of a library, a line of 2000 characters, a control character, more than 10 s of a processor or 1 GiB.

    damage.py mesh --command build/release/bin/cardan                 2000 of each format
    damage.py mesh --command ... --count 100 --format dae --seed 7
    damage.py mesh --command ... --keep FOLDER                        the files of what failed, and the arguments of the command
    damage.py scene | urdf | mjcf | sdf | hdf5 | problem --command ...             --help tells how many and how
    damage.py grown_mjcf | grown_sdf | study | state --command ...                 files that are valid but for one or two parts

The damage follows from the seed alone. Exit status 0: nothing failed; 1: something did; 2: wrong arguments.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import os
import random
import shlex
import sys

import grown_mjcf
import grown_sdf
import harness
import hdf5
import mesh
import mjcf
import problem
import robot
import scene
import sdf
import state
import study

KINDS = {"mesh": mesh, "scene": scene, "urdf": robot, "mjcf": mjcf, "sdf": sdf, "hdf5": hdf5, "problem": problem, "grown_mjcf": grown_mjcf,
         "grown_sdf": grown_sdf, "study": study, "state": state}


def keep(folder, number, outcome):
    place = os.path.join(folder, "%s-%d" % (outcome.case.group, number))
    for name, content in outcome.case.files.items():
        path = os.path.join(place, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    with open(os.path.join(place, "arguments"), "w", encoding="utf-8") as file:
        file.write(shlex.join(outcome.case.argv) + "\n")


def show(groups):
    print("%-12s %6s  %-28s %8s %8s %7s" % ("", "runs", "exit status: runs", "most s", "MiB", "failed"))
    for name, outcomes in groups.items():
        statuses = collections.Counter(o.status for o in outcomes)
        print("%-12s %6d  %-28s %8.2f %8.0f %7d" % (
            name, len(outcomes), ", ".join("%d: %d" % item for item in sorted(statuses.items())),
            max(o.cpu for o in outcomes), max(o.memory for o in outcomes) / 2**20, sum(bool(o.faults) for o in outcomes)))


def outcomes(pool, command, cases, ahead):
    """Runs the cases and yields in their order; few of them are in memory at a time."""
    waiting = collections.deque()
    for case in cases:
        waiting.append(pool.submit(harness.run, command, case))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    subparsers = parser.add_subparsers(dest="kind", required=True)
    for name, kind in KINDS.items():
        sub = subparsers.add_parser(name, help=(kind.__doc__ or "").splitlines()[0])
        sub.add_argument("--command", required=True, help="the program cardan")
        sub.add_argument("--count", type=int, default=kind.DEFAULT_COUNT,
                         help="damaged files, of mesh: of each format (default %(default)d)")
        sub.add_argument("--seed", type=int, default=1)
        sub.add_argument("--jobs", type=int, default=2, help="runs at a time (default 2)")
        sub.add_argument("--keep", metavar="FOLDER", help="where the files of what failed are left")
        kind.add_arguments(sub)
    arguments = parser.parse_args()
    command = os.path.abspath(arguments.command)
    if not os.access(command, os.X_OK):
        parser.error("no program " + command)

    groups, failed = collections.OrderedDict(), 0
    cases = KINDS[arguments.kind].cases(arguments, random.Random(arguments.seed))
    pool = concurrent.futures.ThreadPoolExecutor(arguments.jobs)
    try:
        for number, outcome in enumerate(outcomes(pool, command, cases, 16 * arguments.jobs)):
            groups.setdefault(outcome.case.group, []).append(dataclasses.replace(outcome, case=None))
            if outcome.case.group == "healthy" and outcome.status != 0:  # some scenes jam; rejected scenes are no seeds
                print("healthy %s: exit status %d: %s" % (outcome.case.name, outcome.status, ascii(outcome.message[:300])), flush=True)
            if not outcome.faults:
                continue
            failed += 1
            print("%s %d (%s): %s: %s" % (outcome.case.group, number, outcome.case.name, "; ".join(outcome.faults),
                                          ascii(outcome.message[:200])), flush=True)
            if arguments.keep:
                keep(arguments.keep, number, outcome)
    except KeyboardInterrupt:
        print("interrupted: what was run until then")
        failed += 1
    finally:
        pool.shutdown(cancel_futures=True)
    show(groups)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

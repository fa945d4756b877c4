#!/usr/bin/env python3
"""Runs the programs that tutorials show, and compares what they print with the page.

    tutorial_output.py BUILD_DIR PAGE…

A block that begins with `$ build/release/…` shows a run: the following lines are parts of the output in their order,
and a line `…` stands for lines that are left out. Words are equal; numbers agree within one unit of the last digit on
the page, or within 5 %, where small numbers differ between compilers; wall times and hashes of states do not count.
Exit status 1 on a difference.
"""

import re
import subprocess
import sys
from pathlib import Path

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])")
WALL_TIME = re.compile(r"\bin \d+(?:\.\d+)? s\b")
STATE_HASH = re.compile(r"\b[0-9a-f]{16}\b")


def runs(page):
    """(command, lines) of each block with a run."""
    for block in re.findall(r"(?ms)^```\n\$ (build/release/.*?)^```$", page.read_text(encoding="utf-8")):
        command, *lines = block.rstrip("\n").split("\n")
        yield command, lines


def shape(line):
    """The line without its numbers, and the numbers as written."""
    line = STATE_HASH.sub("HASH", WALL_TIME.sub("TIME", line)).strip()
    return " ".join(NUMBER.sub("#", line).split()), NUMBER.findall(line)


def agree(shown, printed):
    digits = re.match(r"[-+]?\d+\.?(\d*)(?:e([-+]?\d+))?", shown)
    unit = 10.0 ** (int(digits[2] or 0) - len(digits[1]))
    return abs(float(shown) - float(printed)) <= max(1.01 * unit, 0.05 * abs(float(shown)))


def equal(shown, printed):
    (words, numbers), (other_words, others) = shape(shown), shape(printed)
    return words == other_words and all(map(agree, numbers, others))


def first_missing(lines, output):
    """The first line of a page that the output does not have after the lines before it."""
    rest = iter(output)
    for line in lines:
        if line.strip() != "…" and line.strip() and not any(equal(line, printed) for printed in rest):
            return line
    return None


def main(build, pages):
    findings = 0
    for page in pages:
        for command, lines in runs(page):
            words = command.replace("build/release", str(build), 1).split()
            result = subprocess.run(words, capture_output=True, text=True, check=False)
            missing = first_missing(lines, result.stdout.split("\n"))
            if result.returncode != 0:
                missing = f"exit status {result.returncode}: {result.stderr.strip()}"
            print(f"{'failed' if missing else 'ok'}: {page}: {missing or command}")
            findings += missing is not None
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), list(map(Path, sys.argv[2:]))))

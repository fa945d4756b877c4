#!/usr/bin/env python3
"""Checks that the C++ in docs/tutorials/NAME.md is part of examples/NAME.cpp (with _ for -), line for line.

    tutorial_excerpts.py SOURCE_DIR

Indentation does not count, and a line `…` stands for lines that are left out. Prints one finding a line; exit status 1
on findings, on a page without a program or without C++, and on a program that neither a tutorial nor a page of docs
shows.
"""

import pathlib
import re
import sys


def lines_of(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def first_missing(block, program):
    """The first line of a block from where on the program does not continue as the block does; None: it does."""
    parts = [part.strip("\n") for part in re.split(r"(?m)^\s*…\s*$", block)]
    for part in filter(None, map(lines_of, parts)):
        starts = [i for i, line in enumerate(program) if line == part[0]]
        if not any(program[i:i + len(part)] == part for i in starts):
            known = set(program)
            return next((line for line in part if line not in known), part[0])
    return None


def main(root):
    findings = []
    pages = {page.stem.replace("-", "_"): page for page in sorted((root / "docs/tutorials").glob("*.md"))}
    programs = {program.stem: program for program in sorted((root / "examples").glob("*.cpp"))}
    docs = "".join(page.read_text(encoding="utf-8") for page in sorted((root / "docs").glob("*.md")))
    for name in sorted(set(programs) - set(pages)):
        if f"(../examples/{name}.cpp)" in docs:
            continue
        findings.append(f"{programs[name].relative_to(root)}: no page in docs/tutorials, and no page of docs links it")
    for name, page in pages.items():
        blocks = re.findall(r"(?ms)^```cpp\n(.*?)^```$", page.read_text(encoding="utf-8"))
        if name not in programs or not blocks:
            findings.append(f"{page.relative_to(root)}: {'no C++' if name in programs else 'no program in examples'}")
            continue
        program = lines_of(programs[name].read_text(encoding="utf-8"))
        for block in blocks:
            missing = first_missing(block, program)
            if missing is not None:
                findings.append(f"{page.relative_to(root)}: not in {name}.cpp: {missing}")
    print("\n".join(findings), end="\n" if findings else "")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))

#!/usr/bin/env python3
"""No two types of the product have the same name in the same namespace.

Two such types break the rule of one definition even if no source sees both: their inline constructors have the same
symbol, and the linker keeps one of them. Optimised builds may hide it, because they inline the constructors.
"""
import collections
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("include", "core", "dynamics", "collision", "constraint", "solvers", "plugins", "sim", "view", "bindings", "apps")
OPENED = re.compile(r"(?:inline )?namespace ([\w:]*) ?\{")
CLOSED = re.compile(r"\}  // namespace")
TYPE = re.compile(r"(?:template <.*> )?(?:struct|class|enum class|enum|union) (?:CARDAN_API )?(\w+)(?: final)?(?: : [^;]*)? \{")


def types_of(text):
    """The types with linkage that a source defines at the level of a namespace."""
    spaces = []
    for line in text.split("\n"):
        if opened := OPENED.match(line):
            spaces.append(opened[1] or "unnamed")
        elif CLOSED.match(line) and spaces:
            spaces.pop()
        elif (found := TYPE.match(line)) and "unnamed" not in spaces:
            yield "::".join([*spaces, found[1]])


def main():
    places = collections.defaultdict(set)
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                for name in types_of(path.read_text(encoding="utf-8")):
                    places[name].add(str(path.relative_to(ROOT)))
    twice = {name: sorted(files) for name, files in places.items() if len(files) > 1}
    for name, files in sorted(twice.items()):
        print(f"{name} is defined in {' and '.join(files)}")
    print(f"{len(places)} types, {len(twice)} defined twice")
    return 1 if twice or len(places) < 500 else 0


if __name__ == "__main__":
    sys.exit(main())

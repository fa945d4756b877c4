"""Lists every CARDAN_API name of the installed headers with its Python name, or the reason why it has none.

api_table.py            writes docs/python-names.md
api_table.py --check    fails if the page is not up to date, if a name is missing from `names.txt`, or if a Python name
                        does not exist

bindings/python/names.txt has one line per C++ name: `NAME = PYTHON NAME` or `NAME - reason`. `NAME` is the name of a
function or class, or CLASS::MEMBER for a class that Python represents in another way.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMES = ROOT / "bindings" / "python" / "names.txt"
PAGE = ROOT / "docs" / "python-names.md"
FOLDERS = ("core", "dynamics", "collision", "constraint", "plugins/host", "plugins/conformance", "sim")

DECLARATION = re.compile(
    r"^(?P<indent> *)(?:\[\[\w+\]\] *)?(?:(?:class|struct) +CARDAN_API +(?P<type>\w+)"
    r"|(?:\[\[\w+\]\] )?CARDAN_API +(?:\[\[\w+\]\] )?(?P<rest>.*))", re.M)


def api_names() -> "dict[str, str]":
    """{name: header} of the exported functions and classes, and of the members of the classes."""
    names: "dict[str, str]" = {}
    for folder in FOLDERS:
        for header in sorted((ROOT / folder).rglob("*.h")):
            if header.name.endswith("_internal.h") or "test" in header.parts:
                continue
            text = header.read_text(encoding="utf-8")
            for found in DECLARATION.finditer(text):
                if found["type"]:
                    name = found["type"]
                else:
                    rest = found["rest"] + " " + text[found.end():found.end() + 200].replace("\n", " ")
                    function = re.match(r"[^;({]*?([A-Za-z_]\w*|operator *[^\s(]+) *[(;{]", rest)
                    if function is None:
                        raise SystemExit(f"{header}: cannot read '{found[0]}'")
                    name = function[1]
                    if found["indent"]:
                        name = enclosing_class(text, found.start()) + "::" + name
                path = str(header.relative_to(ROOT))
                names.setdefault(name, path)
                if found["type"] and path.startswith("sim/"):
                    for member in members(text[found.end():]):
                        names.setdefault(f"{name}::{member}", path)
    return names


def members(text: str) -> "list[str]":
    """Public member functions of the class whose body begins in this text."""
    body = text[:text.index("\n};")].split("\n private:")[0]
    found = re.findall(r"^  (?!friend|explicit|using|return)[A-Za-z_][\w:<>,&* ]*?[ &*>](\w+)\(", body, re.M)
    return [name for name in dict.fromkeys(found) if name not in ("impl", "make_impl")]


def enclosing_class(text: str, position: int) -> str:
    return re.findall(r"^(?:struct|class)(?: CARDAN_API)? (\w+)[^;\n]*\{", text[:position], re.M)[-1]


def listed_names() -> "dict[str, tuple[str, str]]":
    """{C++ name: (Python name or "", reason or "")}."""
    result = {}
    for line in NAMES.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, sign, rest = line.split(None, 2)
        if sign == "=":
            result[name] = (rest, "")
        elif sign == "-":
            result[name] = ("", rest)
        else:
            raise SystemExit(f"names.txt: expected 'NAME = PYTHON' or 'NAME - reason', got '{line}'")
    return result


def page(names: "dict[str, str]", listed: "dict[str, tuple[str, str]]") -> str:
    lines = ["# Names in Python", "",
             "This page is written by `bindings/python/api_table.py` and checked by the tests. It lists the exported functions",
             "and classes of the installed headers with their Python names, or the reason why they have none.", ""]
    headers = sorted({header.split("/")[0] for header in names.values()})
    for folder in headers:
        lines += [f"## {folder}", "", "| C++ | Python |", "|---|---|"]
        for name in sorted(n for n, header in names.items() if header.split("/")[0] == folder):
            python, reason = listed.get(name, ("", "MISSING"))
            lines.append(f"| `{name}` | {'`' + python.replace(', ', '`, `') + '`' if python else reason} |")
        lines.append("")
    return "\n".join(lines)


def resolves(python: str) -> bool:
    """True if every name of the list exists in the package."""
    import importlib

    # The sources beside this script are not a built package.
    sys.path[:] = [p for p in sys.path if Path(p).resolve() != Path(__file__).resolve().parent]
    import cardan

    for name in python.split(", "):
        thing = cardan
        for part in name.split(".")[1:]:
            if not hasattr(thing, part):
                try:
                    thing = importlib.import_module(f"{thing.__name__}.{part}")
                    continue
                except (ImportError, AttributeError):
                    return False
            thing = getattr(thing, part)
    return True


def main() -> int:
    names, listed = api_names(), listed_names()
    faults = [f"{name} ({names[name]}) is not in bindings/python/names.txt" for name in names if name not in listed]
    faults += [f"names.txt has {name}, which no header exports" for name in listed if name not in names]
    text = page(names, listed)
    if "--check" not in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
    else:
        if PAGE.read_text(encoding="utf-8") != text:
            faults.append("docs/python-names.md is old: run bindings/python/api_table.py")
        faults += [f"{name}: Python has no {python}" for name, (python, _) in listed.items()
                   if python and name in names and not resolves(python)]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(names)} names, {sum(1 for p, _ in listed.values() if p)} in Python")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

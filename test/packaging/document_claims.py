#!/usr/bin/env python3
"""Compares tables and commands of the documents with the files that they describe.

    document_claims.py SOURCE_DIR

Prints one finding a line; exit status 1 on findings. page_runs.py checks what needs a build.
"""

import json
import re
import subprocess
import sys
from pathlib import Path


def section(page, title):
    """The text under a heading, up to the next heading of the same level or above."""
    level = len(title) - len(title.lstrip("#"))
    match = re.search(rf"(?ms)^{re.escape(title)}$\n(.*?)(?=^#{{1,{level}}} |\Z)", page)
    return match[1]


def rows(text):
    """Cells of the first table of a text, without its head."""
    lines = re.search(r"(?m)(?:^\|.*\n)+", text)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def names(cell):
    """What a cell shows as code."""
    return re.findall(r"`([^`]+)`", cell)


def option_defaults(root):
    """{option: default} of all CMake files of the project, as written there."""
    found = {}
    for file in [root / "CMakeLists.txt", *sorted((root / "cmake").glob("*.cmake")),
                 *sorted((root / "bindings").glob("**/CMakeLists.txt"))]:
        text = re.sub(r"(?m)#.*$", "", file.read_text(encoding="utf-8"))
        for name, value in re.findall(r'\boption\((CARDAN_\w+)\s+"[^"]*"\s+([^\s)]+)', text):
            found[name] = value
        for name, value in re.findall(r"\bset\((CARDAN_\w+)\s+(\S+)\s+CACHE\b(?![^)]*\bFORCE\b)", text):
            found[name] = value
    return found


def check_options(root, readme):
    """The table of options has every option, with its default and the presets that change it."""
    table = {}
    for option, default, _ in rows(readme[readme.index("| option |"):]):
        table[names(option)[0]] = default
    options = option_defaults(root)
    for name in sorted(set(options) ^ set(table)):
        yield f"README.md: {name}: " + ("not in the table of options" if name in options else "no such option")
    presets = json.loads((root / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
    switched = {}
    for preset in presets:
        for name, value in preset.get("cacheVariables", {}).items():
            if value == "ON":
                switched.setdefault(name, set()).add(preset["name"])
    for name in sorted(set(options) & set(table)):
        first, *rest = table[name].split("; ON in ")
        value = options[name].strip('"')
        simple = value in ("ON", "OFF", "AUTO", "") or value.isdigit()
        if simple and first != (value or "none"):
            yield f"README.md: {name}: the default is {value or 'none'}, the table says {first}"
        stated = set(names(rest[0])) if rest else set()
        if "sanitizer presets" in table[name]:
            stated |= {preset["name"] for preset in presets if preset.get("cacheVariables", {}).get("CARDAN_SANITIZE")}
        stated -= {"scripts/test"}
        if stated != switched.get(name, set()):
            yield f"README.md: {name}: ON in {sorted(switched.get(name, set()))}, the table says {sorted(stated)}"


def check_presets(root, readme):
    presets = json.loads((root / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
    stated = [name for cell, _ in rows(readme[readme.index("| preset |"):]) for name in names(cell)]
    visible = [preset["name"] for preset in presets if not preset.get("hidden")]
    if sorted(stated) != sorted(visible):
        yield f"README.md: the presets are {sorted(visible)}, the table has {sorted(stated)}"


def check_folders(root, readme):
    for cell, _ in rows(section(readme, "## Source tree")):
        for folder in " ".join(names(cell)).split():
            if not (root / folder).is_dir():
                yield f"README.md: no folder {folder}"


def check_scripts(root, page):
    """Every script that a document calls exists, and its usage names each option and part of the call."""
    for line in (root / page).read_text(encoding="utf-8").splitlines():
        match = re.match(r"(scripts/[\w-]+|test/\S+\.py)\b([^#&]*)", line)
        if not match:
            continue
        script = root / match[1]
        if not script.is_file():
            yield f"{page}: no script {match[1]}"
            continue
        text = script.read_text(encoding="utf-8")
        for word in re.findall(r"(?:--)?[a-z][\w-]*", re.sub(r"\S*[/.]\S*", "", match[2])):
            if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) and not script_list(script, word):
                yield f"{page}: {match[1]} does not know {word}"


def script_list(script, word):
    """A list of packages, a fuzzer or a kind of damage is a file of its own."""
    return any(path.is_file() for path in (
        script.parent / f"packages-{word}.txt", script.parent.parent / f"test/fuzz/fuzz_{word}.cpp",
        script.parent / f"{word}.py"))


def check_tags(root):
    """Documents name only tags of the repository. A checkout without tags cannot tell, so there no tag is named at all."""
    tags = subprocess.run(["git", "tag"], cwd=root, capture_output=True, text=True, check=False).stdout.split()
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md")), *sorted((root / "docs").rglob("*.yml"))]:
        for tag in re.findall(r"(?<![\w.@])v\d+\.\d+\.\d+\b", page.read_text(encoding="utf-8")):
            if tag not in tags:
                yield f"{page.relative_to(root)}: there is no tag {tag}"


def in_order(wanted, text, place):
    """Findings for words that the text does not contain in their order."""
    at = 0
    for word in wanted:
        found = re.search(rf"\b{word}\b", text[at:])
        if not found:
            yield f"{place}: {word} is not in this order"
            return
        at += found.end()


def check_step(root):
    """The stages of docs/architecture.md have the order of step.cpp."""
    page = (root / "docs/architecture.md").read_text(encoding="utf-8")
    functions = [names(cells[1])[-1] for cells in rows(section(page, "## The step"))]
    text = (root / "sim/step/step.cpp").read_text(encoding="utf-8")
    body = text[text.index("void step_world("):]
    body = body.replace("return run_runge_kutta(stages);", "")
    yield from in_order(functions, body, "docs/architecture.md: the order of sim/step/step.cpp")
    called = set(re.findall(r"stages\.run\(Stage::\w+, (\w+)\)", body)) - set(functions)
    for name in sorted(called - {"name_island_troubles"}):
        yield f"docs/architecture.md: the table of stages has no {name}"


def check_conic(root):
    page = (root / "docs/solvers/conic.md").read_text(encoding="utf-8")
    stated = [(cells[0], names(cells[1])[0]) for cells in rows(section(page, "## Stages"))]
    table = re.findall(r'\{k\w+, "(\w+)",', (root / "solvers/conic/stages/table.cpp").read_text(encoding="utf-8"))
    if [name for _, name in stated] != table:
        yield f"docs/solvers/conic.md: the stages are {table}"


def main(root):
    readme = (root / "README.md").read_text(encoding="utf-8")
    findings = [*check_options(root, readme), *check_presets(root, readme), *check_folders(root, readme),
                *check_scripts(root, "README.md"), *check_scripts(root, "CONTRIBUTING.md"), *check_tags(root),
                *check_step(root), *check_conic(root)]
    print("\n".join(findings), end="\n" if findings else "")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

#!/usr/bin/env python3
"""Runs what the first pages of a new user show, with the installed package, and compares what they claim.

    page_runs.py SOURCE_DIR BUILD_DIR PREFIX

Pages: README, docs/commands.md, docs/scene-format.md, docs/tutorials/first-robot.md, docs/python.md (its examples are run
by test_doctests.py). Every command is run in a copy of the data, every Python program and every scene too; a line that is
not run needs an entry in ELSEWHERE. Prints a line for each; exit status 1 on a finding.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import urllib.request
from pathlib import Path

import tutorial_output

PAGES = ("README.md", "docs/commands.md", "docs/scene-format.md", "docs/tutorials/first-robot.md", "docs/python.md")
BLOCK = re.compile(r"(?ms)^( *)```(\w*)\n(.*?)^\1```$")

# Lines that this script does not run, and what runs them.
ELSEWHERE = {
    r"scripts/": "document_claims.py reads their usage",
    r"ctest ": "the line itself",
    r"apt install cardan|cardan regress --tag smoke": "scripts/packages-test",
    r"cmake --preset|cmake --install": "scripts/test, packaging.install",
    r"cmake -S \. |build/first_use|g\+\+ |\./first_use": "packaging.first_use.*",
    r"python3 -m venv|V/bin/pip": "python.wheel",
    r"cardan regress data/scenes --tag smoke": "ctest -L smoke",
    r"cardan regress data/scenes --solvers all": "scripts/nightly",
    r"cardan sweep (plot )?examples/studies/": "minutes; test_sweep runs studies",
}
# Lines that need an optional library: what they say without it.
OPTIONAL = {"--beside mujoco": "libmujoco", "--as-ros": "urdfdom", "empty.world": "libsdformat"}

FILES = {
    "study.yaml": """
        study: 1
        scene: scene.yaml
        parameters: {materials.default.mu: [0.3, 0.6]}
        metrics: [{name: height, quantity: box.base.height}]
        """,
    "scene.yaml": """
        cardan: 1
        time: {duration: 0.1}
        materials: {default: {mu: 0.8}}
        models:
          - {name: ground, plane: {}, static: true}
          - {name: box, box: {size: [1, 1, 1]}, mass: 1, pose: {xyz: [0, 0, 0.5]}}
        """,
    "empty.world": """
        <sdf version="1.9"><world name="empty"><model name="box"><link name="box"><inertial><mass>1</mass></inertial>
          <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link></model></world></sdf>
        """,
    "scenes/arm.xml": """
        <mujoco model="arm"><worldbody><body name="base"><joint name="turn" type="hinge"/><geom size="0.1"/>
          <body name="hand" pos="0 0 1"><joint name="bend" type="hinge"/><geom size="0.1"/></body></body></worldbody>
          <keyframe><key name="home" qpos="0.1 0.2"/></keyframe></mujoco>
        """,
    "scenes/arena.world": """
        <sdf version="1.9"><world name="arena"><model name="floor"><static>true</static><link name="floor">
          <collision name="c"><geometry><plane/></geometry></collision></link></model></world></sdf>
        """,
    "scenes/arm.sdf": """
        <sdf version="1.9"><model name="arm"><link name="arm"><inertial><mass>1</mass></inertial></link></model></sdf>
        """,
    "scenes/knee.urdf": """
        <robot name="leg"><link name="thigh"/><link name="shank"><inertial><mass value="1"/>
          <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
          <joint name="knee" type="continuous"><parent link="thigh"/><child link="shank"/><axis xyz="0 1 0"/></joint></robot>
        """,
}


class Bench:
    """A folder with the files that the pages name, and the installed command."""

    def __init__(self, source, build, prefix):
        self.source, self.build, self.prefix = source, build, prefix
        self.folder = build / "packaging/pages"
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(source / "data", self.folder / "data")
        (self.folder / "data/package.xml").write_text("<package/>")  # the scenes of a page are a project
        (self.folder / "shared/robots").mkdir(parents=True)  # ../../shared of data/scenes
        for name in ("robot.urdf", "quadruped.urdf"):
            shutil.copy(source / "data/robots/quadruped.urdf", self.folder / name)
        shutil.copy(source / "data/mjcf/quadruped.xml", self.folder / "model.xml")
        for name, text in FILES.items():
            place = self.folder / ("data/" + name if name.startswith("scenes/") else name)
            place.write_text(textwrap.dedent(text).lstrip())
        cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
        found = re.search(r"^CARDAN_PYTHON_EXECUTABLE:FILEPATH=(.+)$", cache, re.M)
        self.python = found[1] if found and list((build / "python/cardan").glob("_cardan*.so")) else None
        self.environment = {key: value for key, value in os.environ.items()
                            if key not in ("LD_LIBRARY_PATH", "PYTHONPATH", "CARDAN_SOLVER_PATH", "DISPLAY")}
        self.environment["PATH"] = f"{prefix}/bin:{os.environ['PATH']}"
        self.failures = 0

    def report(self, page, what, finding, seconds=0.0):
        self.failures += finding is not None
        print(f"{'failed' if finding else 'ok'}: {page}: {what}" + (f": {finding}" if finding else f" ({seconds:.1f} s)"),
              flush=True)

    def run(self, command, **more):
        return subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, capture_output=True,
                              text=True, check=False, timeout=300, stdin=subprocess.DEVNULL, **more)

    def site_packages(self):
        """The Python package of the prefix."""
        found = [path.parent.parent for path in self.prefix.glob("lib*/**/cardan/_cardan*.so")]
        return found[0] if found else None


def why_failed(result):
    return None if result.returncode == 0 else f"exit status {result.returncode}: {result.stderr.strip()[-500:]}"


def run_live(bench, command):
    """A live view answers at the address that it prints, and ends by SIGINT with the exit code of the README."""
    process = subprocess.Popen(["bash", "-c", f"exec {command} --no-browser"], cwd=bench.folder, env=bench.environment,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    seen = ""
    try:
        for line in process.stdout:
            seen += line
            address = re.search(r"http://127\.0\.0\.1:\d+/\S*", line)
            if address:
                with urllib.request.urlopen(address[0], timeout=30) as page:
                    page.read()
                time.sleep(0.2)
                process.send_signal(signal.SIGINT)
                break
        else:
            return f"no address: {seen} {process.stderr.read()}"
        process.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    return None if process.returncode == 130 else f"exit status {process.returncode} after SIGINT"


def run_command(bench, line):
    """Runs a line of a page; None: as it says."""
    line = line.replace("/usr/share/cardan", f"{bench.prefix}/share/cardan")
    line = line.replace("build/release/python", str(bench.build / "python"))
    if line.startswith("cardan view") and " -o " not in line:
        return run_live(bench, line)
    if line.startswith("PYTHONPATH="):
        if bench.python is None:
            return None
        line = line.replace("python3", bench.python, 1)
    result = bench.run(line)
    for words, library in OPTIONAL.items():
        if words in line and result.returncode == 2 and library in result.stderr:
            return None
    if "--as-ros" in line and result.returncode == 1 and result.stdout.endswith(" difference(s)\n"):
        return None  # the exit code says that it lists differences
    return why_failed(result)


def check_commands(bench, page, text):
    for line in text.splitlines():
        line = re.sub(r"\s+#.*$", "", line).strip()
        if not line or line.startswith("#"):
            continue
        started = time.monotonic()
        if line.startswith("ctest "):
            listed = bench.run(f"{line} -N".replace("build/release", str(bench.build)))
            finding = why_failed(listed) or (None if re.search(r"Total Tests: [1-9]", listed.stdout) else "selects no test")
        elif any(re.match(pattern, line) for pattern in ELSEWHERE):
            continue
        else:
            finding = run_command(bench, line)
        bench.report(page, line, finding, time.monotonic() - started)


def whole_scene(block):
    """A scene that contains the block of a page."""
    block = textwrap.dedent(block)
    if block.startswith("- "):
        block = "models:\n" + textwrap.indent(block, "  ")
    elif block.startswith("control:"):
        block = "models:\n  - name: robot\n    urdf: knee.urdf\n" + textwrap.indent(block, "    ")
    if not re.search(r"(?m)^models:", block):
        block += "models: [{name: ball, sphere: {radius: 0.1}}]\n"
    return block if block.startswith("cardan:") else "cardan: 1\n" + block


def check_scene(bench, page, text, number):
    scene = bench.folder / f"data/scenes/{Path(page).stem}-{number}.yaml"
    scene.write_text(whole_scene(text), encoding="utf-8")
    started = time.monotonic()
    result = bench.run(f"cardan run {scene} --duration 0.01")
    without = result.returncode == 2 and "libsdformat" in result.stderr and "sdf:" in text
    bench.report(page, f"scene {number}", None if without else why_failed(result), time.monotonic() - started)


def run_python(bench, program):
    environment = dict(bench.environment, PYTHONPATH=str(bench.site_packages()), PYTHONDONTWRITEBYTECODE="1")
    return subprocess.run([bench.python, "-c", program], cwd=bench.folder, env=environment, capture_output=True, text=True,
                          check=False, timeout=300)


# The loop of the README around its block: it ends after ten steps.
VIEWED = """
import cardan
world = cardan.World(); world.add_ground(); world.add("ball", sphere={{"radius": 0.1}}, mass=1, pose=(0, 0, 1))
class Ended(cardan.Viewer):
    @property
    def open(self):
        return super().open and world.steps < 10
cardan.Viewer = Ended
{program}
assert world.steps == 10, world.steps
"""

# Where the installed module and its library lie.
PLACES = """
import cardan, pathlib
maps = pathlib.Path("/proc/self/maps").read_text()
print(cardan.__file__, *sorted({line.split()[-1] for line in maps.splitlines() if "libcardan" in line}))
"""


def check_python(bench, page, text):
    if bench.python is None:
        return
    if "Viewer(" in text:
        text = VIEWED.format(program=text)
    bench.report(page, "Python program", why_failed(run_python(bench, text)))


def check_installed_python(bench):
    """`cmake --install` installs the Python package, which uses the library of the prefix."""
    if bench.python is None:
        return
    if bench.site_packages() is None:
        bench.report("README.md", "installed Python package", f"there is none in {bench.prefix}")
        return
    result = run_python(bench, PLACES)
    places = result.stdout.split()
    foreign = [place for place in places if not Path(place).resolve().is_relative_to(bench.prefix.resolve())]
    finding = why_failed(result) or (f"loads {foreign or places}" if foreign or len(places) < 2 else None)
    bench.report("README.md", "installed Python package", finding)


def check_options(bench, page, text):
    """Commands within a sentence: the subcommand has these options."""
    spans = {" ".join(span.split()) for span in re.findall(r"`(cardan [a-z][^`]*)`", text)}
    for span in sorted(spans):
        words = span.split()
        if words[1].startswith("-") or words[1].startswith("::"):
            continue
        usage = bench.run(f"cardan {words[1]} --help")
        missing = [word for word in words[2:] if re.match(r"--?[a-z]", word) and
                   not re.search(rf"(?<![\w-]){re.escape(word.split('=')[0])}(?![\w-])", usage.stdout)]
        bench.report(page, span, why_failed(usage) or (f"no option {missing}" if missing else None))


def table(page, head):
    """Cells of the table whose first cell of the head is given."""
    lines = re.search(rf"(?m)^\| {head} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", page)[1].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def check_solvers(bench, readme):
    """The tables of formulations and solvers agree with `cardan solvers`."""
    listed = bench.run("cardan solvers").stdout
    supports = {solver: (set(accepts.split(", ")), default) for solver, accepts, default in
                re.findall(r"(?m)^(\w+) +\S+ .*\n +supports (.*); default (\w+)$", listed)}
    formulations = {re.findall(r"`(\w+)`", cells[0])[0] for cells in table(readme, "formulation")}
    every = set().union(*(accepts for accepts, _ in supports.values()))
    bench.report("README.md", "table of formulations", None if formulations == every else f"{formulations ^ every}")
    stated = {}
    for cells in table(readme, "solver"):
        for solver in re.findall(r"`(\w+)`", cells[0]):
            stated[solver] = cells[1]
    for solver in sorted(set(stated) | set(supports)):
        accepts, cell = supports.get(solver, (set(), ""))[0], stated.get(solver, "")
        if cell.startswith("the same formulations as"):
            cell = stated[re.search(r"`(\w+)`", cell)[1]]
        named = every if cell == "all" else set(re.findall(r"`(\w+)`", cell))
        # With other options than the default ones, a solver may accept more: `hybrid` with bounds from the last pass.
        optional = set(re.findall(r"`(\w+)` with ", cell))
        missing, surplus = accepts - named, named - accepts - optional
        finding = f"the table has not {missing}" if missing else f"it does not accept {surplus}" if surplus else None
        bench.report("README.md", f"formulations of {solver}", finding)


def check_report(bench, page):
    """The keys of the report are those that docs/commands.md lists."""
    listed = BLOCK.search(page[page.index("### The report"):])[3]
    while re.search(r"[\[{][^\[\]{}]*[\]}]", listed):
        listed = re.sub(r"[\[{][^\[\]{}]*[\]}]", "", listed)
    rows = table(page, "number")
    listed = set(listed.split()) | {re.search(r"`(\w+)`", cells[0])[1] for cells in rows}
    seen = set()
    for scene, options in (("stand", ""), ("sensors", ""), ("fourbar", "--set contact.shadow=pgs")):
        result = bench.run(f"cardan run data/scenes/{scene}.yaml {options} --duration 0.05 --report keys.json")
        if result.returncode:
            bench.report("docs/commands.md", scene, why_failed(result))
            return
        seen |= set(json.loads((bench.folder / "keys.json").read_text()))
    # `deepest`: only after a deep contact.
    finding = f"{sorted(seen ^ listed)}" if seen - listed or listed - seen - {"deepest"} else None
    bench.report("docs/commands.md", "keys of the report", finding)


def check_exit_codes(bench):
    """The exit codes of the README."""
    (bench.folder / "fails.yaml").write_text(
        (bench.folder / "scene.yaml").read_text() + "expect: [{quantity: box.base.height, at: 0.1, above: 2}]\n")
    for code, command in ((0, "cardan run scene.yaml"), (1, "cardan regress fails.yaml"), (2, "cardan run missing.yaml"),
                          (3, "cardan run scene.yaml --duration 1000 --timeout 0.2")):
        result = bench.run(command)
        lines = result.stderr.strip().splitlines()
        wrong = result.returncode != code or (code == 2 and len(lines) != 1)
        bench.report("README.md", f"exit code {code}: {command}", f"{result.returncode}: {lines}" if wrong else None)


MEASURED = """
import cardan
def depth(step):
    world = cardan.World(step=step)
    world.add_ground()
    world.add("cube", box={"size": [0.2, 0.2, 0.2]}, mass=3, pose=(0, 0, 0.1))
    world.run(4.0, check=True)
    return max(-world.contacts["phi"])
print(cardan.World().time_step, *(depth(step) for step in (1e-3, 1 / 60)))
"""


def check_numbers(bench, readme):
    """Depths at rest and the default step."""
    if bench.python is None:
        return
    text = " ".join(readme.split())
    result = run_python(bench, MEASURED)
    bench.report("README.md", "measured depths", why_failed(result))
    if result.returncode:
        return
    step, short, long = map(float, result.stdout.split())
    print(f"depths at rest: {short:.3g} m, {long:.3g} m")
    free = re.search(r"a free body rests at a depth of (\S+) m with a step of 1 ms, and of (\S+) m with a step of 1/60 s", text)
    for name, stated, measured in (("free body, 1 ms", free[1], short), ("free body, 1/60 s", free[2], long)):
        close = 0.8 < float(stated) / measured < 1.25
        bench.report("README.md", f"depth of a {name}", None if close else f"{measured:.3g} m, stated {stated} m")
    bench.report("README.md", "steps of 1 ms", None if "// steps of 1 ms" in readme and step == 1e-3 else f"{step} s")


def check_first_robot(bench, text):
    """The program prints what its page shows, and the numbers with units in its sentences."""
    page = "docs/tutorials/first-robot.md"
    program = bench.build / "examples/first_robot"
    if not program.exists():
        return
    result = bench.run(f"{program} data/robots/quadruped.urdf")
    output = result.stdout.split("\n")
    for _, language, block in BLOCK.findall(text):
        if language:
            continue
        lines = [line for line in block.splitlines() if not line.startswith("$ ")]
        missing = tutorial_output.first_missing(lines, output)
        bench.report(page, "output", why_failed(result) or (missing and f"the program does not print: {missing}"))
    printed = [abs(float(number)) for number in tutorial_output.NUMBER.findall(result.stdout)]
    for number, unit in re.findall(r"(?<![\w.])(\d+\.\d+) (rad|N m|N)\b", BLOCK.sub("", text)):
        unit_of_digit = 10.0 ** -len(number.split(".")[1])
        near = any(abs(value - float(number)) <= 0.51 * unit_of_digit for value in printed)
        yielded = any(abs(abs(value - target) - float(number)) <= 0.51 * unit_of_digit for value in printed for target in (1.2,))
        bench.report(page, f"{number} {unit}", None if near or yielded else "the program does not print this number")


def main(source, build, prefix):
    bench = Bench(source, build, prefix)
    texts = {page: (source / page).read_text(encoding="utf-8") for page in PAGES}
    for page, text in texts.items():
        for number, (_, language, block) in enumerate(BLOCK.findall(text)):
            if language == "yaml":
                check_scene(bench, page, block, number)
            elif language == "python" and page == "README.md":
                check_python(bench, page, block)
            elif not language and page != "docs/tutorials/first-robot.md" and not block.startswith("scene file "):
                check_commands(bench, page, block)
        check_options(bench, page, text)
    check_installed_python(bench)
    check_solvers(bench, texts["README.md"])
    check_report(bench, texts["docs/commands.md"])
    check_exit_codes(bench)
    check_numbers(bench, texts["README.md"])
    check_first_robot(bench, texts["docs/tutorials/first-robot.md"])
    print(f"{bench.failures} findings")
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main(*(Path(argument).resolve() for argument in sys.argv[1:4])))

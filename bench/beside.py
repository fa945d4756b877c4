#!/usr/bin/env python3
"""Prints the table of docs/mjcf.md: MJCF files in cardan and in MuJoCo, by `cardan compare --beside mujoco`.

    beside.py --command build/release/bin/cardan [--samples FOLDER] [--repeat N]

FOLDER: the models of Debian's package libmujoco-samples, default /usr/share/mujoco/model; without them, only the files of
data/mjcf are run. N: runs of each file, of which the fastest counts for both engines; all other figures are equal in all
runs.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "mjcf"
OWN = ["incline", "slide", "stack", "heavy_on_light", "pinch", "balls", "quadruped"]
SAMPLES = ["humanoid/humanoid", "humanoid/22_humanoids", "mug/mug"]


def compared(command, file):
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "table.json"
        subprocess.run([command, "compare", str(file), "--beside", "mujoco", "--json", str(table)], check=True,
                       stdout=subprocess.DEVNULL)
        return json.loads(table.read_text())


def number(value, form):
    return "-" if value is None else format(value, form)


def row(file, runs):
    cells = [file.stem, f"{runs[0]['step'] * 1000:g}"]
    for key, form in (("penetration_at_end", ".1e"), ("creep", ".1e"), ("normal_force", ".5g"), ("energy_change", ".3g")):
        cells += [number(engine[key], form) for engine in runs[0]["engines"]]
    for i in range(2):
        cells.append(f"{max(run['engines'][i]['steps_per_second'] for run in runs):.3g}".replace("e+0", "e"))
    cells.append(number(runs[0]["difference"]["position"], ".1e"))
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default="cardan")
    parser.add_argument("--samples", type=pathlib.Path, default=pathlib.Path("/usr/share/mujoco/model"))
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    files = [DATA / f"{name}.xml" for name in OWN]
    files += [file for name in SAMPLES if (file := options.samples / f"{name}.xml").is_file()]
    print("| model | step [ms] | penetration [m] | | creep [m/s] | | normal force [N] | | energy change [J] | "
          "| steps/s | | differ by [m] |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    print("| | | cardan | MuJoCo | cardan | MuJoCo | cardan | MuJoCo | cardan | MuJoCo | cardan | MuJoCo | |")
    for file in files:
        print(row(file, [compared(options.command, file) for _ in range(options.repeat)]), flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Which folder may include which: every #include against the table, because every folder finds every header. Every header
of the project stands on disk where its #include says, and scripts/lint reads every source of a room.

  test_walls.py SOURCE_DIR
"""
import collections
import os
import re
import subprocess
import sys
from pathlib import Path

# Rooms of the public headers: the lowest room whose sources need them.
PUBLIC = {
    "core": "export eigen_alignment spatial error aligned_block solver_spec",
    "geometry": "geometry shape mesh_files",
    "abi": "cardan_solver",
    "sdk": "solver problem_view projections",
    "dynamics": "joint_type skeleton skeleton_builder skeleton_data kinematics energy mass_matrix inverse_dynamics "
                "forward_dynamics inverse_kinematics robot_description robot_model urdf robot_writers mjcf_description",
    "collision": "contact",
    "constraint": "constraint_laws problem problem_file",
    "host": "contact_solver solver_registry",
    "conformance": "conformance",
    "solve": "island_report replay_problem",
    "face": "drive_spec model_spec world_spec handles model step_report state_snapshot world sensor linearize quantity "
            "queries views explanation capture recording run_report step_fields",
    "scene": "expect_spec scene scene_schema batch mjcf",
    "umbrella": "cardan", "view": "viewer", "ros": "urdfdom", "sdf": "sdf",
}
FOLDERS = {
    "core": "core/", "geometry": "geometry/", "dynamics": "dynamics/", "collision": "collision/", "constraint": "constraint/",
    "host": "plugins/host/", "conformance": "plugins/conformance/", "solvers": "solvers/",
    "builtin": "solvers/builtin_solvers", "solve": "sim/solve/", "data": "sim/data/", "step": "sim/step/",
    "query": "sim/query/", "sensors": "sim/sensors/", "assembly": "sim/assembly/", "derivatives": "sim/derivatives/",
    "record": "sim/record/", "sim": "sim/", "scene": "sim/scene/", "view": "view/", "ros": "bindings/ros/",
    "sdf": "bindings/sdf/",
}
LOW = "core geometry dynamics collision constraint abi host"
# The rooms of worlds in their order: each may include those before it.
SIM = "solve face data step query sensors assembly derivatives record sim scene".split()
ALLOWED = {
    "core": "eigen", "geometry": "core", "dynamics": "core geometry", "collision": "core geometry", "abi": "", "sdk": "abi eigen", "host": "abi core",
    "constraint": "core geometry dynamics collision abi",
    "conformance": "core geometry dynamics collision constraint abi host",
    "solvers": "abi sdk eigen", "builtin": "abi core host solvers",
    **{room: " ".join([LOW, *SIM[:SIM.index(room)]]) for room in SIM},
    "view": LOW + " solve face scene", "ros": LOW + " solve face scene", "sdf": LOW + " solve face scene",
}
ROOM = {f"include/cardan/{name}.h": room for room, names in PUBLIC.items() for name in names.split()}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.M)


def room_of(path):
    if path in ROOM:
        return ROOM[path]
    for room, folder in sorted(FOLDERS.items(), key=lambda entry: -len(entry[1])):
        if path.startswith(folder):
            return room
    return None


def file_of(path, include):
    for base in (os.path.dirname(path), "", "include"):
        file = os.path.normpath(os.path.join(base, include))
        if os.path.isfile(file):
            return file
    return None


def may_include(path, header):
    """A folder whose rooms are listed includes only those, and what shows worlds uses no internal header of theirs."""
    room, other = room_of(path), room_of(header)
    if room not in ALLOWED or other is None or path.startswith("plugins/example/"):
        return True
    allowed = {room, *ALLOWED[room].split()}
    if header == "include/cardan/eigen_alignment.h" and "eigen" in allowed:
        return True
    if header == "include/cardan/export.h" and room != "abi":
        return True
    return other in allowed and not (room in ("view", "ros", "sdf") and header.startswith("sim/"))


def linted():
    """The sources that scripts/lint reads."""
    return subprocess.run(
        ["bash", "-euc", 'source <(grep -E "^readonly k(Library|Command)Folders" scripts/lint; '
         'sed -n "/^all_sources()/,/^}/p" scripts/lint); all_sources'], capture_output=True, text=True, check=True).stdout.split()


def main():
    os.chdir(sys.argv[1])
    files = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    own = tuple({file.split("/")[0] + "/" for file in files if "/" in file} | {"cardan/"})
    forbidden, missing, count = collections.defaultdict(list), [], 0
    for path in files:
        if not re.search(r"\.(h|cpp|c|cpp\.in)$", path):
            continue
        for include in INCLUDE.findall(Path(path).read_text(encoding="utf-8")):
            header = file_of(path, include)
            if header is None:
                if include.startswith(own):
                    missing.append(f"{path}: {include}")
                continue
            count += 1
            if not may_include(path, header):
                forbidden[f"{room_of(path)} may not include {room_of(header)}"].append(f"{path}: {header}")
    product = [file for file in files if re.search(r"\.(h|cpp)$", file) and room_of(file) in ALLOWED]
    unread = sorted(set(product) - set(linted()))
    for fault, places in [*sorted(forbidden.items()), ("not on disk", missing), ("not read by scripts/lint", unread)]:
        if places:
            print(f"{fault}:", *places, sep="\n  ")
    print(f"{count} includes, {sum(map(len, forbidden.values()))} forbidden, {len(missing)} not on disk")
    return 1 if forbidden or missing or unread or count < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())

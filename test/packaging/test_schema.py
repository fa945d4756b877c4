#!/usr/bin/env python3
"""The schema of scenes accepts every scene of data/ and flags faulty ones.

  test_schema.py CARDAN SOURCE_DIR
"""

import copy
import json
import re
import subprocess
import sys
from pathlib import Path

try:
    import jsonschema
    import yaml
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

SCENE = """
cardan: 1
name: all
time: {step: 0.001, duration: 1, integrator: midpoint}
gravity: [0, 0, -9.81]
contact:
  formulation: {polyhedral: {directions: 8}}
  solver: {id: lemke, tolerance: 1e-9, fallback: [pgs, {id: conic, max_sweeps: 20}]}
  stabilization: {kind: baumgarte, erp: 0.5}
  sleep: {speed: 1e-3}
materials:
  default: {mu: 0.5, restitution: 0.1}
  ice: {mu: {static: 0.1, kinetic: 0.05}, direction: [1, 0, 0]}
  pairs: {rule: min, table: [{between: [ice, default], mu: 0.2}]}
models:
  - {name: ground, plane: {normal: [0, 0, 1]}, static: true}
  - {name: box, box: {size: [1, 1, 1]}, mass: 2, pose: {xyz: [0, 0, 1]}, velocity: {linear: [1, 0, 0]}}
  - {name: ball, sphere: {radius: 0.5}, density: 100, grid: {count: [2, 2, 1], spacing: [1, 1, 1]}}
  - {name: pair, compound: [{box: {size: [1, 1, 1]}, mass: 1}, {cylinder: {radius: 1, length: 1, axis: x}}]}
  - {name: lift, box: {size: [1, 1, 1]}, kinematic: {path: [{time: 0, xyz: [0, 0, 0]}], smooth: true}}
  - name: arm
    urdf: arm.urdf
    q: {elbow: 0.5}
    control: {pd: {kp: 10, kd: 1, target: initial}, motors: {elbow: {gear_ratio: 10, friction: {kinetic: 1}}}}
    limits: {stiffness: 100, damping: 1}
forces: [{on: box, from: 0, until: 1, force: [1, 0, 0]}]
loops: [{weld: [box, world], pose: initial}, {gear: [arm/a, arm/b], ratio: 2}]
ignore: [[box, ball]]
sensors: [{name: imu, imu: {frame: box}, rate: 100, errors: {acceleration: {noise: [0.1, 0.1, 0.2]}}}]
record: {every: 0.01}
expect: [{quantity: box.base.z, at: 1, equals: 0.5, within: 1e-6}, {quantity: energy, never_rises: 0.1}]
sweep: {solvers: [conic, pgs], steps: [0.001, 0.002]}
perturb: {position: 0.001}
known_failures: [{solvers: [pgs], quantities: [energy], because: slow}]
"""

# Path of the change, and the value; no value: the key is removed.
FAULTS = [
    ("cardan",), ("cardan", 2), ("models",), ("models", []), ("sweep.solvers", []), ("models.3.compound.0.box",),
    ("models.3.compound.0.sphere", {"radius": 1}), ("models.4.kinematic.path",), ("models.1.mass", "-1e-3"),
    ("time.geometric_stiffness", False), ("contact.solver.fallback", [{"tolerance": 1e-9}]), ("expect.1.never_rises",), ("tiem", {}), ("time.stepp", 0.1), ("time.step", 0), ("time.step", -1), ("time.step", "fast"),
    ("time.integrator", "euler"), ("gravity", -9.81), ("gravity", [0, 0]), ("contact.formulaton", "cone"),
    ("contact.formulation", ["cone"]), ("contact.solver.tolerance", -1), ("contact.solver.fallback", "pgs"),
    ("contact.stabilization.kind", "none"), ("contact.stabilization.epr", 1), ("contact.sleep.speed", 0),
    ("contact.continuous", 3), ("contact.slip_threshold", -1), ("materials.default.mu", -0.5),
    ("materials.default.friction", 0.5), ("materials.ice.mu.dynamic", 0.1), ("materials.ice.direction", [1, 0]),
    ("materials.pairs.rule", "avg"), ("materials.pairs.table.0.between",), ("materials.pairs.table.0.between", ["ice"]),
    ("models.0.name",), ("models.1.box.size", [1, 1]), ("models.1.box.size", [1, 1, -1]), ("models.1.box",),
    ("models.1.sphere", {"radius": 1}), ("models.1.mass", 0), ("models.1.mass", "heavy"), ("models.1.pose.xzy", [0, 0, 1]),
    ("models.1.velocity.linear", 1), ("models.2.sphere.radius", -1), ("models.2.sphere.diameter", 1),
    ("models.2.grid.count", [2, 2]), ("models.2.grid.spacing",), ("models.3.compound.1.cylinder.axis", "w"),
    ("models.4.kinematic.path.0.time",), ("models.5.control.pd.ki", 1), ("models.5.control.pd.kp", -1),
    ("models.5.control.motors.elbow.gear_ratio", 0), ("models.5.control.motors.elbow.friction.coulomb", 1),
    ("models.5.base", "floats"), ("models.5.limits.stifness", 1), ("forces.0.on",), ("forces.0.force", [1, 2]),
    ("forces.0.until", -1), ("loops.0.weld", ["box"]), ("loops.0.point", ["box", "world"]), ("loops.1.ratoi", 2),
    ("ignore.0", ["box"]), ("sensors.0.rate", 0), ("sensors.0.imu.frame",), ("sensors.0.gyro", "box"),
    ("sensors.0.errors.acceleration.nosie", 1), ("record.every", 0), ("record.every",), ("expect.0.quantty", "t"),
    ("expect.0.over", "median"), ("expect.0.at", -1), ("sweep.steps", [0]), ("sweep.solver", ["pgs"]),
    ("perturb.position", -1), ("known_failures.0.because",),
]


class Yaml12(yaml.SafeLoader):
    """Words and numbers of YAML 1.2: `on` is a word, 1e-3 a number."""


Yaml12.yaml_implicit_resolvers = {
    first: [r for r in resolvers if r[0] not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:float")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}
Yaml12.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), list("tf"))
Yaml12.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$"),
                             list("-+.0123456789"))


def changed(scene, path, *value):
    scene = copy.deepcopy(scene)
    *parents, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    node = scene
    for key in parents:
        node = node[key]
    if value:
        node[last] = value[0]
    else:
        del node[last]
    return scene


def main() -> int:
    command, root = sys.argv[1], Path(sys.argv[2])
    schema = json.loads(subprocess.run([command, "schema"], capture_output=True, check=True).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failed = accepted = flagged = 0
    for loader in (Yaml12, yaml.SafeLoader):  # editors read either; 1e-3 is a text in YAML 1.1
        error = jsonschema.exceptions.best_match(validator.iter_errors(yaml.load(SCENE.replace("{on: ", "{'on': "), loader)))
        if error:
            failed += 1
            print(f"the scene of this test: {list(error.absolute_path)}: {error.message[:200]}")
    for path in sorted((root / "data").rglob("*.yaml")):
        scene = yaml.load(path.read_text(), Yaml12)
        if "cardan" not in scene:
            continue
        accepted += 1
        error = jsonschema.exceptions.best_match(validator.iter_errors(scene))
        if error:
            failed += 1
            print(f"{path}: {list(error.absolute_path)}: {error.message[:200]}")
    good = yaml.load(SCENE, Yaml12)
    for fault in FAULTS:
        flagged += 1
        if validator.is_valid(changed(good, *fault)):
            failed += 1
            print(f"accepted: {fault}")
    print(f"{accepted} scenes, {flagged} faults, {failed} failed")
    return 1 if failed or accepted < 100 else 0


if __name__ == "__main__":
    sys.exit(main())

"""A first robot: a quadruped stands on the ground under PD control (docs/tutorials/first-robot.md).

    first_robot.py [quadruped.urdf]

Prints its pose, its contacts and the report of the last step. Exit code 1: a result is outside its bounds.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np

import cardan

ROBOT = Path(__file__).resolve().parents[2] / "data" / "robots" / "quadruped.urdf"

BROKEN = """<robot name="broken">
  <link name="base"/>
  <link name="arm"/>
  <joint name="shoulder" type="revolute">
    <parent link="bass"/>
    <child link="arm"/>
  </joint>
</robot>"""


def make_world(file: Path) -> cardan.World:
    """A ground and the robot 5 cm above it, with a PD law on every joint."""
    world = cardan.World(materials={"default": {"mu": 0.8}})
    world.add_ground()
    robot = world.add_urdf(file, name="robot", pose=[0, 0, 0.4])
    for joint in robot.joints.values():
        if joint.nv == 1:
            joint.set_pd(kp=150, kd=4)
    return world


def main() -> int:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else ROBOT
    failures = 0

    def check(holds: bool, what: str, value: float, unit: str) -> None:
        nonlocal failures
        print(f"  {what:52s} {value:12.4g} {unit:4s} {'' if holds else 'OUT OF BOUNDS'}")
        failures += not holds

    world = make_world(file)
    robot = world["robot"]
    print(f"{robot.name}: {robot.mass:.2f} kg, {len(robot.joints)} joints, nq = {len(robot.q)}, nv = {len(robot.v)}")
    for duration in (0.1, 1.3, 1.3, 1.3):
        world.run(duration, check=True)  # a step that fails raises cardan.StepError
        x, y, z = robot.q[:3]
        print(f"t = {world.time:.3f} s: base at ({x:.4f}, {y:.4f}, {z:.4f}) m, {np.linalg.norm(robot.v[3:6]):.2g} m/s")
    for contact in world.contacts:  # the force acts on B; the ground was added first, and the robot is B
        names = world.link_names
        print(f"contact {names[contact['link_a']]} - {names[contact['link_b']]}: {contact['force'].round(3)} N")
    report, weight = world.report, robot.mass * 9.81
    force = world.contacts["force"].sum(axis=0)
    print("results:")
    check(len(world.contacts) == 4, "contacts", len(world.contacts), "")
    check(abs(robot.q[2] - 0.347) < 1e-3, "height of the base", robot.q[2], "m")
    check(abs(force[2] - weight) < 1e-4 * weight, "force of the ground", force[2], "N")
    check(report.worst_residual < 1e-8, "worst residual of the contact solver", report.worst_residual, "m/s")
    check(report.max_penetration < 1e-6, "deepest contact", report.max_penetration, "m")

    saved = world.state  # a second world continues from the state, bit for bit
    other = make_world(file)
    other.state = saved
    world.run(0.5)
    other.run(0.5)
    apart = np.abs(other["robot"].q - robot.q).max()
    check(other.state_hash == world.state_hash, "difference after the state is set", apart, "")

    refused = 0
    with tempfile.TemporaryDirectory() as folder:
        broken = Path(folder) / "broken.urdf"
        broken.write_text(BROKEN)
        for bad in (Path("no_such_robot.urdf"), broken):
            try:
                world.add_urdf(bad)
            except cardan.Error as error:
                print(f"refused: {error.what}")
                refused += 1
    check(refused == 2 and len(world) == 2, "files refused", refused, "")
    return min(failures, 1)


if __name__ == "__main__":
    raise SystemExit(main())

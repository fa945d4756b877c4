"""Pushes against a standing quadruped, and the forces under its feet (docs/tutorials/quadruped-pushes.md).

    quadruped_pushes.py

Prints how far each push moves the robot, and the difference between the foot forces and the weight when the robot
stands still. Exit code 1: a value is outside its bounds.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import cardan
from cardan.types import Array

SCENE = Path(__file__).resolve().parents[2] / "data" / "scenes" / "stand.yaml"
LEGS = ("front_left", "front_right", "rear_left", "rear_right")
PUSH_TIME, RECOVER = 0.2, 2.0  # [s]

# Name, force in the world [N], point of application in the frame of the base [m].
PUSHES = (
    ("from behind", (60, 0, 0), (-0.22, 0, 0)),
    ("from the side", (0, 40, 0), (0, -0.08, 0)),
    ("from above", (0, 0, -100), (0, 0, 0.05)),
    ("at the shoulder", (0, -30, 0), (0.22, 0.08, 0)),
)


def make_world() -> cardan.World:
    """The scene, with a contact sensor at each foot."""
    world = cardan.World(cardan.load_scene(SCENE))
    for leg in LEGS:
        world.add_sensor(leg, contact={"on": f"robot/{leg}_foot", "with": "ground"})
    return world


def foot_forces(world: cardan.World) -> Array:
    """Force (3) on all feet in the world [N]."""
    return sum((sensor["force"] for sensor in world.sensors), np.zeros(3))


def feet_down(world: cardan.World) -> int:
    """Number of feet that touch the ground."""
    return sum(int(sensor["touching"]) for sensor in world.sensors)


def stands(robot: cardan.Model, world: cardan.World) -> bool:
    """The robot stands still on four feet, within 2 mm of its nominal height and within a degree of upright."""
    lean = np.arccos(min(robot.base_pose.rotation[2, 2], 1.0))
    slow = np.linalg.norm(robot.v) < 1e-2
    return bool(feet_down(world) == 4 and abs(robot.q[2] - 0.347) < 2e-3 and lean < np.pi / 180 and slow)


def main() -> int:
    world = make_world()
    robot = world["robot"]
    world.run(2.0, check=True)
    good = stands(robot, world)
    for name, force, at in PUSHES:
        start, away, fewest = robot.base_pose.position, 0.0, 4
        for k in range(round((PUSH_TIME + RECOVER) / world.time_step)):
            if k * world.time_step < PUSH_TIME:
                robot.apply_wrench("base", force, at=at)  # for the next step
            world.step(check=True)
            away = max(away, float(np.linalg.norm(robot.base_pose.position - start)))
            fewest = min(fewest, feet_down(world))
        good = stands(robot, world) and good
        print(
            f"  {name:15s} {np.linalg.norm(force):3.0f} N: moves {1000 * away:4.1f} mm, min {fewest} feet down: "
            f"{'stands' if stands(robot, world) else 'DOES NOT STAND'}"
        )
    world.run(4.0, check=True)
    weight = robot.mass * np.linalg.norm(world.gravity)
    error = float(np.linalg.norm(foot_forces(world) + robot.mass * world.gravity) / weight)
    print(f"  sum of the foot forces {foot_forces(world)[2]:.5f} N, weight {weight:.5f} N: difference {error:.1e}")
    return 0 if good and error < 1e-6 else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""Shows a controlled robot in a browser (docs/python-viewer.md).

    live_view.py [--seconds S] [quadruped.urdf]

Prints the address of a page. On the page, you can pause, step and rewind the run, pull the robot and change the solver.
Ends after S simulated seconds (default 2), or with Ctrl-C. Exit code 1: the robot has fallen.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

import cardan

ROBOT = Path(__file__).resolve().parents[2] / "data" / "robots" / "quadruped.urdf"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("robot", nargs="?", default=ROBOT, type=Path)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()

    world = cardan.World()
    world.add_ground()
    robot = world.add_urdf(options.robot, pose=(0, 0, 0.4))
    q0, tau = robot.q, np.zeros(robot.nv)
    with cardan.Viewer(world, title=options.robot.stem) as viewer:
        print(viewer.url, flush=True)
        while viewer.open and world.time < options.seconds:
            if not viewer.sync():
                continue  # paused, or the next step is not due yet
            tau[6:] = 150 * (q0 - robot.q)[7:] - 2 * robot.v[6:]
            robot.set_efforts(tau)
            world.step()
    height = float(robot.base_pose.position[2])
    print(f"base at {height:.3f} m")
    return 0 if height > 0.25 else 1


if __name__ == "__main__":
    sys.exit(main())

"""Operational-space control: the hand of an arm follows a circle (docs/tutorials/operational-space.md).

    operational_space.py [arm7.urdf]

Prints the largest distance of the hand from its reference point. Exit code 1: above 0.1 mm.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import cardan
from cardan.types import Array

ROBOT = Path(__file__).resolve().parents[2] / "data" / "robots" / "arm7.urdf"

RADIUS = 0.1  # [m]
PERIOD = 4.0  # of a turn at full speed [s]
RAMP = 1.0  # time to full speed [s]
DURATION = 10.0  # [s]
TOLERANCE = 1e-4  # [m]
STIFFNESS, DAMPING = 2500.0, 100.0  # [1/s^2], [1/s]

# The hand points forward and down: a turn of 2.2 rad about y.
ORIENTATION = np.array([[np.cos(2.2), 0, np.sin(2.2)], [0, 1, 0], [-np.sin(2.2), 0, np.cos(2.2)]])


def circle(time: float) -> tuple[Array, Array, Array]:
    """Position, velocity and acceleration of the reference point, which starts at rest."""
    full = 2 * np.pi / PERIOD
    rate = full / RAMP
    ramp = time < RAMP
    angle = rate * time**2 / 2 if ramp else full * RAMP / 2 + full * (time - RAMP)
    speed, change = (rate * time, rate) if ramp else (full, 0.0)
    along = np.array([0, np.cos(angle), np.sin(angle)])
    across = np.array([0, -np.sin(angle), np.cos(angle)])
    position = np.array([0.45, 0, 0.6]) + RADIUS * along
    return position, RADIUS * speed * across, RADIUS * (change * across - speed**2 * along)


def rotation_vector(R: Array) -> Array:
    """Axis times angle of a rotation by less than pi [rad]."""
    axis = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
    sine, cosine = np.linalg.norm(axis), (np.trace(R) - 1) / 2
    scale = float(np.arctan2(sine, cosine) / sine) if sine > 1e-12 else 1.0
    return scale * axis


def efforts(arm: cardan.Model, posture: Array, time: float) -> Array:
    """M a + C. The accelerations a give the hand its desired acceleration and, in the null space of this task, pull
    the arm towards a posture [Khatib 1987]."""
    hand = arm.links["link_7"]
    J, M_inverse = hand.jacobian(), arm.inverse_mass_matrix()
    position, velocity, acceleration = circle(time)
    pose, V = hand.pose, hand.velocity
    turn = rotation_vector(ORIENTATION @ pose.rotation.T)
    task = np.concatenate(
        [
            STIFFNESS * turn - DAMPING * V[:3],
            acceleration + STIFFNESS * (position - pose.position) + DAMPING * (velocity - V[3:]),
        ]
    )
    rest = 20 * (posture - arm.q) - 9 * arm.v
    # a = rest + M^-1 J^T L (task - dJ/dt v - J rest) with L = (J M^-1 J^T)^-1
    force = np.linalg.solve(J @ M_inverse @ J.T, task - hand.jacobian_rate() - J @ rest)
    a = rest + M_inverse @ (J.T @ force)
    return arm.inverse_dynamics(a) - arm.passive_forces()


def main() -> int:
    world = cardan.World()  # steps of 1 ms
    arm = world.add_urdf(Path(sys.argv[1]) if len(sys.argv) > 1 else ROBOT)
    start = {"frame": "link_7", "position": circle(0)[0], "orientation": ORIENTATION}
    result = arm.solve_ik([start], posture=np.zeros(7))
    print(f"inverse kinematics: {result.message}")
    if not result.converged:
        return 1
    arm.q = result.q
    posture, hand, worst = arm.q, arm.links["link_7"], 0.0
    while world.time < DURATION:
        world.begin_step()  # kinematics of this step, for the controller and the step
        arm.set_efforts(efforts(arm, posture, world.time))
        world.finish_step(check=True)
        worst = max(worst, float(np.linalg.norm(hand.pose.position - circle(world.time)[0])))
    print(f"hand on a circle of {100 * RADIUS:.0f} cm: largest error {1000 * worst:.4f} mm in {world.time:.0f} s")
    return 0 if worst <= TOLERANCE else 1


if __name__ == "__main__":
    raise SystemExit(main())

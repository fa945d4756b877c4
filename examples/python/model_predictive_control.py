"""Model-predictive control by sampling: a batch of worlds plans the efforts that move a quadruped to a goal
(docs/tutorials/model-predictive-control.md).

    model_predictive_control.py [--worlds 64] [--controls 50] [--seed 1]

Prints the cost during the run. Exit code 1: the body does not reach its goal.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import cardan
from cardan.types import Array

SCENE = Path(__file__).resolve().parents[2] / "data" / "scenes" / "stand.yaml"
GOAL = np.array([0.03, 0, 0.30])  # of the body, 5 cm lower and 3 cm further forward than its stance [m]
HORIZON, JOINTS, STEPS = 20, 12, 5  # control steps of a plan, inputs, steps of the world in a control step
NOISE, SMOOTH, TEMPERATURE = 2.0, 0.8, 0.05  # of the samples [N m], their correlation, of the weights


def make_scene() -> cardan.Scene:
    """The quadruped on its feet, with soft PD laws to which the planner adds efforts. The time step is 2 ms."""
    motor = {"stall_torque": 5.0, "no_load_speed": 120.0, "gear_ratio": 6, "rotor_inertia": 1e-4}
    joints = [f"{joint}_{leg}" for leg in ("front_left", "front_right", "rear_left", "rear_right")
              for joint in ("hip", "thigh", "knee")]
    return cardan.load_scene(
        SCENE,
        {
            "time.step": 2e-3,
            "models.robot.pose.xyz": [0, 0, 0.3501],
            "models.robot.control": {
                "pd": {"kp": 60, "kd": 3, "target": "initial"},
                "motors": {joint: motor for joint in joints},
            },
        },
    )


def cost(q: Array, v: Array, efforts: Array) -> Array:
    """Cost (n) of states (n, nq), (n, nv) and efforts (n, 12) of a control step."""
    off = ((q[:, :3] - GOAL) ** 2).sum(axis=1)
    tilt, speed = (q[:, 4:7] ** 2).sum(axis=1), (v[:, :6] ** 2).sum(axis=1)
    total: Array = 1000 * off + 20 * tilt + 0.05 * speed + 1e-5 * (efforts**2).sum(axis=1)
    return total


class Planner:
    """Model-predictive path integral control [Williams et al. 2017]."""

    def __init__(self, scene: cardan.Scene, worlds: int, seed: int) -> None:
        self.batch = cardan.Batch(scene, worlds)
        self.random = np.random.default_rng(seed)
        self.plan = np.zeros((HORIZON, JOINTS))

    def improve(self, now: cardan.State) -> Array:
        """Samples around the plan from this state. The plan becomes their weighted mean."""
        samples = self.plan + NOISE * self.smooth_noise()
        samples[0] = self.plan
        costs = np.zeros(len(samples))
        self.batch.set_states(None, now)
        for k in range(HORIZON):
            self.batch.efforts[:, 6:] = samples[:, k]
            self.batch.step(STEPS)
            costs += cost(self.batch.q, self.batch.v, samples[:, k])
        spread = max(float(costs.max() - costs.min()), 1e-12)
        weights = np.exp(-(costs - costs.min()) / (TEMPERATURE * spread))
        self.plan = np.einsum("n,nkj->kj", weights / weights.sum(), samples)
        return self.plan

    def shift(self) -> None:
        """Removes the first control step, which the robot has executed."""
        self.plan = np.vstack([self.plan[1:], np.zeros((1, JOINTS))])

    def smooth_noise(self) -> Array:
        """(worlds, HORIZON, JOINTS) Normal numbers that are correlated over the control steps."""
        noise = self.random.normal(size=(len(self.batch), HORIZON, JOINTS))
        for k in range(1, HORIZON):
            noise[:, k] = SMOOTH * noise[:, k - 1] + np.sqrt(1 - SMOOTH**2) * noise[:, k]
        return noise


def main() -> int:
    parser = argparse.ArgumentParser(description="Model-predictive control of a quadruped by sampling.")
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--controls", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    scene = make_scene()
    real = cardan.World(scene)
    robot, planner, costs = real["robot"], Planner(scene, options.worlds, options.seed), []
    efforts, start = np.zeros(len(robot.v)), time.perf_counter()
    for _ in range(options.controls):
        efforts[6:] = planner.improve(real.state)[0]
        robot.set_efforts(efforts)
        real.step(STEPS)
        costs.append(float(cost(robot.q[None], robot.v[None], efforts[None, 6:])[0]))
        planner.shift()
    print(f"{options.controls} plans of {options.worlds} worlds in {time.perf_counter() - start:.1f} s")
    print("cost " + " ".join(f"{np.mean(costs[k : k + 5]):.3f}" for k in range(0, len(costs), 5)))
    off = float(np.linalg.norm(robot.q[:3] - GOAL))
    print(f"body {1000 * off:.1f} mm from its goal")
    return 0 if off < 0.015 and np.mean(costs[-10:]) < 0.1 * costs[0] else 1


if __name__ == "__main__":
    raise SystemExit(main())

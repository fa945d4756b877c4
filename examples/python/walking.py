"""A quadruped learns to walk: cross-entropy search for the parameters of a trot (docs/python-gym.md).

    walking.py [--population 48] [--iterations 20] [--seconds 4] [--seed 0] [--least 8] [--record run.h5]

Every iteration steps all samples of a gait as one batch of worlds. Prints the distance of the best sample, then walks
for 10 s with the mean of the last samples. Exit code 1: the robot walks less than --least metres.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import cardan
from cardan.gym import VectorEnv
from cardan.types import Array

ROOT = Path(__file__).resolve().parents[2]
SCENE = ROOT / "data" / "scenes" / "stand.yaml"
LEGS = ("front_left", "front_right", "rear_left", "rear_right")
JOINTS = [f"robot/{joint}_{leg}" for leg in LEGS for joint in ("thigh", "knee")]
DIAGONAL = np.array([0.0, np.pi, np.pi, 0.0])  # phase of each leg: diagonal legs move together [rad]

# Parameters of a gait with their initial mean and deviation: frequency [Hz]; amplitudes of thigh and knee [rad]; phase
# of the knee after the thigh [rad]; offsets of thigh and knee [rad]; differences of the offsets between front and rear.
NAMES = ("frequency", "thigh", "knee", "lag", "thigh offset", "knee offset", "thigh front", "knee front")
MEAN = np.array([2.0, 0.25, 0.25, 1.5, 0.0, 0.0, 0.0, 0.0])
DEVIATION = np.array([0.6, 0.12, 0.15, 0.8, 0.12, 0.15, 0.08, 0.08])
SCALE = 1.0  # targets of an action of 1 [rad]


def targets(gaits: Array, t: float) -> Array:
    """Targets of thighs and knees (n, 8) of gaits (n, 8) at time t [s], relative to the stance [rad]."""
    frequency, thigh, knee, lag, thigh_offset, knee_offset, thigh_front, knee_front = gaits.T[:, :, None]
    phase = 2 * np.pi * frequency * t + DIAGONAL
    front = np.array([1.0, 1.0, -1.0, -1.0])
    grows = min(t / 0.5, 1.0)  # amplitudes grow in the first half second
    thighs = thigh_offset + front * thigh_front + grows * thigh * np.sin(phase)
    knees = knee_offset + front * knee_front + grows * knee * np.sin(phase + lag)
    both: Array = np.stack([thighs, knees], axis=2)
    return both.reshape(len(gaits), -1)


def make_env(count: int, threads: int = 0) -> VectorEnv:
    """Worlds that stop when the robot falls."""
    return VectorEnv(
        cardan.load_scene(SCENE, {"models.robot.pose.xyz": [0, 0, 0.3501]}),
        count,
        observe=["robot.base.x", "robot.base.y", "robot.base.yaw"],
        act=JOINTS,
        scale=SCALE,
        reward={"robot.base.vx": 1.0},
        terminate={"robot.base.z": (0.2, 0.5), "robot.base.tilt": (0, 0.7)},
        steps=10,
        autoreset_mode="disabled",
        threads=threads,
    )


def walk(env: VectorEnv, gaits: Array, seconds: float) -> tuple[Array, Array]:
    """Scores (n) [m] and distances along x (n) [m] of gaits."""
    seen, _ = env.reset()
    fell = np.zeros(len(gaits), bool)
    for k in range(round(seconds / env.time_step)):
        seen, _, terminated, _, _ = env.step(targets(gaits, k * env.time_step) / SCALE)
        fell |= terminated
    x, y, yaw = seen.T
    return x - 0.5 * np.abs(y) - 0.5 * np.abs(yaw) - 2.0 * fell, x


def search(population: int, iterations: int, seconds: float, seed: int) -> Array:
    """The mean gait of a cross-entropy search [Rubinstein 1999]."""
    random = np.random.default_rng(seed)
    mean, deviation = MEAN.copy(), DEVIATION.copy()
    start = time.perf_counter()
    with make_env(population) as env:
        for iteration in range(iterations):
            gaits = mean + deviation * random.normal(size=(population, len(mean)))
            gaits[0] = mean
            gaits[:, 0] = np.clip(gaits[:, 0], 0.5, 5)
            scores, distances = walk(env, gaits, seconds)
            best = np.argsort(scores)[-max(population // 6, 2) :]
            mean = 0.2 * mean + 0.8 * gaits[best].mean(axis=0)
            deviation = 0.2 * deviation + 0.8 * (gaits[best].std(axis=0) + 0.02 * DEVIATION)
            print(
                f"iteration {iteration + 1:2d}: best {distances[best[-1]]:6.2f} m in {seconds:g} s, "
                f"{time.perf_counter() - start:5.1f} s of search",
                flush=True,
            )
    return mean


def demonstrate(gait: Array, seconds: float, record: str | None) -> float:
    """Distance [m] of a gait in a single world, which may be recorded."""
    world = cardan.World(cardan.load_scene(SCENE, {"models.robot.pose.xyz": [0, 0, 0.3501]}))
    robot = world["robot"]
    joints = [robot.joints[name.removeprefix("robot/")] for name in JOINTS]
    recorder = world.recorder(record, every=0.01) if record else None
    for k in range(round(seconds / 0.01)):
        for joint, target in zip(joints, targets(gait[None], 0.01 * k)[0]):
            joint.set_pd_target(target)
        world.step(10)
    if recorder:
        recorder.close()
    return float(robot.q[0])


def main() -> int:
    parser = argparse.ArgumentParser(description="A quadruped learns to walk.")
    parser.add_argument("--population", type=int, default=48)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each walk in the search")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--least", type=float, default=8.0, help="distance in 10 s that counts as walking [m]")
    parser.add_argument("--record", help="file of the recording of the last walk")
    options = parser.parse_args()
    gait = search(options.population, options.iterations, options.seconds, options.seed)
    print("gait: " + ", ".join(f"{name} {value:.3f}" for name, value in zip(NAMES, gait)))
    distance = demonstrate(gait, 10.0, options.record)
    print(f"distance: {distance:.2f} m in 10 s")
    return 0 if distance >= options.least else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""Time of calls from Python [ns], and the cost of a controller in Python at 1 kHz.

PYTHONPATH=build/release/python python3 bindings/python/bench/overhead.py

Each figure is the shortest mean of many rounds, since other programs only make a call slower. The overhead of
`world.step()` is the difference to the same steps in one call of `world.step(1000)`, which is a loop in C++.
"""

import threading
import time
from pathlib import Path
from typing import Callable

import cardan
import numpy as np

SCENES = Path(__file__).resolve().parents[3] / "data" / "scenes"


def nanoseconds(call: Callable[[], object], count: int, rounds: int = 30) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter_ns()
        for _ in range(count):
            call()
        best = min(best, (time.perf_counter_ns() - start) / count)
    return best


def show(name: str, value: float) -> None:
    print(f"{name:48s} {value:10.0f}")


def step_overhead(world: cardan.World) -> None:
    """Rounds of both kinds take turns, from one state, so that they take the same steps."""
    state, count = world.state, 500
    single, many = float("inf"), float("inf")
    for _ in range(60):
        world.state = state
        start = time.perf_counter_ns()
        for _ in range(count):
            world.step()
        single = min(single, (time.perf_counter_ns() - start) / count)
        world.state = state
        start = time.perf_counter_ns()
        world.step(count)
        many = min(many, (time.perf_counter_ns() - start) / count)
    show("a step in world.step(500)", many)
    show("world.step() above it", single - many)


def calls(world: cardan.World) -> None:
    robot = world["robot"]
    joint, q, tau = robot.joints.values()[-1], robot.q, np.zeros(robot.nv)
    show("robot.q (19 numbers)", nanoseconds(lambda: robot.q, 10000))
    show("robot.set_efforts(tau)", nanoseconds(lambda: robot.set_efforts(tau), 10000))
    show("joint.position", nanoseconds(lambda: joint.position, 10000))
    show("joint.effort = x", nanoseconds(lambda: setattr(joint, "effort", 0.0), 10000))
    show("world.time", nanoseconds(lambda: world.time, 10000))
    show("report.worst_residual", nanoseconds(lambda: world.report.worst_residual, 10000))
    show("robot.mass_matrix()", nanoseconds(robot.mass_matrix, 2000))
    show("robot.q = q", nanoseconds(lambda: setattr(robot, "q", q), 10000))
    show("an empty call of Python (part of each figure)", nanoseconds(lambda: None, 10000))


def contacts() -> None:
    world = cardan.World()
    world.add_ground()
    for i in range(25):
        world.add(f"box{i}", box={"size": [0.2, 0.2, 0.2]}, mass=1, pose=(i % 5, i // 5, 0.1))
    world.step(5)
    show(f"world.contacts ({len(world.contacts)} contacts)", nanoseconds(lambda: world.contacts, 2000))


def controller(world: cardan.World) -> None:
    """PD control in NumPy at 1 kHz beside the same law inside the engine."""
    robot = world["robot"]
    q0, tau, state, count = robot.q[7:], np.zeros(robot.nv), world.state, 500

    def control() -> None:
        tau[6:] = 150 * (q0 - robot.q[7:]) - 4 * robot.v[6:]
        robot.set_efforts(tau)
        world.step()

    best = float("inf")
    for _ in range(20):
        world.state = state
        for joint in robot.joints.values():
            if joint.nv == 1:
                joint.set_pd(0, 0)
        start = time.perf_counter_ns()
        for _ in range(count):
            control()
        best = min(best, (time.perf_counter_ns() - start) / count)
    show("a period of a controller in NumPy, with its step", best)
    print(f"{'  share of a period of 1 ms':48s} {best / 1e4:9.2f}%")


def two_threads() -> None:
    """Speed of two threads that step two worlds over that of one."""
    scene = cardan.load_scene(SCENES / "stand.yaml")
    worlds = [cardan.World(scene) for _ in range(2)]
    for world in worlds:
        world.run(0.3)
    ratio = 0.0
    for _ in range(5):
        start = time.perf_counter()
        for world in worlds:
            world.step(5000)
        alone = time.perf_counter() - start
        threads = [threading.Thread(target=world.step, args=(5000,)) for world in worlds]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        ratio = max(ratio, alone / (time.perf_counter() - start))
    print(f"{'two threads over one':48s} {ratio:10.2f}")


def main() -> None:
    world = cardan.World(SCENES / "stand.yaml")
    world.run(1.0)
    print(f"{'call':48s} {'time [ns]':>10s}")
    step_overhead(world)
    calls(world)
    contacts()
    controller(world)
    two_threads()


if __name__ == "__main__":
    main()

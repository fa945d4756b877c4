"""What a call costs, as ratios of times taken together and as counts of objects. docs/python.md has figures."""

import sys
import time

import cardan
import numpy as np
from conftest import resting_box, standing_robot


def _per_call(*calls, count):
    """Shortest mean time of each call in fifty rounds [ns]. A round has all calls, so that other work of the machine
    meets all of them."""
    rounds = []
    for _ in range(50):
        times = []
        for call in calls:
            start = time.perf_counter_ns()
            for _ in range(count):
                call()
            times.append((time.perf_counter_ns() - start) / count)
        rounds.append(times)
    return [min(times) for times in zip(*rounds)]


def test_steps_one_by_one_cost_what_many_cost():
    world = standing_robot()
    world.run(0.5)
    state = world.state

    def many():
        world.state = state
        world.step(50)

    def one_by_one():
        world.state = state
        for _ in range(50):
            world.step()

    # A step takes some microseconds, the call some hundred nanoseconds.
    single, together = _per_call(one_by_one, many, count=1)
    assert single < 1.5 * together


def test_reading_is_cheap_beside_numpy():
    world = standing_robot()
    robot, source = world["robot"], np.zeros(19)
    # np.array(x) allocates and copies, which is what the property does.
    reading, copying = _per_call(lambda: robot.q, lambda: np.array(source), count=500)
    assert reading < 5 * copying


def test_a_step_leaves_no_object_behind():
    world = standing_robot()
    robot = world["robot"]
    world.step(5)
    counts = []
    for _ in range(2):
        before = sys.getallocatedblocks()
        for _ in range(1000):
            world.step()
            robot.q, world.contacts, world.report.worst_residual
        counts.append(sys.getallocatedblocks() - before)
    assert min(counts) < 20


def test_the_report_is_one_object():
    world = resting_box()
    assert len({id(world.step()) for _ in range(100)}) == 1
    report = world.report
    before = sys.getrefcount(report)
    for _ in range(100):
        world.step()
    after = sys.getrefcount(report)
    assert after == before

"""The GIL is free while a world steps, and a world refuses a second thread."""

import _thread
import signal
import threading
import time

import cardan
import pytest
from conftest import standing_robot


def test_python_runs_while_a_world_steps():
    world = standing_robot()
    count, done = 0, threading.Event()

    def step():
        world.step(3000)
        done.set()

    thread = threading.Thread(target=step)
    thread.start()
    while not done.is_set():
        count += 1
    thread.join()
    # With the GIL held, the loop would run once or twice.
    assert count > 1000 and world.steps == 3000


def test_a_second_thread_is_refused():
    world = standing_robot()
    robot = world["robot"]
    thread = threading.Thread(target=world.step, args=(20000,))
    thread.start()
    while world_is_free(world):
        time.sleep(1e-4)
    refused = 0
    for call in (world.step, lambda: robot.q, lambda: world.contacts, lambda: world.state,
                 world.close, lambda: robot.joints["nothing"]):
        try:
            call()
        except RuntimeError as error:
            refused += "in use" in str(error)
    thread.join()
    assert refused == 6 and world.steps == 20000


def world_is_free(world):
    try:
        world.time
        return True
    except RuntimeError:
        return False


def test_an_interrupt_ends_the_call_between_steps():
    world = standing_robot()
    timer = threading.Timer(0.3, _thread.interrupt_main, args=(signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        world.run(1e6)
    timer.join()
    assert 0 < world.steps < 1e8
    world.step(check=True)


def test_an_exception_of_progress_ends_the_run():
    world = standing_robot()

    def fail(share):
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        world.run(1e6, progress=fail)
    world.step()

"""The GIL is free while a world steps, and a world refuses a second thread."""

import _thread
import re
import signal
import subprocess
import sys
import threading
import time

import cardan
import numpy as np
import pytest
from conftest import DATA, standing_robot


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


def test_a_report_is_refused_while_another_thread_steps():
    world = standing_robot()
    report = world.step()
    thread = threading.Thread(target=world.step, args=(5000,))
    thread.start()
    while world_is_free(world):
        time.sleep(1e-4)
    refused = 0
    for read in (lambda: report.step, lambda: report.messages, lambda: report.islands, report.copy, lambda: repr(report)):
        try:
            read()
        except RuntimeError as error:
            refused += "in use" in str(error)
    thread.join()
    assert refused == 5 and report.step == 5001


def test_progress_may_read_the_report():
    world = standing_robot()
    seen = []
    world.run(1.0, progress=lambda share: seen.append((share, world.report.step)))
    assert seen[-1] == (1.0, 1000) and all(step == round(1000 * share) for share, step in seen)


def test_an_interrupt_ends_the_step_of_a_batch():
    batch = cardan.Batch(cardan.load_scene(DATA / "scenes" / "stand.yaml"), 3, threads=2)
    timer = threading.Timer(0.3, _thread.interrupt_main, args=(signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        batch.step(10**7)
    timer.join()
    steps = batch.status["steps"]
    assert 0 < steps[0] < 10**7 and (steps == steps[0]).all()
    twin = cardan.Batch(cardan.load_scene(DATA / "scenes" / "stand.yaml"), 3)
    for _ in range(steps[0]):
        twin.step()
    assert np.array_equal(batch.q, twin.q) and np.array_equal(batch.status, twin.status)


# Each work calls from C++ into Python, or waits for the GIL in C++, when the process ends: the pauses make almost every
# end fall into a call.
AT_EXIT = """
import pathlib, sys, tempfile, threading, time
import cardan, numpy as np
from cardan import gym
scene = cardan.load_scene(sys.argv[1])
begun = threading.Event()

def pause(*_):
    begun.set()
    time.sleep(1e-3)

class Slow(cardan.Solver):
    id = "slow_at_exit"
    kinds = ("free", "nonnegative", "box", "box_mu", "cone", "cone_convex", "ball_mu")
    def solve(self, problem, guess):
        pause()
        return Answer(guess)

class Answer:
    def __init__(self, numbers):
        self.numbers = numbers
    def __array__(self, *_):
        pause()
        return self.numbers

class Names:
    def __iter__(self):
        for name in ("robot.base.z", "robot.base.vz"):
            pause()
            yield name

class Path:
    def __fspath__(self):
        pause()
        return sys.argv[1]

class Number:
    def tolist(self):
        pause()
        return 0.5

def again(call):
    while True:
        begun.set()
        call()

def with_solver():
    return scene.with_overrides({"contact.solver": "slow_at_exit"})

def recording():
    file = tempfile.mkdtemp() + "/run.h5"
    world = cardan.World(scene)
    with world.recorder(file):
        world.run(3.0)
    return file

def film():
    world = cardan.World(scene)
    with world.replay():
        again(world.step)

def view():
    with cardan.Viewer(cardan.World(scene), speed=float("inf")) as viewer:
        begun.set()
        viewer.run()

def learn():
    env = gym.VectorEnv(scene, 2, observe=["robot.base.z"], reward={"robot.base.vx": 1.0})
    env.reset(seed=0)
    again(lambda: env.step(np.zeros((2, 12))))

def sense():
    world = cardan.World(scene)
    sensor = world.add_sensor("imu", imu="robot/base")
    again(lambda: (world.step(), sensor["acceleration"], world.contacts, world.report.messages))

def set_q():
    robot = cardan.World(scene)["robot"]
    again(lambda: setattr(robot, "q", Answer(robot.q)))

work = {
    "world": lambda: again(cardan.World(scene).step),
    "run": lambda: (begun.set(), cardan.World(scene).run(3000)),
    "progress": lambda: cardan.World(scene).run(3000, progress=pause),
    "solver": lambda: cardan.World(with_solver()).run(3000),
    "batch": lambda: (begun.set(), cardan.Batch(scene, 2).step(10**7)),
    "batch of solvers": lambda: cardan.Batch(with_solver(), 4, threads=2).step(10**7),
    "vary": lambda: cardan.Batch(scene, 10**4, pause),
    "names": lambda: again(lambda: cardan.Batch(scene, 1, observe=Names())),
    "gym": learn,
    "sensor": sense,
    "film": film,
    "replay": lambda: again(lambda: cardan.replay(recording(), progress=pause)),
    "viewer": view,
    "load": lambda: again(lambda: cardan.load_scene(Path())),
    "overrides": lambda: again(lambda: scene.with_overrides({"materials.default.mu": Number()})),
    "array": set_q,
}[sys.argv[2]]
threading.Thread(target=work, daemon=True).start()
begun.wait()
time.sleep(0.1)
print("end")
"""


@pytest.mark.parametrize("work", re.findall(r'^    "([a-z ]+)": ', AT_EXIT, re.MULTILINE))
def test_a_process_ends_under_a_daemon_thread(work):
    scene = str(DATA / "scenes" / "stand.yaml")
    for _ in range(2):
        ended = subprocess.run([sys.executable, "-c", AT_EXIT, scene, work], capture_output=True, text=True, timeout=60)
        assert ended.returncode == 0 and ended.stdout == "end\n", ended.stderr


# abort() stands for the destructors of static objects, a viewer that is never closed for a thread in C++.
ABORTS_AT_EXIT = """
import ctypes, sys
import cardan
libc = ctypes.CDLL(None)
libc.__cxa_atexit(libc.abort, None, None)
viewer = cardan.Viewer(cardan.World(cardan.load_scene(sys.argv[1])))
if sys.argv[2] == "left":
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(viewer))
sys.exit(3)
"""


@pytest.mark.parametrize("thread, status", [("left", 3), ("joined", -signal.SIGABRT)])
def test_static_objects_outlive_threads(thread, status):
    command = [sys.executable, "-c", ABORTS_AT_EXIT, str(DATA / "scenes" / "stand.yaml"), thread]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == status, ended.stderr

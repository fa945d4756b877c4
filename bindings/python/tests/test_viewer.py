"""A viewer as a page sees it, through the WebSocket client of the tests of the live view."""

import pickle
import re
import sys
import threading
import time
import urllib.error
import urllib.request

import cardan
import pytest
from conftest import DATA, ROOT, resting_box

sys.path.insert(0, str(ROOT / "test" / "view"))
from live import Client, Program


class Served(Program):
    """The server of a viewer of this process."""

    def __init__(self, viewer):
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", viewer.url)
        self.port, self.token = int(found[1]), found[2]


def fast(world, **options):
    return cardan.Viewer(world, speed=float("inf"), **options)


def turns(viewer, condition, most=2000):
    """Steps the viewer, as a program does, until a condition holds."""
    for _ in range(most):
        viewer.step()
        if condition():
            return
    raise AssertionError("the condition never holds")


def test_a_viewer_changes_no_bit():
    world, alone = resting_box(), resting_box()
    with fast(world) as viewer:
        for _ in range(50):
            assert viewer.step() is True
        for _ in range(25):
            assert viewer.sync()
            world.step(2)
        viewer.run(0.1)
        assert viewer.open and viewer.world is world
    steps = round(world.time / (world.time_step if hasattr(world, "time_step") else 1e-3))
    assert steps == 200
    alone.step(200)
    assert world.state_hash == alone.state_hash
    assert not viewer.open and viewer.step() is False and viewer.sync() is False


def test_no_page_costs_no_frame():
    world = resting_box()
    viewer = fast(world)
    before = viewer.frames
    for _ in range(300):
        viewer.step()
    assert viewer.frames == before and viewer.clients == 0


def test_frames_follow_the_clock_and_not_the_steps():
    world = resting_box()
    viewer = fast(world)
    with Client(Served(viewer)) as client:
        turns(viewer, lambda: viewer.clients == 1)
        before, start = viewer.frames, time.monotonic()
        while time.monotonic() < start + 5 and viewer.frames - before < 5:
            viewer.step()
        passed = time.monotonic() - start
        made = viewer.frames - before
        assert 2 <= made <= 60 * passed + 2
        client.frame()


def test_a_page_steers_the_world():
    world = cardan.World(cardan.load_scene(DATA / "scenes" / "stand.yaml"))
    viewer = fast(world, title="a <b>title</b>")
    server = Served(viewer)
    with Client(server) as client:
        client.send(type="pause")
        turns(viewer, lambda: not viewer.playing)
        first, steps = world.steps, world.steps
        client.send(type="step", count=3)
        turns(viewer, lambda: world.steps == first + 3)
        for _ in range(3):
            viewer.step()
        assert world.steps == steps + 3
        head, _ = client.frame_where(lambda head: head["step"] == first + 3)
        assert int(head["hash"], 16) == world.state_hash
        assert any(one["path"].startswith("friction.") for one in head["parameters"])
        pickle.dumps(world)
        client.send(type="set", path="gravity.z", value=-1.62)
        turns(viewer, lambda: world.gravity[2] == -1.62)
        with pytest.raises(TypeError, match="Viewer"):
            pickle.dumps(world)
        viewer.say("a line")
        viewer.show()
        viewer.step()
        client.frame_where(lambda head: head["note"][1] == "a line")
        client.send(type="reset")
        turns(viewer, lambda: world.steps == 0)


def test_a_recorder_sees_the_steps_of_a_viewer(tmp_path):
    world = resting_box()
    with world.recorder(tmp_path / "run.h5"):
        viewer = fast(world)
        for _ in range(20):
            viewer.step()
    assert cardan.replay(tmp_path / "run.h5", rate=1000).frames == 21


def test_the_page_needs_its_token():
    viewer = fast(resting_box(), title="a <b>title</b>")
    with urllib.request.urlopen(viewer.url, timeout=10) as page:
        text = page.read().decode()
    assert "<b>title" not in text.split("<script>\n")[0]
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(viewer.url.split("?")[0], timeout=10)
    assert viewer._repr_html_().count(viewer.url) == 2
    assert repr(viewer) == f"<cardan.Viewer {viewer.url}: open>"
    viewer.close()
    assert repr(viewer).endswith("closed>") and "closed" in viewer._repr_html_()


def test_other_threads_run_while_it_waits():
    viewer = cardan.Viewer(resting_box(), play=False)
    done, count = threading.Event(), 0

    def wait():
        for _ in range(10):
            viewer.step()
        done.set()

    thread = threading.Thread(target=wait)
    thread.start()
    while not done.is_set():
        count += 1
    thread.join()
    assert count > 1000  # with the GIL held, the loop would run a few times


def test_run_ends_when_another_thread_closes_it():
    viewer = fast(resting_box())
    thread = threading.Timer(0.1, viewer.close)
    thread.start()
    viewer.run()
    thread.join()
    assert not viewer.open


def test_a_reset_takes_back_the_start():
    world = resting_box()
    viewer = fast(world)
    start = world.state_hash
    viewer.run(0.05)
    viewer.pause()
    assert viewer.step() is False
    assert viewer.reset() is True and world.state_hash == start
    viewer.play()
    world.add("ball", sphere={"radius": 0.1}, mass=1, pose=(1, 0, 0.1))
    viewer.step()
    assert viewer.reset() is False


def test_errors():
    world = resting_box()
    for options, what in (({"token": "abc"}, "token"), ({"materials": ["rubber"]}, "rubber"), ({"port": 70000}, "port")):
        with pytest.raises(cardan.Error, match=what):
            cardan.Viewer(world, **options)
    for options in ({"speed": 0}, {"speed": float("nan")}, {"max_connections": 0}):
        with pytest.raises(ValueError, match=next(iter(options))):
            cardan.Viewer(world, **options)
    with pytest.raises(TypeError):
        cardan.Viewer(3)
    viewer = cardan.Viewer(world)
    with pytest.raises(cardan.Error, match="speed"):
        viewer.set_speed(0)
    with pytest.raises(ValueError, match="duration"):
        viewer.run(-1)
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(viewer)
    world.close()
    for call in (viewer.step, viewer.sync, viewer.run, viewer.reset, viewer.show):
        with pytest.raises(cardan.Error, match="closed"):
            call()
    batch = cardan.Batch(cardan.load_scene(DATA / "scenes" / "stand.yaml"), 1)
    with pytest.raises(cardan.Error, match="Batch"):
        cardan.Viewer(batch.world(0))

"""Batches: bits of single worlds, views, episodes, lifetimes."""

import gc
import pickle
import random
import threading
from pathlib import Path

import numpy as np
import pytest

import cardan

STAND = Path(__file__).resolve().parents[3] / "data" / "scenes" / "stand.yaml"


@pytest.fixture(scope="module")
def scene():
    return cardan.load_scene(STAND)


def single(scene, efforts=None, steps=0):
    world = cardan.World(scene)
    robot = world["robot"]
    if efforts is not None:
        robot.set_efforts(efforts)
    world.step(steps)
    return robot.q, robot.v


def test_rows_are_single_worlds_in_bits(scene):
    efforts = np.random.default_rng(0).normal(size=(5, 18))
    efforts[:, :6] = 0
    for threads in (1, 2):
        batch = cardan.Batch(scene, 5, threads=threads)
        batch.efforts[:] = efforts
        batch.step(120)
        for i in range(5):
            q, v = single(scene, efforts[i], 120)
            assert np.array_equal(batch.q[i], q) and np.array_equal(batch.v[i], v)


def test_worlds_can_differ(scene):
    def vary(i):
        return {"materials.default.mu": 0.1 * i, "models.robot.pose.xyz": [0, 0, 0.4 + 0.01 * i]} if i else None

    batch = cardan.Batch(scene, 3, vary)
    np.testing.assert_allclose(batch.q[:, 2], [0.4001, 0.41, 0.42])
    batch.step(300)
    for i in range(3):
        q, _ = single(scene.with_overrides(vary(i) or {}), steps=300)
        assert np.array_equal(batch.q[i], q)


def test_an_error_in_vary_is_raised(scene):
    with pytest.raises(ZeroDivisionError):
        cardan.Batch(scene, 3, lambda i: {"materials.default.mu": 1 / (1 - i)})
    with pytest.raises(TypeError, match="vary"):
        cardan.Batch(scene, 3, lambda i: 0.5)
    with pytest.raises(cardan.Error, match="nonsense"):
        cardan.Batch(scene, 3, lambda i: {"nonsense": 1})
    with pytest.raises(cardan.Error, match="time step"):
        cardan.Batch(scene, 2, lambda i: {"time.step": 1e-3 * (i + 1)})


def test_views_show_the_current_state_and_cannot_be_written(scene):
    batch = cardan.Batch(scene, 2, observe=["robot.base.z", "contacts"])
    q, seen = batch.q, batch.observations
    before = q.copy()
    batch.step(100)
    assert not np.array_equal(q, before) and np.array_equal(seen[:, 0], q[:, 2])
    assert seen[0, 1] == batch.status["contacts"][0] == 4 or seen[0, 1] >= 0
    for view in (batch.q, batch.v, batch.observations, batch.status, batch.final_q):
        with pytest.raises(ValueError):
            view[...] = 0
        with pytest.raises(ValueError):
            view.flags.writeable = True
    batch.targets[:] = 0.1
    assert np.all(batch.targets == 0.1)
    assert batch.targets.shape == (2, len(batch.target_names)) == (2, 12)


def test_targets_act(scene):
    batch = cardan.Batch(scene, 2)
    batch.targets[1, batch.target_names.index("robot/knee_front_left")] = 0.3
    batch.step(500)
    knee = cardan.World(scene)["robot"].skeleton.q_slice("knee_front_left").start
    assert abs(batch.q[1, knee] - batch.q[0, knee]) > 0.1


def test_poses_and_forces(scene):
    feet = [f"robot/{leg}_foot" for leg in ("front_left", "front_right", "rear_left", "rear_right")]
    batch = cardan.Batch(scene, 2, poses=["robot"], contact_forces=feet)
    batch.step(1500)
    assert np.array_equal(batch.poses[:, 0, :3], batch.q[:, :3])
    np.testing.assert_allclose(batch.poses[:, 0, 3:], batch.q[:, 3:7], atol=1e-12)
    weight = 14.4 * 9.81
    np.testing.assert_allclose(batch.contact_forces.sum(axis=1)[:, 2], weight, rtol=1e-3)


def test_a_mask_leaves_worlds_alone(scene):
    batch = cardan.Batch(scene, 3)
    before = batch.q.copy()
    batch.step(10, [True, False, True])
    assert np.array_equal(batch.q[1], before[1]) and not np.array_equal(batch.q[0], before[0])
    with pytest.raises(ValueError, match="mask"):
        batch.step(1, [True])


def test_episodes_end_and_restart(scene):
    batch = cardan.Batch(
        scene, 2, observe=["robot.base.z"], terminate={"robot.base.z": (0.36, np.inf)}, auto_reset=True
    )
    start = batch.q.copy()
    ended = False
    while not ended:
        batch.step(10)
        ended = bool(batch.status["was_reset"][0])
    assert np.array_equal(batch.q, start) and np.all(batch.status["terminated"])
    assert batch.final_observations[0, 0] < 0.36 and batch.final_q[0, 2] < 0.36
    short = cardan.Batch(scene, 1, max_episode_steps=20)
    short.step(20)
    assert short.status["truncated"][0] and not short.status["terminated"][0]
    with pytest.raises(cardan.Error, match="start of the episode"):
        cardan.Batch(scene, 1, terminate={"robot.base.travel": (0, 1)})
    with pytest.raises(cardan.Error, match="robot.base"):
        cardan.Batch(scene, 1, terminate={"robot.base.zz": (0, 1)})


def test_states_are_set_saved_and_forked(scene):
    batch = cardan.Batch(scene, 3)
    batch.step(100)
    saved = pickle.loads(pickle.dumps(batch.state(0)))
    batch.step(50)
    after = batch.q[0].copy()
    batch.set_state(1, saved)
    batch.step(50, [False, True, False])
    assert np.array_equal(batch.q[1], after)
    batch.fork(0, 2)
    assert np.array_equal(batch.q[2], batch.q[0])
    q, v = batch.q[:2] + 0, batch.v[:2] + 0
    q[:, 2] += 1
    batch.set_states([2, 1], q, v)
    np.testing.assert_allclose(batch.q[[2, 1]], q, atol=1e-15)
    batch.set_states(None, saved)
    assert np.array_equal(batch.q[0], batch.q[2])
    for wrong in (np.zeros(3), np.full(19, np.nan)):
        with pytest.raises((ValueError, cardan.Error)):
            batch.set_state(0, wrong, np.zeros(18))


def test_a_reset_changes_parameters(scene):
    batch = cardan.Batch(scene, 2)
    batch.reset(1, gravity=[0, 0, -1.62], friction={"default": 0.3}, mass={"robot/base": 10.0})
    batch.step(80)
    fallen = batch.q[0, 2] - 0.4001, batch.q[1, 2] - 0.4001
    np.testing.assert_allclose(fallen, np.array([-9.81, -1.62]) / 2 * 0.08**2, rtol=2e-2)
    batch.reset()
    assert np.all(batch.status["steps"] == 0)
    batch.reset([0, 1], gains={"robot/knee_front_left": (0, 0)})
    with pytest.raises(cardan.Error, match="material"):
        batch.reset(0, friction={"no such material": 1.0})
    with pytest.raises(IndexError):
        batch.reset(2)
    with pytest.raises(TypeError):
        batch.reset("all")


def test_a_world_of_a_batch_is_readable(scene):
    batch = cardan.Batch(scene, 2)
    batch.step(500)
    world = batch.world(1)
    assert len(world.contacts) == 4
    assert np.array_equal(world["robot"].q, batch.q[1])
    del batch
    gc.collect()
    assert world["robot"].q.shape == (19,)
    with pytest.raises(IndexError):
        cardan.Batch(scene, 2).world(2)


def test_a_closed_batch_raises_and_its_views_live_on(scene):
    batch = cardan.Batch(scene, 2)
    q, efforts = batch.q, batch.efforts
    first = q.copy()
    with batch:
        assert len(batch) == 2
    assert batch.closed and "closed" in repr(batch)
    gc.collect()
    efforts[:] = 1
    assert np.array_equal(q, first)
    for call in (lambda: batch.q, lambda: batch.step(), lambda: batch.world(0), lambda: len(batch)):
        with pytest.raises(cardan.Error, match="closed"):
            call()
    batch.close()


def test_objects_can_be_deleted_in_any_order(scene):
    rng = random.Random(0)
    for _ in range(200):
        batch = cardan.Batch(scene, 2, observe=["time"])
        world = batch.world(0)
        held = [batch, batch.q, batch.efforts, batch.status, world, world["robot"], batch.observations, batch.state(1)]
        del batch, world
        rng.shuffle(held)
        if rng.random() < 0.3:
            next(one for one in held if isinstance(one, cardan.Batch)).close()
        while held:
            held.pop()
            for one in held:
                if isinstance(one, np.ndarray):
                    one.sum() if one.dtype == float else one["steps"].sum()


def test_a_second_thread_is_refused(scene):
    batch = cardan.Batch(scene, 4)
    errors = []

    def use():
        try:
            for _ in range(20):
                batch.step(5)
        except RuntimeError as error:
            errors.append(error)

    threads = [threading.Thread(target=use) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("another thread" in str(error) for error in errors)


def test_other_threads_run_during_a_step(scene):
    batch = cardan.Batch(scene, 8, threads=1)
    thread = threading.Thread(target=lambda: batch.step(500))
    thread.start()
    count = 0
    while thread.is_alive():
        count += 1
    assert count > 1000  # a step that held the GIL would leave a handful


def test_a_batch_does_not_pickle(scene):
    with pytest.raises(TypeError, match="state"):
        pickle.dumps(cardan.Batch(scene, 1))


def test_bad_arguments_are_refused(scene):
    with pytest.raises(cardan.Error):
        cardan.Batch(scene, 0)
    with pytest.raises(TypeError):
        cardan.Batch(None, 2)
    with pytest.raises(cardan.Error, match="no_such"):
        cardan.Batch("no_such.yaml", 2)
    with pytest.raises(cardan.Error, match="quantity"):
        cardan.Batch(scene, 2, observe=["robot.base.zz"])
    with pytest.raises(ValueError):
        cardan.Batch(scene, 2).step(-1)
    with pytest.raises(ValueError):
        cardan.Batch(scene, 2).efforts[:] = np.zeros(3)


def test_a_world_of_a_batch_is_not_moved_behind_it(scene, tmp_path):
    batch = cardan.Batch(scene, 2)
    batch.step(3)
    world = batch.world(0)
    robot, state, before = world["robot"], world.state, batch.q.copy()
    for call in (
        world.step, world.begin_step, world.finish_step, world.close_loops,
        lambda: world.step(5), lambda: world.run(0.1), lambda: setattr(world, "state", state),
        lambda: world.restore_state("file"), lambda: world.recorder(tmp_path / "run.h5"),
        lambda: setattr(robot, "q", robot.q), lambda: setattr(robot, "v", robot.v),
        lambda: setattr(robot, "base_pose", (0, 0, 1)), lambda: setattr(robot, "base_velocity", np.zeros(6)),
        lambda: setattr(robot.joints.values()[0], "position", 0.0),
    ):
        with pytest.raises(cardan.Error, match="belongs to a Batch") as caught:
            call()
        assert caught.value.hint
    assert np.array_equal(batch.q, before) and np.array_equal(robot.q, before[0])
    clone = world.clone()  # has a life of its own
    assert clone.step().step == 4


def test_long_calls_have_the_bits_of_single_steps(scene):
    options = {"observe": ["robot.base.z"], "terminate": {"robot.base.z": (0.36, np.inf)}, "threads": 2}
    long, short = (cardan.Batch(scene, 3, **options) for _ in range(2))
    for batch in (long, short):
        batch.efforts[1, 7] = np.nan
    long.step(60, [True, True, False])
    for _ in range(60):
        short.step(1, [True, True, False])
    assert np.array_equal(long.q, short.q) and np.array_equal(long.v, short.v)
    assert long.status["rejected_inputs"].tolist() == [0, 1, 0]  # a NaN acts in the first step only
    assert np.array_equal(long.status["steps"], [60, 60, 0])


@pytest.mark.parametrize("call, kind, match", [
    (lambda s: cardan.Batch(s, 0), cardan.Error, "num_worlds is 0"),
    (lambda s: cardan.Batch(s, 2, observe="robot.base.z"), TypeError, "observe: expected a list of names, got str"),
    (lambda s: cardan.Batch(s, 2, poses=[3]), TypeError, "poses: expected a list of names"),
    (lambda s: cardan.Batch(s, 2, terminate={"robot.base.z": (np.nan, 1)}), ValueError, "robot.base.z"),
    (lambda s: cardan.Batch(s, 2, terminate={"robot.base.z": (1, 0)}), ValueError, "robot.base.z"),
    (lambda s: cardan.Batch(s, 2).step(1, [np.nan, 1]), ValueError, "mask"),
    (lambda s: cardan.Batch(s, 2).step(1, [1, 1, 1]), ValueError, r"mask: expected shape \(2,\), got \(3,\)"),
    (lambda s: cardan.Batch(s, 2, observe=["robot.base.zz"]), cardan.Error, "Batch observe"),
])
def test_more_bad_arguments_are_refused(scene, call, kind, match):
    with pytest.raises(kind, match=match) as caught:
        call(scene)
    assert "::" not in str(caught.value)

"""Vector environments: modes, random numbers, rewards, spaces."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import cardan
from cardan import gym

STAND = Path(__file__).resolve().parents[3] / "data" / "scenes" / "stand.yaml"
OBSERVE = ["robot.base.z", "robot.base.vz", "robot.q.knee_front_left"]
FALLS = {"robot.base.z": (0.36, np.inf)}  # the robot lands at 0.35 m, so every episode ends


@pytest.fixture(scope="module")
def scene():
    return cardan.load_scene(STAND)


def make(scene, n=3, **options):
    settings = {"observe": OBSERVE, "reward": {"robot.base.vz": -1.0}, "steps": 10, "threads": 2, **options}
    return gym.VectorEnv(scene, n, **settings)


def run(env, steps, seed=3):
    rng = np.random.default_rng(0)
    rows = [env.reset(seed=seed)[0]]
    k = env.single_action_space.shape[0]
    for _ in range(steps):
        action = np.repeat(rng.uniform(-1, 1, (1, k)), env.num_envs, axis=0)
        observations, rewards, terminated, truncated, _ = env.step(action)
        rows += [observations, rewards, terminated, truncated]
    return rows


def test_a_world_does_not_depend_on_the_number_of_worlds(scene):
    def start(random, q, v):
        q[2] += random.uniform(0, 0.02)
        return q, v

    options = {
        "randomize": {
            "materials.default.mu": (0.2, 0.9),
            "mass.robot/base": gym.uniform(6, 10),
            "friction.default": gym.log_uniform(0.1, 1),
            "gains.robot/knee_front_left": gym.normal([150, 4], [5, 0.1]),
            "gravity": gym.choice([[0, 0, -9.81], [0, 0, -9.7]]),
        },
        "start": start,
        "terminate": FALLS,
        "max_episode_steps": 30,
    }
    small, large = run(make(scene, 2, **options), 25), run(make(scene, 5, **options), 25)
    for a, b in zip(small, large):
        assert np.array_equal(a, b[:2])
    assert not np.array_equal(large[0][0], large[0][1])
    again = run(make(scene, 2, **options), 25)
    assert all(np.array_equal(a, b) for a, b in zip(small, again))
    other = run(make(scene, 2, **options), 25, seed=4)
    assert not np.array_equal(small[0], other[0])


def test_randomized_masses_are_in_their_range(scene):
    env = make(scene, 8, randomize={"mass.robot/base": (6, 10)})
    masses = []
    for _ in range(3):
        env.reset()
        masses.append([env.batch.world(i)["robot"].mass - 6.4 for i in range(8)])
    masses = np.array(masses)
    assert np.all((masses > 6) & (masses < 10)) and len(np.unique(masses)) == 24


def until_the_end(env):
    env.reset(seed=0)
    for _ in range(100):
        result = env.step(np.zeros(env.action_space.shape))
        if result[2].any():
            return result
    raise AssertionError("no episode ended")


def test_next_step_resets_in_the_step_after_the_end(scene):
    env = make(scene, terminate=FALLS)
    start = env.reset(seed=0)[0]
    observations, _, terminated, truncated, info = until_the_end(env)
    assert terminated.all() and not truncated.any() and np.all(observations[:, 0] < 0.36) and not info
    observations, rewards, terminated, _, _ = env.step(np.ones(env.action_space.shape))
    assert np.array_equal(observations, start) and not terminated.any() and np.all(rewards == 0)
    observations, _, _, _, _ = env.step(np.zeros(env.action_space.shape))
    assert not np.array_equal(observations, start)
    assert env.metadata["autoreset_mode"] is gym.AutoresetMode.NEXT_STEP


def test_same_step_keeps_the_final_observations(scene):
    env = make(scene, terminate=FALLS, autoreset_mode="same_step")
    start = env.reset(seed=0)[0]
    observations, rewards, terminated, _, info = until_the_end(env)
    assert np.array_equal(observations, start) and terminated.all() and info["_final_obs"].all()
    assert np.all(info["final_obs"][:, 0] < 0.36)
    np.testing.assert_array_equal(rewards, -info["final_obs"][:, 1])


def test_disabled_waits_for_a_reset_of_the_masked_worlds(scene):
    env = make(scene, terminate=FALLS, autoreset_mode=gym.AutoresetMode.DISABLED)
    start = env.reset(seed=0)[0]
    observations, *_ = until_the_end(env)
    later, rewards, terminated, _, _ = env.step(np.ones(env.action_space.shape))
    assert np.array_equal(later, observations) and not terminated.any() and np.all(rewards == 0)
    mask = np.array([True, False, False])
    reset, _ = env.reset(options={"reset_mask": mask})
    assert np.array_equal(reset[0], start[0]) and np.array_equal(reset[1:], observations[1:])
    after = env.step(np.zeros(env.action_space.shape))[0]
    assert not np.array_equal(after[0], start[0]) and np.array_equal(after[1:], observations[1:])


def test_episodes_are_truncated(scene):
    env = make(scene, max_episode_steps=4)
    env.reset()
    truncated = [bool(env.step(np.zeros(env.action_space.shape))[3].all()) for _ in range(9)]
    assert truncated == [False, False, False, True, False, False, False, False, True]


def test_rewards_and_ends_are_functions_of_what_is_observed(scene):
    weights = {"robot.base.vz": 2.0, "time": 1.0}
    env = make(scene, reward=weights)
    env.reset()
    observations, rewards, *_ = env.step(np.zeros(env.action_space.shape))
    np.testing.assert_allclose(rewards, 2 * observations[:, 1] + 0.01)
    assert observations.shape == env.observation_space.shape == (3, 3)
    env = make(
        scene,
        reward=lambda seen, actions: seen[:, 0] - (actions**2).sum(axis=1),
        terminate=lambda seen: seen[:, 0] < 0.39,
    )
    env.reset()
    actions = np.full(env.action_space.shape, 0.5)
    for _ in range(10):
        observations, rewards, terminated, *_ = env.step(actions)
        if terminated.any():
            break
        np.testing.assert_allclose(rewards, observations[:, 0] - 3)
    assert terminated.all() and np.all(observations[:, 0] < 0.39)


def test_actions_are_efforts_or_targets(scene):
    rng = np.random.default_rng(0)
    action = rng.uniform(-1, 1, (2, 12))
    env = make(scene, 2, act="efforts", scale=5.0)
    env.reset()
    env.step(action)
    batch = cardan.Batch(scene, 2)
    batch.efforts[:, 6:] = 5 * action
    batch.step(10)
    assert np.array_equal(env.batch.q, batch.q)
    knees = ["robot/knee_front_left", "robot/knee_front_right"]
    env = make(scene, 2, act=knees, scale=0.2)
    env.reset()
    env.step([[1, 9], [-9, 0]])
    batch = cardan.Batch(scene, 2)
    columns = [batch.target_names.index(name) for name in knees]
    batch.targets[:, columns] += 0.2 * np.array([[1, 1], [-1, 0]])
    batch.step(10)
    assert np.array_equal(env.batch.q, batch.q)


def test_spaces_have_the_shapes_of_the_arrays(scene):
    env = make(scene, 4)
    observations, info = env.reset(seed=1)
    assert info == {} and env.observation_space.contains(observations)
    sample = env.action_space.sample()
    assert sample.shape == (4, 12) and env.action_space.contains(sample) and env.num_envs == 4
    assert env.single_observation_space.shape == (3,) and env.time_step == 0.01
    with env:
        pass
    assert env.closed
    with pytest.raises(cardan.Error, match="closed"):
        env.step(sample)


def test_bad_arguments_are_refused(scene):
    for options, kind, match in (
        ({"act": ["robot/no_such"]}, ValueError, "no PD law"),
        ({"autoreset_mode": "sometimes"}, ValueError, "autoreset_mode"),
        ({"steps": 0}, ValueError, "steps"),
        ({"observe": ["robot.base.zz"]}, cardan.Error, "robot.base"),
        ({"randomize": {"materials.default.mu": "high"}}, TypeError, "randomize"),
        ({"randomize": {"materials.default.muu": (0, 1)}}, cardan.Error, "muu"),
    ):
        with pytest.raises(kind, match=match):
            make(scene, **options)
    env = make(scene)
    with pytest.raises(ValueError, match="actions"):
        env.step(np.zeros(12))
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": [True]})
    with pytest.raises(cardan.Error, match="asphalt"):
        make(scene, randomize={"friction.asphalt": (0, 1)}).reset()


def test_it_derives_from_gymnasium_where_that_is_installed(tmp_path):
    """A package of the names that cardan.gym imports stands for Gymnasium."""
    if gym.HAS_GYMNASIUM:
        import gymnasium

        assert issubclass(gym.VectorEnv, gymnasium.vector.VectorEnv)
        return
    spaces = (Path(gym.__file__).parent / "gym_spaces.py").read_text()
    body = textwrap.dedent(spaces.split("HAS_GYMNASIUM = False")[1].split("__all__")[0])
    head = "import enum\nfrom typing import Any\nimport numpy as np\n"
    package = tmp_path / "gymnasium"
    for folder in (package, package / "vector"):
        folder.mkdir()
    (package / "__init__.py").write_text("from gymnasium import spaces, vector\n")
    (package / "spaces.py").write_text(head + body)
    (package / "vector" / "__init__.py").write_text(
        "from gymnasium.spaces import AutoresetMode, VectorEnvBase as VectorEnv\n"
    )
    (package / "vector" / "utils.py").write_text("from gymnasium.spaces import batch_space\n")
    program = f"""
        import gymnasium, numpy as np
        from cardan import gym
        assert gym.HAS_GYMNASIUM and issubclass(gym.VectorEnv, gymnasium.vector.VectorEnv)
        env = gym.VectorEnv({str(STAND)!r}, 2, observe=["time"], reward={{"time": 1.0}})
        env.reset(seed=0)
        assert isinstance(env.action_space, gymnasium.spaces.Box)
        assert env.step(env.action_space.sample())[1].tolist() == [0.01, 0.01]
    """
    paths = [str(tmp_path), str(Path(cardan.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], check=True, env={**os.environ, "PYTHONPATH": ":".join(paths)}
    )


@pytest.mark.parametrize("options, kind, match", [
    ({"n": -1}, ValueError, "num_envs"),
    ({"n": 0}, ValueError, "num_envs"),
    ({"observe": "robot.base.z"}, TypeError, "observe"),
    ({"scale": np.nan}, ValueError, "scale"),
    ({"terminate": {"robot.base.z": (np.nan, 1)}}, ValueError, "robot.base.z"),
    ({"terminate": {"robot.base.z": (1, 0)}}, ValueError, "robot.base.z"),
])
def test_more_bad_arguments_are_refused(scene, options, kind, match):
    with pytest.raises(kind, match=match):
        make(scene, **options)


def test_the_shape_of_the_end_is_checked(scene):
    for answer in (True, np.zeros((3, 1), bool), np.zeros(2, bool)):
        env = make(scene, terminate=lambda observations: answer)
        env.reset(seed=0)
        with pytest.raises(ValueError, match="terminate: expected shape"):
            env.step(np.zeros((3, 12)))

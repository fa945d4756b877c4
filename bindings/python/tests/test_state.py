"""States, pickles and copies continue bit for bit."""

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path

import cardan
import numpy as np
import pytest
from conftest import DATA, resting_box, standing_robot

# Continues a pickled world in another process and prints the hash.
CONTINUE = """
import pickle, sys
world = pickle.load(open(sys.argv[1], "rb"))
world.step(1000)
print(world.state_hash)
"""


def test_a_pickled_world_continues_in_another_process(tmp_path):
    world = standing_robot()
    world.run(0.3)
    file = tmp_path / "world.pickle"
    file.write_bytes(pickle.dumps(world))
    done = subprocess.run([sys.executable, "-c", CONTINUE, str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    world.step(1000)
    assert int(done.stdout) == world.state_hash


def test_deepcopy_continues_bit_for_bit():
    world = standing_robot()
    world.run(0.2)
    twin = copy.deepcopy(world)
    assert twin is not world
    world.step(1000)
    twin.step(1000)
    assert world.state_hash == twin.state_hash


def test_clones_of_changed_worlds_continue():
    world = resting_box()
    world.set_material("default", mu=0.2)
    world.add("ball", sphere={"radius": 0.1}, mass=1, pose=(0, 0, 0.5))
    world.run(0.1)
    twin = world.clone()
    world.step(200)
    twin.step(200)
    assert world.state_hash == twin.state_hash


def test_a_state_is_set_again():
    world = standing_robot()
    world.run(0.2)
    saved, digest = world.state, world.state_hash
    world.step(50)
    end = world.state_hash
    assert end != digest
    for state in (saved, pickle.loads(pickle.dumps(saved)), copy.deepcopy(saved),
                  cardan.State.from_bytes(bytes(saved))):
        assert state == saved and state.steps == 200
        world.state = state
        assert world.state_hash == digest
        world.step(50)
        assert world.state_hash == end
    assert np.array_equal(saved.q(0), cardan.State.from_bytes(saved.to_bytes()).q(0))


def test_python_and_command_exchange_state_files(tmp_path):
    world = standing_robot()
    world.run(0.1)
    world.save_state(tmp_path / "state.h5")
    other = standing_robot()
    other.restore_state(tmp_path / "state.h5")
    assert other.state_hash == world.state_hash
    command = Path(cardan.__file__).absolute().parents[2] / "bin" / "cardan"
    if not command.exists():
        pytest.skip("the command is not built")
    scene, report = DATA / "scenes" / "stand.yaml", tmp_path / "report.json"
    subprocess.run([command, "run", scene, "--set", "time.duration=0.05", "--from",
                    tmp_path / "state.h5", "--report", report], check=True, capture_output=True)
    world.step(50)
    assert json.loads(report.read_text())["state_hash"] == f"{world.state_hash:016x}"


def test_wrong_states_are_refused():
    robot, box = standing_robot(), resting_box()
    before = box.state_hash
    with pytest.raises(cardan.Error):
        box.state = robot.state
    with pytest.raises(TypeError):
        box.state = b"abc"
    with pytest.raises(cardan.Error):
        cardan.State.from_bytes(b"abc")
    damaged = bytearray(robot.state.to_bytes())
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(cardan.Error):
        cardan.State.from_bytes(bytes(damaged))
    assert box.state_hash == before


def test_worlds_without_a_scene_name_the_cure():
    with pytest.raises(TypeError, match="pickle world.state"):
        pickle.dumps(resting_box())
    world = standing_robot()
    world.set_material("default", mu=0.1)
    with pytest.raises(TypeError, match="set_material"):
        pickle.dumps(world)
    with pytest.raises(TypeError, match="set_material"):
        pickle.dumps(copy.deepcopy(world))


def test_scenes_pickle_with_overrides():
    scene = cardan.load_scene(DATA / "scenes" / "stand.yaml", {"time.step": 2e-3})
    twin = pickle.loads(pickle.dumps(scene))
    assert twin.step == 2e-3 and twin.name == scene.name and twin.file == scene.file
    assert cardan.World(twin).state_hash == cardan.World(scene).state_hash


def test_poses_pickle():
    pose = cardan.Pose((1, 2, 3), rpy=(0.1, 0.2, 0.3))
    assert np.array_equal(pickle.loads(pickle.dumps(pose)).matrix, pose.matrix)

"""Every class pickles in every protocol or says how to do without; none is usable without contents."""

import copy
import inspect
import pickle

import numpy as np
import pytest

import cardan
from cardan import _cardan
from conftest import DATA, resting_box

SCENE = cardan.load_scene(DATA / "scenes" / "stand.yaml")
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def classes(module=_cardan):
    for value in vars(module).values():
        if inspect.ismodule(value):
            yield from classes(value)
        elif inspect.isclass(value) and not issubclass(value, Exception):
            yield value


def objects():
    world = cardan.World(SCENE)
    report = world.step(300)
    robot = world["robot"]
    joint, link = robot.joints.values()[0], robot.links.values()[0]
    problem = cardan.problem.load(DATA / "problems" / "sliding_block.hdf5")
    readable = cardan.urdf.read_text("<robot name='one'><link name='base'><inertial><mass value='1'/><inertia ixx='1' "
                                     "iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link></robot>")
    return [world, world.state, SCENE, cardan.Pose((1, 2, 3)), report, report.islands[0], robot, robot.joints, joint,
            robot.links, link, robot.skeleton, world.view(), world.quantity("time"), world.linearize(),
            cardan.Linearizer(world), world.islands()[0], cardan.Batch(SCENE, 2), problem, problem.solve(), readable,
            world.add_sensor("imu", imu="robot"), world.weld("robot/base", "ground")]


KEPT = (cardan.World, cardan.State, cardan.Scene, cardan.Pose)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_protocol_restores_or_names_the_cure(protocol):
    world = cardan.World(SCENE)
    world.step(2)
    for one in (world, world.state, SCENE, cardan.Pose((1, 2, 3), rpy=(0.1, 0.2, 0.3))):
        twin = pickle.loads(pickle.dumps(one, protocol))
        assert type(twin) is type(one)
    assert pickle.loads(pickle.dumps(world, protocol)).state_hash == world.state_hash
    assert pickle.loads(pickle.dumps(world.state, protocol)) == world.state
    for one in objects():
        if isinstance(one, KEPT):
            continue
        with pytest.raises(TypeError, match="cannot be pickled; ") as caught:
            pickle.dumps(one, protocol)
        assert type(one).__name__ in str(caught.value) and "\n" not in str(caught.value)
        with pytest.raises(TypeError, match="cannot be pickled; "):
            one.__reduce__()


def test_copies_of_values_are_equal():
    pose = cardan.Pose((1, 2, 3), rpy=(0.1, 0.2, 0.3))
    for twin in (copy.copy(pose), copy.deepcopy(pose)):
        assert twin == pose and hash(twin) == hash(pose)
    assert pose != cardan.Pose((1, 2, 3)) and pose != 3
    assert hash(cardan.Pose((0.0, 0, 0))) == hash(cardan.Pose((-0.0, 0, 0)))
    assert copy.deepcopy(SCENE).text == SCENE.text


def test_a_class_with_another_state_is_refused():
    for bad in (int, cardan.Model, object):
        with pytest.raises(TypeError):
            _cardan._restore(bad, b"")
    with pytest.raises((TypeError, ValueError, cardan.Error)):
        _cardan._restore(cardan.State, 3)


def test_new_alone_makes_no_object():
    found = list(classes())
    assert len(found) > 25
    for one in found:
        with pytest.raises(TypeError):
            one.__new__(one)


def test_classes_can_be_derived():
    class Own(cardan.World):
        def __init__(self):
            super().__init__(SCENE)

    own = Own()
    assert own.step().step == 1
    twin = pickle.loads(pickle.dumps(cardan.World(SCENE)))
    assert np.array_equal(twin["robot"].q, cardan.World(SCENE)["robot"].q)
    with pytest.raises(TypeError):
        Own.__new__(Own)


def test_a_recording_pickles_as_its_path(tmp_path):
    world = resting_box()
    with world.recorder(tmp_path / "run.h5"):
        world.step(3)
    recording = cardan.open_recording(tmp_path / "run.h5")
    assert pickle.loads(pickle.dumps(recording)).num_rows == recording.num_rows

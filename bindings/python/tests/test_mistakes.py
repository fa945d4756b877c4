"""Usual mistakes of new users: each is refused or told in one line, with its place and a remedy."""

import re

import numpy as np
import pytest
from conftest import DATA, resting_box, standing_robot

import cardan
from cardan import dynamics, gym, urdf

ROBOTS, SCENES = DATA / "robots", DATA / "scenes"
ARM = ROBOTS / "arm7.urdf"
LINK = """<robot name="one"><link name="body"><inertial><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>{}</link></robot>"""
SCENE = """cardan: 1
models:
  - {{name: floor, plane: {{}}, static: true}}
  - {{name: cube, box: {{size: [1, 1, 1]}}{}}}
"""


def dog():
    return standing_robot()["robot"]


def arm():
    return cardan.World().add_urdf(ARM, name="arm")


def environment(**options):
    settings = {"observe": ["robot.base.z"], "reward": {"robot.base.vx": 1.0}, **options}
    return gym.VectorEnv(SCENES / "stand.yaml", 2, **settings)


def started(**options):
    env = environment(**options)
    env.reset(seed=0)
    return env


def mesh_in(text):
    shape = f'<collision><geometry><mesh filename="{text}"/></geometry></collision>'
    return cardan.World().add_urdf(text=LINK.format(shape))


def assigned(thing, name, value):
    setattr(thing, name, value)


def written(array, index):
    array[index] = 1


def nan_at(shape, index):
    numbers = np.zeros(shape)
    numbers[index] = np.nan
    return numbers


def stepped_with(tau):
    world = standing_robot()
    world["robot"].set_efforts(tau)
    world.step(check=True)


def used_after(end):
    world = standing_robot()
    robot = world["robot"]
    end(world)
    return robot.q


def load(text):
    return cardan.load_scene_text(text)


def overridden(overrides):
    return cardan.load_scene(SCENES / "stand.yaml", overrides)


def batch(**options):
    return cardan.Batch(cardan.load_scene(SCENES / "stand.yaml"), 2, **options)


# (mistake, type of the error, words of the place and of the remedy)
MISTAKES = {
    "a joint that is misspelt": (lambda: dog().joints["kne_front_left"], KeyError, "kne_front_left|knee_front_left"),
    "a link that is misspelt": (lambda: dog().links["bse"], KeyError, "bse|base"),
    "a model that is misspelt": (lambda: standing_robot()["robt"], KeyError, "robt|robot"),
    "an attribute of a world that is misspelt": (
        lambda: assigned(cardan.World(), "gravty", (0, 0, 0)), AttributeError, "World|gravty|gravity"),
    "an attribute of a model that is misspelt": (
        lambda: assigned(dog(), "base_poes", (0, 0, 1)), AttributeError, "Model|base_poes|base_pose"),
    "a write into q": (lambda: written(dog().q, 7), ValueError, "read-only"),
    "a write into the gravity": (lambda: written(cardan.World().gravity, 2), ValueError, "read-only"),
    "a write into a pose": (lambda: written(dog().base_pose.position, 2), ValueError, "read-only"),
    "an angle in degrees": (
        lambda: cardan.World().add("b", box={"size": [1, 1, 1]}, pose={"rpy": [0, 45, 0]}), cardan.Error,
        "World.add|rpy|rad"),
    "a step of zero": (lambda: cardan.World(step=0), cardan.Error, "step|above zero"),
    "a step with a unit": (lambda: cardan.World(step="2 ms"), cardan.Error, "step|number"),
    "a time as the number of steps": (lambda: standing_robot().step(0.01), TypeError, "World.step|steps: int"),
    "a negative gain": (
        lambda: dog().joints["knee_front_left"].set_pd(kp=-5, kd=1), cardan.Error, "knee_front_left|negative|kp ≥ 0"),
    "a negative mass": (
        lambda: cardan.World().add("b", sphere={"radius": 1}, mass=-2), cardan.Error, "mass|above zero"),
    "a robot with a negative mass": (
        lambda: cardan.World().add_urdf(text=LINK.format("").replace('"2"', '"-2"')), cardan.Error, "body|mass"),
    "a mesh that is missing": (lambda: mesh_in("parts/none.stl"), cardan.Error, "none.stl|allow_missing_meshes=True of World.add"),
    "a package that is unknown": (lambda: mesh_in("package://my_arm/none.stl"), cardan.Error, "my_arm|packages"),
    "xacro": (
        lambda: cardan.World().add_urdf(
            text='<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:include filename="arm.xacro"/>'
            '<link name="a"/></robot>'), cardan.Error, "xacro|expand"),
    "an effort that is NaN": (lambda: stepped_with(nan_at(18, 9)), cardan.StepError, "not finite|messages"),
    "a q with NaN": (lambda: assigned(dog(), "q", nan_at(19, 3)), cardan.Error, "robot|finite"),
    "efforts of the joints alone": (lambda: dog().set_efforts(np.zeros(12)), ValueError, r"tau|\(18,\)|\(12,\)"),
    "a model of another number": (lambda: standing_robot().models[9], IndexError, "range"),
    "a number as a file": (lambda: cardan.World().add_urdf(3), TypeError, "file|path"),
    "a file that is missing": (lambda: cardan.World().add_urdf("none.urdf"), cardan.Error, "none.urdf"),
    "a pose in words": (lambda: cardan.World().add_urdf(ARM, pose="above"), TypeError, "pose"),
    "a pose of six numbers": (lambda: cardan.World().add_urdf(ARM, pose=np.zeros(6)), ValueError, "pose|quaternion"),
    "a body without a form": (lambda: cardan.World().add("b", mass=1), cardan.Error, "World.add|'b'|box"),
    "a box without its key": (lambda: cardan.World().add("b", box=[1, 1, 1]), cardan.Error, "'b'|box|a map"),
    "a sphere as a number": (lambda: cardan.World().add("b", sphere=0.2), cardan.Error, "'b'|sphere|a map"),
    "a name that is taken": (
        lambda: standing_robot().add_urdf(ARM, name="robot"), cardan.Error, "'robot'|own name"),
    "an unknown key of a body": (
        lambda: cardan.World().add("b", box={"size": [1, 1, 1]}, masss=3), cardan.Error, "'masss'|mass"),
    "an unknown option of a world": (lambda: cardan.World(dt=1e-3), TypeError, "'dt'|step"),
    "an unknown argument": (
        lambda: cardan.World().add_urdf(ARM, bse="fixed"), TypeError, "World.add_urdf|'bse'|'base'"),
    "MJCF as URDF": (lambda: cardan.World().add_urdf(ROOT_MJCF), cardan.Error, "keyframes.xml|MJCF|mjcf"),
    "URDF as MJCF": (lambda: cardan.World().add_mjcf(ARM), cardan.Error, "arm7.urdf|URDF|urdf"),
    "SDF as a body": (lambda: cardan.World().add("x", sdf="x.sdf"), cardan.Error, "World.add|add_sdf"),
    "MJCF as a body": (lambda: cardan.World().add("x", mjcf="x.xml"), cardan.Error, "World.add|add_mjcf"),
    "a target without a law": (lambda: arm().joints["joint_1"].set_pd_target(0.1), cardan.Error, "joint_1|set_pd"),
    "a world after its end": (lambda: used_after(lambda world: world.close()), cardan.Error, "closed|new World"),
    "a model after its end": (lambda: used_after(lambda world: world.remove("robot")), cardan.Error, "robot|remove"),
    "a solver that is misspelt": (lambda: cardan.World(solver="lemk"), cardan.Error, "'lemk'|'lemke'"),
    "an option of a solver that is misspelt": (
        lambda: cardan.World(solver={"id": "pgs", "sweps": 3}), cardan.Error, "'sweps'|max_iterations"),
    "a pair that does not fit": (
        lambda: cardan.World(formulation="cone", solver="lemke"), cardan.Error, "lemke|cone"),
    "a formulation that is misspelt": (lambda: cardan.World(formulation="cnoe"), cardan.Error, "cnoe|cone"),
    "a robot that is not closed": (
        lambda: cardan.World().add_urdf(text='<robot name="r"><link name="a">'), cardan.Error, "<text>:1|closing tag|</robot>"),
    "a key of a scene that is misspelt": (
        lambda: load(SCENE.format("").replace("size", "siez")), cardan.Error, "<text>:4|'siez'|'size'"),
    "a tab in a scene": (lambda: load("cardan: 1\nmodels:\n\t- {name: a}\n"), cardan.Error, "<text>:3|tab"),
    "a unit in a number": (
        lambda: load("cardan: 1\ntime: {step: 1 ms}\nmodels: []\n"), cardan.Error, "<text>:2|time.step|number"),
    "a material of a scene that is unknown": (
        lambda: load(SCENE.format(", material: ruber")), cardan.Error, "<text>:4|'ruber'"),
    "an override of a material that is misspelt": (
        lambda: overridden({"materials.defalt.mu": 0.5}), cardan.Error, "materials.defalt.mu|'default'"),
    "an override of a model that is misspelt": (
        lambda: overridden({"models.robt.mass": 1}), cardan.Error, "models.robt.mass|'robot'"),
    "a quantity that is misspelt": (
        lambda: standing_robot().quantity("robot.base.hieght"), cardan.Error, "hieght|height"),
    "a frame that is unknown": (
        lambda: dog().solve_ik([{"frame": "hand", "position": (0, 0, 0)}]), cardan.Error, "hand"),
    "a sensor of an unknown link": (
        lambda: standing_robot().add_sensor("imu", imu="robot/bsae"), cardan.Error, "bsae|base"),
    "a quantity of a sensor that is misspelt": (
        lambda: standing_robot().add_sensor("imu", imu="robot/base")["gyro"], cardan.Error, "gyro|angular_velocity"),
    "a recording in a folder that is missing": (
        lambda: standing_robot().recorder("no/folder/run.h5"), cardan.Error, "no/folder"),
    "a file that is no recording": (lambda: cardan.open_recording(ARM), cardan.Error, "arm7.urdf|HDF5|another program"),
    "an observation that is misspelt": (
        lambda: environment(observe=["robot.base.zz"]), cardan.Error, "observe|zz|known|mean"),
    "actions of a wrong shape": (lambda: started().step(np.zeros((2, 11))), ValueError, r"actions|\(2, 12\)"),
    "an action that is NaN": (
        lambda: started().step(nan_at((2, 12), (1, 3))), ValueError, "action 3|environment 1|NaN"),
    "a step before the reset": (lambda: environment().step(np.zeros((2, 12))), RuntimeError, "step|reset"),
    "a random material that is misspelt": (
        lambda: environment(randomize={"materials.defualt.mu": (0.2, 0.9)}), cardan.Error, "defualt|'default'"),
    "a varied material that is misspelt": (
        lambda: batch(vary=lambda i: {"materials.defalut.mu": 1}), cardan.Error, "defalut|'default'"),
    "friction of an unknown material": (
        lambda: batch().reset(friction={"rubber": 1}), cardan.Error, "rubber|default"),
    "a mass of an unknown link": (
        lambda: batch().reset(mass={"robot/bsae": 9}), cardan.Error, "bsae|base"),
    "a state of another world": (
        lambda: assigned(cardan.World(), "state", standing_robot().state), cardan.Error, "World|state"),
    "a restitution of two": (
        lambda: cardan.World(materials={"default": {"restitution": 2}}), cardan.Error, "default|restitution|1"),
    "a material that is unknown": (
        lambda: cardan.World().add("b", box={"size": [1, 1, 1]}, material="rubber"), cardan.Error, "rubber"),
    "a plane that moves": (lambda: cardan.World().add("p", plane={}), cardan.Error, "'p'|static"),
    "a heightfield of one row": (
        lambda: cardan.World().add("h", heightfield={"data": [0, 1], "size": [1, 1]}, static=True), cardan.Error,
        r"'h'|data\[0\]|a list"),
    "a configuration of a wrong size": (
        lambda: dynamics.crba(urdf.read(ARM).skeleton, np.zeros(6)), ValueError, r"q|\(\.\.\., 7\)"),
    "a quaternion of zeros": (lambda: assigned(dog(), "q", np.zeros(19)), cardan.Error, "robot|quaternion"),
    "a wrench on a fixed base": (lambda: arm().apply_wrench("base", (1, 0, 0)), cardan.Error, "base|fixed|name a link"),
    "a wrench on a static body": (
        lambda: cardan.World().add_ground().apply_wrench("", (1, 0, 0)), cardan.Error, "ground"),
    "a parameter that is misspelt": (
        lambda: standing_robot().linearize(parameters=["gravty"]), cardan.Error, "gravty|gravity"),
}
ROOT_MJCF = DATA.parent / "test" / "unit" / "mjcf" / "models" / "keyframes.xml"


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_with_place_and_remedy(mistake):
    call, kind, words = MISTAKES[mistake]
    with pytest.raises(kind) as caught:
        call()
    text = str(caught.value)
    assert isinstance(caught.value, kind) and "\n" not in text
    for word in words.split("|"):
        assert re.search(word, text), f"{word!r} is not in {text!r}"
    assert not re.search(r"::|--[a-z]|0x[0-9a-f]{6}|cardan (run|check) |std\b", text), text


def told(world):
    return [(one.element, one.message) for one in world.diagnostics]


def test_a_long_step_is_told():
    assert told(cardan.World(step=0.01)) == []
    ((place, message),) = told(cardan.World(step=1.0))
    assert place == "time.step" and "times are in s" in message


def test_a_body_in_millimetres_is_told():
    world = cardan.World()
    world.add_ground()
    world.add("hall", box={"size": [200, 200, 10]}, static=True)
    world.add("cube", box={"size": [0.2, 0.2, 0.2]})
    assert told(world) == []
    world.add("part", box={"size": [200, 200, 200]})
    ((place, message),) = told(world)
    assert place == "model 'part'" and "346 m" in message and "mm" in message


def test_a_body_that_is_refused_is_not_in_the_world():
    world = resting_box()
    with pytest.raises(cardan.Error):
        world.add("b", box={"siez": [1, 1, 1]})
    assert "b" not in world

"""Objects are deleted in random orders; what is left keeps working or raises."""

import gc
import random
import weakref

import cardan
import pytest
from conftest import DATA, resting_box, standing_robot

SCENE = cardan.load_scene(DATA / "scenes" / "stand.yaml")

USES = {
    "world": lambda w: w.step(),
    "model": lambda m: m.q,
    "joint": lambda j: j.position,
    "link": lambda l: l.pose,
    "joints": lambda j: list(j),
    "report": lambda r: r.step,
    "contacts": lambda c: c["force"].sum(),
    "sensor": lambda s: s.values,
    "view": lambda v: v.distance("robot", "ground"),
    "quantity": lambda q: q(),
    "state": lambda s: s.q(0),
    "recorder": lambda r: r.file,
    "linearizer": lambda l: l,
}


def everything(tmp_path, number):
    world = cardan.World(SCENE)
    world.step(2)
    robot = world["robot"]
    knee = robot.joints.keys()[-1]
    return {"world": world, "model": robot, "joint": robot.joints[knee],
            "link": robot.links.values()[0], "joints": robot.joints, "report": world.report,
            "contacts": world.contacts, "sensor": world.add_sensor("imu", imu="robot"),
            "view": world.view(), "quantity": world.quantity("robot.base.height"),
            "state": world.state, "linearizer": cardan.Linearizer(world),
            # A file takes more time than all others together.
            **({"recorder": world.recorder(tmp_path / "run.h5")} if number == 0 else {})}


@pytest.mark.parametrize("seed", range(20))
def test_random_orders_of_deletion(seed, tmp_path):
    rng = random.Random(seed)
    for number in range(10):
        things = everything(tmp_path, number)
        names = list(things)
        rng.shuffle(names)
        for name in names:
            if "world" in things and not things["world"].closed:
                if rng.random() < 0.1 and "robot" in things["world"]:
                    things["world"].remove("robot")
                if rng.random() < 0.1:
                    things["world"].close()
            for left in list(things):
                try:
                    USES[left](things[left])
                except cardan.Error:
                    pass
            del things[name]
            if rng.random() < 0.2:
                gc.collect(1)


def test_a_model_keeps_its_world():
    joint = standing_robot()["robot"].joints.values()[-1]
    assert isinstance(joint.position, float)


def test_nothing_keeps_a_world_that_is_dropped():
    world = resting_box()
    report, contacts, state = world.step(), world.contacts, world.state
    gone = weakref.ref(world)
    gc.disable()  # no cycle: the count of references is enough
    try:
        del world
        assert gone() is None
    finally:
        gc.enable()
    assert report.step == 1 and len(contacts) and state.steps == 1


def test_a_closed_world_raises():
    with resting_box() as world:
        box = world["box"]
        world.step()
    assert world.closed and repr(world) == "<cardan.World, closed>"
    for call in (world.step, lambda: world.time, lambda: box.q, lambda: box.joints.keys(),
                 lambda: world.contacts, lambda: world.state):
        with pytest.raises(cardan.Error, match="closed"):
            call()
    assert world.report.step == 1
    world.close()

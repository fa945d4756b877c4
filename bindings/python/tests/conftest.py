"""Robots and worlds that several tests use."""

from pathlib import Path

import cardan
import pytest

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "data"


def standing_robot() -> cardan.World:
    """The quadruped of data/ on the ground, held in its posture by PD laws."""
    world = cardan.World(cardan.load_scene(DATA / "scenes" / "stand.yaml"))
    return world


def resting_box(mass: float = 3.0) -> cardan.World:
    """A box that rests on the ground, which does not yield: forces are those of rest from the first step on."""
    world = cardan.World(materials={"default": {"compliance": 0}})
    world.add_ground()
    world.add("box", box={"size": [0.4, 0.4, 0.2]}, mass=mass, pose=(0, 0, 0.1))
    return world


@pytest.fixture
def robot_world() -> cardan.World:
    return standing_robot()


@pytest.fixture
def box_world() -> cardan.World:
    return resting_box()

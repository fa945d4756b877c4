"""MJCF files in a world."""

import cardan
import pytest
from conftest import DATA

MODELS = DATA.parent / "test" / "unit" / "mjcf" / "models"


def test_models_of_a_file_stand_at_the_pose():
    world = cardan.World(step=2e-3)
    models = world.add_mjcf(MODELS / "keyframes.xml", name="x", pose=(0, 3, 0), keyframe="home")
    assert [model.name for model in models] == ["x_a"]
    assert models[0].q[7] == 0.5
    assert tuple(models[0].links["a"].pose.position) == (0, 3, 2)


def test_files_of_several_models_are_not_one_model():
    world = cardan.World()
    with pytest.raises(cardan.Error, match="add_mjcf"):
        world.add("x", mjcf=str(MODELS / "keyframes.xml"))
    with pytest.raises(cardan.Error, match="home"):
        world.add_mjcf(MODELS / "keyframes.xml", keyframe="hom")
    assert len(world.models) == 0

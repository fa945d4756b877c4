"""SDF files in Python: World.add_sdf, cardan.load_scene and models of scenes."""

import pickle

import numpy as np
import pytest
from conftest import DATA

import cardan

MODELS = DATA.parent / "test" / "unit" / "sdf" / "models"
BALL = """<sdf version="1.9"><model name="toy"><pose>0 0 2 0 0 0</pose><link name="ball">
<inertial><mass>3</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
<collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model></sdf>"""


@pytest.fixture
def ball(tmp_path):
    file = tmp_path / "ball.sdf"
    file.write_text(BALL)
    try:
        cardan.load_scene(file)
    except cardan.Error as error:
        if "built without libsdformat" in str(error):
            assert "ball.sdf" in str(error)
            pytest.skip("the package is built without libsdformat")
        raise
    return file


def height(model):
    return float(model.base_pose.position[2])


def test_models_are_added_at_the_pose(ball):
    world = cardan.World()
    (first,) = world.add_sdf(ball, name="a", pose=(1, 0, 0))
    (second,) = world.add_sdf(ball, name="b", pose=(4, 0, 1))
    assert (first.name, second.name) == ("a_toy", "b_toy") and first.mass == pytest.approx(3)
    assert height(first) == pytest.approx(2) and height(second) == pytest.approx(3)
    world.add_ground()
    world.run(2.0, check=True)
    assert height(first) == pytest.approx(0.5, abs=1e-3)
    with pytest.raises(cardan.Error, match="a_toy"):
        world.add_sdf(ball, name="a")
    assert len(world.models) == 3


def test_a_file_is_a_scene(ball):
    world = cardan.World(cardan.load_scene(ball))
    assert height(world["toy"]) == pytest.approx(2)
    assert np.array_equal(cardan.World(ball)["toy"].q, world["toy"].q)
    with pytest.raises(cardan.Error, match="SDF.*ball.sdf|ball.sdf.*SDF"):
        cardan.load_scene(ball, {"materials.default.mu": 0.5})
    with pytest.raises(TypeError, match="path"):
        pickle.dumps(cardan.load_scene(ball))


def test_a_scene_names_a_file(ball):
    text = "cardan: 1\nmodels: [{name: x, sdf: ball.sdf}, {name: floor, plane: {}, static: true}]\n"
    scene = cardan.load_scene_text(text, ball.parent)
    world = cardan.World(pickle.loads(pickle.dumps(scene)))
    assert [model.name for model in world.models] == ["x_toy", "floor"]
    batch = cardan.Batch(scene, 2, lambda i: {"models.x.pose": {"xyz": [0, 0, i]}})
    assert batch.q[1, 2] - batch.q[0, 2] == pytest.approx(1)


def test_a_file_with_a_fault_names_it(ball):
    bad = ball.parent / "bad.sdf"
    bad.write_text(BALL.replace("<mass>3</mass>", "<mass>-3</mass>"))
    for call in (cardan.load_scene, cardan.World().add_sdf):
        with pytest.raises(cardan.Error, match="bad.sdf.*ball.*inertia"):
            call(bad)

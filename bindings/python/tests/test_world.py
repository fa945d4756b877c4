"""Making, changing and stepping worlds."""

import math

import cardan
import numpy as np
import pytest
from conftest import DATA, resting_box, standing_robot


def test_a_falling_body_has_the_velocity_of_free_fall():
    world = cardan.World(step=1e-3, gravity=(0, 0, -10))
    ball = world.add("ball", sphere={"radius": 0.1}, mass=2, pose=(0, 0, 5))
    report = world.step(100)
    assert report.step == 100 and world.steps == 100
    assert world.time == pytest.approx(0.1)
    assert np.allclose(ball.v, [0, 0, 0, 0, 0, -1.0])
    # Semi-implicit Euler: z = z0 - g h^2 n (n + 1) / 2.
    assert ball.q[2] == pytest.approx(5 - 10 * 1e-6 * 100 * 101 / 2)
    assert world.kinetic_energy == pytest.approx(0.5 * 2 * 1.0**2)


def test_options_are_those_of_scenes():
    world = cardan.World(step=5e-3, gravity=[0, 0, -1.6], formulation={"polyhedral": {"directions": 6}},
                         solver={"id": "lemke", "fallback": ["pgs"]}, materials={"default": {"mu": 0.3}},
                         threads=2, seed=7)
    assert world.time_step == 5e-3 and world.seed == 7
    assert np.array_equal(world.gravity, [0, 0, -1.6])
    assert world.formulation.startswith("polyhedral") and "6" in world.formulation
    assert world.chain == ["lemke", "pgs"]
    assert world.material()["mu_static"] == 0.3


def test_run_rounds_up_to_whole_steps():
    world = cardan.World(step=1e-3)
    world.run(0.0105)
    assert world.steps == 11
    world.run(0)
    assert world.steps == 11
    shares = []
    world.run(0.2, progress=shares.append)
    assert shares[-1] == 1.0 and shares == sorted(shares)


def test_names_are_found(robot_world):
    assert "robot" in robot_world and "nobody" not in robot_world
    robot = robot_world["robot"]
    assert robot == robot_world.models[robot.index] and robot.name == "robot"
    with pytest.raises(KeyError, match="nobody"):
        robot_world["nobody"]
    assert [m.name for m in robot_world.models] == ["ground", "robot"] and len(robot_world) == 2


def test_an_empty_world_is_true():
    assert cardan.World() and len(cardan.World()) == 0


def test_models_are_removed():
    world = resting_box()
    box = world["box"]
    world.remove(box)
    assert box.is_removed and "box" not in world and len(world) == 1
    with pytest.raises(cardan.Error):
        box.q
    world.step()
    assert len(world.contacts) == 0
    with pytest.raises(cardan.Error):
        world.remove("box")


def test_a_material_changes(box_world):
    box_world.set_material("default", mu=0.05)
    assert box_world.material()["mu_kinetic"] == 0.05
    box = box_world["box"]
    for _ in range(100):
        box.apply_wrench("", [3 * 9.81 * 0.15, 0, 0])
        box_world.step(check=True)
    # Newton's law with Coulomb friction: a = g (0.15 - 0.05).
    assert box.v[3] == pytest.approx(0.1 * 9.81 * 0.1, rel=1e-3)
    with pytest.raises(cardan.Error, match="mu_static"):
        box_world.set_material("default", mu=-1)
    assert box_world.material()["mu_static"] == 0.05


def test_the_solver_changes(robot_world):
    robot_world.run(0.2)
    robot_world.set_pair({"polyhedral": {"directions": 8}}, "lemke")
    assert robot_world.solver == "lemke"
    robot_world.step(20, check=True)
    with pytest.raises(cardan.Error, match="lemke"):
        robot_world.set_formulation("cone")
    assert robot_world.solver == "lemke"


def test_loops_hold_and_report_their_force():
    world = cardan.World(gravity=(0, 0, -10))
    world.add("a", sphere={"radius": 0.1}, mass=1, pose=(0, 0, 1))
    world.add("b", sphere={"radius": 0.1}, mass=1, pose=(0, 0, 2))
    loop = world.add_loop(distance=["b", "world"], at=[[0, 0, 0], [0, 0, 3]], name="string")
    world.weld("b", "a")
    world.step(10, check=True)
    assert [one["name"] for one in world.loops] == ["string", ""]
    assert np.linalg.norm(world.loop(loop)["force"]) == pytest.approx(20, rel=1e-6)
    world.remove_loop("string")
    assert len(world.loops) == 1
    with pytest.raises(cardan.Error):
        world.loop(loop)


def test_sensors_read_the_weight(box_world):
    sensor = box_world.add_sensor("scale", contact={"on": "box", "with": "ground"})
    imu = box_world.add_sensor("imu", imu="box")
    assert math.isnan(imu.time) and not imu.has_reading
    box_world.step(5)
    assert sensor["force"][2] == pytest.approx(3 * 9.81, rel=1e-6)
    assert imu["acceleration.z"] == pytest.approx(9.81, rel=1e-6)
    assert [q["name"] for q in imu.quantities][:1] == ["acceleration"]
    assert box_world.sensor("imu").kind == "imu" and len(box_world.sensors) == 2
    box_world.remove_sensor("imu")
    assert imu.is_removed
    with pytest.raises(cardan.Error):
        imu.values


def test_timed_forces_of_a_scene_act():
    text = """
cardan: 1
gravity: [0, 0, 0]
models: [{name: ball, sphere: {radius: 0.1}, mass: 2}]
forces: [{on: ball, from: 0, until: 0.05, force: [4, 0, 0]}]
"""
    world = cardan.World(cardan.load_scene_text(text))
    world.run(0.2)
    assert world["ball"].v[3] == pytest.approx(4 * 0.05 / 2)


def test_scenes_are_overridden():
    scene = cardan.load_scene(DATA / "scenes" / "stand.yaml", {"materials.default.mu": 0.25})
    assert cardan.World(scene).material()["mu_static"] == 0.25
    other = scene.with_overrides({"time.step": 2e-3})
    assert other.step == 2e-3 and cardan.World(other).material()["mu_static"] == 0.25
    assert scene.step == 1e-3 and other.name == scene.name == "stand"
    with pytest.raises(cardan.Error, match="materials") as caught:
        cardan.load_scene(DATA / "scenes" / "stand.yaml", {"materials.default.mju": 1})
    assert caught.value.what and caught.value.where


def test_check_raises_step_error(robot_world):
    robot_world.step(5, check=True)
    robot_world.run(0.3)
    robot_world.set_pair("cone", {"id": "pgs", "max_iterations": 1, "tolerance": 1e-12})
    robot_world.reset_contact_memory()
    with pytest.raises(cardan.StepError, match="tolerance") as caught:
        robot_world.step(50, check=True)
    assert caught.value.where.startswith("step ") and caught.value.hint
    assert robot_world.report.approximate_islands > 0


def test_reports_are_handles(robot_world):
    report = robot_world.step()
    kept = report.copy()
    assert robot_world.step() is report and robot_world.report is report
    assert report.step == 2 and kept.step == 1
    assert len(report.islands) == report.called_islands or report.islands
    robot_world.set_profiling(True)
    robot_world.step()
    assert sum(report.nanoseconds.values()) > 0
    assert repr(report).startswith("<cardan.Report step 3")


def test_a_step_in_two_halves_equals_a_step(robot_world):
    other = robot_world.clone()
    robot_world.begin_step()
    robot_world.finish_step()
    other.step()
    assert robot_world.state_hash == other.state_hash


def test_recordings_appear_when_they_are_closed(robot_world, tmp_path):
    file = tmp_path / "run.h5"
    with robot_world.recorder(file, every=0.01) as recorder:
        assert recorder.file == str(file)
        robot_world.run(0.1)
        assert not file.exists()
    assert file.exists()
    h5py = pytest.importorskip("h5py")
    with h5py.File(file) as data:
        assert np.asarray(data["time"]).reshape(-1)[-1] == pytest.approx(0.1)
    robot_world.step()
    with pytest.raises(cardan.Error):
        robot_world.recorder(tmp_path / "no" / "folder.h5")


def test_explanations_name_the_contacts(box_world):
    box_world.step()
    (island,) = box_world.islands()
    impulse = np.concatenate([block["impulse"] for block in island.blocks])
    velocity = np.concatenate([block["velocity"] for block in island.blocks])
    assert np.allclose(island.A @ impulse + island.b, velocity, atol=1e-12)
    assert len(island.row_names) == len(island.b) == 12
    assert "box on ground" in box_world.explain()
    assert box_world.explain_as_data()[0]["models"] == {"box": 3.0}


def test_captured_problems_are_files(box_world, tmp_path):
    box_world.capture_problems("all", tmp_path, limit=2)
    box_world.step(5)
    assert box_world.captured["written"] == 2 and len(list(tmp_path.iterdir())) == 2


def test_the_two_halves_of_a_step_apply_the_forces_of_the_scene():
    text = (DATA / "scenes" / "arm.yaml").read_text()
    assert "from: 1.0, until: 1.1" in text
    early = text.replace("from: 1.0, until: 1.1", "from: 0.02, until: 0.05")
    whole, halves, without = (cardan.World(cardan.load_scene_text(one, DATA / "scenes")) for one in (early, early, text))
    for _ in range(100):
        whole.step()
        without.step()
        halves.begin_step()
        halves.finish_step()
    assert whole.state_hash == halves.state_hash != without.state_hash


WEDGE = """v 0 0 0
v 2 0 0
v 0 1 0
v 0 0 1
v 2 0 1
v 0 1 1
f 1 3 2
f 4 5 6
f 1 2 5
f 1 5 4
f 2 3 6
f 2 6 5
f 3 1 4
f 3 4 6
"""


def test_meshes_are_bodies(tmp_path, monkeypatch):
    """A wedge with the volume 1 m^3, whose centre of mass is at (2/3, 1/3, 1/2)."""
    (tmp_path / "wedge.obj").write_text(WEDGE)
    monkeypatch.chdir(tmp_path)
    world = cardan.World(gravity=[0, 0, 0])
    files = "wedge.obj", tmp_path / "wedge.obj", str(tmp_path / "wedge.obj")
    for number, file in enumerate(files):
        body = world.add(f"m{number}", mesh={"file": file}, density=1000, pose=(0, 0, 10 * number))
        assert body.mass == pytest.approx(1000)
        np.testing.assert_allclose(body.center_of_mass(), (2 / 3, 1 / 3, 0.5 + 10 * number), rtol=1e-9)
    assert world.add("wall", mesh={"file": "wedge.obj", "scale": 2}, is_static=True, pose=(50, 0, 0)).is_static
    pair = world.add("pair", compound=[{"mesh": {"file": "wedge.obj"}, "mass": 1},
                                       {"sphere": {"radius": 1}, "mass": 2, "pose": {"xyz": [0, 0, 5]}}],
                     pose=(100, 0, 0))
    assert pair.mass == pytest.approx(3)
    hit = world.view().ray_cast((50.5, 0.5, 9), (0, 0, -1))
    assert hit["name"].startswith("wall") and hit["point"][2] == pytest.approx(2)
    with pytest.raises(cardan.Error, match="none.obj"):
        world.add("none", mesh={"file": "none.obj"})
    with world.recorder(tmp_path / "run.h5"):
        world.add("late", mesh={"file": "wedge.obj"}, density=1, pose=(0, 0, -10))
        world.step(3)


def arrays_of(thing, name):
    """The arrays among the properties of an object, with their names."""
    for key in dir(thing):
        if key.startswith("_"):
            continue
        try:
            value = getattr(thing, key)
        except cardan.Error:  # the joint of a floating base has no position
            continue
        if isinstance(value, np.ndarray):
            yield f"{name}.{key}", value


def test_values_of_objects_are_read_only():
    world = standing_robot()
    world.step(300)
    robot = world["robot"]
    sensor = world.add_sensor("imu", imu="robot/base")
    world.step()
    things = {
        "world": world, "robot": robot, "joint": robot.joints["knee_front_left"], "link": robot.links["base"],
        "pose": robot.base_pose, "sensor": sensor, "skeleton": robot.skeleton, "island": world.islands()[0],
        "problem": cardan.problem.load(DATA / "problems" / "jam.hdf5"), "linearization": world.linearize(),
        "ik": robot.solve_ik([{"frame": "base", "position": (0, 0, 0.3)}]),
    }
    found = {}
    for name, thing in things.items():
        found.update(arrays_of(thing, name))
    found.update({"state": world.state.q(0), "sensor[]": sensor["acceleration"],
                  "velocity": robot.velocity("base"), "force": world.contact_force("robot"),
                  "com": robot.center_of_mass()})
    assert len(found) > 25, sorted(found)
    assert [name for name, array in found.items() if array.flags.writeable] == []
    for result in (robot.mass_matrix(), robot.jacobian("base"), robot.inverse_dynamics(np.zeros(robot.nv))):
        result += 1


def test_text_that_is_not_utf8_is_shown(tmp_path):
    """Bytes of Latin-1 in names become escapes."""
    scene = b"cardan: 1\nname: k\xfchl\nmodels: [{name: ball, sphere: {radius: 1}}]\n"
    (tmp_path / "latin.yaml").write_bytes(scene)
    try:
        read = cardan.load_scene(tmp_path / "latin.yaml")
    except cardan.Error as error:
        assert "latin.yaml" in str(error)
    else:
        assert read.name == "k\\xfchl" and read.text.startswith("cardan: 1\nname: k\\xfchl")
    (tmp_path / "latin.urdf").write_bytes(
        b'<?xml version="1.0" encoding="ISO-8859-1"?><robot name="r"><link name="a"><visual name="\xfc">'
        b'<geometry><ball radius="1"/></geometry></visual></link></robot>')
    try:
        world = cardan.World()
        world.add_urdf(tmp_path / "latin.urdf", base="fixed")
        assert all(isinstance(str(one), str) for one in world.diagnostics)
    except cardan.Error as error:
        assert "latin.urdf" in str(error)

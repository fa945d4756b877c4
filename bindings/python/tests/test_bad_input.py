"""Bad input raises the documented error, or is converted; it never crashes."""

import cardan
import numpy as np
import pytest
from conftest import DATA, resting_box, standing_robot

NOT_NUMBERS = [None, "abc", b"abc", object(), ["a", "b"], [None], {"a": 1}, [1j], [[1, 2], [3]],
               np.array(["x"]), np.array([object()])]


@pytest.fixture(scope="module")
def robot():
    return standing_robot()["robot"]


def calls_of_vectors(robot):
    link = robot.links.values()[0]
    return {
        "q": lambda x: setattr(robot, "q", x),
        "v": lambda x: setattr(robot, "v", x),
        "tau": robot.set_efforts,
        "a": robot.inverse_dynamics,
        "force": lambda x: link.apply_wrench(x),
        "point": lambda x: link.jacobian(x),
        "base_velocity": lambda x: setattr(robot, "base_velocity", x),
    }


@pytest.mark.parametrize("name", ["q", "v", "tau", "a", "force", "point", "base_velocity"])
def test_what_is_no_number_is_a_type_error(robot, name):
    call = calls_of_vectors(robot)[name]
    for value in NOT_NUMBERS:
        with pytest.raises(TypeError, match=name):
            call(value)


@pytest.mark.parametrize("name", ["q", "v", "tau", "a", "force", "point", "base_velocity"])
def test_wrong_shapes_are_named(robot, name):
    call = calls_of_vectors(robot)[name]
    for shape in [(), (0,), (2,), (18, 1), (1, 19), (3, 3), (1000,)]:
        with pytest.raises(ValueError) as caught:
            call(np.zeros(shape))
        assert name in str(caught.value) and str(shape).replace(" ", "") in \
            str(caught.value).replace(" ", "")


def test_every_kind_of_numbers_is_converted(robot):
    q = robot.q
    want = robot.q.copy()
    want[7:] = np.arange(12) / 100
    big = np.zeros((19, 3))
    big[:, 1] = want
    backwards = want[::-1].copy()[::-1]
    for value in (want, want.tolist(), tuple(want), big[:, 1], backwards, want.astype(">f8"),
                  np.ma.array(want), want.astype(object).astype(float)):
        robot.q = q
        robot.q = value
        assert np.array_equal(robot.q, want)
    robot.q = want.astype(np.float32)
    assert np.allclose(robot.q, want, atol=1e-7) and robot.q.dtype == np.float64
    robot.set_efforts(np.zeros(18, dtype=bool))
    robot.set_efforts(range(18))
    robot.set_efforts(np.zeros(18, dtype=np.int8))
    robot.q = q


def test_numbers_that_are_not_finite_are_refused(robot):
    for bad in (np.nan, np.inf, -np.inf):
        q, v = robot.q.copy(), robot.v.copy()
        q[3] = v[0] = bad
        before = robot.q
        with pytest.raises(cardan.Error, match="finite"):
            robot.q = q
        with pytest.raises(cardan.Error, match="finite"):
            robot.v = v
        with pytest.raises(cardan.Error):
            robot.joints.values()[-1].position = bad
        assert np.array_equal(robot.q, before)


def test_inputs_that_are_not_finite_are_reported():
    world = standing_robot()
    world["robot"].set_efforts(np.full(18, np.nan))
    assert world.step().rejected_inputs > 0 and world.report.messages
    world["robot"].set_efforts(np.full(18, np.nan))
    with pytest.raises(cardan.StepError, match="finite"):
        world.step(check=True)


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda w: w.step(-1), ValueError),
        (lambda w: w.step(1.5), TypeError),
        (lambda w: w.step(None), TypeError),
        (lambda w: w.step(10**30), TypeError),
        (lambda w: w.run(-1), ValueError),
        (lambda w: w.run(float("nan")), ValueError),
        (lambda w: w.run(1e300), ValueError),
        (lambda w: w.add("box", box={"size": [1, 1, 1]}), cardan.Error),
        (lambda w: w.add("a/b", box={"size": [1, 1, 1]}), cardan.Error),
        (lambda w: w.add("c"), cardan.Error),
        (lambda w: w.add("c", box={"size": [1, -1, 1]}), cardan.Error),
        (lambda w: w.add("c", box={"size": [1, float("nan"), 1]}), cardan.Error),
        (lambda w: w.add("c", box=object()), TypeError),
        (lambda w: w.add("c", sphere={"radius": 1}, material="gold"), cardan.Error),
        (lambda w: w.add("c", sphere={"radius": 1}, pose=(1, 2)), ValueError),
        (lambda w: w.add("c\n{}", sphere={"radius": 1}, mass="heavy"), cardan.Error),
        (lambda w: w.add("c", box="\ud800"), TypeError),
        (lambda w: w.add("c", **{"\ud800": 1}), TypeError),
        (lambda w: w.set_material("default", **{"\ud800": 1}), TypeError),
        (lambda w: w.add_urdf(), TypeError),
        (lambda w: w.add_urdf("no.urdf"), cardan.Error),
        (lambda w: w.add_urdf(text="<robot"), cardan.Error),
        (lambda w: w.add_urdf(text="<robot/>", base="flying"), ValueError),
        (lambda w: w.add_urdf(3), TypeError),
        (lambda w: w.add_urdf("a\0b"), (TypeError, ValueError, cardan.Error)),
        (lambda w: w.remove(3), TypeError),
        (lambda w: w.remove("nobody"), cardan.Error),
        (lambda w: w.set_solver("nothing"), cardan.Error),
        (lambda w: w.set_solver({"id": "conic", "nothing": 1}), cardan.Error),
        (lambda w: w.set_solver(None), (TypeError, cardan.Error)),
        (lambda w: w.set_formulation(None), (TypeError, ValueError, cardan.Error)),
        (lambda w: w.set_formulation({"cone": 1, "box": 2}), cardan.Error),
        (lambda w: w.set_formulation(["cone"]), cardan.Error),
        (lambda w: w.material("gold"), cardan.Error),
        (lambda w: w.set_material("default", mu="abc"), TypeError),
        (lambda w: setattr(w, "gravity", [0, 0]), ValueError),
        (lambda w: setattr(w, "gravity", [0, 0, float("inf")]), cardan.Error),
        (lambda w: setattr(w, "seed", -1), TypeError),
        (lambda w: setattr(w, "state", None), TypeError),
        (lambda w: w.add_loop(), cardan.Error),
        (lambda w: w.add_loop(weld=["box", "nobody"]), cardan.Error),
        (lambda w: w.add_loop(weld={"a": "box", "b": "nobody"}), cardan.Error),
        (lambda w: w.remove_loop(None), TypeError),
        (lambda w: w.add_sensor("s"), cardan.Error),
        (lambda w: w.add_sensor("s.t", imu="box"), cardan.Error),
        (lambda w: w.add_sensor("s", imu="box", rate=-5), cardan.Error),
        (lambda w: w.sensor("none"), cardan.Error),
        (lambda w: w.recorder("/nowhere/run.h5"), cardan.Error),
        (lambda w: w.recorder("run.h5", every=float("nan")), cardan.Error),
        (lambda w: w.linearize("nothing"), ValueError),
        (lambda w: w.linearize(parameters=["nothing"]), cardan.Error),
        (lambda w: w.linearize(velocity_step=0), cardan.Error),
        (lambda w: w.view().ray_cast((0, 0, 0), (0, 0, 0)), cardan.Error),
        (lambda w: w.view().ray_distances(np.zeros((2, 2)), (0, 0, 1)), ValueError),
        (lambda w: w.view().overlapping({"plane": {}}, (0, 0, 0)), (ValueError, cardan.Error)),
        (lambda w: w.capture_problems("some"), ValueError),
        (lambda w: w.restore_state("no.h5"), cardan.Error),
        (lambda w: w["box"].links["box"].set_mass(-1), cardan.Error),
        (lambda w: w["box"].pose("nothing"), cardan.Error),
        (lambda w: w["box"].jacobian("box", reference="moon"), ValueError),
        (lambda w: cardan.World(solver="conic", plugin_directories=["/nowhere"]), cardan.Error),
        (lambda w: cardan.World(threads=-3), cardan.Error),
        (lambda w: cardan.World("stand.yaml", step=1), TypeError),
        (lambda w: cardan.World(3), TypeError),
        (lambda w: cardan.World(step="fast"), cardan.Error),
        (lambda w: cardan.World(contact=3), (TypeError, RuntimeError)),
        (lambda w: cardan.load_scene_text("a: [", ""), cardan.Error),
        (lambda w: cardan.load_scene(DATA / "scenes" / "stand.yaml", {1: 2}), TypeError),
        (lambda w: cardan.State.from_bytes("text"), TypeError),
        (lambda w: cardan.Model(), TypeError),
    ],
)
def test_errors_leave_the_world_unchanged(call, error):
    world = resting_box()
    before, names = world.state_hash, [m.name for m in world.models]
    with pytest.raises(error) as caught:
        call(world)
    assert "\n" not in str(caught.value).split("Invoked with")[0].split("supported:")[0].strip()
    assert world.state_hash == before and [m.name for m in world.models] == names
    world.step(check=True)


def test_errors_have_three_parts():
    with pytest.raises(cardan.Error) as caught:
        cardan.World(solver="lemk")
    error = caught.value
    assert "lemk" in error.what and "lemke" in str(error)
    assert isinstance(error, RuntimeError) and issubclass(cardan.StepError, cardan.Error)
    assert cardan.Error("mine").what == ""


def test_random_input_is_refused_or_taken():
    hypothesis = pytest.importorskip("hypothesis")
    st = hypothesis.strategies
    from hypothesis.extra import numpy as hnp

    world = resting_box()
    box = world["box"]
    arrays = hnp.arrays(st.sampled_from([np.float64, np.float32, np.int64, np.bool_, np.complex64, "U3"]),
                        hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=8))
    scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5),
                        st.binary(max_size=5))
    values = st.one_of(arrays, scalars, st.lists(scalars, max_size=8),
                       st.lists(st.floats(), min_size=6, max_size=7),
                       st.dictionaries(st.text(max_size=3), scalars, max_size=3))
    targets = [
        lambda x: setattr(box, "q", x), lambda x: setattr(box, "v", x), box.set_efforts,
        lambda x: box.apply_wrench("", x), lambda x: setattr(box, "base_pose", x),
        lambda x: setattr(world, "gravity", x), lambda x: cardan.Pose(x),
        lambda x: cardan.Pose(rotation=x), lambda x: cardan.Pose() @ x,
        lambda x: world.set_material("default", mu=x), lambda x: world.add("new", box=x),
        lambda x: world.set_solver(x), lambda x: world.add_sensor("new", imu=x),
        lambda x: world.view().ray_cast(x, (0, 0, 1)), lambda x: world.view().containing(x),
        lambda x: cardan.load_scene_text(x), lambda x: world.contacts_of(x),
        lambda x: cardan.State.from_bytes(x),
    ]

    @hypothesis.settings(max_examples=600, deadline=None, database=None, derandomize=True)
    @hypothesis.given(st.sampled_from(targets), values)
    def check(target, value):
        try:
            target(value)
        except (cardan.Error, TypeError, ValueError):
            pass
        if "new" in world:
            world.remove("new")
        world.time

    check()
    world.state = resting_box().state
    world.gravity = (0, 0, -9.81)
    world.step()


@pytest.mark.parametrize("call, text", [
    (lambda w: w.step(1.0), "World.step: expected (steps: int = 1, check: bool = False), got (1.0)"),
    (lambda w: w.step(count=3), "World.step: unknown argument 'count'; known are steps, check"),
    (lambda w: cardan.World(seed=-1), "got (seed=-1)"),
    (lambda w: setattr(w, "seed", -1), "World.seed: expected"),
    (lambda w: setattr(w, "state", None), "World.state: expected"),
    (lambda w: setattr(standing_robot()["robot"].joints.values()[-1], "position", "a"), "got ('a')"),
    (lambda w: cardan.Batch(cardan.load_scene(DATA / "scenes" / "stand.yaml"), 2**31), "got (cardan._cardan.Scene, 2147483648)"),
    (lambda w: cardan.load_scene_text(3), "load_scene_text: expected (text: str"),
    (lambda w: cardan.State.from_bytes("text"), "State.from_bytes: expected (data: bytes), got ('text')"),
    (lambda w: w["box"].links.get(3), "Links.get: expected (name: str"),
    (lambda w: cardan.problem.load(), "load: expected (path: object), got ()"),
])
def test_arguments_of_the_wrong_type_are_one_line(call, text):
    with pytest.raises(TypeError) as caught:
        call(resting_box())
    assert text in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("call, kind, text", [
    (lambda w: cardan.World(DATA / "scenes" / "stand.yaml", threads=0), cardan.Error, "World: threads is 0"),
    (lambda w: cardan.World(threads=0), cardan.Error, "World: threads is 0"),
    (lambda w: cardan.World(contact=3), TypeError, "contact: expected a dict, got int"),
    (lambda w: setattr(w["box"], "base_pose", np.ones((4, 4))), ValueError, "last row"),
    (lambda w: cardan.Pose((np.nan, 0, 0)), ValueError, "position: expected finite"),
    (lambda w: cardan.Pose(rpy=(0, np.inf, 0)), ValueError, "rpy: expected finite"),
    (lambda w: w.remove("nobody"), cardan.Error, "World.remove"),
    (lambda w: cardan.problem.load(DATA / "problems" / "sliding_block.hdf5").solve(tolerance=np.inf), ValueError,
     "tolerance: expected a finite"),
])
def test_messages_name_the_mistake(call, kind, text):
    with pytest.raises(kind) as caught:
        call(resting_box())
    assert text in str(caught.value)


def test_ids_of_loops_compare_with_everything():
    world = resting_box()
    loop = world.weld("box", "ground")
    assert loop != 3 and loop == loop and loop not in [None, "text"]

"""The conversion of an argument may run any code of Python: what that code closes is not used afterwards."""

import numpy as np
import pytest

import cardan
from conftest import DATA

SCENE = cardan.load_scene(DATA / "scenes" / "stand.yaml")


class Closing:
    """An array, or a path, whose conversion closes something."""

    def __init__(self, close, numbers):
        self.close, self.numbers = close, numbers

    def __array__(self, *args, **kwargs):
        self.close()
        return np.asarray(self.numbers)

    def __fspath__(self):
        self.close()
        return "no file"

    def tolist(self):
        self.close()
        return self.numbers


CALLS = {
    "q": lambda w, r, x: setattr(r, "q", x(np.zeros(19))),
    "v": lambda w, r, x: setattr(r, "v", x(np.zeros(18))),
    "base_pose": lambda w, r, x: setattr(r, "base_pose", x(np.zeros(3))),
    "base_velocity": lambda w, r, x: setattr(r, "base_velocity", x(np.zeros(6))),
    "set_efforts": lambda w, r, x: r.set_efforts(x(np.zeros(18))),
    "apply_wrench": lambda w, r, x: r.apply_wrench("", x(np.zeros(3))),
    "jacobian": lambda w, r, x: r.jacobian("base", point=x(np.zeros(3))),
    "jacobian_rate": lambda w, r, x: r.jacobian_rate("base", point=x(np.zeros(3))),
    "inverse_dynamics": lambda w, r, x: r.inverse_dynamics(x(np.zeros(18))),
    "forward_dynamics": lambda w, r, x: r.forward_dynamics(x(np.zeros(18))),
    "inverse_derivatives": lambda w, r, x: r.inverse_dynamics_derivatives(x(np.zeros(18))),
    "forward_derivatives": lambda w, r, x: r.forward_dynamics_derivatives(x(np.zeros(18))),
    "solve_ik": lambda w, r, x: r.solve_ik([{"frame": "base", "position": x(np.zeros(3))}]),
    "solve_ik start": lambda w, r, x: r.solve_ik([], start=x(np.zeros(19))),
    "link wrench": lambda w, r, x: r.links.values()[0].apply_wrench(x(np.zeros(3))),
    "link jacobian": lambda w, r, x: r.links.values()[0].jacobian(x(np.zeros(3))),
    "link acceleration": lambda w, r, x: r.links.values()[0].acceleration(x(np.zeros(18))),
    "link payload": lambda w, r, x: r.links.values()[0].add_payload(1.0, x(np.zeros(3))),
    "link mass": lambda w, r, x: r.links.values()[0].set_mass(1.0, x(np.zeros(3))),
    "gravity": lambda w, r, x: setattr(w, "gravity", x(np.zeros(3))),
    "set_material": lambda w, r, x: w.set_material("default", mu=x(0.5)),
    "set_solver": lambda w, r, x: w.set_solver({"id": "conic", "max_sweeps": x(5)}),
    "set_formulation": lambda w, r, x: w.set_formulation({"polyhedral": {"directions": x(8)}}),
    "set_pair": lambda w, r, x: w.set_pair({"polyhedral": {"directions": x(8)}}, "lemke"),
    "add": lambda w, r, x: w.add("ball", sphere={"radius": x(1)}, mass=1),
    "add_sensor": lambda w, r, x: w.add_sensor("s", imu="robot", rate=x(100)),
    "add_loop": lambda w, r, x: w.add_loop(weld=["robot", "ground"], name=x("n")),
    "save_state": lambda w, r, x: w.save_state(x("f")),
    "restore_state": lambda w, r, x: w.restore_state(x("f")),
    "recorder": lambda w, r, x: w.recorder(x("f")),
    "capture": lambda w, r, x: w.capture_problems("all", x("f")),
    "linearize": lambda w, r, x: w.linearize(velocity_step=x(1e-3)),
    "linearizer": lambda w, r, x: cardan.Linearizer(w, velocity_step=x(1e-3)),
    "ray_cast": lambda w, r, x: w.view().ray_cast(x(np.ones(3)), (0, 0, -1)),
    "ray_cast_all": lambda w, r, x: w.view().ray_cast_all((0, 0, 1), x(np.ones(3))),
    "sphere_cast": lambda w, r, x: w.view().sphere_cast((0, 0, 1), x(np.ones(3)), 0.1),
    "ray_distances": lambda w, r, x: w.view().ray_distances(x(np.ones((2, 3))), (0, 0, -1)),
    "overlapping": lambda w, r, x: w.view().overlapping({"sphere": {"radius": 1}}, x(np.zeros(3))),
    "containing": lambda w, r, x: w.view().containing(x(np.zeros(3))),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_conversion_that_closes_the_world_is_an_error(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    world = cardan.World(SCENE)
    world.step(2)
    with pytest.raises(cardan.Error, match="closed"):
        CALLS[name](world, world["robot"], lambda numbers: Closing(world.close, numbers))


@pytest.mark.parametrize("name", ["step", "reset", "gravity", "gains", "set_state", "set_states", "world", "state",
                                  "fork"])
def test_a_conversion_that_closes_the_batch_is_an_error(name):
    batch = cardan.Batch(SCENE, 2)
    closing = lambda numbers: Closing(batch.close, numbers)
    calls = {
        "step": lambda: batch.step(1, closing([1, 1])),
        "reset": lambda: batch.reset(closing([0, 1])),
        "gravity": lambda: batch.reset(0, gravity=closing([0, 0, 0])),
        "gains": lambda: batch.reset(0, gains={"robot/knee_front_left": closing([1, 1])}),
        "set_state": lambda: batch.set_state(0, closing(np.zeros(19)), np.zeros(18)),
        "set_states": lambda: batch.set_states(None, np.zeros((2, 19)), closing(np.zeros((2, 18)))),
        "world": lambda: batch.world(closing(0)),
        "state": lambda: batch.state(closing(0)),
        "fork": lambda: batch.fork(closing(0), 1),
    }
    # NumPy refuses such an object as the number of a world.
    with pytest.raises((cardan.Error, TypeError), match="closed|expected real numbers"):
        calls[name]()


def test_a_conversion_may_remove_the_model():
    world = cardan.World(SCENE)
    robot = world["robot"]
    q = robot.q
    with pytest.raises(cardan.Error, match="removed"):
        robot.q = Closing(lambda: world.remove("robot"), q)

"""Contact solvers written in Python, judged by the engine."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import cardan

DATA = Path(__file__).resolve().parents[3] / "data"
STAND = DATA / "scenes" / "stand.yaml"


class GaussSeidel(cardan.Solver):
    """Projected Gauss-Seidel by contacts, for tests."""

    id = "python_pgs"
    kinds = ("free", "nonnegative", "box", "cone")
    parameters = {"sweeps": 5000, "inner": 5}

    def solve(self, problem, guess):
        A, b, x = problem.A, problem.b, guess.copy()
        rows = [slice(block["row"], block["row"] + block["dim"]) for block in problem.blocks]
        steps = [1 / np.linalg.eigvalsh(A[own, own])[-1] for own in rows]
        for self.iterations in range(1, self.options["sweeps"] + 1):
            for k, own in enumerate(rows):
                rest = A[own] @ x + b[own] - A[own, own] @ x[own]
                for _ in range(self.options["inner"]):
                    u = problem.shifted_velocity(k, A[own, own] @ x[own] + rest)
                    x[own] = problem.project(k, x[own] - steps[k] * u, x)
            if problem.residual(x) <= problem.tolerance:
                break
        return x


class Raising(cardan.Solver):
    id = "python_raising"
    kinds = ("free", "nonnegative", "box", "box_mu", "cone", "cone_convex", "ball_mu")

    def solve(self, problem, guess):
        raise ArithmeticError("this solver always raises")


class Wrong(cardan.Solver):
    id = "python_wrong"
    kinds = Raising.kinds
    parameters = {"answer": ["none", "text", "short", "nan", "zeros"]}

    def solve(self, problem, guess):
        return {
            "none": None,
            "text": "text",
            "short": guess[:-1],
            "nan": np.full(problem.m, np.nan),
            "zeros": np.zeros(problem.m),
        }[self.options["answer"]]


@pytest.mark.parametrize("name", ["sliding_block", "table"])
def test_it_equals_a_built_in_solver(name):
    problem = cardan.problem.load(DATA / "problems" / f"{name}.hdf5")
    ours, theirs = problem.solve("python_pgs", {"inner": 5}, tolerance=1e-7), problem.solve("conic")
    assert ours.status == "solved" and ours.residual <= 1e-7
    assert 0 < ours.iterations <= 5000
    np.testing.assert_allclose(ours.velocities, theirs.velocities, atol=1e-6)


def test_options_reach_the_solver():
    problem = cardan.problem.load(DATA / "problems" / "table.hdf5")
    short = problem.solve("python_pgs", {"sweeps": 1}, cold=True)
    assert short.iterations == 1 and short.status == "iterations"
    with pytest.raises(cardan.Error):
        problem.solve("python_pgs", {"sweeps": 1.5})
    assert cardan.describe_solver("python_pgs")["options"]["sweeps"]["default"] == 5000


def test_an_exception_is_a_failure_of_the_solver():
    problem = cardan.problem.load(DATA / "problems" / "table.hdf5")
    answer = problem.solve("python_raising")
    assert answer.status == "numeric"
    assert answer.remark == "ArithmeticError: this solver always raises"


@pytest.mark.parametrize(
    "answer, status",
    [("none", "iterations"), ("text", "numeric"), ("short", "numeric"), ("nan", "numeric"), ("zeros", "iterations")],
)
def test_a_wrong_answer_is_a_failure_of_the_solver(answer, status):
    problem = cardan.problem.load(DATA / "problems" / "table.hdf5")
    result = problem.solve("python_wrong", {"answer": answer}, cold=True)
    assert not result and result.status == status and result.remark


def stand(solver, worlds=2, **overrides):
    scene = cardan.load_scene(STAND, {"contact.solver": solver, **overrides})
    return cardan.Batch(scene, worlds, threads=2)


def test_worlds_use_it_by_name_on_several_threads():
    ours, theirs = stand("python_pgs"), stand("conic")
    for batch in (ours, theirs):
        batch.step(150)
    assert ours.status["contacts"].min() == 4 and ours.status["failed_islands"].max() == 0
    assert ours.status["worst_residual"].max() <= 1e-8
    assert np.array_equal(ours.q[0], ours.q[1])
    np.testing.assert_allclose(ours.q, theirs.q, atol=1e-6)


def test_the_next_solver_of_the_chain_answers():
    chain = {"id": "python_raising", "fallback": ["conic"]}
    ours, theirs = stand(chain, 1), stand("conic", 1)
    for batch in (ours, theirs):
        batch.step(130)
    assert ours.status["failed_islands"][0] == 0 and ours.status["worst_residual"][0] < 1e-8
    np.testing.assert_allclose(ours.q, theirs.q, atol=1e-9)


def test_worlds_with_it_can_be_copied_and_linearised():
    scene = cardan.load_scene(STAND, {"contact.solver": "python_pgs"})
    world = cardan.World(scene, threads=2)
    world.step(130, check=True)
    copies = [world.clone(), copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
    world.step(5)
    for one in copies:
        one.step(5)
        assert one.state_hash == world.state_hash
    linear = world.linearize()
    assert np.all(np.isfinite(linear.A))
    other = cardan.World(cardan.load_scene(STAND))
    other.set_solver("python_pgs")
    other.step(3, check=True)
    assert other.solver == "python_pgs"


def test_islands_are_solved_on_several_threads():
    world = cardan.World(solver={"id": "python_pgs", "tolerance": 1e-6}, threads=2)
    world.add_ground()
    for i in range(6):
        world.add(f"box{i}", box={"size": [0.1, 0.1, 0.1]}, mass=1, pose=(i, 0, 0.05))
    report = world.step(check=True)
    assert [island.contacts for island in report.islands] == [4] * 6
    assert all(island.solver == 0 and island.iterations > 0 for island in report.islands)


def test_a_world_that_is_used_while_it_steps_is_a_failure_of_the_solver():
    class Curious(cardan.Solver):
        id = "python_curious"
        kinds = Raising.kinds

        def solve(self, problem, guess):
            return world["box"].q

    world = cardan.World(solver={"id": "python_curious", "fallback": ["conic"]})
    world.add_ground()
    world.add("box", box={"size": [0.1, 0.1, 0.1]}, mass=1, pose=(0, 0, 0.05))
    report = world.step(2)
    assert report.fallbacks > 0 and report.failed_islands == 0
    assert "another thread" in str(report.messages) or report.islands[0].solver == 1


def test_a_class_can_be_defined_again():
    def define(sign):
        class Again(cardan.Solver):
            id = "python_again"
            kinds = ("cone",)

            def solve(self, problem, guess):
                return np.full(problem.m, float(sign))

    problem = cardan.problem.load(DATA / "problems" / "sliding_block.hdf5")
    for sign in (1, -1):
        define(sign)
        assert np.all(problem.solve("python_again").impulses == sign)
    with pytest.raises(cardan.Error, match="other kinds"):
        type("Again", (cardan.Solver,), {"id": "python_again", "kinds": ("free",)})


def test_declarations_are_checked():
    with pytest.raises(ValueError, match="'round' is none of"):
        type("Bad", (cardan.Solver,), {"id": "bad", "kinds": ("round",)})
    with pytest.raises(ValueError, match="kinds"):
        type("Bad", (cardan.Solver,), {"id": "bad"})
    with pytest.raises(cardan.Error, match="id"):
        type("Bad", (cardan.Solver,), {"id": "not a word", "kinds": ("cone",)})
    with pytest.raises(TypeError, match="default"):
        type("Bad", (cardan.Solver,), {"id": "bad", "kinds": ("cone",), "parameters": {"x": None}})


EVERY_KIND = ("free", "nonnegative", "box", "box_mu", "cone", "cone_convex", "ball_mu")


def test_an_interrupt_in_a_solver_reaches_the_program():
    class Interrupted(cardan.Solver):
        id = "python_interrupted"
        kinds = EVERY_KIND

        armed = True  # other tests call all solvers

        def solve(self, problem, guess):
            if Interrupted.armed:
                raise KeyboardInterrupt

    problem = cardan.problem.load(DATA / "problems" / "sliding_block.hdf5")
    with pytest.raises(KeyboardInterrupt):
        problem.solve("python_interrupted")
        for _ in range(1000):
            pass
    world = cardan.World(cardan.load_scene(STAND, {"contact.solver": "python_interrupted"}))
    with pytest.raises(KeyboardInterrupt):
        world.step(1000)
        for _ in range(1000):
            pass
    Interrupted.armed = False


def test_an_error_whose_text_raises_is_named_by_its_class():
    class Mute(Exception):
        def __str__(self):
            raise ValueError("no text")

    class RaisesMute(cardan.Solver):
        id = "python_mute"
        kinds = EVERY_KIND

        def solve(self, problem, guess):
            raise Mute()

    answer = cardan.problem.load(DATA / "problems" / "sliding_block.hdf5").solve("python_mute")
    assert answer.status == "numeric" and answer.remark == "Mute"


@pytest.mark.parametrize("body, kind, match", [
    ({"id": "conic"}, cardan.Error, "plugin"),
    ({"id": "a\0b"}, cardan.Error, "id"),
    ({"id": "a b"}, cardan.Error, "id"),
    ({"id": "python_nope", "formulation": "nope"}, cardan.Error, "nope"),
    ({"id": "python_kinds", "kinds": "cone"}, TypeError, "kinds"),
    ({"id": "python_option", "parameters": {"a\0b": 1}}, cardan.Error, "parameters"),
])
def test_a_class_that_no_scene_could_name_is_refused(body, kind, match):
    before = cardan.solvers()
    with pytest.raises(kind, match=match):
        type("Refused", (cardan.Solver,), {"kinds": ("cone",), **body})
    assert cardan.solvers() == before and cardan.describe_solver("conic")["place"] != "in-process"


def test_iterations_beyond_an_int_are_named():
    class Counts(cardan.Solver):
        id = "python_counts"
        kinds = EVERY_KIND

        def solve(self, problem, guess):
            self.iterations = 10**30
            return guess

    answer = cardan.problem.load(DATA / "problems" / "sliding_block.hdf5").solve("python_counts")
    assert "iterations" in answer.remark


def test_integer_options_are_described_by_integers():
    options = cardan.describe_solver("python_pgs")["options"]
    assert type(options["sweeps"]["default"]) is int and type(options["sweeps"]["range"][0]) is int
    assert type(cardan.describe_solver("conic")["options"]["max_sweeps"]["default"]) is int


def test_reports_and_answers_have_the_same_words():
    world = cardan.World(cardan.load_scene(STAND))
    island = world.step(500).islands[0]
    assert island.status == "solved" and island.attempts[0]["status"] == "solved" and "solved" in repr(island)

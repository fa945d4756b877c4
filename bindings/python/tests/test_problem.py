"""Contact problems: their parts, their judge, their solutions."""

from pathlib import Path

import numpy as np
import pytest

import cardan

DATA = Path(__file__).resolve().parents[3] / "data"
PROBLEMS = DATA / "problems"


def on_cone(mu, point):
    """The point of the cone |a_t| <= mu a_n that is nearest to a point."""
    tangent = np.linalg.norm(point[1:])
    if tangent <= mu * point[0]:
        return point
    if mu * tangent <= -point[0]:
        return np.zeros_like(point)
    normal = (point[0] + mu * tangent) / (1 + mu**2)
    return np.concatenate([[normal], mu * normal * point[1:] / tangent])


def cone_residual(problem, impulses):
    """The judge's natural map of cone blocks, in NumPy (docs/theory/judge.md)."""
    u = problem.A @ impulses + problem.b
    worst = 0.0
    for block in problem.blocks:
        rows = slice(block["row"], block["row"] + block["dim"])
        own, mu, r = impulses[rows], block["mu"], problem.prox_step[rows]
        shifted = u[rows].copy()
        shifted[0] += mu * np.linalg.norm(u[rows][1:])
        projected = on_cone(mu, own - r * shifted)
        worst = max(worst, np.linalg.norm(problem.weight[rows] * (own - projected)))
    return worst


@pytest.fixture(params=["table", "sliding_block"])
def problem(request):
    return cardan.problem.load(PROBLEMS / f"{request.param}.hdf5")


def test_the_parts_make_the_matrix(problem):
    scipy_sparse = pytest.importorskip("scipy.sparse")
    m = problem.m
    Y = scipy_sparse.csr_matrix(problem.Y, shape=(m, problem.num_columns))
    S = scipy_sparse.csr_matrix(problem.S, shape=(m, m))
    np.testing.assert_allclose(problem.A, (Y @ Y.T + S).toarray(), atol=1e-14)
    impulses = np.random.default_rng(1).normal(size=m)
    np.testing.assert_allclose(problem.velocity(impulses), problem.A @ impulses + problem.b, atol=1e-12)
    assert problem.blocks["dim"].sum() == m and len(problem.kinds) == len(problem)


def test_the_judge_agrees_with_numpy(problem):
    rng = np.random.default_rng(2)
    for _ in range(5):
        impulses = rng.normal(size=problem.m)
        np.testing.assert_allclose(problem.residual(impulses), cone_residual(problem, impulses), rtol=1e-9)


def test_projections_and_velocities_of_blocks(problem):
    rng = np.random.default_rng(3)
    zeros = np.zeros(problem.m)
    for k, block in enumerate(problem.blocks):
        for _ in range(20):
            point, mu = rng.normal(size=3), block["mu"]
            np.testing.assert_allclose(problem.project(k, point, zeros), on_cone(mu, point), atol=1e-15)
            shifted = point + [mu * np.linalg.norm(point[1:]), 0, 0]
            np.testing.assert_allclose(problem.shifted_velocity(k, point), shifted, atol=1e-15)
    with pytest.raises(IndexError):
        problem.project(len(problem), np.zeros(3), zeros)
    with pytest.raises(ValueError, match="point"):
        problem.project(0, np.zeros(2), zeros)


def test_answers_are_judged(problem):
    answer = problem.solve("conic")
    assert answer and answer.status == "solved" and answer.residual <= problem.tolerance
    np.testing.assert_allclose(answer.velocities, problem.velocity(answer.impulses), atol=1e-13)
    assert cone_residual(problem, answer.impulses) <= 2 * problem.tolerance
    loose = problem.solve("pgs", {"max_iterations": 1} if problem.m == 0 else {}, tolerance=1e-3)
    assert loose.tolerance == 1e-3
    cold = problem.solve("conic", cold=True)
    np.testing.assert_allclose(cold.velocities, answer.velocities, atol=100 * problem.tolerance)


def test_all_solvers_agree(problem):
    answers = problem.solve_with_all()
    assert {"conic", "pgs", "admm"} <= {answer.solver for answer in answers}
    for answer in answers:
        assert answer.status != "solved" or answer.velocity_difference < 1e-4


def test_a_problem_survives_its_file(problem, tmp_path):
    problem.save(tmp_path / "again.hdf5")
    again = cardan.problem.load(tmp_path / "again.hdf5")
    assert np.array_equal(again.A, problem.A) and np.array_equal(again.b, problem.b)
    assert np.array_equal(again.blocks, problem.blocks) and again.origin == problem.origin


def test_a_jam_is_proven_or_reported():
    jam = cardan.problem.load(PROBLEMS / "jam.hdf5")
    answers = jam.solve_with_all()
    assert answers and not any(answers)
    assert {answer.status for answer in answers} <= {"jammed", "infeasible", "iterations", "approximate", "numeric"}
    stress = jam.analyse()["jam"]
    assert stress is None or stress @ jam.b < 0


def test_bad_calls_are_refused(problem):
    with pytest.raises(cardan.Error, match="unknown solver"):
        problem.solve("conix")
    with pytest.raises(cardan.Error, match="option"):
        problem.solve("conic", {"no_such_option": 1})
    with pytest.raises(cardan.Error, match="does not support"):
        problem.solve("lemke")
    with pytest.raises(ValueError, match="tolerance"):
        problem.solve("conic", tolerance=-1)
    with pytest.raises(ValueError, match="impulses"):
        problem.residual(np.zeros(problem.m + 1))
    with pytest.raises(cardan.Error, match="no_such_file"):
        cardan.problem.load("no_such_file.hdf5")


def test_not_a_number_is_an_infinite_residual(problem):
    assert problem.residual(np.full(problem.m, np.nan)) == np.inf


def test_solvers_describe_themselves():
    assert {"conic", "lemke", "pgs"} <= set(cardan.solvers())
    about = cardan.describe_solver("conic")
    assert about["formulation"] == "cone" and "cone" in about["kinds"] and about["options"]
    with pytest.raises(cardan.Error):
        cardan.describe_solver("conix")

"""Random arguments raise documented errors and never crash."""

from pathlib import Path

import numpy as np
import pytest

import cardan
from cardan import dynamics

pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, given, settings, strategies  # noqa: E402
from hypothesis.extra import numpy as arrays  # noqa: E402

DATA = Path(__file__).resolve().parents[3] / "data"
DOCUMENTED = (TypeError, ValueError, IndexError, KeyError, OverflowError, cardan.Error)

shapes = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=20)
numbers = arrays.arrays(
    strategies.sampled_from([np.float64, np.float32, np.int32, np.bool_]), shapes
)
anything = strategies.one_of(
    numbers,
    arrays.arrays(np.float64, strategies.sampled_from([(19,), (18,), (2, 19), (2, 18), (3, 19)])),
    strategies.none(),
    strategies.text(max_size=5),
    strategies.integers(-3, 3),
    strategies.integers(),
    strategies.floats(),
    strategies.lists(strategies.one_of(strategies.floats(), strategies.none()), max_size=4),
    strategies.dictionaries(strategies.text(max_size=5), strategies.floats(), max_size=2),
)
relaxed = settings(max_examples=150, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def batch():
    return cardan.Batch(DATA / "scenes" / "stand.yaml", 2, threads=1)


@pytest.fixture(scope="module")
def skeleton():
    return cardan.urdf.read(DATA / "robots" / "quadruped.urdf").skeleton


@pytest.fixture(scope="module")
def problem():
    return cardan.problem.load(DATA / "problems" / "table.hdf5")


def call(function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except DOCUMENTED as error:
        assert str(error)


@relaxed
@given(a=anything, b=anything, c=anything)
def test_batch(batch, a, b, c):
    call(batch.set_state, a, b, c)
    call(batch.set_states, a, b, c)
    call(batch.state, a)
    call(batch.world, a)
    call(batch.fork, a, b)
    call(batch.step, 1, a)
    call(batch.reset, a, gravity=b)
    call(batch.reset, 0, friction=c)
    call(batch.reset, 0, gains={"robot/knee_front_left": a})
    call(batch.efforts.__setitem__, slice(None), a)
    call(cardan.Batch, a, b)
    batch.efforts[:] = 0
    batch.reset()
    batch.step()
    assert np.all(np.isfinite(batch.q))


@relaxed
@given(a=anything, b=anything, c=anything)
def test_dynamics(skeleton, a, b, c):
    for function in (dynamics.rnea, dynamics.aba, dynamics.rnea_derivatives, dynamics.energies):
        call(function, skeleton, a, b, c)
    for function in (dynamics.crba, dynamics.center_of_mass, dynamics.random_configuration):
        call(function, skeleton, a)
    call(dynamics.jacobian, skeleton, a, "base", b)
    call(dynamics.frame_pose, skeleton, a, b)
    call(dynamics.integrate, skeleton, a, b, c)
    call(dynamics.difference, a, b, c)
    call(skeleton.q_slice, a)


@relaxed
@given(a=anything, b=anything, text=strategies.text(max_size=60))
def test_problems_and_files(problem, a, b, text):
    call(problem.velocity, a)
    call(problem.residual, a)
    call(problem.project, a, b, a)
    call(problem.shifted_velocity, a, b)
    call(problem.solve, a, b)
    call(problem.solve, "conic", {"tolerance": a})
    call(cardan.problem.load, a if not isinstance(a, int) else text)
    call(cardan.urdf.read_text, text)
    call(cardan.urdf.check, text)
    call(cardan.open_recording, text)
    call(cardan.describe_solver, a)

"""Dynamics against identities and finite differences in NumPy."""

from pathlib import Path

import numpy as np
import pytest

import cardan
from cardan import dynamics

DATA = Path(__file__).resolve().parents[3] / "data"
ROBOTS = ["arm7", "quadruped", "double_pendulum"]
GRAVITY = np.array([0.3, -0.2, -9.81])


@pytest.fixture(params=ROBOTS)
def skeleton(request):
    return cardan.urdf.read(DATA / "robots" / f"{request.param}.urdf").skeleton


def motion(skeleton, count=None, seed=0):
    rng = np.random.default_rng(seed)
    shape = (skeleton.nv,) if count is None else (count, skeleton.nv)
    n = 1 if count is None else count
    q = np.stack([dynamics.random_configuration(skeleton, seed + i) for i in range(n)])
    return (q[0] if count is None else q), rng.normal(size=shape), rng.normal(size=shape)


def test_the_equation_of_motion_holds(skeleton):
    q, v, a = motion(skeleton)
    M = dynamics.crba(skeleton, q)
    C = dynamics.bias_forces(skeleton, q, v, GRAVITY)
    tau = dynamics.rnea(skeleton, q, v, a, GRAVITY)
    np.testing.assert_allclose(M @ a + C, tau, atol=1e-11)
    np.testing.assert_allclose(dynamics.aba(skeleton, q, v, tau, GRAVITY), a, atol=1e-9)
    np.testing.assert_allclose(M, M.T, atol=0)
    assert np.linalg.eigvalsh(M).min() > 0


def test_a_pendulum_has_its_closed_form():
    text = """<robot name="rod"><link name="world"/><link name="bob"><inertial><origin xyz="0 0 -0.7"/>
      <mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="pin" type="continuous"><parent link="world"/><child link="bob"/><axis xyz="0 1 0"/></joint>
      </robot>"""
    rod = cardan.urdf.read_text(text).skeleton
    angle = np.linspace(-3, 3, 7)[:, None]
    inertia = 0.1 + 2 * 0.7**2
    np.testing.assert_allclose(dynamics.crba(rod, angle)[:, 0, 0], inertia)
    a = dynamics.aba(rod, angle, np.zeros(1), np.zeros(1))
    np.testing.assert_allclose(a, -2 * 9.81 * 0.7 * np.sin(angle) / inertia, rtol=1e-12)
    kinetic, potential = dynamics.energies(rod, angle, np.ones(1))
    np.testing.assert_allclose(kinetic, inertia / 2)
    np.testing.assert_allclose(potential, -2 * 9.81 * 0.7 * np.cos(angle[:, 0]), rtol=1e-12)


def test_leading_axes_equal_single_calls_in_bits(skeleton):
    q, v, a = motion(skeleton, 6)
    together = dynamics.rnea(skeleton, q.reshape(2, 3, -1), v.reshape(2, 3, -1), a.reshape(2, 3, -1))
    assert together.shape == (2, 3, skeleton.nv)
    alone = np.stack([dynamics.rnea(skeleton, *row) for row in zip(q, v, a)])
    assert np.array_equal(together.reshape(6, -1), alone)
    wide = dynamics.rnea(skeleton, q[:, None], v[None, :3], np.zeros(skeleton.nv))
    assert wide.shape == (6, 3, skeleton.nv)
    assert np.array_equal(wide[4, 2], dynamics.rnea(skeleton, q[4], v[2], np.zeros(skeleton.nv)))
    assert dynamics.crba(skeleton, q[:0]).shape == (0, skeleton.nv, skeleton.nv)


def test_jacobians_are_derivatives_of_poses(skeleton):
    q, v, _ = motion(skeleton)
    frame = skeleton.frame_names[-1]
    h = 1e-6
    after = dynamics.frame_pose(skeleton, dynamics.integrate(skeleton, q, v, h), frame)
    before = dynamics.frame_pose(skeleton, dynamics.integrate(skeleton, q, v, -h), frame)
    now = dynamics.frame_pose(skeleton, q, frame)
    rate = (after - before) / (2 * h)
    spin = rate[:3, :3] @ now[:3, :3].T
    expected = [spin[2, 1], spin[0, 2], spin[1, 0], *rate[:3, 3]]
    J = dynamics.jacobian(skeleton, q, frame)
    np.testing.assert_allclose(J @ v, expected, atol=1e-7)
    turn = np.kron(np.eye(2), now[:3, :3].T)
    np.testing.assert_allclose(dynamics.jacobian(skeleton, q, frame, "local"), turn @ J, atol=1e-12)
    J_after = dynamics.jacobian(skeleton, dynamics.integrate(skeleton, q, v, h), frame)
    J_before = dynamics.jacobian(skeleton, dynamics.integrate(skeleton, q, v, -h), frame)
    rate = dynamics.jacobian_rate(skeleton, q, v, frame)
    np.testing.assert_allclose(rate, (J_after - J_before) @ v / (2 * h), atol=1e-6)


def test_the_momentum_is_that_of_the_center_of_mass(skeleton):
    q, v, _ = motion(skeleton)
    h = 1e-6
    velocity = (
        dynamics.center_of_mass(skeleton, dynamics.integrate(skeleton, q, v, h))
        - dynamics.center_of_mass(skeleton, dynamics.integrate(skeleton, q, v, -h))
    ) / (2 * h)
    momentum = dynamics.centroidal_momentum_matrix(skeleton, q) @ v
    np.testing.assert_allclose(momentum[3:], skeleton.mass * velocity, atol=1e-6)
    a = dynamics.centroidal_momentum_matrix(skeleton, dynamics.integrate(skeleton, q, v, h))
    b = dynamics.centroidal_momentum_matrix(skeleton, dynamics.integrate(skeleton, q, v, -h))
    rate = dynamics.centroidal_momentum_rate(skeleton, q, v)
    np.testing.assert_allclose(rate, (a - b) @ v / (2 * h), atol=1e-5)


def differences(function, skeleton, q, v, third, h=1e-4):
    """Central differences of fourth order of function(q, v, third), along `integrate` for q."""
    unit = np.eye(skeleton.nv)

    def slope(at):
        near, far = ([at(k * h * e) - at(-k * h * e) for e in unit] for k in (1, 2))
        return np.stack([(8 * a - b) / (12 * h) for a, b in zip(near, far)], axis=1)

    return (
        slope(lambda e: function(skeleton, dynamics.integrate(skeleton, q, e), v, third)),
        slope(lambda e: function(skeleton, q, v + e, third)),
        slope(lambda e: function(skeleton, q, v, third + e)),
    )


@pytest.mark.parametrize("name", ["rnea", "aba"])
def test_derivatives_are_those_of_finite_differences(skeleton, name):
    q, v, third = motion(skeleton)
    function = getattr(dynamics, name)
    exact = getattr(dynamics, f"{name}_derivatives")(skeleton, q, v, third)
    for matrix, numeric in zip(exact, differences(function, skeleton, q, v, third)):
        scale = max(1.0, np.abs(numeric).max())
        np.testing.assert_allclose(matrix / scale, numeric / scale, atol=2e-7)


def test_integrate_and_difference_are_inverse(skeleton):
    q, v, _ = motion(skeleton, 4)
    moved = dynamics.integrate(skeleton, q, v, 0.5)
    np.testing.assert_allclose(dynamics.difference(skeleton, q, moved), 0.5 * v, atol=1e-12)


def test_a_fixed_base_can_stand_anywhere():
    arm = cardan.urdf.read(DATA / "robots" / "arm7.urdf").skeleton
    q = dynamics.neutral_configuration(arm)
    base = np.eye(4)
    base[:3, :3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    base[:3, 3] = [1, 2, 3]
    frame = arm.frame_names[-1]
    expected = base @ dynamics.frame_pose(arm, q, frame)
    np.testing.assert_allclose(dynamics.frame_pose(arm, q, frame, base), expected, atol=1e-14)
    with pytest.raises(ValueError, match="base"):
        dynamics.frame_pose(arm, q, frame, 2 * np.eye(4))


def test_bad_arrays_are_refused(skeleton):
    q, v, a = motion(skeleton)
    with pytest.raises(ValueError, match=r"v: expected shape \(\.\.\., \d+.*got \(3,\)"):
        dynamics.rnea(skeleton, q, np.zeros(3), a)
    with pytest.raises(ValueError, match="leading axes"):
        dynamics.rnea(skeleton, np.tile(q, (2, 1)), np.tile(v, (3, 1)), a)
    for wrong in (None, "text", ["a"] * skeleton.nv):
        with pytest.raises(TypeError):
            dynamics.rnea(skeleton, q, wrong, a)
    with pytest.raises(cardan.Error, match="frame"):
        dynamics.jacobian(skeleton, q, "no such frame")
    with pytest.raises(ValueError, match="reference"):
        dynamics.jacobian(skeleton, q, skeleton.frame_names[0], "nowhere")


def test_any_numbers_are_converted(skeleton):
    q, v, a = motion(skeleton)
    expected = dynamics.rnea(skeleton, q, v, a)
    strided = np.repeat(v, 2)[::2]
    assert np.array_equal(dynamics.rnea(skeleton, list(q), strided, tuple(a)), expected)
    single = v.astype(np.float32)
    assert np.array_equal(
        dynamics.rnea(skeleton, q, single, a), dynamics.rnea(skeleton, q, single.astype(float), a)
    )


def test_a_skeleton_tells_its_layout(skeleton):
    q = dynamics.neutral_configuration(skeleton)
    assert q.shape == (skeleton.nq,)
    assert len(skeleton.dof_names) == skeleton.nv == len(skeleton.lower) == len(skeleton.upper)
    last = skeleton.joint_names[-1]
    assert skeleton.v_slice(last).stop == skeleton.nv
    assert skeleton.q_slice(last).stop == skeleton.nq
    with pytest.raises(cardan.Error):
        skeleton.q_slice("no such joint")

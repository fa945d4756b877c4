"""Models, joints and links, against closed forms and finite differences."""

import cardan
import numpy as np
import pytest
from conftest import DATA


@pytest.fixture
def arm() -> cardan.Model:
    world = cardan.World()
    model = world.add_urdf(DATA / "robots" / "arm7.urdf", base="fixed")
    rng = np.random.default_rng(1)
    model.q = rng.uniform(-0.5, 0.5, model.nq)
    model.v = rng.uniform(-1, 1, model.nv)
    return model


def test_q_and_v_are_copies(arm):
    q = arm.q
    before = q.copy()
    with pytest.raises(ValueError, match="read-only"):
        q[:] = 0
    arm.q = before + 1
    assert np.array_equal(q, before) and np.allclose(arm.q, before + 1)
    arm.q = before
    assert arm.q.dtype == np.float64 and arm.q.shape == (arm.nq,)


def test_joints_are_a_mapping(arm):
    names = list(arm.joints)
    assert len(names) == len(arm.joints) == arm.nv and names == arm.joints.keys()
    joint = arm.joints[names[2]]
    assert joint.position == arm.q[joint.q_start] and joint.velocity == arm.v[joint.v_start]
    joint.position = 0.25
    assert arm.q[joint.q_start] == 0.25
    lower, upper = joint.limits
    assert lower < upper and joint.nq == joint.nv == 1 and joint.type == "revolute"
    assert joint == arm.joints.values()[2] and names[2] in arm.joints and "x" not in arm.joints
    with pytest.raises(KeyError):
        arm.joints["x"]


def test_dynamics_agree_with_each_other(arm):
    M, C = arm.mass_matrix(), arm.bias_forces()
    assert np.array_equal(M, M.T) and np.linalg.eigvalsh(M).min() > 0
    a = np.random.default_rng(2).normal(size=arm.nv)
    tau = arm.inverse_dynamics(a)
    assert np.allclose(tau, M @ a + C, atol=1e-10)
    assert np.allclose(arm.forward_dynamics(tau), a, atol=1e-9)
    assert np.allclose(arm.inverse_mass_matrix() @ M, np.eye(arm.nv), atol=1e-9)
    assert np.allclose(arm.coriolis_matrix() @ arm.v + arm.gravity_forces(), C, atol=1e-10)
    assert arm.kinetic_energy == pytest.approx(0.5 * arm.v @ M @ arm.v)


def test_jacobians_are_derivatives(arm):
    link, point = list(arm.links)[-1], np.array([0.02, -0.03, 0.1])
    J = arm.jacobian(link, point)
    assert J.shape == (6, arm.nv) and J.flags.c_contiguous
    q, d = arm.q, 1e-6
    difference = np.empty((3, arm.nv))
    for i in range(arm.nv):
        ends = []
        for sign in (1, -1):
            moved = q.copy()
            moved[i] += sign * d
            arm.q = moved
            ends.append(arm.pose(link) @ point)
        difference[:, i] = (ends[0] - ends[1]) / (2 * d)
    arm.q = q
    assert np.allclose(J[3:], difference, atol=1e-8)
    assert np.allclose(arm.links[link].jacobian(point), J)
    assert np.allclose(J[:3] @ arm.v, arm.velocity(link)[:3])


def test_derivatives_of_dynamics(arm):
    a = np.linspace(-1, 1, arm.nv)
    dq, dv, da = arm.inverse_dynamics_derivatives(a)
    v, d = arm.v, 1e-6
    for i in range(arm.nv):
        ends = []
        for sign in (1, -1):
            moved = v.copy()
            moved[i] += sign * d
            arm.v = moved
            ends.append(arm.inverse_dynamics(a))
        assert np.allclose(dv[:, i], (ends[0] - ends[1]) / (2 * d), atol=1e-6)
    arm.v = v
    assert np.allclose(da, arm.mass_matrix())
    assert dq.shape == (arm.nv, arm.nv)
    forward = arm.forward_dynamics_derivatives(arm.inverse_dynamics(a))
    assert np.allclose(forward[2] @ da, np.eye(arm.nv), atol=1e-8)


def test_the_centre_of_mass_moves_with_its_jacobian(arm):
    assert np.allclose(arm.center_of_mass_jacobian() @ arm.v, arm.center_of_mass_velocity())
    momentum = arm.centroidal_momentum()
    assert np.allclose(momentum[3:], arm.mass * arm.center_of_mass_velocity())
    assert np.allclose(arm.centroidal_momentum_matrix() @ arm.v, momentum)
    # Momentum about the origin of W: shifted by the centre of mass.
    about_origin = momentum[:3] + np.cross(arm.center_of_mass(), momentum[3:])
    assert np.allclose(arm.momentum, np.concatenate([about_origin, momentum[3:]]))


def test_a_posture_is_found(arm):
    link = list(arm.links)[-1]
    goal = arm.pose(link)
    before = arm.q
    result = arm.solve_ik([{"frame": link, "position": goal.position,
                            "orientation": goal.rotation}], start=np.zeros(arm.nq))
    assert result.converged and np.array_equal(arm.q, before)
    arm.q = result.q
    assert np.allclose(arm.pose(link).matrix, goal.matrix, atol=1e-8)
    with pytest.raises(cardan.Error, match="nowhere"):
        arm.solve_ik([{"frame": "nowhere", "position": [0, 0, 0]}])


def test_a_pd_law_holds_a_joint(arm):
    for joint in arm.joints.values():
        joint.set_pd(kp=4e4, kd=400)
    last = arm.joints.values()[-1]
    last.set_pd_target(last.position + 0.1)
    start = arm.q
    arm.v = np.zeros(arm.nv)
    world = cardan.World  # the model keeps its world alive: no name for it is needed
    assert world is not None
    for _ in range(10):
        arm.joints  # reading steps nothing
    assert np.array_equal(arm.q, start)


def test_masses_change(arm):
    link = arm.links.values()[-1]
    with_load = [l for l in arm.links.values() if _has_mass(l)][-1]
    before, total = with_load.mass, arm.mass
    with_load.add_payload(0.5, com=[0, 0, 0.1])
    assert arm.mass == pytest.approx(total + 0.5)
    center = (before["mass"] * before["com"] + 0.5 * np.array([0, 0, 0.1])) / (before["mass"] + 0.5)
    assert np.allclose(with_load.mass["com"], center)
    with_load.set_mass(2.0)
    assert with_load.mass["mass"] == 2.0
    assert link.name


def _has_mass(link: cardan.Link) -> bool:
    try:
        return link.mass["mass"] > 0
    except cardan.Error:
        return False


def test_the_base_is_placed():
    world = cardan.World(gravity=(0, 0, 0))
    body = world.add("body", box={"size": [1, 1, 1]}, mass=1)
    for pose in (cardan.Pose((1, 2, 3), rpy=(0.1, 0.2, 0.3)), [1, 2, 3],
                 [1, 2, 3, np.cos(0.2), 0, 0, np.sin(0.2)],
                 cardan.Pose((1, 2, 3), rpy=(0, 0, 0.4)).matrix):
        body.base_pose = pose
        assert np.allclose(body.q[:3], [1, 2, 3])
    assert np.allclose(body.base_pose.rpy, [0, 0, 0.4])
    body.base_velocity = [0, 0, 1, 2, 0, 0]
    assert np.array_equal(body.v, [0, 0, 1, 2, 0, 0])


def test_poses_are_a_group():
    a = cardan.Pose((1, 2, 3), rpy=(0.3, -0.2, 0.5))
    b = cardan.Pose((0, 1, 0), quaternion=(0.5, 0.5, 0.5, 0.5))
    assert np.allclose((a @ b).matrix, a.matrix @ b.matrix)
    assert np.allclose((a @ a.inverse()).matrix, np.eye(4), atol=1e-15)
    points = np.random.default_rng(0).normal(size=(2, 4, 3))
    assert np.allclose(a @ points, points @ a.rotation.T + a.position)
    assert np.allclose(cardan.Pose(rotation=a.rotation).rpy, [0.3, -0.2, 0.5])
    with pytest.raises(ValueError, match="rotation"):
        cardan.Pose(rotation=2 * np.eye(3))
    with pytest.raises(ValueError, match="quaternion"):
        cardan.Pose(quaternion=(0, 0, 0, 0))
    with pytest.raises(TypeError):
        cardan.Pose(rpy=(0, 0, 0), quaternion=(1, 0, 0, 0))


def test_linearisation_of_free_fall():
    world = cardan.World(step=1e-2)
    world.add("body", sphere={"radius": 0.1}, mass=2)
    result = world.linearize(parameters=["gravity.z"])
    assert result.smooth and result.A.shape == (12, 12) and result.B.shape == (12, 6)
    assert np.allclose(result.A[9:, 9:], np.eye(3), atol=1e-6)
    assert np.allclose(result.B[9:, 3:], 1e-2 / 2 * np.eye(3), atol=1e-6)
    assert result.C[11, 0] == pytest.approx(1e-2, rel=1e-6) and result.p == ["gravity.z"]
    again = cardan.Linearizer(world).linearize(world.state)
    assert np.allclose(again.A, result.A)
    with pytest.raises(TypeError, match="velocity_step"):
        world.linearize(velocity_stepp=1)


def test_joints_and_links_have_the_calls_of_a_mapping(arm):
    for names in (arm.joints, arm.links):
        assert names.items() == list(zip(names.keys(), names.values()))
        assert dict(names) == dict(names.items())
        first = names.keys()[0]
        assert names.get(first) == names[first]
        assert names.get("nobody") is None and names.get("nobody", 3) == 3


def test_program_moves_a_driven_model():
    world = cardan.World()
    lift = world.add("lift", box={"size": [1, 1, 0.1]}, kinematic={"driven": True, "max_speed": 2})
    lift.set_pose_target((0, 0, 1))
    for _ in range(1 + round(0.5 / world.time_step)):
        world.step()
    assert lift.base_pose.position == pytest.approx([0, 0, 1], abs=0)
    lift.set_velocity_target([0, 0, 1, 0.5, 0, 0])
    world.step()
    assert lift.base_velocity == pytest.approx([0, 0, 1, 0.5, 0, 0])
    with pytest.raises(cardan.Error, match="not finite"):
        lift.set_velocity_target([0, 0, 0, 0, 0, np.nan])
    with pytest.raises(cardan.Error, match="not driven"):
        world.add("box", box={"size": [1, 1, 1]}, mass=1).set_pose_target((0, 0, 1))

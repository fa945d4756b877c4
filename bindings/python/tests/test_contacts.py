"""Contacts and queries against closed forms."""

import cardan
import numpy as np
import pytest


def test_normal_forces_carry_the_weight(box_world):
    box_world.step(20)
    contacts = box_world.contacts
    assert contacts.dtype == cardan.contact_dtype and len(contacts) == 4
    on_box = np.where(_names(box_world, contacts["link_b"]) == "box", 1, -1)[:, None]
    assert np.allclose((on_box * contacts["force"]).sum(0), [0, 0, 3 * 9.81], atol=1e-6)
    assert np.allclose(np.abs(contacts["normal"]), [0, 0, 1])
    assert np.allclose(contacts["impulse"], contacts["force"] * 1e-3)
    assert set(contacts["state"]) == {cardan.STICK} and set(contacts["island"]) == {0}
    # Moment balance about the vertical axes of the centre: forces at opposite corners cancel.
    assert np.allclose(np.cross(contacts["point"], on_box * contacts["force"]).sum(0), 0, atol=1e-6)
    assert sorted(map(tuple, np.round(np.abs(contacts["point"][:, :2]), 6))) == [(0.2, 0.2)] * 4
    assert np.allclose(box_world.contact_force("box")[3:], [0, 0, 3 * 9.81], atol=1e-6)


def _names(world, indices):
    return np.array([world.link_names[i] for i in indices])


def test_a_sliding_box_obeys_coulomb(box_world):
    box_world.set_material("default", mu=0.4)
    box_world["box"].v = [0, 0, 0, 1, 0, 0]
    box_world.step()
    contacts = box_world.contacts
    assert set(contacts["state"]) == {cardan.SLIDE}
    normal = np.abs(contacts["force"][:, 2])
    assert np.linalg.norm(contacts["force"][:, :2].sum(0)) == pytest.approx(0.4 * normal.sum(), rel=1e-6)
    assert box_world["box"].v[3] == pytest.approx(1 - 0.4 * 9.81e-3, rel=1e-6)


def test_link_names_stay_when_models_come_and_go(robot_world):
    robot_world.run(0.5)
    names = robot_world.link_names
    feet = {names[i] for i in np.concatenate([robot_world.contacts["link_a"],
                                              robot_world.contacts["link_b"]])}
    assert feet == {"ground"} | {f"robot/{end}_{side}_foot" for end in ("front", "rear")
                                 for side in ("left", "right")}
    robot_world.add("crate", box={"size": [0.2] * 3}, mass=1, pose=(2, 0, 0.1))
    robot_world.step(3)
    assert robot_world.link_names[: len(names)] == names
    assert "crate" in _names(robot_world, robot_world.contacts_of("crate")["link_a"]).tolist() + \
        _names(robot_world, robot_world.contacts_of("crate")["link_b"]).tolist()
    robot_world.remove("crate")
    robot_world.step()
    assert robot_world.link_names[: len(names)] == names
    assert len(robot_world.contacts_between("robot", "ground")) == len(robot_world.contacts)
    assert robot_world.touching("robot", "ground")


def test_contacts_are_copies(box_world):
    box_world.step()
    contacts = box_world.contacts
    with pytest.raises(ValueError, match="read-only"):
        contacts["force"] = 0
    before = contacts["force"].copy()
    box_world.step(1000)
    assert np.array_equal(contacts["force"], before)


def test_islands_of_contacts_match_the_report():
    world = cardan.World()
    world.add_ground()
    for i in range(3):
        world.add(f"ball{i}", sphere={"radius": 0.1}, mass=1 + i, pose=(i, 0, 0.1))
    world.step(50)
    contacts = world.contacts
    assert sorted(contacts["island"]) == [0, 1, 2] and len(world.report.islands) == 3
    for contact in contacts:
        (name, mass), = world.islands()[contact["island"]].models
        assert abs(contact["force"][2]) == pytest.approx(mass * 9.81, rel=1e-6)
        assert name in (world.link_names[contact["link_a"]], world.link_names[contact["link_b"]])


def test_contacts_of_sleeping_models_have_no_island():
    world = cardan.World(contact={"sleep": {"speed": 1e-3, "time": 0.05}})
    world.add_ground()
    box = world.add("box", box={"size": [0.2] * 3}, mass=1, pose=(0, 0, 0.1))
    world.run(0.3)
    assert box.is_asleep and world.report.sleeping_trees == 1
    assert len(world.contacts) == 4 and set(world.contacts["island"]) == {-1}
    box.wake()
    world.step()
    assert set(world.contacts["island"]) == {0}


def test_rays_and_distances():
    world = cardan.World()
    world.add_ground()
    world.add("ball", sphere={"radius": 0.5}, mass=1, pose=(0, 0, 2))
    view = world.view()
    hit = view.ray_cast((0, 0, 5), (0, 0, -2))
    assert hit["name"] == "ball" and hit["distance"] == pytest.approx(2.5)
    assert np.allclose(hit["normal"], [0, 0, 1]) and np.allclose(hit["point"], [0, 0, 2.5])
    assert view.ray_cast((0, 0, 5), (0, 0, 1)) is None
    assert [h["name"] for h in view.ray_cast_all((0, 0, 5), (0, 0, -1))] == ["ball", "ground"]
    assert view.ray_cast((0, 0, 5), (0, 0, -1), ignore=["ball"])["name"] == "ground"
    assert view.sphere_cast((0, 0, 5), (0, 0, -1), 0.1)["distance"] == pytest.approx(2.4)
    origins = np.array([[0, 0, 5], [3, 0, 5], [0, 0, 0.5]])
    assert np.allclose(view.ray_distances(origins, (0, 0, -1)), [2.5, 5, 0.5])
    assert np.isnan(view.ray_distances(origins, (0, 0, 1))[:2]).all()
    assert view.distance("ball", "ground") == pytest.approx(1.5)
    nearest = view.closest_points("ball", "ground")
    assert np.allclose(nearest["point_a"], [0, 0, 1.5]) and view.closest_points("ball", "ground", 1) is None
    assert view.overlapping({"box": {"size": [1, 1, 1]}}, (0, 0, 2.9)) == [("ball", 0)]
    assert view.containing((0, 0, 2)) == [("ball", 0)]
    world["ball"].base_pose = (0, 0, 3)
    assert view.distance("ball", "ground") == pytest.approx(1.5)
    view.update()
    assert view.distance("ball", "ground") == pytest.approx(2.5)
    with pytest.raises(cardan.Error, match="nobody"):
        view.distance("ball", "nobody")


def test_quantities(box_world):
    height = box_world.quantity("box.base.height")
    assert height.unit == "m" and height() == pytest.approx(0.1)
    assert "energy" in " ".join(cardan.World.quantity_names()["world"])
    with pytest.raises(cardan.Error, match="hight"):
        box_world.quantity("box.base.hight")

"""Reading and checking of robot files."""

from pathlib import Path

import numpy as np
import pytest

import cardan
from cardan import dynamics

DATA = Path(__file__).resolve().parents[3] / "data"
QUADRUPED = DATA / "robots" / "quadruped.urdf"

BROKEN = """<robot name="broken">
  <link name="base"/>
  <link name="arm"/>
  <joint name="shoulder" type="revolute">
    <parent link="bass"/>
    <child link="arm"/>
  </joint>
</robot>"""


def test_a_report_counts_the_file():
    report = cardan.urdf.check(QUADRUPED)
    assert report and report.accepted
    assert (report.joints, report.freedoms, report.base) == (16, 18, "floating")
    assert report.joint_types["revolute"] == 12
    np.testing.assert_allclose(report.mass, 14.4)
    assert not report.errors
    assert "quadruped" in str(report) and '"accepted"' in report.json()


def test_a_bad_file_gives_errors_with_lines(tmp_path):
    file = tmp_path / "broken.urdf"
    file.write_text(BROKEN)
    report = cardan.urdf.check(file)
    assert not report
    (error,) = [one for one in report.errors if "bass" in one.message or "bass" in one.element]
    assert error.severity == "error" and error.line == 4 or error.line == 5
    assert str(file) in error.file and str(error).startswith(str(file))
    with pytest.raises(cardan.Error, match="bass"):
        cardan.urdf.read(file)
    with pytest.raises(cardan.Error, match="<text>"):
        cardan.urdf.read_text(BROKEN)


def test_a_missing_file_is_reported():
    assert not cardan.urdf.check("no_such.urdf")
    with pytest.raises(cardan.Error, match="no_such.urdf"):
        cardan.urdf.read("no_such.urdf")
    with pytest.raises(TypeError):
        cardan.urdf.check(None)


def test_options_are_checked():
    assert cardan.urdf.read(QUADRUPED, base="fixed").skeleton.nv == 12
    with pytest.raises(ValueError, match="base"):
        cardan.urdf.read(QUADRUPED, base="flying")
    with pytest.raises(TypeError, match="not an option"):
        cardan.urdf.read(QUADRUPED, bass="fixed")


def test_a_robot_survives_its_text():
    robot = cardan.urdf.read(QUADRUPED)
    again = cardan.urdf.read_text(robot.urdf())
    a, b = robot.skeleton, again.skeleton
    assert a.joint_names == b.joint_names and robot.num_shapes == again.num_shapes
    q = dynamics.random_configuration(a, 3)
    np.testing.assert_allclose(dynamics.crba(a, q), dynamics.crba(b, q), atol=1e-9)

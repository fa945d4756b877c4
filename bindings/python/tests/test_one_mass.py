"""One mesh of one density has one mass as a body of a scene, a link of a URDF and a geom of an MJCF file."""

from pathlib import Path

import pytest

import cardan

# A pyramid with a height of 1 above a unit square, whose face is missing.
OPEN_PYRAMID = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"


def masses(folder: Path, mesh: str) -> list[float]:
    """Masses of the mesh with a density of 300 kg/m³ as a body of a scene, a link of a URDF, a geom of an MJCF."""
    (folder / "mesh.obj").write_text(mesh)
    (folder / "mesh.urdf").write_text(
        '<robot name="r"><link name="l"><collision><geometry><mesh filename="mesh.obj"/></geometry></collision></link></robot>')
    (folder / "mesh.xml").write_text(
        '<mujoco><asset><mesh name="m" file="mesh.obj"/></asset><worldbody><body name="b"><freejoint/>'
        '<geom type="mesh" mesh="m" density="300"/></body></worldbody></mujoco>')
    world = cardan.World(cardan.load_scene_text("""cardan: 1
models:
  - {name: body, mesh: {file: mesh.obj, convex: true}, density: 300}
  - {name: robot, urdf: mesh.urdf, density: 300, base: floating, pose: {xyz: [9, 0, 0]}}
  - {name: mjcf, mjcf: mesh.xml, pose: {xyz: [0, 9, 0]}}
""", folder))
    return [model.mass for model in world.models]


def test_open_mesh_has_one_mass(tmp_path):
    body, robot, mjcf = masses(tmp_path, OPEN_PYRAMID)
    assert body == pytest.approx(robot) and body == pytest.approx(mjcf)

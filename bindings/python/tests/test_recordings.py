"""Recordings against the values that were written."""

from pathlib import Path

import numpy as np
import pytest

import cardan

SCENES = Path(__file__).resolve().parents[3] / "data" / "scenes"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A recording, and the states of its rows."""
    file = tmp_path_factory.mktemp("recordings") / "run.h5"
    world = cardan.World(cardan.load_scene(SCENES / "stand.yaml"))
    robot, rows = world["robot"], []

    def note():
        rows.append((world.time, robot.q, robot.v, world.contacts.copy()))

    with world.recorder(file, every=0.005):
        note()
        for _ in range(60):
            world.step(5)
            note()
    return file, rows


def test_the_values_are_those_written(run):
    file, rows = run
    recording = cardan.open_recording(file)
    assert recording.num_rows == len(rows) and recording.models == ("robot",)
    np.testing.assert_allclose(recording["time"], [row[0] for row in rows], atol=1e-15)
    assert np.array_equal(recording.model("robot"), [row[1] for row in rows])
    assert np.array_equal(recording.model("robot", "v"), [row[2] for row in rows])
    assert np.array_equal(recording.steps, np.arange(0, 301, 5))
    base = recording.model("robot", "base")
    assert np.array_equal(base[:, :3], np.array([row[1] for row in rows])[:, :3])
    assert (recording.formulation, recording.solver, recording.time_step) == ("cone", "conic", 1e-3)
    assert recording.units["time"] == "s" and "stand" in recording.scene_text
    recording.verify()


def test_contacts_are_those_of_the_row(run):
    file, rows = run
    recording = cardan.open_recording(file)
    written, read = rows[-1][3], recording.contacts(-1)
    assert len(read) == len(written) == 4
    for field in ("point", "normal", "force", "phi", "state"):
        assert np.array_equal(read[field], written[field])
    assert read["a"][0] == "ground" and read["b"][0].startswith("robot/")
    assert len(recording.contacts(0)) == 0
    with pytest.raises(IndexError):
        recording.contacts(len(rows))


def test_a_data_frame_has_the_columns(run):
    pandas = pytest.importorskip("pandas")
    frame = cardan.open_recording(run[0]).pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(run[1])
    assert np.array_equal(frame["robot/base_z"], [row[1][2] for row in run[1]])
    assert frame.attrs["units"]["robot/base_z"] == "m"


def test_a_dataset_has_the_columns(run):
    pytest.importorskip("xarray")
    data = cardan.open_recording(run[0]).xarray()
    assert data["robot/base_z"].attrs["units"] == "m"
    height = data["robot/base_z"].sel(time=0.1, method="nearest")
    assert float(height) == run[1][20][1][2]


def test_a_run_can_be_repeated(run):
    assert cardan.open_recording(run[0]).repeat(threads=2) == 300


def test_unknown_names_are_key_errors(run):
    recording = cardan.open_recording(run[0])
    with pytest.raises(KeyError, match="base_z"):
        recording["robot/base_zz"]
    with pytest.raises(KeyError, match="models: robot"):
        recording.model("robots")
    with pytest.raises(KeyError, match="tables are"):
        recording.model("robot", "qq")
    assert "time" in recording and len(list(recording)) == len(recording)


def test_sensors_have_columns(tmp_path):
    world = cardan.World(cardan.load_scene(SCENES / "sensors.yaml"))
    with world.recorder(tmp_path / "sensors.h5"):
        world.step(20)
    recording = cardan.open_recording(tmp_path / "sensors.h5")
    assert recording.sensors and all(f"{name}/time" in recording for name in recording.sensors)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(cardan.Error, match="no_such.h5"):
        cardan.open_recording("no_such.h5")
    file = tmp_path / "text.h5"
    file.write_text("not a recording")
    with pytest.raises(cardan.Error, match="text.h5"):
        cardan.open_recording(file)
    with pytest.raises(TypeError):
        cardan.open_recording(None)


def test_a_recording_is_complete_when_its_world_is_dropped(tmp_path):
    world = cardan.World(cardan.load_scene(SCENES / "stand.yaml"))
    recorder = world.recorder(tmp_path / "run.h5")
    world.step(4)
    del world, recorder
    assert cardan.open_recording(tmp_path / "run.h5").num_rows == 5


def test_names_of_contacts_are_not_cut(tmp_path):
    name = "b" * 90
    world = cardan.World()
    world.add_ground()
    world.add(name, box={"size": [0.1] * 3}, mass=1, pose=(0, 0, 0.05))
    with world.recorder(tmp_path / "run.h5"):
        world.step(3)
    contacts = cardan.open_recording(tmp_path / "run.h5").contacts(-1)
    assert len(contacts) == 4 and name in (contacts["a"][0], contacts["b"][0])

"""Plots: the curves hold the values of the runs."""

from pathlib import Path

import numpy as np
import pytest

import cardan

pytest.importorskip("matplotlib")
from cardan import plot  # noqa: E402

STAND = Path(__file__).resolve().parents[3] / "data" / "scenes" / "stand.yaml"


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plots")
    files = {}
    for solver in ("conic", "pgs"):
        world = cardan.World(cardan.load_scene(STAND, {"contact.solver": solver}))
        files[solver] = folder / f"{solver}.h5"
        with world.recorder(files[solver], every=0.01):
            world.run(0.4)
    return {solver: cardan.open_recording(file) for solver, file in files.items()}


def curves(figure):
    return {line.get_label(): line.get_xydata() for axes in figure.axes for line in axes.get_lines()}


def test_trajectories_have_one_axes_for_each_unit(runs):
    run = runs["conic"]
    figure = plot.trajectories(run, ["robot/base_z", "robot/q_knee_front_left", "robot/q_hip_front_left"])
    assert [axes.get_ylabel() for axes in figure.axes] == ["robot/base_z\n[m]", "robot\n[rad]"]
    drawn = curves(figure)
    np.testing.assert_array_equal(drawn["q_knee_front_left"][:, 1], run["robot/q_knee_front_left"])
    np.testing.assert_array_equal(drawn["q_knee_front_left"][:, 0], run["time"])


def test_contact_forces_sum_to_the_recorded_ones(runs):
    figure = plot.contact_forces(runs["conic"])
    drawn = curves(figure)
    assert sorted(drawn) == sorted(f"ground | robot/{leg}_foot" for leg in
                                   ("front_left", "front_right", "rear_left", "rear_right"))
    last = runs["conic"].contacts(-1)
    total = sum(values[-1, 1] for values in drawn.values())
    np.testing.assert_allclose(total, (last["force"] * last["normal"]).sum())


def test_residuals_and_drift_compare_solvers(runs):
    figure = plot.residuals(runs, tolerance=1e-8)
    assert set(curves(figure)) == {"conic", "pgs", "tolerance"}
    figure = plot.drift(runs, "conic", "robot/base")
    (label,) = curves(figure)
    names = [name for name in runs["pgs"] if "robot/base" in name]
    expected = max(np.abs(runs["pgs"][name][-1] - runs["conic"][name][-1]).max() for name in names)
    assert label == "pgs" and curves(figure)[label][-1, 1] == expected


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_themes_set_the_colours(runs, theme, tmp_path):
    import matplotlib

    before = matplotlib.rcParams["axes.facecolor"]
    figure = plot.trajectories(runs["conic"], "robot/base_z", theme=theme)
    figure.savefig(tmp_path / "plot.png")
    brightness = np.mean(figure.get_facecolor()[:3])
    assert brightness > 0.9 if theme == "light" else brightness < 0.2
    assert matplotlib.rcParams["axes.facecolor"] == before and (tmp_path / "plot.png").stat().st_size > 5000


def test_plots_take_files_arrays_and_axes(runs):
    from matplotlib.figure import Figure

    run = runs["conic"]
    axes = Figure().subplots()
    assert plot.trajectories(run.file, "robot/base_z", ax=axes) is axes.figure
    arrays = {"time": np.arange(3.0), "x": np.arange(3.0), "worst_residual": np.array([0, 1e-9, 1e-10])}
    np.testing.assert_array_equal(curves(plot.trajectories(arrays, ["x"]))["x"][:, 1], arrays["x"])
    assert np.isnan(curves(plot.residuals(arrays))["run"][0, 1])


def test_bad_arguments_are_refused(runs):
    run = runs["conic"]
    with pytest.raises(KeyError, match="no column"):
        plot.trajectories(run, "nothing")
    with pytest.raises(ValueError, match="theme"):
        plot.trajectories(run, "robot/base_z", theme="blue")
    with pytest.raises(KeyError, match="none of the sources"):
        plot.drift(runs, "lemke")
    with pytest.raises(ValueError, match="time"):
        plot.trajectories({"x": np.zeros(3)}, "x")

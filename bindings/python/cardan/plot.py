"""Plots of runs with matplotlib (docs/python-plot.md).

Every function draws and returns one figure. `theme` is "light" or "dark". With `ax`, a function draws into these axes.
Labels contain the units. A `source` is a `cardan.Recording`, its path, or a mapping of columns to arrays with "time".
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Iterator, Mapping, Sequence, Union

import numpy as np

from cardan.recordings import Recording, open_recording
from cardan.types import Array, Path

#: A recording, its path, or {column: (rows) array} with "time".
Source = Union[Recording, Mapping[str, Array], Path]

# Okabe and Ito's colours, which people with colour blindness can distinguish; the first two depend on the theme.
_COLORS = ("#009E73", "#CC79A7", "#D55E00", "#999999")
_THEMES: dict[str, dict[str, Any]] = {
    "light": {"ground": "#ffffff", "ink": "#1a1a1a", "grid": "#d9d9d9", "first": ("#0072B2", "#E69F00")},
    "dark": {"ground": "#15181c", "ink": "#e6e6e6", "grid": "#3a4048", "first": ("#56B4E9", "#F0E442")},
}


@contextmanager
def theme(name: str = "light") -> Iterator[None]:
    """Sets the colours of matplotlib within the block. Raises ValueError for an unknown theme."""
    if name not in _THEMES:
        raise ValueError(f"theme: {name!r} is none of {', '.join(map(repr, _THEMES))}")
    colors = _THEMES[name]
    settings = {
        "figure.facecolor": colors["ground"],
        "savefig.facecolor": colors["ground"],
        "axes.facecolor": colors["ground"],
        "axes.edgecolor": colors["ink"],
        "axes.labelcolor": colors["ink"],
        "axes.titlecolor": colors["ink"],
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.prop_cycle": import_module("cycler").cycler(color=[*colors["first"], *_COLORS]),
        "grid.color": colors["grid"],
        "grid.linewidth": 0.6,
        "legend.frameon": False,
        "legend.labelcolor": colors["ink"],
        "lines.linewidth": 1.6,
        "text.color": colors["ink"],
        "xtick.color": colors["ink"],
        "ytick.color": colors["ink"],
        "figure.constrained_layout.use": True,
    }
    with import_module("matplotlib").rc_context(settings):
        yield


def trajectories(
    source: Source, columns: Sequence[str] | str, *, theme: str = "light", ax: Any = None, title: str = ""
) -> Any:
    """Columns over time, one axes for each unit. columns: names, or parts of names such as "robot/q_knee"."""
    data = _columns(source)
    names = _matching(data, columns)
    units = _units(source)
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(units.get(name, ""), []).append(name)
    with _axes(theme, ax, len(groups), title) as (figure, all_axes):
        for axes, (unit, members) in zip(all_axes, groups.items()):
            begin = os.path.commonprefix([name.rpartition("/")[0] for name in members]) if len(members) > 1 else ""
            for name in members:
                label = name[len(begin) + 1 :] if begin and name.startswith(begin + "/") else name
                axes.plot(data["time"], data[name], label=label)
            name = members[0] if len(members) == 1 else begin or "value"
            axes.set_ylabel(f"{name}\n[{unit}]" if unit else name)
            _legend(axes)
        all_axes[-1].set_xlabel("time [s]")
    return figure


def contact_forces(
    recording: Recording | Path, *, theme: str = "light", ax: Any = None, title: str = ""
) -> Any:
    """Normal force of each pair of links over time, summed over the contacts of the pair."""
    recording = recording if isinstance(recording, Recording) else open_recording(recording)
    time = recording["time"]
    forces: dict[str, Array] = {}
    for row in range(recording.num_rows):
        for contact in recording.contacts(row):
            name = f"{contact['a']} | {contact['b']}"
            forces.setdefault(name, np.zeros(len(time)))[row] += contact["force"] @ contact["normal"]
    with _axes(theme, ax, 1, title) as (figure, (axes,)):
        for i, (name, force) in enumerate(forces.items()):  # the curves of a symmetric robot may coincide
            axes.plot(time, force, label=name, linestyle=("-", "--")[i % 2])
        axes.set_xlabel("time [s]")
        axes.set_ylabel("normal force [N]")
        axes.set_ylim(bottom=0)
        _legend(axes)
    return figure


def residuals(
    sources: Source | Mapping[str, Source],
    *,
    tolerance: float | None = 1e-8,
    theme: str = "light",
    ax: Any = None,
    title: str = "",
) -> Any:
    """Worst residual measured by the judge over time, on a logarithmic scale, with one curve for each source.

    tolerance [m/s]: drawn as a line, unless it is None. Residuals of 0 are not drawn.
    """
    with _axes(theme, ax, 1, title) as (figure, (axes,)):
        for name, source in _named(sources).items():
            data = _columns(source)
            residual = np.where(data["worst_residual"] > 0, data["worst_residual"], np.nan)
            axes.semilogy(data["time"], residual, label=name)
        if tolerance is not None:
            axes.axhline(tolerance, color=_THEMES[theme]["ink"], linestyle="--", linewidth=1, label="tolerance")
        axes.set_xlabel("time [s]")
        axes.set_ylabel("worst residual [m/s]")
        _legend(axes)
    return figure


def drift(
    sources: Mapping[str, Source],
    reference: str,
    columns: Sequence[str] | str = "q_",
    *,
    theme: str = "light",
    ax: Any = None,
    title: str = "",
) -> Any:
    """Largest difference from a reference run over time on a logarithmic scale, one curve for each of the other runs.

    reference: a key of sources. columns: the columns to compare. All runs must have the times of the reference.
    """
    data = {name: _columns(source) for name, source in sources.items()}
    if reference not in data:
        raise KeyError(f"{reference!r} is none of the sources: {', '.join(data)}")
    base = data.pop(reference)
    names = _matching(base, columns)
    units = _units(sources[reference])
    unit = ", ".join(dict.fromkeys(units[name] for name in names if units.get(name, "1") not in ("", "1")))
    with _axes(theme, ax, 1, title) as (figure, (axes,)):
        for label, other in data.items():
            n = min(len(base["time"]), len(other["time"]))
            if not np.allclose(base["time"][:n], other["time"][:n]):
                raise ValueError(f"{label!r} has different times from {reference!r}; record both with one interval")
            apart = np.max([np.abs(other[name][:n] - base[name][:n]) for name in names], axis=0)
            axes.semilogy(base["time"][:n], np.where(apart > 0, apart, np.nan), label=label)
        axes.set_xlabel("time [s]")
        axes.set_ylabel(f"difference from {reference}" + (f" [{unit}]" if unit else ""))
        _legend(axes)
    return figure


def _columns(source: Source) -> Mapping[str, Array]:
    if isinstance(source, (str, os.PathLike)):
        source = open_recording(source)
    if "time" not in source:
        raise ValueError("a source of a plot has a column 'time' [s]")
    return source  # type: ignore[return-value]


def _units(source: Source) -> Mapping[str, str]:
    if isinstance(source, (str, os.PathLike)):
        source = open_recording(source)
    return source.units if isinstance(source, Recording) else {}


def _named(sources: Any) -> Mapping[str, Source]:
    if isinstance(sources, Mapping) and "time" not in sources:
        return sources
    if isinstance(sources, (str, os.PathLike)):
        sources = open_recording(sources)
    name = f"{sources.formulation}, {sources.solver}" if isinstance(sources, Recording) else "run"
    return {name: sources}


def _matching(data: Mapping[str, Array], columns: Sequence[str] | str) -> list[str]:
    if isinstance(columns, str):
        names = [name for name in data if columns in name and name != "time"]
    else:
        names = list(columns)
    missing = [name for name in names if name not in data]
    if missing or not names:
        raise KeyError(f"no column {missing[0] if missing else columns!r}; columns: {', '.join(list(data)[:12])}, ...")
    return names


@contextmanager
def _axes(name: str, ax: Any, count: int, title: str) -> Iterator[tuple[Any, Sequence[Any]]]:
    if ax is not None:
        if count > 1:
            raise ValueError("ax: the columns have several units; draw those of one unit")
        if title:
            ax.set_title(title)
        yield ax.figure, [ax]
        return
    with theme(name):
        figure = import_module("matplotlib.figure").Figure(figsize=(7.2, 3.2 + 1.6 * (count - 1)))
        axes = figure.subplots(count, 1, sharex=True, squeeze=False)[:, 0]
        if title:
            axes[0].set_title(title)
        yield figure, axes


def _legend(axes: Any) -> None:
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 1:
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small")


__all__ = ["contact_forces", "drift", "residuals", "theme", "trajectories"]

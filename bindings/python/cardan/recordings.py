"""Recordings of runs as arrays, data frames and datasets."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import Any, Iterator, NamedTuple

import numpy as np
import numpy.typing as npt

from cardan import _cardan
from cardan.types import Array, Path


def _contact_dtype(width: int) -> np.dtype[np.void]:
    """The dtype of contacts whose names have at most `width` characters."""
    return np.dtype(
        [
            ("a", f"U{width}"),
            ("b", f"U{width}"),
            ("point", np.float64, 3),
            ("normal", np.float64, 3),
            ("force", np.float64, 3),
            ("phi", np.float64),
            ("state", np.int8),
        ]
    )


class Change(NamedTuple):
    """A change of the world during the recording."""

    step: int  # number of completed steps at the call
    call: str  # "set_mass", "remove", ...


class _Column(NamedTuple):
    table: int
    place: int
    unit: str


class Recording:
    """A file written by `World.recorder`, `cardan run --record` or the C++ class Recorder.

    A recording is a mapping from column names to arrays (rows): "time", "worst_residual", "robot/q_knee",
    "imu/acceleration.z". A table is read from the file when one of its columns is first requested. Rows in which a
    model is absent contain NaN.
    """

    def __init__(self, path: Path) -> None:
        self._file = _cardan._RecordingFile(path)
        self._columns: dict[str, _Column] = {}
        self._owners: dict[str, bool] = {}
        self._read: dict[int, Array] = {}
        for number, (owner, is_sensor, columns, units) in enumerate(self._file.tables()):
            if owner:
                self._owners[owner] = is_sensor
            for index, column in enumerate(columns):
                name = f"{owner}/{column}" if owner else column
                self._columns[name] = _Column(number, index, units[index])

    @property
    def file(self) -> str:
        """Path of the file."""
        return self._file.file

    @property
    def formulation(self) -> str:
        """Id of the contact formulation."""
        return self._file.formulation

    @property
    def solver(self) -> str:
        """Id of the contact solver."""
        return self._file.solver

    @property
    def time_step(self) -> float:
        """Time step of the world [s]."""
        return self._file.time_step

    @property
    def num_rows(self) -> int:
        """Number of rows."""
        return self._file.num_rows

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the moving models."""
        return tuple(name for name, is_sensor in self._owners.items() if not is_sensor)

    @property
    def sensors(self) -> tuple[str, ...]:
        """Names of the sensors."""
        return tuple(name for name, is_sensor in self._owners.items() if is_sensor)

    @property
    def units(self) -> dict[str, str]:
        """Unit of each column, "" for counts."""
        return {name: column.unit for name, column in self._columns.items()}

    @property
    def steps(self) -> npt.NDArray[np.int64]:
        """(rows) Step number of each row."""
        return self._file.steps()

    @property
    def scene_text(self) -> str:
        """YAML text of the scene; "" if the world was made without a scene."""
        return self._file.scene_text

    @property
    def changes(self) -> list[Change]:
        """Changes of the world during the recording, in order."""
        return [Change(step, call) for step, call in self._file.changes()]

    def keys(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(self._columns)

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __getitem__(self, name: str) -> Array:
        """(rows) A column. Raises a KeyError with similar names for an unknown column."""
        column = self._columns.get(name)
        if column is None:
            near = difflib.get_close_matches(name, self._columns, 3, 0.4)
            raise KeyError(f"{self.file} has no column {name!r}; similar: {', '.join(near) or 'none'}")
        return self._table(column.table)[:, column.place].copy()

    def model(self, name: str, table: str = "q") -> Array:
        """(rows, n) All columns of a model whose names begin with `table`: "q", "v", "effort" or "base"."""
        if name not in self.models:
            raise KeyError(f"{self.file} has no model {name!r}; models: {', '.join(self.models)}")
        begin = f"{name}/{table}_"
        chosen = [column for column in self._columns if column.startswith(begin)]
        if not chosen:
            raise KeyError(f"model {name!r} has no columns {table!r}; tables are q, v, effort, base")
        return np.stack([self[column] for column in chosen], axis=1)

    def contacts(self, row: int) -> npt.NDArray[np.void]:
        """Contacts of a row, a structured array.

        Fields: a, b (MODEL or MODEL/LINK), point [m], normal (from a into b), force on b [N], phi [m], state
        (cardan.OPEN, STICK or SLIDE); in world axes. A negative row counts from the end. The fields a and b are as
        wide as the longest name of the row.
        """
        row = row + self.num_rows if row < 0 else row
        a, b, points, normals, forces, phi, states = self._file.contacts(row)
        contacts = np.zeros(len(a), _contact_dtype(max(map(len, [*a, *b]), default=1)))
        contacts["a"], contacts["b"], contacts["state"] = a, b, states
        contacts["point"], contacts["normal"], contacts["force"], contacts["phi"] = points, normals, forces, phi
        return contacts

    def verify(self) -> None:
        """Reads every row. Raises an Error with the step if the rows differ from the hashes of the run."""
        self._file.verify()

    def repeat(self, threads: int = 1) -> int:
        """Repeats the run and compares every step bit by bit. Returns the number of steps.

        Raises an Error that names the first step that differs, or a missing file.
        """
        return self._file.repeat(threads)

    def numpy(self) -> dict[str, Array]:
        """All columns as arrays (rows)."""
        return {name: self[name] for name in self._columns}

    def pandas(self) -> Any:
        """A pandas.DataFrame with one row per time; units are in `frame.attrs["units"]`. Needs pandas."""
        pandas = import_module("pandas")
        columns = self.numpy()
        frame = pandas.DataFrame(columns, index=pandas.Index(columns.pop("time"), name="time"))
        frame = frame[list(columns)]
        frame.attrs.update(units=self.units, formulation=self.formulation, solver=self.solver)
        return frame

    def xarray(self) -> Any:
        """An xarray.Dataset over `time`; each variable has the attribute `units`. Needs xarray."""
        xarray = import_module("xarray")
        columns = self.numpy()
        time = columns.pop("time")
        variables = {
            name: ("time", values, {"units": self._columns[name].unit}) for name, values in columns.items()
        }
        about = {"formulation": self.formulation, "solver": self.solver, "time_step": self.time_step}
        return xarray.Dataset(variables, coords={"time": ("time", time, {"units": "s"})}, attrs=about)

    def __reduce__(self) -> tuple[type[Recording], tuple[str]]:
        return Recording, (self.file,)

    def __repr__(self) -> str:
        return (
            f"<cardan.Recording {self.file!r}: {self.num_rows} rows, {len(self)} columns, "
            f"{self.formulation} with {self.solver}>"
        )

    def _table(self, number: int) -> Array:
        if number not in self._read:
            self._read[number] = self._file.rows(number, 0, self.num_rows)
        return self._read[number]


def open_recording(path: Path) -> Recording:
    """Opens a recording. Raises Error for a file that is not a recording or is damaged."""
    return Recording(path)

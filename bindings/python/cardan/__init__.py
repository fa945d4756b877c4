"""Articulated-body physics with swappable, judged contact solvers."""

from cardan import dynamics, problem, urdf
from cardan._cardan import (
    Batch,
    Error,
    StepError,
    __version__,
    describe_solver,
    solvers,
)
from cardan._cardan import load_scene
from cardan.recordings import Recording, open_recording
from cardan.solver import Solver

__all__ = [
    "Batch",
    "Error",
    "Recording",
    "Solver",
    "StepError",
    "__version__",
    "describe_solver",
    "dynamics",
    "open_recording",
    "problem",
    "solvers",
    "urdf",
]

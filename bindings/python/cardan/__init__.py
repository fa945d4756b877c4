"""Articulated-body physics with swappable, judged contact solvers.

A `World` owns models and advances them in time. Everything that it returns is a copy; arrays are
float64. Units are SI and radians. docs/python.md has the rules and examples.
"""

from cardan._cardan import (
    Batch,
    Error,
    IkResult,
    IslandReport,
    Joint,
    Joints,
    Link,
    Links,
    LoopId,
    Model,
    Pose,
    Recorder,
    Report,
    Scene,
    Sensor,
    State,
    StepError,
    World,
    __version__,
    contact_dtype,
    describe_solver,
    load_scene,
    load_scene_text,
    solvers,
)
from cardan import dynamics, problem, urdf
from cardan.recordings import Recording, open_recording
from cardan.solver import Solver

#: Values of the field `state` of contacts.
OPEN, STICK, SLIDE = 0, 1, 2

__all__ = [
    "OPEN",
    "SLIDE",
    "STICK",
    "Batch",
    "Error",
    "IkResult",
    "IslandReport",
    "Joint",
    "Joints",
    "Link",
    "Links",
    "LoopId",
    "Model",
    "Pose",
    "Recorder",
    "Recording",
    "Report",
    "Scene",
    "Sensor",
    "Solver",
    "State",
    "StepError",
    "World",
    "__version__",
    "contact_dtype",
    "describe_solver",
    "dynamics",
    "load_scene",
    "load_scene_text",
    "open_recording",
    "problem",
    "solvers",
    "urdf",
]

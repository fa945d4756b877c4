"""Articulated-body physics with pluggable contact solvers, each checked independently.

A `World` owns models and advances them in time. All values that a world returns are copies;
arrays are float64. Units are SI units and radians. docs/python.md contains the rules and examples.
"""

from cardan import dynamics, problem, urdf
from cardan._cardan import (
    Batch,
    Error,
    IkResult,
    Island,
    IslandReport,
    Joint,
    Joints,
    Linearization,
    Linearizer,
    Link,
    Links,
    LoopId,
    Model,
    Page,
    Pose,
    Quantity,
    Recorder,
    Replay,
    Report,
    Scene,
    Sensor,
    State,
    StepError,
    View,
    Viewer,
    World,
    __version__,
    contact_dtype,
    describe_solver,
    inspect_robot,
    load_scene,
    load_scene_text,
    solvers,
)
from cardan.recordings import Recording, open_recording
from cardan.replays import replay
from cardan.solver import Solver
from cardan.sweeps import sweep

#: Values of the field `state` of contacts.
OPEN, STICK, SLIDE = 0, 1, 2

__all__ = [
    "Batch",
    "Error",
    "IkResult",
    "Island",
    "IslandReport",
    "Joint",
    "Joints",
    "Linearization",
    "Linearizer",
    "Link",
    "Links",
    "LoopId",
    "Model",
    "OPEN",
    "Page",
    "Pose",
    "Quantity",
    "Recorder",
    "Recording",
    "Replay",
    "Report",
    "SLIDE",
    "STICK",
    "Scene",
    "Sensor",
    "Solver",
    "State",
    "StepError",
    "View",
    "Viewer",
    "World",
    "__version__",
    "contact_dtype",
    "describe_solver",
    "dynamics",
    "inspect_robot",
    "load_scene",
    "load_scene_text",
    "open_recording",
    "problem",
    "replay",
    "solvers",
    "sweep",
    "urdf",
]

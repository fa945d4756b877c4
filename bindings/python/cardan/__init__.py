"""Articulated-body physics with swappable, judged contact solvers.

A `World` owns models and advances them in time. Everything that it returns is a copy; arrays are
float64. Units are SI and radians. docs/python.md has the rules and examples.
"""

from cardan._cardan import (
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
    Pose,
    Quantity,
    Recorder,
    Report,
    Scene,
    Sensor,
    State,
    StepError,
    View,
    World,
    __version__,
    contact_dtype,
    load_scene,
    load_scene_text,
)

#: Values of the field `state` of contacts.
OPEN, STICK, SLIDE = 0, 1, 2

__all__ = [
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
    "Pose",
    "Quantity",
    "Recorder",
    "Report",
    "SLIDE",
    "STICK",
    "Scene",
    "Sensor",
    "State",
    "StepError",
    "View",
    "World",
    "__version__",
    "contact_dtype",
    "load_scene",
    "load_scene_text",
]

"""Types of arguments and results, for annotations: `from cardan.types import Array`."""

import os
from typing import TYPE_CHECKING, List, Literal, TypedDict, Union

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from cardan._cardan import LoopId, Pose

#: float64 numbers.
Array = npt.NDArray[np.float64]
Path = Union[str, "os.PathLike[str]"]
#: A Pose, a position (3,), a position with a quaternion w x y z (7,), or a matrix (4, 4).
PoseLike = Union["Pose", npt.ArrayLike]
#: Axes and reference point of a Jacobian.
Frame = Literal["local_world_aligned", "local", "world"]


class SolverAttempt(TypedDict):
    """One attempt of IslandReport.attempts."""

    solver: int
    status: str
    iterations: int
    stage: int
    compliance: float
    residual: float


class ShadowReport(TypedDict):
    """Report.shadow."""

    islands: int
    solved: int
    fallbacks: int
    iterations: int
    worst_residual: float
    impulse_difference: float
    velocity_difference: float
    worst_island: int


class LinkMass(TypedDict):
    """Link.mass: [kg], (3,) [m], (3, 3) [kg m^2]."""

    mass: float
    com: Array
    inertia: Array


class SensorQuantity(TypedDict):
    """One of Sensor.quantities."""

    name: str
    unit: str
    first: int
    size: int
    components: List[str]


class LoopInfo(TypedDict):
    """World.loop."""

    id: "LoopId"
    name: str
    kind: str
    a: str
    b: str
    error: float
    force: Array
    moment: Array
    effort: float


class IslandBlock(TypedDict):
    """One of Island.blocks."""

    name: str
    rows: List[str]
    row: int
    mu: float
    lo: float
    hi: float
    phi: float
    impulse: Array
    velocity: Array


class Hit(TypedDict):
    """Result of a ray."""

    name: str
    shape: int
    point: Array
    normal: Array
    distance: float
    triangle: int
    inside: bool


class ClosestPoints(TypedDict):
    """View.closest_points."""

    distance: float
    point_a: Array
    point_b: Array
    normal: Array
    a: str
    b: str
    shape_a: int
    shape_b: int

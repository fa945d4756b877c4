import numpy.typing as npt

from cardan.types import Array, Frame, PoseLike

class Skeleton:
    @property
    def name(self) -> str: ...
    @property
    def nq(self) -> int: ...
    @property
    def nv(self) -> int: ...
    @property
    def num_bodies(self) -> int: ...
    @property
    def floating_base(self) -> bool: ...
    @property
    def mass(self) -> float: ...
    @property
    def joint_names(self) -> list[str]: ...
    @property
    def frame_names(self) -> list[str]: ...
    @property
    def dof_names(self) -> list[str]: ...
    @property
    def lower(self) -> Array: ...
    @property
    def upper(self) -> Array: ...
    @property
    def effort_limit(self) -> Array: ...
    @property
    def damping(self) -> Array: ...
    @property
    def armature(self) -> Array: ...
    def q_slice(self, joint: str) -> slice: ...
    def v_slice(self, joint: str) -> slice: ...

def rnea(
    skeleton: Skeleton,
    q: npt.ArrayLike,
    v: npt.ArrayLike,
    a: npt.ArrayLike,
    gravity: npt.ArrayLike = ...,
    base: PoseLike | None = ...,
) -> Array: ...
def bias_forces(
    skeleton: Skeleton,
    q: npt.ArrayLike,
    v: npt.ArrayLike,
    gravity: npt.ArrayLike = ...,
    base: PoseLike | None = ...,
) -> Array: ...
def crba(skeleton: Skeleton, q: npt.ArrayLike) -> Array: ...
def aba(
    skeleton: Skeleton,
    q: npt.ArrayLike,
    v: npt.ArrayLike,
    tau: npt.ArrayLike,
    gravity: npt.ArrayLike = ...,
    base: PoseLike | None = ...,
) -> Array: ...
def rnea_derivatives(
    skeleton: Skeleton,
    q: npt.ArrayLike,
    v: npt.ArrayLike,
    a: npt.ArrayLike,
    gravity: npt.ArrayLike = ...,
    base: PoseLike | None = ...,
) -> tuple[Array, Array, Array]: ...
def aba_derivatives(
    skeleton: Skeleton,
    q: npt.ArrayLike,
    v: npt.ArrayLike,
    tau: npt.ArrayLike,
    gravity: npt.ArrayLike = ...,
    base: PoseLike | None = ...,
) -> tuple[Array, Array, Array]: ...
def frame_pose(skeleton: Skeleton, q: npt.ArrayLike, frame: str, base: PoseLike | None = ...) -> Array: ...
def jacobian(
    skeleton: Skeleton, q: npt.ArrayLike, frame: str, reference: Frame = ..., base: PoseLike | None = ...
) -> Array: ...
def jacobian_rate(
    skeleton: Skeleton,
    q: npt.ArrayLike,
    v: npt.ArrayLike,
    frame: str,
    reference: Frame = ...,
    base: PoseLike | None = ...,
) -> Array: ...
def center_of_mass(skeleton: Skeleton, q: npt.ArrayLike, base: PoseLike | None = ...) -> Array: ...
def centroidal_momentum_matrix(skeleton: Skeleton, q: npt.ArrayLike, base: PoseLike | None = ...) -> Array: ...
def centroidal_momentum_rate(
    skeleton: Skeleton, q: npt.ArrayLike, v: npt.ArrayLike, base: PoseLike | None = ...
) -> Array: ...
def energies(
    skeleton: Skeleton,
    q: npt.ArrayLike,
    v: npt.ArrayLike,
    gravity: npt.ArrayLike = ...,
    base: PoseLike | None = ...,
) -> tuple[Array, Array]: ...
def integrate(skeleton: Skeleton, q: npt.ArrayLike, v: npt.ArrayLike, h: float = ...) -> Array: ...
def difference(skeleton: Skeleton, q0: npt.ArrayLike, q1: npt.ArrayLike) -> Array: ...
def neutral_configuration(skeleton: Skeleton) -> Array: ...
def random_configuration(skeleton: Skeleton, seed: int) -> Array: ...

__all__ = [
    "Skeleton",
    "aba",
    "aba_derivatives",
    "bias_forces",
    "center_of_mass",
    "centroidal_momentum_matrix",
    "centroidal_momentum_rate",
    "crba",
    "difference",
    "energies",
    "frame_pose",
    "integrate",
    "jacobian",
    "jacobian_rate",
    "neutral_configuration",
    "random_configuration",
    "rnea",
    "rnea_derivatives",
]

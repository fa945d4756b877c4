import enum
from typing import Any

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

# The classes of Gymnasium if it is installed, else stand-ins with these members.

HAS_GYMNASIUM: bool

class AutoresetMode(enum.Enum):
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"

class Box:
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    low: npt.NDArray[Any]
    high: npt.NDArray[Any]
    def __init__(
        self, low: Any, high: Any, shape: tuple[int, ...] | None = ..., dtype: Any = ...
    ) -> None: ...
    def seed(self, seed: int | None = ...) -> Any: ...
    def sample(self) -> npt.NDArray[Any]: ...
    def contains(self, x: Any) -> bool: ...
    def __eq__(self, other: object) -> bool: ...

def batch_space(space: Box, n: int = ...) -> Box: ...

class VectorEnvBase:
    metadata: dict[str, Any]
    render_mode: str | None
    spec: Any
    closed: bool
    num_envs: int
    observation_space: Box
    action_space: Box
    single_observation_space: Box
    single_action_space: Box
    @property
    def unwrapped(self) -> Any: ...
    def close(self, **keywords: Any) -> None: ...
    def close_extras(self, **keywords: Any) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: Any) -> None: ...

__all__ = ["HAS_GYMNASIUM", "AutoresetMode", "Box", "VectorEnvBase", "batch_space"]

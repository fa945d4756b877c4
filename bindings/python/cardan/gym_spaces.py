"""Parts of Gymnasium that `cardan.gym` needs: the classes of the package if it is installed, else stand-ins."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

try:
    from gymnasium.spaces import Box
    from gymnasium.vector import AutoresetMode, VectorEnv as VectorEnvBase
    from gymnasium.vector.utils import batch_space

    HAS_GYMNASIUM = True
except ImportError:
    HAS_GYMNASIUM = False

    class AutoresetMode(enum.Enum):
        """When a world is reset after the end of an episode, as in Gymnasium 1.1."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"

    class Box:
        """Arrays between bounds, with the members of `gymnasium.spaces.Box` that learners read."""

        def __init__(self, low: Any, high: Any, shape: tuple[int, ...] | None = None, dtype: Any = np.float32) -> None:
            self.dtype = np.dtype(dtype)
            self.shape = tuple(shape) if shape is not None else np.broadcast(low, high).shape
            self.low = np.broadcast_to(np.asarray(low, self.dtype), self.shape).copy()
            self.high = np.broadcast_to(np.asarray(high, self.dtype), self.shape).copy()
            self._random = np.random.default_rng()

        def seed(self, seed: int | None = None) -> None:
            """Seeds the samples."""
            self._random = np.random.default_rng(seed)

        def sample(self) -> np.ndarray:
            """A random element: uniform between finite bounds, else normal."""
            bounded = np.isfinite(self.low) & np.isfinite(self.high)
            low, high = np.where(bounded, self.low, 0), np.where(bounded, self.high, 1)
            uniform = self._random.uniform(low, high)
            return np.where(bounded, uniform, self._random.normal(size=self.shape)).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            """True for an array of this shape within the bounds."""
            x = np.asarray(x)
            return x.shape == self.shape and bool(np.all((x >= self.low) & (x <= self.high)))

        def __eq__(self, other: object) -> bool:
            return (
                isinstance(other, Box)
                and self.shape == other.shape
                and np.array_equal(self.low, other.low)
                and np.array_equal(self.high, other.high)
            )

        def __repr__(self) -> str:
            return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"

    def batch_space(space: Any, n: int = 1) -> Any:
        """The space of n elements."""
        repeat = (n,) + (1,) * len(space.shape)
        return Box(np.tile(space.low, repeat), np.tile(space.high, repeat), dtype=space.dtype)

    class VectorEnvBase:
        """The attributes of `gymnasium.vector.VectorEnv`."""

        metadata: dict[str, Any] = {}
        render_mode: str | None = None
        spec: Any = None
        closed = False
        num_envs: int
        observation_space: Any
        action_space: Any
        single_observation_space: Any
        single_action_space: Any

        @property
        def unwrapped(self) -> Any:
            """This environment."""
            return self

        def close(self, **keywords: Any) -> None:
            """Frees the resources of the environment."""
            if not self.closed:
                self.close_extras(**keywords)
                self.closed = True

        def close_extras(self, **keywords: Any) -> None:
            """Called by close."""

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: Any) -> None:
            self.close()


__all__ = ["HAS_GYMNASIUM", "AutoresetMode", "Box", "VectorEnvBase", "batch_space"]

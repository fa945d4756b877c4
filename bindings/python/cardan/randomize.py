"""Distributions of parameters. The random numbers of a world do not depend on the number of worlds."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Sequence, Union

import numpy as np

#: A function of a random generator, or (low, high) for a uniform distribution.
Distribution = Union[Callable[[np.random.Generator], Any], Sequence[float]]

#: Keys whose values a reset of a batch can change; every other key is a path of the scene.
RESET_KEYS = ("friction", "mass", "gains", "gravity")


def uniform(low: Any, high: Any) -> Distribution:
    """Uniform between low and high, which are numbers or arrays."""
    return lambda random: random.uniform(low, high)


def normal(mean: Any, deviation: Any) -> Distribution:
    """Normal with this mean and standard deviation, which are numbers or arrays."""
    return lambda random: random.normal(mean, deviation)


def log_uniform(low: float, high: float) -> Distribution:
    """A number whose logarithm is uniform; both bounds are positive."""
    if not 0 < low <= high:
        raise ValueError(f"log_uniform: expected 0 < low <= high, got {low} and {high}")
    return lambda random: float(np.exp(random.uniform(np.log(low), np.log(high))))


def choice(values: Sequence[Any]) -> Distribution:
    """One of the values, all with equal probability."""
    kept = list(values)
    return lambda random: kept[int(random.integers(len(kept)))]


def sample(distribution: Distribution, random: np.random.Generator, name: str) -> Any:
    """Draws one value. Raises a TypeError with the name if it is not a distribution."""
    if callable(distribution):
        value = distribution(random)
    else:
        try:
            low, high = (float(bound) for bound in distribution)
        except (TypeError, ValueError):
            raise TypeError(f"randomize[{name!r}]: expected (low, high) or a function of a generator") from None
        value = random.uniform(low, high)
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def is_reset_key(key: str) -> bool:
    """True for "gravity", "friction.NAME", "mass.MODEL/LINK" and "gains.MODEL/JOINT"."""
    kind, _, name = key.partition(".")
    return key == "gravity" or (kind in RESET_KEYS[:3] and bool(name))


def reset_parameters(values: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments of `Batch.reset` for values by reset key."""
    parameters: dict[str, Any] = {}
    for key, value in values.items():
        kind, _, name = key.partition(".")
        if kind == "gravity":
            parameters[kind] = value
        else:
            parameters.setdefault(kind, {})[name] = value
    return parameters

"""Restores objects of the extension module from pickles, which name this function."""

from __future__ import annotations

from typing import Any

from cardan import _cardan


def restore(kind: type[Any], state: Any) -> Any:
    """An object of a class of the extension module, from the value of its __getstate__."""
    return _cardan._restore(kind, state)

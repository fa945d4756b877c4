"""Articulated-body physics with swappable, judged contact solvers."""

from cardan._cardan import Error, StepError, __version__

__all__ = ["Error", "StepError", "__version__"]

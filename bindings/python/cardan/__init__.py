"""Articulated-body physics with swappable, judged contact solvers."""

from cardan._cardan import Error, __version__

__all__ = ["Error", "__version__"]

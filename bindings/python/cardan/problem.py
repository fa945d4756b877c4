"""Contact problems and their solutions (docs/problem-files.md)."""

from cardan._cardan.problem import Answer, Problem, load

__all__ = ["Answer", "Problem", "load"]

"""Contact solvers written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy.typing as npt

from cardan import _cardan
from cardan.types import Array

if TYPE_CHECKING:
    from cardan.problem import Problem


class Solver:
    """Base class of contact solvers written in Python.

    A subclass with an `id` is registered under this id when the class is defined. Scenes, worlds that are made later,
    and `Problem.solve` use the solver by this id. The engine judges every answer: an exception, a wrong shape, or a
    residual above the tolerance is a failure of the solver, and the next solver of the fallback chain runs.

    Class attributes:
      id           a word of letters, digits, _ and -, which no plugin uses
      kinds        kinds of blocks that the solver supports: "free", "nonnegative", "box", "box_mu", "cone",
                   "cone_convex", "ball_mu"
      requires     properties of A that the solver needs: "symmetric", "positive_diagonal", ...
      formulation  the contact formulation of scenes that name only this solver
      parameters   {option: default}; a default is a float, an int, a bool or a list of words, the first of which is
                   the default
      version      text

    `options` of an instance contains the values of the parameters. It is set before __init__, which has no arguments.
    `solve` may set `iterations`, an int, for the reports. Each thread of a world has its own instance.
    """

    id: ClassVar[str] = ""
    version: ClassVar[str] = "1"
    kinds: ClassVar[tuple[str, ...]] = ()
    requires: ClassVar[tuple[str, ...]] = ()
    formulation: ClassVar[str] = "cone"
    parameters: ClassVar[dict[str, Any]] = {}

    options: dict[str, Any]
    iterations: int = 0

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if cls.__dict__.get("id"):
            _cardan._register_solver(cls)

    def solve(self, problem: Problem, guess: Array) -> npt.ArrayLike | None:
        """Returns the impulses (m) [N s] for a `cardan.problem.Problem`, or None if there is no answer.

        guess: (m) impulses of the last step, or zeros. The answer must depend only on the problem, the guess and
        the options; otherwise, runs cannot be repeated with identical bits.
        """
        raise NotImplementedError("a solver defines solve(problem, guess)")

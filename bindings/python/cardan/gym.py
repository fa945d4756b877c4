"""Vector environments for learning, as in Gymnasium (docs/python-gym.md).

`VectorEnv` derives from `gymnasium.vector.VectorEnv` if Gymnasium is installed, and otherwise from a stand-in with the
same attributes.
"""

from __future__ import annotations

from typing import Any, Callable, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from cardan import _cardan
from cardan.gym_spaces import HAS_GYMNASIUM, AutoresetMode, Box, VectorEnvBase, batch_space
from cardan.randomize import (
    Distribution,
    choice,
    is_reset_key,
    log_uniform,
    normal,
    reset_parameters,
    sample,
    uniform,
)
from cardan.types import Array, Path

Bools = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.int64]

#: {quantity: weight}, or a function of (observations, actions) that returns (N).
Reward = Union[Mapping[str, float], Callable[[Array, Array], Array]]
#: {quantity: (low, high)}, or a function of (observations) that returns (N) booleans.
Terminate = Union[Mapping[str, Sequence[float]], Callable[[Array], npt.ArrayLike]]
#: A function (random, q, v) that returns q and v at the start of an episode of a world.
Start = Callable[[np.random.Generator, Array, Array], tuple[Array, Array]]


class VectorEnv(VectorEnvBase):
    """N worlds of one scene as a vector environment.

    scene        a Scene or the path of a scene file
    observe      quantities of docs/regression.md: the columns of the observations
    act          "targets": an action is the offset of the PD targets from the targets of the scene; "efforts": an
                 action sets the efforts of the joints; or a list of MODEL/JOINT with PD laws
    scale        value of an action of 1: rad or m, N m or N. Actions are limited to -1 ... 1
    reward       {quantity: weight}, or a function (observations, actions) -> (N)
    terminate    {quantity: (low, high)}: an episode ends outside these bounds; or a function (observations) -> (N)
    steps        number of steps of the worlds per step of the environment
    max_episode_steps  number of steps of the environment after which an episode is truncated; 0: never
    randomize    {path: distribution}. "friction.MATERIAL", "mass.MODEL/LINK", "gains.MODEL/JOINT" (kp, kd) and
                 "gravity" (3) are drawn for every episode; every other path is a path of the scene, and its value
                 is drawn once for each world
    start        (random, q, v) -> (q, v): the state at the start of an episode of one world
    autoreset_mode  "next_step", "same_step" or "disabled", or the enumeration value of Gymnasium
    threads      number of threads of the batch; 0: all cores
    seed         seed of the values of scene paths, drawn when the worlds are made; `reset(seed=...)` seeds the rest

    World i uses the i-th child of the seed sequence, so its random numbers do not depend on N. Observations are
    float64 in SI units, written by the threads of the batch. Errors: ValueError for a wrong argument, cardan.Error
    for an unknown name.
    """

    def __init__(
        self,
        scene: _cardan.Scene | Path,
        num_envs: int,
        *,
        observe: Sequence[str],
        act: str | Sequence[str] = "targets",
        scale: float = 0.5,
        reward: Reward,
        terminate: Terminate | None = None,
        steps: int = 10,
        max_episode_steps: int = 0,
        randomize: Mapping[str, Distribution] | None = None,
        start: Start | None = None,
        autoreset_mode: str | AutoresetMode = "next_step",
        threads: int = 0,
        seed: int = 0,
    ) -> None:
        if steps < 1 or max_episode_steps < 0:
            raise ValueError("steps: at least 1; max_episode_steps: at least 0")
        if num_envs < 1:
            raise ValueError(f"num_envs: at least 1, got {num_envs}")
        if isinstance(observe, str):
            raise TypeError("observe: expected a list of names, got a str")
        if not np.isfinite(scale):
            raise ValueError(f"scale: expected a finite number, got {scale}")
        _check_bounds(terminate)
        self.num_envs = int(num_envs)
        self.mode = _mode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self._steps, self._limit, self._start = steps, max_episode_steps, start
        self._randomize = dict(randomize or {})
        self._observe = list(observe)
        self._reward, self._terminate = reward, terminate
        self._hidden = [name for name in (*_names(reward), *_names(terminate)) if name not in self._observe]
        self._hidden = list(dict.fromkeys(self._hidden))
        self._reseed(seed)
        paths = {key: value for key, value in self._randomize.items() if not is_reset_key(key)}
        self._of_episode = {key: value for key, value in self._randomize.items() if is_reset_key(key)}

        def vary(world: int) -> dict[str, Any]:
            return {key: sample(value, self._random[world], key) for key, value in paths.items()}

        columns = self._observe + self._hidden
        self.batch = _cardan.Batch(scene, self.num_envs, vary if paths else None, threads=threads, observe=columns)
        self._column = {name: i for i, name in enumerate(columns)}
        self._act, self._rest = self._controls(act)
        self._scale = float(scale)
        self._starts = self.batch.q.copy(), self.batch.v.copy()
        self._age = np.zeros(self.num_envs, np.int64)
        self._over = np.zeros(self.num_envs, bool)
        self._begun = False
        self.single_observation_space = Box(-np.inf, np.inf, (len(self._observe),), np.float64)
        self.single_action_space = Box(-1.0, 1.0, (len(self._act),), np.float64)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def time_step(self) -> float:
        """Time of one step of the environment [s]."""
        return self.batch.time_step * self._steps

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Starts new episodes. Returns (observations, info).

        seed: one seed for all worlds, or one for each. options: {"reset_mask": (N) booleans} resets only these worlds.
        """
        if seed is not None:
            self._reseed(seed)
        mask = np.ones(self.num_envs, bool)
        if options and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"], bool)
            if mask.shape != (self.num_envs,):
                raise ValueError(f"reset_mask: expected shape ({self.num_envs},), got {mask.shape}")
        self._restart(np.flatnonzero(mask))
        self._begun = True
        return self._observations(), {}

    def step(self, actions: npt.ArrayLike) -> tuple[Array, Array, Bools, Bools, dict[str, Any]]:
        """Advances all worlds. Returns (observations, rewards, terminated, truncated, info).

        actions (N, k) are clipped to -1 ... 1. With SAME_STEP, info["final_obs"] (N, k) contains the final observations
        of the episodes that ended, for the worlds marked in info["_final_obs"] (N). Raises ValueError for NaN, and
        RuntimeError before the first reset.
        """
        actions = np.asarray(actions, float)
        if actions.shape != (self.num_envs, len(self._act)):
            raise ValueError(f"actions: expected shape {(self.num_envs, len(self._act))}, got {actions.shape}")
        if not self._begun:
            raise RuntimeError("step: there is no episode yet; call reset first")
        if np.isnan(actions).any():
            world, column = np.argwhere(np.isnan(actions))[0]
            raise ValueError(f"actions: action {column} of environment {world} is NaN")
        actions = np.clip(actions, -1, 1)
        fresh = self._over.copy() if self.mode is AutoresetMode.NEXT_STEP else np.zeros(self.num_envs, bool)
        if fresh.any():
            self._restart(np.flatnonzero(fresh))
        self._apply(actions)
        going = ~(fresh | self._over)
        self.batch.step(self._steps, None if going.all() else going)
        self._age[going] += 1
        rewards = np.where(going, self._rewards(actions), 0.0)
        terminated = self._terminated() & going
        truncated = going & ~terminated & (self._limit > 0) & (self._age >= self._limit)
        self._over = (self._over & ~fresh) | terminated | truncated
        info: dict[str, Any] = {}
        if self.mode is AutoresetMode.SAME_STEP and self._over.any():
            info["final_obs"], info["_final_obs"] = self._observations(), self._over.copy()
            self._restart(np.flatnonzero(self._over))
        return self._observations(), rewards, terminated, truncated, info

    def close_extras(self, **_: Any) -> None:
        """Closes the batch."""
        self.batch.close()

    def _reseed(self, seed: int | Sequence[int]) -> None:
        if isinstance(seed, (int, np.integer)):
            children = np.random.SeedSequence(seed).spawn(self.num_envs)
        else:
            children = [np.random.SeedSequence(one) for one in seed]
            if len(children) != self.num_envs:
                raise ValueError(f"seed: expected one number or {self.num_envs}")
        self._random = [np.random.default_rng(child) for child in children]

    def _controls(self, act: str | Sequence[str]) -> tuple[Indices, Array]:
        """Columns that actions set, and the values to which actions are added."""
        self._efforts = act == "efforts"
        if self._efforts:
            driven: list[int] = []
            first = 0
            for model in self.batch.world(0).models:
                skeleton = model.skeleton
                if skeleton is None:
                    continue
                floats = 6 if skeleton.floating_base else 0
                driven += range(first + floats, first + skeleton.nv)
                first += skeleton.nv
            return np.array(driven, np.int64), np.zeros((self.num_envs, len(driven)))
        known = self.batch.target_names
        names = known if act == "targets" else list(act)
        unknown = [name for name in names if name not in known]
        if unknown or not names:
            what = f"{unknown[0]!r} has no PD law" if unknown else "no joint has a PD law"
            raise ValueError(f"act: {what}; expected 'targets', 'efforts' or names among {known}")
        columns = np.array([known.index(name) for name in names])
        return columns, self.batch.targets[:, columns].copy()

    def _apply(self, actions: Array) -> None:
        into = self.batch.efforts if self._efforts else self.batch.targets
        into[:, self._act] = self._rest + self._scale * actions

    def _restart(self, worlds: Indices) -> None:
        for world in map(int, worlds):
            random = self._random[world]
            values = {key: sample(value, random, key) for key, value in self._of_episode.items()}
            self.batch.reset(world, **reset_parameters(values))
            if self._start is not None:
                q, v = (rows[world].copy() for rows in self._starts)
                self.batch.set_state(world, *self._start(random, q, v))
        if not self._efforts:
            self.batch.targets[np.ix_(worlds, self._act)] = self._rest[worlds]
        self._age[worlds] = 0
        self._over[worlds] = False

    def _observations(self) -> Array:
        return self.batch.observations[:, : len(self._observe)].copy()

    def _rewards(self, actions: Array) -> Array:
        if callable(self._reward):
            rewards = np.asarray(self._reward(self._observations(), actions), float)
            if rewards.shape != (self.num_envs,):
                raise ValueError(f"reward: expected shape ({self.num_envs},), got {rewards.shape}")
            return rewards
        seen = self.batch.observations
        total = np.zeros(self.num_envs)
        for name, weight in self._reward.items():
            total += weight * seen[:, self._column[name]]
        return total

    def _terminated(self) -> Bools:
        ended: Bools = ~self.batch.status["finite"]
        if self._terminate is None:
            return ended
        if callable(self._terminate):
            chosen: Bools = np.asarray(self._terminate(self._observations()), bool)
            if chosen.shape != (self.num_envs,):
                raise ValueError(f"terminate: expected shape ({self.num_envs},), got {chosen.shape}")
            return ended | chosen
        seen = self.batch.observations
        for name, (low, high) in self._terminate.items():
            value = seen[:, self._column[name]]
            ended = ended | ~((value >= low) & (value <= high))
        return ended


def _mode(mode: str | AutoresetMode) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    names = {member.name.lower(): member for member in AutoresetMode}
    if mode not in names:
        raise ValueError(f"autoreset_mode: {mode!r} is none of {', '.join(map(repr, names))}")
    return names[mode]


def _check_bounds(terminate: Terminate | None) -> None:
    if terminate is None or callable(terminate):
        return
    for name, (low, high) in terminate.items():
        if not low <= high:
            raise ValueError(f"terminate: the bounds of {name!r}, ({low}, {high}), are an empty interval")


def _names(terms: Any) -> list[str]:
    return [] if terms is None or callable(terms) else list(terms)


__all__ = [
    "HAS_GYMNASIUM",
    "AutoresetMode",
    "Box",
    "VectorEnv",
    "choice",
    "log_uniform",
    "normal",
    "uniform",
]

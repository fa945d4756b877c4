"""Pages of recordings."""

from __future__ import annotations

from typing import Callable

from cardan import _cardan
from cardan._cardan import Replay
from cardan.recordings import Recording
from cardan.types import Path


def replay(
    recording: Recording | Path,
    *,
    rate: float = 60.0,
    size_limit: float = 20.0,
    height: int = 480,
    threads: int = 1,
    progress: Callable[[float], object] | None = None,
) -> Replay:
    """Repeats a recording and makes a page of it, which notebooks display.

    rate: frames per second of simulated time. size_limit [MB]: frames are omitted if the page would be larger.
    height: height in a notebook [px]. progress: called with the fraction of steps done. The GIL is released; Ctrl-C
    ends the call.

    Raises Error for a file that is not a recording or is damaged, and at the first step whose bits differ.
    """
    file = recording._file if isinstance(recording, Recording) else _cardan._RecordingFile(recording)
    return _cardan._replay(file, rate, size_limit, height, threads, progress)

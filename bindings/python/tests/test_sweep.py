"""cardan.sweep runs the command; what it returns is the merge of the command line."""

from __future__ import annotations

import concurrent.futures
import csv
import os
import shutil
from pathlib import Path

import cardan
import pytest

COMMAND = os.environ.get("CARDAN_COMMAND") or str(Path(cardan.__file__).resolve().parents[2] / "bin" / "cardan")
if not Path(COMMAND).exists():
    COMMAND = shutil.which("cardan") or ""
pytestmark = pytest.mark.skipif(not COMMAND, reason="the command cardan is missing")

SCENE = """cardan: 1
time: {step: 0.001, duration: 0.1}
models: [{name: ball, sphere: {radius: 0.1}}]
"""
STUDY = """scene: scene.yaml
parameters: {gravity: [[0, 0, -9.81], [0, 0, -1.62]]}
seeds: [1, 2, 3]
metrics: [{quantity: ball.base.z}]
"""


class ThreadClient:
    """What sweep() uses of a Dask client."""

    def __init__(self) -> None:
        self.pool = concurrent.futures.ThreadPoolExecutor(2)

    def scheduler_info(self) -> dict[str, dict[str, int]]:
        return {"workers": {"a": 1}}

    def map(self, function, *columns, pure, retries):  # type: ignore[no-untyped-def]
        return [self.pool.submit(function, *row) for row in zip(*columns)]

    def gather(self, futures):  # type: ignore[no-untyped-def]
        return [future.result() for future in futures]


def write_study(folder: Path) -> Path:
    (folder / "scene.yaml").write_text(SCENE + "perturb: {position: 0.01}\n")
    (folder / "study.yaml").write_text(STUDY)
    return folder / "study.yaml"


def test_free_fall(tmp_path: Path) -> None:
    out = cardan.sweep(write_study(tmp_path), command=COMMAND)
    assert out == tmp_path / "study.results"
    rows = list(csv.DictReader((out / "results.csv").open()))
    assert len(rows) == 6
    for row in rows:
        g = 9.81 if "9.81" in row["gravity"] else 1.62
        # z = -g t² / 2 of the semi-implicit method, within the offsets of the seed.
        assert float(row["ball.base.z"]) == pytest.approx(-g * 0.1 * 0.101 / 2, abs=0.011)


def test_client_gives_the_same_bytes(tmp_path: Path) -> None:
    study = write_study(tmp_path)
    here = cardan.sweep(study, command=COMMAND, out=tmp_path / "here", jobs=1)
    there = cardan.sweep(study, command=COMMAND, out=tmp_path / "there", client=ThreadClient(), shards=4)
    assert (here / "results.csv").read_bytes() == (there / "results.csv").read_bytes()
    assert (here / "results.h5").read_bytes() == (there / "results.h5").read_bytes()


def test_errors_are_those_of_the_command(tmp_path: Path) -> None:
    study = write_study(tmp_path)
    study.write_text("scene: scene.yaml\nmetrics: [{quantity: ball.base.zz}]\n")
    with pytest.raises(cardan.Error, match="study.yaml:2"):
        cardan.sweep(study, command=COMMAND)
    with pytest.raises(cardan.Error, match="jobs"):
        cardan.sweep(study, command=COMMAND, client=ThreadClient(), jobs=2)

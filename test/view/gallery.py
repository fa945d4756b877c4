"""Makes the pictures of docs/gallery.md and the clip of the README, with `cardan view --image` and `--video`.

usage: gallery.py COMMAND SOURCE_DIR OUT_DIR [NAME...]

Names: of the pictures below, and `clip`; default: all.
"""

import pathlib
import sys
import tempfile
from typing import NamedTuple

import pages

SIZE = "800x450"


class Picture(NamedTuple):
    """A picture of a scene of data/scenes at a time [s]; options: more options of `cardan view`."""

    name: str
    scene: str
    time: float
    options: tuple = ()


PICTURES = [
    Picture("stand", "stand", 0.5, ("--camera", "-50,16,1.1")),
    Picture("slide", "cube_slide", 0.35, ("--camera", "-60,18,1.5")),
    Picture("card-house", "card_house", 0.5, ("--camera", "-60,12,1.2", "--dark")),
    Picture("arch", "arch", 0.5, ("--camera", "-75,10,1.35")),
    Picture("arch-falls", "stacks/arch_too_thin_falls", 0.44, ("--camera", "-70,14,1.35")),
    Picture("pyramid", "box_pyramid", 0.5, ("--camera", "-60,14,1.1", "--dark")),
    Picture("ladder", "stacks/ladder_slips", 0.3, ("--camera", "150,14,1.1")),
    Picture("table", "stacks/table_6_legs", 0.5, ("--camera", "-50,20,1.2")),
    Picture("spheres", "papers/spheres_in_a_sphere", 1.0, ("--camera", "-50,20,1.2")),
    Picture("balls", "benchmark/balls_666", 0.6, ("--camera", "-50,24,1", "--dark")),
    Picture("boxes", "benchmark/thrown_boxes", 0.6, ("--camera", "-50,20,1")),
    Picture("gripper", "gripper", 0.5, ("--camera", "-60,12,1.2", "--dark")),
    Picture("lift", "lift", 0.4, ("--camera", "-50,24,1.1")),
    Picture("terrain", "terrain", 0.6, ("--camera", "-50,34,1.35")),
    Picture("fourbar", "fourbar", 0.3, ("--camera", "-80,10,1.7")),
]
# The clip: ten seconds, 12.5 frames per second.
CLIP_SCENE, CLIP_DURATION = "stacks/arch_too_thin_falls", 0.5
CLIP_OPTIONS = ("--camera", "-70,14,1.35", "--size", "640x360", "--rate", 250, "--speed", 0.05)


def record(command, source, folder, scene, duration):
    recording = folder / "run.h5"
    pages.run(command, "run", source / "data/scenes" / f"{scene}.yaml", "--duration", duration, "--record", recording)
    return recording


def make_picture(command, source, out, picture, size=SIZE):
    with tempfile.TemporaryDirectory() as folder:
        recording = record(command, source, pathlib.Path(folder), picture.scene, picture.time)
        image = out / f"{picture.name}.webp"
        pages.run(command, "view", recording, "--image", image, "--size", size, *picture.options)
        return image


def make_clip(command, source, out):
    with tempfile.TemporaryDirectory() as folder:
        recording = record(command, source, pathlib.Path(folder), CLIP_SCENE, CLIP_DURATION)
        pages.run(command, "view", recording, "--video", out / "clip.webp", *CLIP_OPTIONS)


def make(command, source, out, names):
    out.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        if not names or picture.name in names:
            make_picture(command, source, out, picture)
    if not names or "clip" in names:
        make_clip(command, source, out)


if __name__ == "__main__":
    make(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4:])

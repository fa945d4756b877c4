"""Pictures and videos of `cardan view`, drawn by a headless Chromium.

usage: test_film.py COMMAND SOURCE_DIR [unittest arguments]

Exit status 77, with the packages that are missing, where one is not installed.
"""

import importlib.util
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

NEEDS = [("chromium", shutil.which("chromium")), ("ffmpeg", shutil.which("ffmpeg")),
         ("python3-numpy", importlib.util.find_spec("numpy")), ("python3-pil", importlib.util.find_spec("PIL"))]
missing = [package for package, is_there in NEEDS if not is_there]
if missing:
    print("skipped: the packages " + " ".join(missing) + " are missing (scripts/install-packages view)")
    sys.exit(77)

import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

import pages  # noqa: E402

COMMAND, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
WIDTH, HEIGHT = 400, 240


def red_centre(picture):
    """Centre of the pixels of the ball, which alone is red."""
    pixels = np.asarray(picture.convert("RGB")).astype(int)
    red = (pixels[..., 0] > 120) & (pixels[..., 1] < 60) & (pixels[..., 2] < 60)
    rows, columns = np.nonzero(red)
    return np.array([columns.mean(), rows.mean()]), len(rows)


class Film(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Files of the command are made here alone, so that a forgotten one is seen.
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="cardan-films-"))
        cls.scratch = cls.folder / "scratch"
        cls.scratch.mkdir()
        os.environ["TMPDIR"] = str(cls.scratch)
        (cls.folder / "ball.urdf").write_text(pages.BALL_URDF)
        (cls.folder / "ball.yaml").write_text(pages.BALL)
        cls.recording = cls.folder / "ball.h5"
        pages.run(COMMAND, "run", cls.folder / "ball.yaml", "--record", cls.recording)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    def tearDown(self):
        self.assertEqual(list(self.scratch.iterdir()), [])
        self.assertEqual(self.browsers(), [])

    def browsers(self):
        """Processes that name the scratch folder: browsers and encoders that were forgotten."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if str(self.scratch) in line:
                found.append(line)
        return found

    def view(self, *options):
        return pages.run(COMMAND, "view", self.recording, "--size", f"{WIDTH}x{HEIGHT}", *options)

    def test_the_ball_is_where_the_camera_says(self):
        # The camera looks along y, so that x is to the right: half a metre in the second of the run.
        seen = []
        for at in (0, 1):
            image = self.folder / f"ball-{at}.png"
            said = self.view("--image", image, "--at", at, "--camera", "-90,0", *(["--dark"] if at else []))
            self.assertIn(f"{WIDTH}x{HEIGHT}, {at} s", said)
            with Image.open(image) as picture:
                self.assertEqual(picture.size, (WIDTH, HEIGHT))
                seen.append(red_centre(picture))
                corner = np.asarray(picture.convert("RGB"))[5, 5].mean()
            self.assertGreater(seen[-1][1], 50)
            self.assertTrue(corner < 60 if at else corner > 200, corner)
        (first, area), (last, _) = seen
        # Scale of the picture from the ball itself, whose radius is 0.1 m.
        scale = np.sqrt(area / np.pi) / 0.1
        self.assertAlmostEqual(last[0] - first[0], 0.5 * scale, delta=0.06 * scale)
        self.assertAlmostEqual(last[1], first[1], delta=1.5)
        # The view is centred on the motion.
        self.assertAlmostEqual((first[0] + last[0]) / 2, WIDTH / 2, delta=0.05 * WIDTH)
        self.assertFalse((self.folder / "ball.html").exists())

    def test_video_has_all_frames(self):
        for name, size in (("ball.mp4", (402, 242)), ("ball.webp", (401, 241))):
            video = self.folder / name
            said = pages.run(COMMAND, "view", self.recording, "--video", video, "--rate", 5, "--speed", 0.5,
                             "--size", "401x241", "--camera", "-90,0")
            self.assertIn("6 frames, 401x241, 2.5 per second", said)
            if name.endswith(".webp"):
                with Image.open(video) as frames:
                    self.assertEqual((frames.size, frames.n_frames), (size, 6))
                    places = []
                    for frame in range(6):
                        frames.seek(frame)
                        places.append(red_centre(frames)[0][0])
                self.assertTrue(np.all(np.diff(places) > 5), places)
                continue
            done = subprocess.run(
                ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                 "stream=codec_name,width,height,r_frame_rate,nb_read_frames", "-of", "csv=p=0", video],
                capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout.strip().split(","), ["h264", str(size[0]), str(size[1]), "5/2", "6"])

    def test_interrupt_leaves_nothing(self):
        video = self.folder / "long.mp4"
        with subprocess.Popen([COMMAND, "view", self.recording, "--video", video], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            end = time.monotonic() + 60
            while not self.browsers() and time.monotonic() < end:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + signal.SIGINT)
        self.assertFalse(video.exists())

    def test_killed_command_ends_its_browser(self):
        with subprocess.Popen([COMMAND, "view", self.recording, "--image", self.folder / "x.png"],
                              env={**os.environ, "CARDAN_IN_PROCESS": "1"}, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            end = time.monotonic() + 60
            while not self.browsers() and time.monotonic() < end:
                time.sleep(0.05)
            process.kill()
        while self.browsers() and time.monotonic() < end:
            time.sleep(0.05)
        for left in self.scratch.iterdir():
            shutil.rmtree(left)

    def test_missing_programs_are_named(self):
        tools = self.folder / "tools"
        tools.mkdir()
        for path, option, package in ((tools, "--image=x.png", "chromium"), (tools, "--video=x.mp4", "ffmpeg")):
            done = subprocess.run([COMMAND, "view", self.recording, option], capture_output=True, text=True,
                                  env={**os.environ, "PATH": str(path)}, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(len(done.stderr.splitlines()), 1)
            self.assertIn(f"install the Debian package {package}", done.stderr)
            if package == "chromium":
                (tools / "chromium").symlink_to(shutil.which("true"))
        # A browser that ends at once.
        done = subprocess.run([COMMAND, "view", self.recording, "--image=x.png"], capture_output=True, text=True,
                              env={**os.environ, "PATH": str(tools)}, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("the browser has ended", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)

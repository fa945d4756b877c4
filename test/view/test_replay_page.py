"""Replay pages in a headless Chromium.

usage: test_replay_page.py COMMAND SOURCE_DIR [unittest arguments]

Exit status 77, with the packages that are missing, where the browser or its driver is not installed.
"""

import importlib.util
import json
import math
import pathlib
import re
import shutil
import statistics
import sys
import tempfile
import unittest

NEEDS = [("chromium", lambda: shutil.which("chromium")),
         ("chromium-driver", lambda: shutil.which("chromedriver")),
         ("python3-selenium", lambda: importlib.util.find_spec("selenium")),
         ("python3-h5py", lambda: importlib.util.find_spec("h5py")),
         ("python3-pil", lambda: importlib.util.find_spec("PIL"))]
missing = [package for package, is_there in NEEDS if not is_there()]
if missing:
    print("skipped: the packages " + " ".join(missing) + " are missing (scripts/install-packages view)")
    sys.exit(77)

import h5py  # noqa: E402
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

import pages  # noqa: E402
import pictures  # noqa: E402
from browser import Browser  # noqa: E402
from policy import check_policy  # noqa: E402

COMMAND, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
STATES = ["open", "stick", "slide"]


def projected(camera, point, width, height):
    """Pixel of a point: a pinhole camera with z up, written out again."""
    position, target = np.array(camera["position"]), np.array(camera["target"])
    forward = (target - position) / np.linalg.norm(target - position)
    right = np.cross(forward, [0, 0, 1])
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    d = np.array(point) - position
    scale = height / 2 / math.tan(math.radians(camera["fov"]) / 2)
    return (width / 2 + scale * (d @ right) / (d @ forward),
            height / 2 - scale * (d @ up) / (d @ forward))


class ReplayPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="cardan-pages-"))
        cls.browser = Browser(800, 500)

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()
        shutil.rmtree(cls.browser.profile, ignore_errors=True)
        shutil.rmtree(cls.folder, ignore_errors=True)

    def setUp(self):
        self.browser.resize(800, 500)

    def scene(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def page_of(self, scene, *options):
        page = self.folder / (pathlib.Path(scene).stem + ".html")
        pages.run(COMMAND, "run", scene, "--html", page, *options)
        return page

    def stand(self):
        """Recording of every step of the standing robot, and its page."""
        recording, page = self.folder / "stand.h5", self.folder / "stand.html"
        if not page.exists():
            pages.run(COMMAND, "run", SOURCE / "data/scenes/stand.yaml", "--duration", 10,
                      "--record", recording, "--record-every", 0)
            self.said = pages.run(COMMAND, "view", recording, "-o", page)
        return recording, page

    def text(self, selector):
        return self.browser.run("return document.querySelector(arguments[0])?.textContent", selector)

    def test_page_is_small_and_opens_without_network(self):
        _, page = self.stand()
        self.assertLessEqual(page.stat().st_size, 1.5e6)
        self.browser.open(page)
        opened = self.browser.run("return performance.now()")
        print(f"opened in {opened:.0f} ms", end=" ", flush=True)
        self.assertLess(opened, 30000)  # on a machine in use; docs/viewer.md gives the time on an idle one
        self.browser.settle()
        self.assertEqual(self.browser.requests(), [page.absolute().as_uri()])
        self.assertEqual(self.browser.console_errors(), [])
        # The page may not ask anyone for anything, whatever a later version does.
        refused = self.browser.run_async(
            "const done = arguments[arguments.length - 1];"
            "fetch('data:,x').then(() => done(false), () => done(true))")
        self.assertTrue(refused)

    def test_contacts_and_poses_are_those_of_the_recording(self):
        recording, page = self.stand()
        self.browser.open(page)
        frames = self.browser.run("return cardan.frames")
        self.assertEqual(frames, 601)
        steps = self.browser.run("return Array.from(cardan.times)")
        body_names = self.browser.run(
            "return cardan.head.bodies.map(b => cardan.head.models[b.model].name + '/' + b.link)")
        compared = 0
        with h5py.File(recording) as file:
            of_row = np.concatenate([[0], np.cumsum(file["contacts"][:, 0]).astype(int)])
            table = {name: file["contact_list"][name][:] for name in
                     ("sides", "point", "normal", "force", "phi", "state")}
            names = [x[()].decode() for _, x in sorted(file["contact_list/names"].items(), key=lambda x: int(x[0]))]
            base = file["models/robot/base_position"][:]
            times = file["time"][:, 0]
            pages_contacts = self.browser.run(
                "return Array.from({length: cardan.frames}, (_, i) => cardan.contacts(i))")
            body = next(i for i, name in enumerate(body_names) if name.endswith("/base"))
            poses = self.browser.run(
                "return Array.from({length: cardan.frames}, (_, i) => cardan.pose(i, arguments[0]))", body)
            for frame in range(frames):
                row = int(round(steps[frame] / 0.001))
                self.assertAlmostEqual(times[row], steps[frame], delta=1e-6)
                np.testing.assert_allclose(poses[frame][:3], base[row], rtol=1e-6, atol=1e-6)
                contacts = pages_contacts[frame]
                if frame == 0:
                    self.assertEqual(contacts, [])
                    continue
                self.assertEqual(len(contacts), of_row[row + 1] - of_row[row])
                for k, contact in enumerate(contacts):
                    at = of_row[row] + k
                    for name, key in (("point", "point"), ("normal", "normal"), ("force", "force")):
                        np.testing.assert_allclose(contact[name], table[key][at], rtol=1e-6, atol=1e-6)
                    self.assertAlmostEqual(contact["gap"], table["phi"][at][0], delta=1e-6)
                    self.assertEqual(contact["state"], int(table["state"][at][0]))
                    for side, place in (("bodyA", 0), ("bodyB", 1)):
                        recorded = names[int(table["sides"][at][place])]
                        shown = body_names[contact[side]]
                        self.assertIn(recorded, (shown, shown.split("/")[0]))
                    self.assertAlmostEqual(contact["mu"], 0.8, delta=1e-6)
                    compared += 1
        self.assertGreater(compared, 2000)

    def test_steps_are_those_of_the_recording(self):
        recording, page = self.stand()
        self.browser.open(page)
        with h5py.File(recording) as file:
            for name, table in (("kinetic energy", "kinetic_energy"), ("potential energy", "potential_energy"),
                                ("residual", "worst_residual"), ("contacts", "contacts")):
                np.testing.assert_allclose(self.browser.run("return cardan.steps(arguments[0])", name),
                                           file[table][1:, 0], rtol=1e-6, atol=1e-12, err_msg=name)

    def test_seek_keys_and_play(self):
        _, page = self.stand()
        self.browser.open(page, "#t=2")
        frame = lambda: self.browser.run("return cardan.frame()")  # noqa: E731
        self.assertEqual(frame(), 120)
        self.assertEqual(self.text("output.time"), "2.000 s")
        self.browser.press(Keys.ARROW_RIGHT)
        self.assertEqual(frame(), 121)
        self.browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.assertEqual(frame(), 119)
        self.browser.press(Keys.END)
        self.assertEqual(frame(), 600)
        self.browser.press(Keys.HOME)
        self.assertEqual(frame(), 0)
        self.browser.press("]")
        first = self.browser.run("return [cardan.head.events[0].time, cardan.times[cardan.frame()]]")
        self.assertLess(abs(first[0] - first[1]), 1 / 60)
        self.assertIn("meets", self.text(".note"))
        self.browser.press(" ")
        self.assertTrue(self.browser.run("return cardan.isPlaying()"))
        start = frame()
        WebDriverWait(self.browser.driver, 20).until(lambda _: frame() > start)
        if self.browser.run("return cardan.isPlaying()"):  # on a slow machine, the run has ended by now
            self.browser.press(" ")
        self.assertFalse(self.browser.run("return cardan.isPlaying()"))
        self.browser.run("cardan.seek(7.5)")
        self.assertEqual(self.browser.run("return document.querySelector('input[type=range]').value"), "450")

    def test_keys_reach_every_event(self):
        _, page = self.stand()
        # Frames are 1/60 s apart: the second event is in the first half of the interval after the frame of the first.
        events = [(0.5, "one"), (0.505, "two"), (0.6, "three"), (2.5, "four")]
        altered = self.folder / "events.html"
        altered.write_text(pages.with_events(page.read_text(), events))
        self.browser.open(altered)
        frames = [math.ceil(60 * time - 1e-3) for time, _ in events]
        self.assertEqual(len(set(frames)), 4)

        def follow(key):
            self.browser.press(key)
            return self.browser.run("return cardan.frame()"), self.text(".note").split(": ")[-1]

        stops = list(zip(frames, [name for _, name in events]))
        for following, previous in (("]", "["), (".", ",")):
            self.browser.press(Keys.HOME)
            self.assertEqual([follow(following) for _ in stops], stops)
            self.assertEqual(follow(following), (frames[-1], "No later event"))
            self.assertEqual([follow(previous) for _ in stops[1:]], stops[-2::-1])
            self.assertEqual(follow(previous), (frames[0], "No earlier event"))

    def test_keys_behind_alt(self):
        _, page = self.stand()
        altered = self.folder / "alt.html"
        altered.write_text(pages.with_events(page.read_text(), [(0.5, "one"), (1, "two")]))
        self.browser.open(altered)

        def press(key, **modifiers):
            self.browser.run("dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], ...arguments[1]}))",
                             key, modifiers)
            return self.browser.run("return cardan.frame()")

        self.assertEqual(press("]", altKey=True), 30)
        self.assertEqual(press("]", ctrlKey=True, altKey=True), 60)
        self.assertEqual(press("[", altKey=True), 30)
        for modifiers in ({"ctrlKey": True}, {"metaKey": True}, {"metaKey": True, "altKey": True}):
            self.assertEqual(press("]", **modifiers), 30)
        self.assertEqual(press("ArrowRight", altKey=True), 30)  # the browser's own
        press("?", altKey=True, shiftKey=True)
        self.assertTrue(self.browser.run("return document.querySelector('.help').open"))
        self.browser.run("[...document.querySelectorAll('.help button')].at(-1).click()")
        self.assertFalse(self.browser.run("return document.querySelector('.help').open"))

    def test_address_is_followed(self):
        _, page = self.stand()
        self.browser.open(page, "#t=2")
        self.browser.run("cardan.play()")
        for fragment, frame in (("#t=7.5", 450), ("#t=.5", 30), ("#t=1.2.3", 30), ("#else", 30)):
            self.browser.run("location.hash = arguments[0]", fragment)
            self.browser.settle()
            self.assertEqual(self.browser.run("return cardan.frame()"), frame, fragment)
            self.assertFalse(self.browser.run("return cardan.isPlaying()"))

    def test_position_that_is_not_finite(self):
        (self.folder / "ball.urdf").write_text(pages.BALL_URDF)
        text = self.page_of(self.scene("lost.yaml", pages.BALL)).read_text()
        lost = self.folder / "lost_altered.html"
        for number, value, said in ((0, math.inf, "not finite"), (1, -math.inf, "not finite"), (2, 7.5, "7.50 m")):
            column = 7 + number  # the ball is the second body
            lost.write_text(pages.with_last_number(text, "poses", column, value))
            self.browser.open(lost)
            last = self.browser.run("cardan.seekFrame(0); return cardan.frames - 1")
            self.browser.settle()
            self.browser.click([0, 0, 1])
            self.assertIn("1.00 m", self.text(".card"))
            self.browser.run("cardan.seekFrame(arguments[0])", last)
            self.browser.settle()
            self.assertIn(said, self.text(".card"))
            self.browser.press("f")
            self.browser.settle()
            self.assertEqual(self.browser.run("return [...cardan.camera().position].every(Number.isFinite)"), True)
            self.assertEqual(self.browser.console_errors(), [])

    def test_policy_forbids_forms_and_base_addresses(self):
        _, page = self.stand()
        policy = check_policy(self, page.read_text())
        self.assertEqual(policy["form-action"], "'none'")
        self.assertEqual(policy["base-uri"], "'none'")

    def test_policy_stops_what_is_added_to_the_page(self):
        _, page = self.stand()
        added = page.with_name("added.html")
        added.write_text(page.read_text().replace("</body>", (
            "<script>document.title='bad'</script><style>body{margin-left:77px}</style>"
            "<p id='p' style='margin-left:77px' onclick=\"document.title='bad'\">x</p></body>")))
        self.browser.open(added)
        self.browser.settle()
        self.browser.run("document.getElementById('p').click()")
        self.assertNotEqual(self.browser.run("return document.title"), "bad")
        for element in ("document.body", "document.getElementById('p')"):
            self.assertNotEqual(self.browser.run(f"return getComputedStyle({element}).marginLeft"), "77px")
        self.assertTrue(self.browser.console_errors())

    def test_click_on_a_contact_shows_its_numbers(self):
        _, page = self.stand()
        self.browser.open(page, "#t=9")
        self.browser.settle()
        contact = self.browser.run("return cardan.contacts(cardan.frame())[0]")
        self.browser.click(contact["point"])
        card = self.text(".card")
        self.assertIn(" on ground", card)
        self.assertIn(STATES[contact["state"]], card)
        normal = abs(np.dot(contact["force"], contact["normal"]))
        self.assertIn(f"{normal:.3g} N", card)
        self.assertIn("conic", card)
        self.browser.press(Keys.ESCAPE)
        self.assertTrue(self.browser.run("return document.querySelector('.card').hidden"))

    def test_visuals_and_collision_shapes_differ(self):
        _, page = self.stand()
        self.browser.open(page)
        self.browser.settle()
        roles = self.browser.run("return cardan.head.parts.map(p => p.role)")
        self.assertIn("visual", roles)
        self.assertIn("collision", roles)
        before = self.browser.driver.get_screenshot_as_png()
        self.browser.press("v")
        self.browser.settle()
        self.assertNotEqual(before, self.browser.driver.get_screenshot_as_png())

    def test_ball_is_where_the_projection_says(self):
        (self.folder / "ball.urdf").write_text(pages.BALL_URDF)
        self.browser.open(self.page_of(self.scene("ball.yaml", pages.BALL)))
        box = self.browser.run("const r = document.querySelector('canvas').getBoundingClientRect();"
                               "return [r.left, r.top, r.width, r.height]")
        shot = self.folder / "ball.png"
        seen = []
        for time in (0, 0.5, 1):
            self.browser.run("cardan.seek(arguments[0])", time)
            self.browser.screenshot(shot)
            pixels = np.asarray(Image.open(shot).convert("RGB")).astype(int)
            red = (pixels[..., 0] > 60) & (pixels[..., 0] > 2.5 * pixels[..., 1]) & \
                  (pixels[..., 0] > 2.5 * pixels[..., 2])
            rows, columns = np.nonzero(red)
            self.assertGreater(len(rows), 300)
            camera = self.browser.run("return cardan.camera()")
            x, y = projected(camera, [0.5 * time, 0, 1], box[2], box[3])
            self.assertAlmostEqual(columns.mean() + 0.5, box[0] + x, delta=2)
            self.assertAlmostEqual(rows.mean() + 0.5, box[1] + y, delta=2)
            # The outline of a ball at a distance D covers the angle asin(r / D).
            distance = np.linalg.norm(np.array(camera["position"]) - [0.5 * time, 0, 1])
            radius = math.tan(math.asin(0.1 / distance)) * box[3] / 2 / math.tan(
                math.radians(camera["fov"]) / 2)
            self.assertAlmostEqual(math.sqrt(len(rows) / math.pi), radius, delta=0.05 * radius)
            seen.append(columns.mean())
        self.assertGreater(seen[2] - seen[0], 50)

    def test_names_with_markup_are_text(self):
        (self.folder / "names.urdf").write_text(pages.NAMES_URDF)
        page = self.page_of(self.scene("names.yaml", pages.NAMES))
        self.browser.open(page)
        self.browser.settle()
        self.assertEqual(self.text("h1"), pages.MARKUP)
        self.assertEqual(self.browser.run("return document.title"), pages.MARKUP)
        self.assertEqual(self.browser.run("return document.querySelectorAll('b:not(figcaption b),img').length"), 0)
        self.assertEqual(self.text(".help pre"), (self.folder / "names.yaml").read_text())
        self.browser.run("cardan.seek(0.2)")
        self.browser.settle()
        contacts = self.browser.run("return cardan.contacts(cardan.frame())")
        titles, markup = set(), 0
        for contact in contacts:
            self.browser.click(contact["point"])
            titles.add(re.sub(", contact.*", "", self.text(".card h2")))
            markup += self.browser.run("return document.querySelectorAll('.card b, .card img').length")
            self.browser.press(Keys.ESCAPE)  # the card may cover the next contact
        self.assertEqual(titles, {"<img src=x onerror=alert(1)>]]>'&lt; on ground <script><b>",
                                  "robot/</script><b>\"]]> on ground <script><b>"})
        self.assertEqual(markup, 0)
        self.assertEqual(self.browser.console_errors(), [])

    def test_thousand_bodies_take_few_calls_and_little_time(self):
        page = self.page_of(self.scene("many.yaml", pages.MANY), "--html-rate", 500)
        self.addCleanup(self.browser.count_calls())
        self.browser.open(page)
        self.assertEqual(self.browser.run("return cardan.head.bodies.length"), 1001)
        driver = self.browser.driver
        driver.execute_cdp_cmd("Performance.enable", {})

        def script_seconds():
            metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
            return next(x["value"] for x in metrics if x["name"] == "ScriptDuration")

        self.browser.run("cardan.seekFrame(0)")
        self.browser.settle()
        durations = []
        before = script_seconds()
        for frame in range(1, 301):
            self.browser.run_async(
                "const done = arguments[1]; cardan.seekFrame(arguments[0]);"
                "requestAnimationFrame(() => done())", frame)
            after = script_seconds()
            durations.append(after - before)
            before = after
        contacts = self.browser.run("return cardan.contacts(cardan.frame()).length")
        self.browser.settle()
        calls = self.browser.run("window.drawn = 0; cardan.draw(); return window.drawn")
        self.assertEqual(calls, self.browser.run("return cardan.drawCalls()"))
        median = 1e3 * statistics.median(durations)
        print(f"{contacts} contacts, {calls} draw calls, {median:.2f} ms of scripts per frame")
        self.assertGreaterEqual(contacts, 2000)
        self.assertLessEqual(calls, 40)
        self.assertLessEqual(median, 4)

    def test_large_pages_leave_out_frames_and_say_so(self):
        recording, page = self.stand()
        thin = self.folder / "thin.html"
        limit = 0.85
        said = pages.run(COMMAND, "view", recording, "-o", thin, "--size-limit", limit)
        self.assertRegex(said, r"one of \d+ frames is kept")
        self.assertLessEqual(thin.stat().st_size, 1e6 * limit)
        self.browser.open(page)
        read = "return Array.from({length: cardan.frames}, (_, i) => [cardan.times[i], cardan.contacts(i)])"
        whole = dict((round(time, 6), contacts) for time, contacts in self.browser.run(read))
        self.browser.open(thin)
        kept = self.browser.run(read)
        self.assertLess(len(kept), len(whole))
        for time, contacts in kept:
            self.assertEqual(contacts, whole[round(time, 6)])

    def test_damaged_page_says_so(self):
        _, page = self.stand()
        damaged = self.folder / "damaged.html"
        text = page.read_text()
        place = text.index('id="chunk-2">') + 200
        damaged.write_text(text[:place] + "!" + text[place + 1:])
        with self.assertRaisesRegex(AssertionError, "the page failed"):
            self.browser.open(damaged)

    def test_inspected_robot_moves_like_the_engine(self):
        (self.folder / "joints.urdf").write_text(pages.JOINTS_URDF)
        self.browser.open(self.page_of(self.scene("joints_scene.yaml", pages.JOINTS)))
        expected = self.browser.run(
            "return cardan.head.bodies.map((body, i) => [body.link, cardan.pose(0, i)])")
        said = pages.run(COMMAND, "view", self.folder / "joints.urdf", "--inspect")
        self.assertIn("links 7, joints 6", said)
        self.browser.open(self.folder / "joints.html")
        at_zero = self.browser.run("return cardan.pose('f')")
        for name, position in pages.POSITIONS.items():
            self.browser.run("cardan.setJoint(...arguments)", name, position)
        self.assertEqual(len(expected), 6)
        for link, pose in expected:
            found = np.array(self.browser.run("return cardan.pose(arguments[0])", link))
            found[3:] *= np.sign(found[3:] @ np.array(pose[3:]))
            np.testing.assert_allclose(found, pose, atol=1e-6, err_msg=link)
        for name in ("follow", "mount", "none"):
            self.assertEqual(self.browser.run(
                "try { cardan.setJoint(arguments[0], 1); } catch (error) { return error.message; }", name),
                f"no joint {name} that can be moved")
        self.browser.run("cardan.setJoint('turn', 9)")  # beyond its limit of 1.5
        self.assertIn("1.500 rad", self.text(".joints"))
        self.browser.press("r")
        np.testing.assert_allclose(self.browser.run("return cardan.pose('f')"), at_zero, atol=1e-12)
        for key in "gixv":
            self.browser.press(key)
        self.browser.settle()
        self.assertEqual(self.browser.console_errors(), [])
        self.assertEqual(self.browser.requests(), [(self.folder / "joints.html").as_uri()])

    def test_refused_robot_has_a_page_with_its_findings(self):
        (self.folder / "refused.urdf").write_text(pages.REFUSED_URDF)
        pages.run(COMMAND, "view", self.folder / "refused.urdf", "--inspect")
        self.browser.open(self.folder / "refused.html")
        self.assertEqual(self.text("h1"), "<img src=x>")
        self.assertEqual(self.browser.run("return document.querySelectorAll('img').length"), 0)
        findings = self.text(".findings")
        self.assertIn("This file is refused.", findings)
        self.assertIn('link "b"', findings)
        self.assertIn("mass", findings)
        self.browser.run("document.querySelector('.findings .error button').focus()")
        self.browser.press(Keys.ENTER)
        self.assertEqual(self.text(".card h2"), "b")
        self.assertIn("none has this inertia", self.text(".card"))

    def test_counts_of_one_are_singular(self):
        robot = self.folder / "pendulum.urdf"
        robot.write_text('<robot name="pendulum"><link name="world"/>' + pages.link("a") +
                         pages.joint("turn", "continuous", "world", "a", '<axis xyz="0 1 0"/>') + "</robot>")
        pages.run(COMMAND, "view", robot, "--inspect")
        self.browser.open(robot.with_suffix(".html"))
        self.assertRegex(self.text(".title p"), r"\b1 (link|joint) · ")
        self.assertNotRegex(self.text(".title p"), r"\b1 (links|joints)\b")

    def test_q_offers_the_command_that_repeats_the_step(self):
        _, page = self.stand()
        self.browser.open(page, "#t=2")
        is_hidden = lambda: self.browser.run("return document.querySelector('.ask').hidden")  # noqa: E731
        field = lambda: self.browser.run("return document.querySelector('.ask input').value")  # noqa: E731
        self.assertTrue(is_hidden())
        self.browser.press("q")
        self.assertFalse(is_hidden())
        self.assertEqual(field(), "cardan view stand.h5 --live --at 2")
        self.browser.press(Keys.END)  # the command follows the time
        self.assertEqual(field(), "cardan view stand.h5 --live --at 10")
        self.browser.press(Keys.ESCAPE)
        self.assertTrue(is_hidden())
        self.browser.press("q", "q")
        self.assertTrue(is_hidden())

    def test_pages_without_contacts_or_models(self):
        scene = self.scene("lonely.yaml", pages.LONELY)
        page, empty = scene.with_suffix(".html"), self.folder / "empty.html"
        pages.run(COMMAND, "run", scene, "--record", scene.with_suffix(".h5"))
        pages.run(COMMAND, "view", scene.with_suffix(".h5"))
        empty.write_text(pages.without_models(page.read_text()))
        for shown in (page, empty):
            self.browser.open(shown)
            self.assertEqual(self.text(".key"), "no contacts in this replay")
            frames = self.browser.run("return cardan.frames")
            self.assertGreater(frames, 1)
            for key in ["a", "c", "i", "p", "p", "x", "v", "f", "t", "t", "]", "[", "q", Keys.ESCAPE, Keys.END]:
                self.browser.press(key)
            self.browser.click([0, 0, 0])
            self.browser.settle()
            self.assertEqual(self.browser.run("return cardan.frame()"), frames - 1)
            self.assertEqual(self.browser.run("return cardan.contacts(cardan.frame())"), [])
            self.assertTrue(self.browser.run("return [...cardan.camera().position].every(Number.isFinite)"))
            self.assertEqual(self.browser.console_errors(), [])

    def test_position_that_is_nan_hides_one_body(self):
        two = pages.BALL + "  - {name: other, urdf: ball.urdf, base: floating, pose: {xyz: [0, 0.5, 1]}}\n"
        (self.folder / "ball.urdf").write_text(pages.BALL_URDF)
        text = self.page_of(self.scene("two.yaml", two)).read_text()
        lost = self.folder / "nan.html"
        for number in range(7):
            text = pages.with_last_number(text, "poses", 7 + number, math.nan)
        lost.write_text(text)
        self.browser.open(lost)
        last = self.browser.run("return cardan.frames - 1")

        def red_pixels(frame):
            self.browser.run("cardan.seekFrame(arguments[0])", frame)
            self.browser.screenshot(self.folder / "nan.png")
            pixels = np.asarray(Image.open(self.folder / "nan.png").convert("RGB")).astype(int)
            return int(((pixels[..., 0] > 60) & (pixels[..., 0] > 2.5 * pixels[..., 1])).sum())

        self.browser.run("cardan.seekFrame(0)")
        self.browser.settle()
        self.browser.click([0, 0, 1])
        both, one = red_pixels(0), red_pixels(last)
        self.assertIn("not in the world", self.text(".card"))
        self.assertGreater(one, 0.2 * both)
        self.assertLess(one, 0.8 * both)
        self.browser.press("f")
        self.browser.settle()
        self.assertTrue(self.browser.run("return [...cardan.camera().position].every(Number.isFinite)"))
        self.assertEqual(self.browser.console_errors(), [])

    def colours_at(self, points):
        """Which of red, green and blue are at points of the world."""
        self.browser.screenshot(self.folder / "points.png")
        pixels = np.asarray(Image.open(self.folder / "points.png").convert("RGB")).astype(int)
        seen = {}
        for point in points:
            at = self.browser.run("return cardan.project(arguments[0])", point)
            pixel = pixels[round(at["y"]), round(at["x"])]
            seen[point] = tuple(int(x) for x in pixel > pixel.max() / 2)
        return seen

    def test_images_and_colours_of_meshes_are_where_they_belong(self):
        robot = pages.write_squares(self.folder / "squares")
        pages.run(COMMAND, "view", robot, "--inspect")
        for dark in (False, True):
            self.browser.resize(800, 500, dark)
            self.browser.open(robot.with_suffix(".html"))
            self.browser.press("f")
            self.assertEqual(self.colours_at(pages.SQUARES_SEEN), pages.SQUARES_SEEN)
        self.assertEqual(self.browser.console_errors(), [])
        self.assertEqual(self.browser.requests(), [robot.with_suffix(".html").as_uri()])
        self.assertEqual(self.browser.run("return cardan.head.notes"), [])

    def expect_painted(self, robot, *options):
        """Every side of the painted shapes has the colours of the image."""
        pages.run(COMMAND, "view", robot, "--inspect", *options)
        self.browser.open(robot.with_suffix(".html"))
        self.browser.press("f")
        self.browser.settle()
        camera = np.array(self.browser.run("return cardan.camera().position"))
        compared = dict.fromkeys(pages.PAINTED, 0)
        for angle in (-2.1, 0, 2.1):
            R = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
            for link in pages.PAINTED:
                self.browser.run("cardan.setJoint(...arguments)", link, angle)
            expected = {}
            for link, point, out, place in pages.painted_points():
                seen = R @ point + np.array([2 * list(pages.PAINTED).index(link), 0, 0])
                sight = camera - seen
                if sight @ R @ out > 0.35 * np.linalg.norm(sight):
                    expected[tuple(map(float, seen))] = pages.painted_colour(*place)
                    compared[link] += 1
            self.assertEqual(self.colours_at(expected), expected)
        self.assertTrue(all(count >= 15 for count in compared.values()), compared)
        self.assertEqual(self.browser.console_errors(), [])
        self.assertEqual(self.browser.run("return cardan.head.notes"), [])

    def test_images_of_robot_files_are_where_they_belong(self):
        self.expect_painted(pages.write_painted(self.folder / "painted"))

    def test_images_of_many_pixels_are_reduced(self):
        robot = pages.write_painted(self.folder / "large")
        image = robot.with_suffix(".png")
        pixels = Image.open(image).resize((3000, 3000), Image.Resampling.NEAREST)
        pixels.save(image)
        pixels.putpixel((1500, 0), (1, 1, 1))  # another image
        pixels.save(robot.with_name("other.png"))
        robot.write_text(robot.read_text().replace("painted.png", "other.png", 1))
        decoder = """window.sides = []; const decode = createImageBitmap;
            window.createImageBitmap = async (...x) => { const y = await decode(...x); sides.push(y.width); return y; }"""
        script = self.browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": decoder})
        self.addCleanup(self.browser.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", script)
        self.expect_painted(robot)
        self.assertEqual(self.browser.run("return sides"), 2 * [math.floor(math.sqrt(2**24 / 2))])

    def test_photographs_are_reduced_and_stay_where_they_belong(self):
        found = json.loads(pages.run(COMMAND, "doctor", "--json"))["findings"]
        reduces = next(one["state"] for one in found if one["name"] == "libjpeg-turbo") == "fine"
        robot = pages.write_painted(self.folder / "photograph")
        image = Image.open(robot.with_suffix(".png")).resize((1600, 1600), Image.Resampling.NEAREST)
        # Upright, and turned in the file by Exif: orientation 6 is a quarter to the right.
        turned = Image.Exif()
        turned[274] = 6
        robot.write_text(robot.read_text().replace("painted.png", "painted.jpg"))
        quarter = image.transpose(Image.Transpose.ROTATE_90)
        for pixels, exif, options, side in ((image, Image.Exif(), [], 1000 if reduces else 1600),
                                            (quarter, turned, [], 1000 if reduces else 1600),
                                            (quarter, turned, ["--full-images"], 1600)):
            pixels.save(robot.with_suffix(".jpg"), quality=95, subsampling=0, exif=exif)
            self.expect_painted(robot, *options)
            self.assertEqual(self.browser.run("return cardan.head.images.map(x => [x.width, x.height])"), [[side, side]])

    def test_damaged_image_has_a_note_and_the_mesh_is_there(self):
        robot = pages.write_squares(self.folder / "damaged_squares")
        pages.damaged_png(robot.with_suffix(".png"))
        pages.run(COMMAND, "view", robot, "--inspect")
        self.browser.open(robot.with_suffix(".html"))
        self.assertEqual(self.browser.run("return cardan.head.notes"),
                         ["the image squares.png is not shown: it is damaged"])
        self.assertIn("the image squares.png", self.text(".help .notes"))
        self.assertIn("1 note (?)", self.text(".title p"))
        self.browser.press("f")
        seen = self.colours_at(pages.SQUARES_SEEN)
        for point, colour in pages.SQUARES_SEEN.items():
            self.assertEqual(seen[point], colour if point[0] > 1 else (1, 1, 1))
        self.assertEqual(self.browser.console_errors(), [])

    def test_pictures_of_the_documents_can_be_made(self):
        size = 800, 420  # smaller than the pictures: pixels cost time here
        pictures.make(COMMAND, SOURCE, self.folder, *size)
        for name, *_ in pictures.PICTURES:
            with Image.open(self.folder / name) as picture:
                self.assertEqual(picture.size, size)
            self.assertTrue((SOURCE / "docs" / name).is_file())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)

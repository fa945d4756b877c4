"""The page of a comparison in a headless Chromium.

usage: test_compare_page.py COMMAND SOURCE_DIR [unittest arguments]

Exit status 77, with the packages that are missing, where the browser or its driver is not installed.
"""

import importlib.util
import json
import pathlib
import shutil
import sys
import tempfile
import unittest

NEEDS = [("chromium", lambda: shutil.which("chromium")),
         ("chromium-driver", lambda: shutil.which("chromedriver")),
         ("python3-selenium", lambda: importlib.util.find_spec("selenium"))]
missing = [package for package, is_there in NEEDS if not is_there()]
if missing:
    print("skipped: the packages " + " ".join(missing) + " are missing (scripts/install-packages view)")
    sys.exit(77)

from selenium.webdriver.common.keys import Keys  # noqa: E402

import pages  # noqa: E402
from browser import Browser  # noqa: E402

COMMAND = sys.argv[1]

# A cube slides obliquely: a pyramid with few directions turns it aside. Friction over the whole motion is constant, so
# that with cones the path and the speed have closed forms. Names hold markup.
MU, GRAVITY, SPEED, STEP = 0.3, 9.81, (1.2, 0.5), 0.005
SCENE = f"""
cardan: 1
name: {json.dumps(pages.MARKUP)}
time: {{step: {STEP}, duration: 0.3}}
materials:
  default: {{mu: {MU}}}
models:
  - {{name: ground, plane: {{normal: [0, 0, 1], offset: 0}}, static: true}}
  - name: "<img src=x onerror=alert(1)>]]>'&lt;"
    box: {{size: [0.2, 0.2, 0.1]}}
    pose: {{xyz: [0, 0, 0.05]}}
    velocity: {{linear: [{SPEED[0]}, {SPEED[1]}, 0]}}
"""
PAIRS = "cone,polyhedral:directions=4"


class ComparePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="cardan-compare-")
        folder = pathlib.Path(cls.folder.name)
        scene, cls.page = folder / "slide.yaml", folder / "slide.html"
        scene.write_text(SCENE)
        cls.said = pages.run(COMMAND, "compare", scene, "--formulations", PAIRS, "--html", cls.page,
                             "--json", folder / "table.json")
        cls.table = json.loads((folder / "table.json").read_text())
        cls.browser = Browser(1000, 640)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.open(self.page)

    def value(self, expression, *arguments):
        return self.browser.run(f"return {expression}", *arguments)

    def test_the_page_asks_no_server_and_prints_no_error(self):
        for key in "ccaaxxnNo1ttf":
            self.browser.press(key)
        self.browser.settle()
        self.assertEqual(self.browser.requests(), [self.page.absolute().as_uri()])
        self.assertEqual(self.browser.console_errors(), [])
        self.assertIn(f"{self.page}: 19 frames", self.said)
        self.assertIn(" MB", self.said)

    def test_the_slider_moves_all_ghosts(self):
        body = self.value("cardan.head.bodies.findIndex(b => cardan.head.models[b.model].moves)")
        ends = []
        for frame in (0, 9, 18):
            self.browser.run("const slider = document.querySelector('.track input');"
                             "slider.value = arguments[0]; slider.dispatchEvent(new Event('input'))", frame)
            time = self.value("cardan.times[cardan.frame()]")
            self.assertEqual(self.value("cardan.frame()"), frame)
            drawn = [self.value("cardan.drawnPose(...arguments)", run, body)[12:15] for run in (0, 1)]
            for run in (0, 1):
                data = self.value("cardan.pose(...arguments)", run, frame, body)[:3]
                self.assertEqual(drawn[run], data)
            # Implicit Euler with constant deceleration: v_k = v_0 - k mu g h, along the velocity.
            steps = round(time / STEP)
            speed = (SPEED[0] ** 2 + SPEED[1] ** 2) ** 0.5
            way = sum(STEP * (speed - k * MU * GRAVITY * STEP) for k in range(1, steps + 1))
            for axis in (0, 1):
                self.assertAlmostEqual(drawn[0][axis], way * SPEED[axis] / speed, delta=2e-4)
            ends = drawn
        # The runs differ at the end as the table says.
        for row, place in zip(self.table, ends):
            for axis in range(3):
                self.assertAlmostEqual(place[axis], row["end"][axis], delta=1e-6)
        self.assertGreater(abs(ends[0][1] - ends[1][1]), 1e-3)

    def test_plots_follow_the_slider_and_lead_it(self):
        self.browser.run("cardan.seek(0.2)")
        found = self.value("""(() => [...document.querySelectorAll('svg.plot[data-axis=time]')].map(plot => {
            const rect = plot.querySelector('.frame'), [lo, hi] = rect.dataset.x.split(' ').map(Number);
            const x = plot.querySelector('.cursor').transform.baseVal[0].matrix.e;
            return lo + (x - rect.x.baseVal.value) / rect.width.baseVal.value * (hi - lo);
        }))()""")
        self.assertEqual(len(found), 3)
        time = self.value("cardan.times[cardan.frame()]")
        for at in found:
            self.assertAlmostEqual(at, time, delta=1e-4)
        # The point on the curve of the speed is at the speed of that time.
        speed = self.value("""(() => {
            const plot = [...document.querySelectorAll('svg.plot[data-axis=time]')].find(
              plot => plot.querySelector('title').textContent.startsWith('speed'));
            const rect = plot.querySelector('.frame'), [lo, hi] = rect.dataset.y.split(' ').map(Number);
            const y = Number(plot.querySelector('.at').getAttribute('cy'));
            return lo + (1 - (y - rect.y.baseVal.value) / rect.height.baseVal.value) * (hi - lo);
        })()""")
        self.assertAlmostEqual(speed, (SPEED[0] ** 2 + SPEED[1] ** 2) ** 0.5 - MU * GRAVITY * time, delta=0.01)
        # A click in the middle of a frame goes to the middle of its range.
        middle = self.browser.run("""
            const plot = document.querySelectorAll('svg.plot[data-axis=time]')[1];
            plot.scrollIntoView();
            const field = plot.querySelector('.field'), box = field.getBoundingClientRect();
            const [lo, hi] = plot.querySelector('.frame').dataset.x.split(' ').map(Number);
            field.dispatchEvent(new PointerEvent('pointerdown', {pointerId: 1, bubbles: true,
              clientX: box.x + box.width / 2, clientY: box.y + box.height / 2}));
            return (lo + hi) / 2;""")
        self.assertAlmostEqual(self.value("cardan.times[cardan.frame()]"), middle, delta=1 / 60)

    def test_runs_are_switched_and_one_is_solid(self):
        self.assertEqual(self.value("cardan.runs"), ["cone/conic", "polyhedral:directions=4/lemke"])
        self.assertEqual(self.value("cardan.solid()"), 0)
        opacity = lambda: [self.value("cardan.opacity(arguments[0])", run) for run in (0, 1)]  # noqa: E731
        self.assertEqual(opacity()[0], 1)
        self.assertLess(opacity()[1], 0.5)
        # The radio buttons are a group that arrow keys move in.
        self.browser.run("cardan.seekFrame(5); document.querySelector('.run input[type=radio]').focus()")
        self.browser.press(Keys.ARROW_DOWN)
        self.assertEqual(self.value("cardan.solid()"), 1)
        self.assertEqual(self.value("cardan.frame()"), 5)
        self.assertLess(opacity()[0], 0.5)
        self.assertEqual(opacity()[1], 1)
        # Contacts are those of the solid run: they carry the weight within the pyramid's friction.
        contacts = self.value("cardan.contacts()")
        self.assertAlmostEqual(abs(sum(contact["force"][2] for contact in contacts)), 4 * GRAVITY, delta=0.1)
        self.browser.run("document.querySelectorAll('.run input[type=checkbox]')[0].click()")
        self.assertEqual(self.value("cardan.shown()"), [False, True])
        visible = "document.querySelectorAll('#compare-plots [data-curve=\"0\"]:not([style*=none])').length"
        self.assertEqual(self.value(visible), 0)
        self.browser.run("document.querySelectorAll('.run input[type=checkbox]')[0].click()")
        self.assertGreater(self.value(visible), 0)
        # The hue of a run is that of its swatch and its curves.
        hues = self.value("""[0, 1].map(i => [...document.querySelectorAll(
            `.swatch path, [data-run="${i}"] .swatch path, .curve[data-curve="${i}"]`)]
            .filter(path => path.closest(`[data-run="${i}"], [data-curve="${i}"]`))
            .map(path => getComputedStyle(path).stroke))""")
        self.assertEqual([len(set(one)) for one in hues], [1, 1])
        self.assertNotEqual(hues[0][0], hues[1][0])

    def test_names_with_markup_are_text(self):
        self.assertIn(pages.MARKUP, self.value("document.querySelector('h1').textContent"))
        self.assertIn(pages.MARKUP, self.value("document.title"))
        self.assertIn("<img src=x onerror=alert(1)>]]>'&lt;", self.value(
            "document.querySelector('#compare-plots').textContent"))
        self.assertEqual(self.value("document.querySelectorAll('img, b').length"), 0)

    def test_labels_of_curves_do_not_overlap(self):
        overlaps = self.value("""[...document.querySelectorAll('#compare-plots svg')].flatMap(plot => {
            const boxes = [...plot.querySelectorAll('.label text')].map(text => text.getBoundingClientRect());
            const outer = plot.getBoundingClientRect();
            return boxes.flatMap((a, i) => [a.right > outer.right + 1,
              ...boxes.slice(0, i).map(b => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)]);
        })""")
        self.assertGreater(len(overlaps), 8)
        self.assertNotIn(True, overlaps)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

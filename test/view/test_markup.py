"""Names with markup in the reports of regress and sweep and in the page of a robot: a browser shows them as text.
test_replay_page.py, test_compare_page.py and test_live_page.py try those of their pages.

usage: test_markup.py COMMAND SOURCE_DIR [unittest arguments]

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

import pages  # noqa: E402
from browser import Browser  # noqa: E402

COMMAND = sys.argv[1]
# Names of files and models have no "/".
NAME = "<script>document.title='bad'<img src=x onerror=alert(1)>\"'>]]>&amp;--><b>"
QUOTED = json.dumps(NAME)

FAILING = f"""
cardan: 1
name: {json.dumps(pages.MARKUP)}
time: {{step: 0.01, duration: 0.1}}
models:
  - {{name: ground, plane: {{normal: [0, 0, 1], offset: 0}}, static: true}}
  - {{name: {QUOTED}, box: {{size: [0.2, 0.2, 0.2]}}, pose: {{xyz: [0, 0, 0.1]}}}}
expect:
  - quantity: {json.dumps(NAME + ".base.height")}
    at: 0.1
    above: 1
"""
STUDY = f"""
scene: scene.yaml
parameters:
  materials.default.mu: [0.3, 0.6]
metrics:
  - {{name: {json.dumps(pages.MARKUP)}, quantity: {json.dumps(NAME + ".base.height")}}}
"""
ESCAPED = NAME.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("'", "&apos;")
ROBOT = f"""<robot name="{ESCAPED}">
<link name="world"/>
<link name="{ESCAPED}"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0"
  iyz="0"/></inertial>
  <visual><geometry><sphere radius="0.1"/></geometry><material name="{ESCAPED}"><texture filename="{ESCAPED}"/></material>
  </visual>
  <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="{ESCAPED}" type="continuous"><parent link="world"/><child link="{ESCAPED}"/><axis xyz="0 1 0"/></joint>
</robot>"""


class Markup(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="cardan-markup-"))
        cls.browser = Browser(1000, 640)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def value(self, expression, *arguments):
        return self.browser.run(f"return {expression}", *arguments)

    def expect_text(self, selector, name=NAME):
        """The page has the name as text in an element of the selector, and no element of the name."""
        texts = self.value("[...document.querySelectorAll(arguments[0])].map(x => x.textContent)", selector)
        self.assertTrue(any(name in text for text in texts), f"{selector}: {texts}")
        # Reports have <b> for labels of their own; no name may be within one of its own.
        found = self.value("[...document.querySelectorAll('img, b')].map(x => x.outerHTML)")
        self.assertEqual([one for one in found if one.startswith("<img") or one == "<b></b>"], [])
        self.assertNotEqual(self.value("document.title"), "bad")
        self.assertEqual(self.browser.console_errors(), [])

    def open_report(self, page):
        """Opens a page without a scene to draw."""
        self.browser.driver.get("about:blank")
        self.browser.driver.get_log("browser")
        self.browser.driver.get(page.absolute().as_uri())

    def test_report_of_regress_and_its_replay(self):
        folder = self.folder / "suite"
        folder.mkdir()
        (folder / "scene.yaml").write_text(FAILING)
        report = self.folder / "report"
        self.assertEqual(pages.exit_code(COMMAND, "regress", folder, "--html", report), 1)
        self.open_report(report / "index.html")
        self.expect_text("summary, th", pages.MARKUP)
        self.expect_text("td")
        replay = self.value("[...document.querySelectorAll('a')].map(x => x.href).find(x => x.includes('replay'))")
        self.assertTrue(replay.startswith("file://"), replay)
        self.browser.visit(replay)
        self.expect_text("h1", pages.MARKUP)

    def test_plots_of_a_sweep_and_their_replays(self):
        folder = self.folder / "study"
        folder.mkdir()
        (folder / "scene.yaml").write_text(FAILING)
        study = folder / (NAME + ".yaml")
        study.write_text(STUDY)
        pages.run(COMMAND, "sweep", study)
        pages.run(COMMAND, "sweep", "plot", study, "--html", folder / "plots.html")
        self.open_report(folder / "plots.html")
        self.expect_text("h1")
        self.expect_text("svg text", pages.MARKUP + " [m]")
        self.assertEqual(self.value("document.title"), NAME)
        links = self.value("[...document.querySelectorAll('a')].map(x => x.href.baseVal ?? x.href)")
        self.assertEqual(len(links), 2)
        self.browser.visit((folder / links[0]).as_uri())
        self.expect_text("h1", pages.MARKUP)

    def test_page_of_a_robot(self):
        robot = self.folder / "robot.urdf"
        robot.write_text(ROBOT)
        pages.run(COMMAND, "view", robot, "--inspect")
        self.browser.open(robot.with_suffix(".html"))
        self.expect_text("h1")
        self.expect_text(".joints")
        self.expect_text(".findings")  # the image is missing
        self.expect_text(".help .notes")
        self.assertEqual(self.value("document.title"), NAME)
        self.browser.click([0, 0, 0])
        self.expect_text(".card h2")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

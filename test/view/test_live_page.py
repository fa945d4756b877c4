"""The live view in a headless Chromium.

usage: test_live_page.py COMMAND SOURCE_DIR [unittest arguments]

Exit status 77, with the packages that are missing, where the browser or its driver is not installed.
"""

import importlib.util
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

from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

from browser import Browser  # noqa: E402
from live import Program  # noqa: E402

COMMAND, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
TOKEN = "00112233445566778899aabbccddeeff"
# A box of 0.4 m, so that its middle is easily hit.
SCENE = """
cardan: 1
name: "box <b>&amp;</b>"
time: {step: 0.002, duration: 1}
contact: {formulation: cone, solver: conic}
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - {name: "<script><i>box", box: {size: [0.4, 0.4, 0.4]}, mass: 3, pose: {xyz: [0, 0, 0.2]}}
"""


class LivePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="cardan-live-")
        cls.scene = pathlib.Path(cls.folder.name) / "box.yaml"
        cls.scene.write_text(SCENE)
        cls.browser = Browser(900, 640)
        cls.program = Program(COMMAND, cls.scene, token=TOKEN)
        cls.browser.visit(cls.program.url)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.program.__exit__()
        cls.folder.cleanup()

    def setUp(self):
        self.wait("cardan.connected() && cardan.status() !== null")
        self.run_script("cardan.send({type: 'pause'}); cardan.send({type: 'reset'})")
        self.wait("!cardan.status().plays && cardan.status().step === 0")

    def run_script(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def value(self, expression):
        return self.browser.run(f"return {expression}")

    def wait(self, condition, seconds=15):
        try:
            WebDriverWait(self.browser.driver, seconds, poll_frequency=0.02).until(
                lambda _: self.value(f"!!window.cardan && ({condition})"))
        except Exception as error:
            raise AssertionError(f"{condition} does not come true: {self.value('cardan.status()')}") from error

    def press_button(self, name):
        self.run_script("document.querySelector(`button[aria-label^='${arguments[0]}']`).click()", name)

    def choose(self, name, value):
        self.run_script("const select = document.querySelector(`select[aria-label='${arguments[0]}']`);"
                        "select.value = arguments[1]; select.dispatchEvent(new Event('change'))", name, value)

    def test_a_page_plays_pauses_and_steps(self):
        self.press_button("Play")
        self.wait("cardan.status().plays && cardan.status().step > 50")
        self.press_button("Pause")
        self.wait("!cardan.status().plays")
        step = self.value("cardan.status().step")
        self.press_button("One step")
        self.wait(f"cardan.status().step === {step + 1}")
        self.browser.press(Keys.ARROW_RIGHT)
        self.wait(f"cardan.status().step === {step + 2}")
        self.browser.press(" ")
        self.wait("cardan.status().plays")
        self.press_button("Pause")  # what plays may be past the start before a slow page sees it
        self.wait("!cardan.status().plays")
        self.press_button("Back to the start")
        self.wait("cardan.status().time === 0")

    def test_contacts_carry_the_box(self):
        self.run_script("cardan.send({type: 'step', count: 100})")
        self.wait("cardan.status().step === 100")
        contacts = self.value("cardan.contacts()")
        self.assertEqual(len(contacts), 4)
        self.assertAlmostEqual(abs(sum(contact["force"][2] for contact in contacts)), 3 * 9.81, delta=1e-4)
        self.assertEqual({contact["state"] for contact in contacts}, {1})
        # Body 1 is the box; the page shows it where the engine has it.
        x, y, z, w, *_ = self.value("cardan.pose(1)")
        self.assertAlmostEqual(z, 0.2, delta=1e-4)

    def test_seeking_goes_back_to_a_kept_state(self):
        self.run_script("cardan.send({type: 'step', count: 500})")
        self.wait("cardan.status().step === 500")
        self.run_script("const slider = document.querySelector('.track input');"
                        "slider.value = 0.5; slider.dispatchEvent(new Event('input'))")
        self.wait("cardan.status().time <= 0.501 && cardan.status().time > 0.47")
        kept = self.value("cardan.status().kept")
        self.assertAlmostEqual(kept[1], 1, delta=0.02)
        before = self.value("cardan.status().step")
        self.browser.press(Keys.ARROW_LEFT)
        self.wait(f"cardan.status().step < {before} && cardan.status().step > {before - 20}")

    def drag(self, start, end):
        """Presses the mouse at the pixel of a point and moves it by a number of pixels."""
        pixel = self.run_script("return cardan.project(arguments[0])", start)
        actions = ActionChains(self.browser.driver, duration=0)
        pointer = actions.w3c_actions.pointer_action
        x, y = round(pixel["x"]), round(pixel["y"])
        pointer.move_to_location(x, y)
        pointer.pointer_down()
        for i in range(1, 5):
            pointer.move_to_location(x + end[0] * i // 4, y + end[1] * i // 4)
        actions.perform()

    def release(self):
        actions = ActionChains(self.browser.driver, duration=0)
        actions.w3c_actions.pointer_action.release()
        actions.perform()

    def test_a_drag_pulls_the_box_and_leaves_the_view(self):
        camera = self.value("cardan.camera()")
        self.press_button("Play")
        self.drag([0, 0, 0.2], (0, -230))
        self.addCleanup(self.release)
        self.wait("cardan.status().pulled === 1 && cardan.pose(1)[2] > 0.25")
        self.assertEqual(self.value("cardan.camera()"), camera)
        self.release()
        self.wait("cardan.status().pulled === -1")
        self.wait("cardan.pose(1)[2] < 0.21")
        # Beside the box, and without Drag, a drag turns the view.
        self.run_script("document.querySelectorAll('.toggle').forEach("
                        "toggle => toggle.textContent === 'Drag' && toggle.click())")
        self.drag([0, 0, 0.2], (60, 0))
        self.release()
        self.assertNotEqual(self.value("cardan.camera()"), camera)
        self.browser.press("d")

    def test_solver_and_formulation_are_switched_while_it_runs(self):
        self.press_button("Play")
        self.choose("Solver", "pgs")
        self.wait("cardan.status().solver === 'pgs' && cardan.head.chain[0] === 'pgs'")
        self.choose("Formulation", "polyhedral")
        self.wait("cardan.status().formulation.startsWith('polyhedral')")
        self.choose("Solver", "lemke")
        self.wait("cardan.status().solver === 'lemke'")
        step = self.value("cardan.status().step")
        self.wait(f"cardan.status().plays && cardan.status().step > {step} + 20")
        # lemke cannot solve cones; the line of the engine is shown, and the controls keep the pair.
        self.choose("Formulation", "cone")
        self.wait("document.querySelector('.refusal').textContent !== ''")
        text = self.value("document.querySelector('.refusal').textContent")
        self.assertIn("lemke", text)
        self.assertEqual(self.value("document.querySelector('select[aria-label=Formulation]').value"), "polyhedral")
        self.run_script("cardan.send({type: 'pair', formulation: 'cone', solver: 'conic'})")
        self.wait("cardan.status().solver === 'conic' && document.querySelector('.refusal').textContent === ''")

    def test_parameters_are_set(self):
        self.press_button("Play")
        field = "document.querySelector(\"input[aria-label='Gravity z']\")"
        self.wait(f"{field} && {field}.value === '-9.81'")
        self.run_script(f"{field}.value = 5; {field}.dispatchEvent(new Event('change'))")
        self.wait("cardan.pose(1)[2] > 0.3")
        self.run_script(f"{field}.value = -9.81; {field}.dispatchEvent(new Event('change'))")
        self.wait("cardan.status().parameters.find(one => one.path === 'gravity.z').value === -9.81")

    def test_names_with_markup_are_text(self):
        self.assertEqual(self.value("document.querySelector('h1').textContent"), "box <b>&amp;</b>")
        self.assertEqual(self.value("document.querySelectorAll('i:not([class]), h1 b').length"), 0)

    def test_it_asks_its_program_alone(self):
        refused = self.browser.run_async(
            "const done = arguments[arguments.length - 1];"
            "fetch('/').then(() => done(false), () => done(true))")
        self.assertTrue(refused)

    def test_the_page_connects_again(self):
        url, port = self.program.url, self.program.port
        self.run_script("window.before = true")
        self.program.end()
        self.wait("!cardan.connected() && !document.querySelector('.lost').hidden")
        type(self).program = Program(COMMAND, self.scene, "--port", port, token=TOKEN)
        self.assertEqual(self.program.url, url)
        # Another program has other bodies: the page is made anew.
        self.wait("!window.before && cardan.connected() && cardan.status() !== null && cardan.status().step > 0")
        self.assertTrue(self.value("document.querySelector('.lost').hidden"))

    def test_no_script_fails(self):
        self.browser.console_errors()  # forgets those of lost connections and refused requests
        self.press_button("Play")
        self.wait("cardan.status().step > 20")
        for key in "aacciixxppvtt":
            self.browser.press(key)
        self.browser.settle()
        self.assertEqual(self.browser.console_errors(), [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

"""A headless Chromium that opens replay pages, for tests and pictures."""

import json
import pathlib
import shutil
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.support.ui import WebDriverWait

# WebGL 2 without a GPU.
FLAGS = ["--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
         "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb"]

COUNT_CALLS = """
window.drawn = 0;
for (const name of ["drawArrays", "drawElements", "drawRangeElements", "drawArraysInstanced", "drawElementsInstanced"])
  WebGL2RenderingContext.prototype[name] = () => { ++window.drawn; };
"""


class Browser:
    """Opens pages in a profile of its own, so that several tests run beside each other."""

    def __init__(self, width=1280, height=800, dark=False):
        self.profile = tempfile.mkdtemp(prefix="cardan-view-")
        options = Options()
        options.binary_location = shutil.which("chromium")
        for flag in [*FLAGS, f"--user-data-dir={self.profile}", f"--window-size={width},{height}"]:
            options.add_argument(flag)
        if dark:
            options.add_argument("--force-dark-mode")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_script_timeout(60)
        self.resize(width, height, dark)

    def resize(self, width, height, dark=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def open(self, page, fragment=""):
        """Opens a page and waits until it is drawn."""
        self.driver.get("about:blank")
        for log in ("browser", "performance"):
            self.driver.get_log(log)  # forgets what came before the page
        self.visit(pathlib.Path(page).absolute().as_uri() + fragment)

    def visit(self, address):
        """Opens an address and waits until its page is drawn."""
        self.driver.get(address)
        WebDriverWait(self.driver, 30, poll_frequency=0.02).until(lambda _: self.run(
            "return document.documentElement.dataset.ready === 'true' || document.querySelector('.failure')"))
        failure = self.run("return document.querySelector('.failure')?.textContent")
        if failure:
            raise AssertionError(f"the page failed: {failure}")

    def count_calls(self):
        """From the next page on, draw calls are counted in window.drawn and not carried out: their pixels cost much
        without a GPU. All scripts of the page run as they are. Returns a function that ends this."""
        script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNT_CALLS})
        return lambda: self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def run_async(self, script, *arguments):
        return self.driver.execute_async_script(script, *arguments)

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def click(self, point):
        """Clicks where the page draws a point of the world [m]."""
        pixel = self.run("return cardan.project(arguments[0])", point)
        actions = ActionChains(self.driver)
        actions.w3c_actions.pointer_action.move_to_location(round(pixel["x"]), round(pixel["y"]))
        actions.w3c_actions.pointer_action.click()
        actions.perform()

    def settle(self):
        """Waits until the frame of the present state is drawn."""
        self.run_async("const done = arguments[arguments.length - 1];"
                       "requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def console_errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """Addresses that the page asked for, other than files and data within itself."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def screenshot(self, file):
        self.settle()
        self.driver.save_screenshot(str(file))

"""Makes the pictures of README.md and docs/viewer.md from replay pages.

usage: pictures.py COMMAND SOURCE_DIR OUT_DIR
"""

import pathlib
import sys
import tempfile

from PIL import Image
from selenium.webdriver.support.ui import WebDriverWait

import pages
from browser import Browser
from live import Program

WIDTH, HEIGHT = 1400, 720

# Pictures of runs: name, scene, time [s], dark, keys, number of the contact whose card is open.
PICTURES = [
    ("viewer.png", "data/scenes/stand.yaml", 0.45, False, "", 0),
    ("viewer-slide.png", "data/scenes/cube_slide.yaml", 0.35, True, "xp", 2),
]


def save(browser, folder, picture):
    browser.screenshot(folder / "shot.png")
    # A palette, since every picture of the repository is downloaded by everyone.
    # This method keeps the few pixels of a rare colour, such as a dot of the legend.
    shot = Image.open(folder / "shot.png").convert("RGB")
    colours = shot.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    colours.save(picture, optimize=True)


def save_live(command, source, browser, folder, picture):
    """The live view at its first landing, paused by its own button."""
    with Program(command, source / "data/scenes/stand.yaml") as program:
        browser.visit(program.url)
        WebDriverWait(browser.driver, 60).until(
            lambda _: browser.run("return cardan.connected() && (cardan.status()?.time ?? 0) > 0.5"))
        browser.press(" ")
        browser.settle()
        save(browser, folder, picture)


def make(command, source, out, width=WIDTH, height=HEIGHT):
    with tempfile.TemporaryDirectory() as folder, Browser(width, height) as browser:
        page = pathlib.Path(folder) / "robot.html"
        pages.run(command, "view", source / "data/robots/arm7.urdf", "--inspect", "-o", page)
        browser.resize(width, height)
        browser.open(page)
        for joint, position in (("joint_2", 0.8), ("joint_4", -1.2), ("joint_6", 0.6)):
            browser.run("cardan.setJoint(...arguments)", joint, position)
        browser.press("g")
        save(browser, pathlib.Path(folder), out / "viewer-robot.png")
        page = pathlib.Path(folder) / "compare.html"
        pages.run(command, "compare", source / "data/scenes/cube_slide.yaml", "--formulations",
                  "cone,polyhedral:directions=4,box", "--html", page)
        browser.open(page)
        browser.run("cardan.seek(0.36)")
        save(browser, pathlib.Path(folder), out / "viewer-compare.png")
        for name, scene, time, dark, keys, contact in PICTURES:
            page = pathlib.Path(folder) / "page.html"
            pages.run(command, "run", source / scene, "--html", page)
            browser.resize(width, height, dark)
            browser.open(page, f"#t={time}")
            browser.settle()
            for key in keys:
                browser.press(key)
            browser.settle()
            browser.click(browser.run("return cardan.contacts(cardan.frame())[arguments[0]].point", contact))
            save(browser, pathlib.Path(folder), out / name)
        browser.resize(width, height)
        save_live(command, source, browser, pathlib.Path(folder), out / "viewer-live.png")


if __name__ == "__main__":
    make(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))

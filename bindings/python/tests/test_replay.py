"""Replays: equal to those of the command, safe in a notebook, and alive as long as they are needed."""

import gc
import importlib.util
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from xml.sax.saxutils import quoteattr

import cardan
import pytest
from conftest import DATA, ROOT, resting_box, standing_robot
from pages import frame_attributes, framed_page, head_of

# The build folder has the command beside the package.
BUILD = Path(cardan._cardan.__file__).parents[2]
# Closes an attribute, a comment and a section of XML. Only links may have a "/" in their names.
MARKUP = "<img src=x onerror=\"top.document.title='bad'\">\"'>]]>&amp;--><b>"
LINK = "</script><script>top.document.title='bad'</script>\"'&quot;<b>"
ROBOT = f"""<robot name="robot"><link name={quoteattr(LINK)}>
<inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><sphere radius="0.1"/></geometry></collision></link></robot>"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A recording of 0.5 s."""
    file = tmp_path_factory.mktemp("replays") / "stand.h5"
    world = standing_robot()
    with world.recorder(file, every=0.01):
        world.run(0.5)
    return file


@pytest.fixture(scope="module")
def replay(run):
    return cardan.replay(run)


def page_of_command(tmp_path, *arguments):
    command = BUILD / "bin" / "cardan"
    if not command.exists():
        pytest.skip("the command is not built")
    page = tmp_path / "command.html"
    subprocess.run([command, "view", *arguments, "-o", page], check=True, capture_output=True)
    return page.read_bytes()


def rows(page, table):
    return next(one["rows"] for one in head_of(page)["tables"] if one["name"] == table)


def test_the_page_is_that_of_the_command(run, replay, tmp_path):
    saved = replay.save(tmp_path / "run.html")
    assert saved == str(tmp_path / "run.html")
    written = Path(saved).read_bytes()
    assert written == page_of_command(tmp_path, run)
    assert len(written) == replay.size
    assert replay.frames == rows(written.decode(), "frames") == 31
    assert replay.contacts == rows(written.decode(), "contacts") >= 100
    assert replay.name == "stand" and replay.every == 1
    assert repr(replay) == (f"<cardan.Replay 'stand': 31 frames, {replay.contacts} contacts, "
                            f"{1e-6 * replay.size:.2f} MB>")


def test_options_are_those_of_the_command(run, tmp_path):
    replay = cardan.replay(str(run), rate=200, threads=2)
    assert replay.frames == 101
    assert Path(replay.save(tmp_path / "p.html")).read_bytes() == page_of_command(tmp_path, run, "--rate", "200")
    whole = replay.size
    thin = cardan.replay(run, rate=200, size_limit=1e-6 * (whole - 1))
    assert thin.every == 2 and thin.frames == 51 and thin.size < whole
    assert repr(thin).endswith(" MB, one of 2 frames>")


def test_a_recording_that_is_open(run, replay, tmp_path, monkeypatch):
    recording = cardan.open_recording(run)
    monkeypatch.chdir(tmp_path)
    again = cardan.replay(recording)
    del recording
    assert again._repr_html_() == replay._repr_html_()


def test_a_notebook_gets_the_page_in_a_frame(replay, tmp_path):
    attributes = frame_attributes(replay._repr_html_())
    assert attributes["srcdoc"].encode() == Path(replay.save(tmp_path / "run.html")).read_bytes()
    assert attributes["height"] == "480" and attributes["title"] == "stand"
    assert attributes["sandbox"].split() == ["allow-scripts", "allow-downloads"]
    replay.height = 300
    assert frame_attributes(replay._repr_html_())["height"] == "300"
    with pytest.raises(ValueError, match="height"):
        replay.height = 0


def markup_world():
    world = cardan.World()
    world.add_ground()
    world.add(MARKUP, box={"size": [0.2, 0.2, 0.2]}, mass=1, pose=(0, 0, 0.1))
    world.add_urdf(text=ROBOT, base="floating", pose=(1, 0, 0.1))
    return world


def test_markup_in_names_is_text(tmp_path):
    file = tmp_path / f"{MARKUP.replace('/', '')}.h5"
    world = markup_world()
    with world.recorder(file):
        world.step(5)
    markup = cardan.replay(file)._repr_html_()
    assert markup.count("<") == 2  # the frame and its end
    page = framed_page(markup)
    assert "<b>" not in page.split("<script>\n")[0]
    assert head_of(page)["models"][1]["name"] == MARKUP and head_of(page)["bodies"][-1]["link"] == LINK
    assert frame_attributes(markup)["title"] == file.stem == cardan.replay(file).name


def test_a_browser_shows_markup_as_text_in_the_frame(tmp_path):
    if not (shutil.which("chromium") and shutil.which("chromedriver") and importlib.util.find_spec("selenium")):
        pytest.skip("chromium, chromium-driver or selenium is missing (scripts/install-packages view)")
    sys.path.insert(0, str(ROOT / "test" / "view"))
    from browser import FLAGS
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.support.ui import WebDriverWait

    with markup_world() as world, world.replay() as film:
        world.step(20)
    (tmp_path / "notebook.html").write_text(
        f"<!DOCTYPE html><meta charset=utf-8><title>notebook</title>{film._repr_html_()}", encoding="utf-8")
    options = Options()
    options.binary_location = shutil.which("chromium")
    for flag in [*FLAGS, f"--user-data-dir={tmp_path / 'profile'}", "--window-size=1000,700"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    try:
        driver.get((tmp_path / "notebook.html").as_uri())
        driver.switch_to.frame(0)
        WebDriverWait(driver, 60).until(lambda d: d.execute_script("return Boolean(window.cardan)"))
        frames, name, origin, height = driver.execute_script(
            "return [cardan.frames, cardan.head.models[1].name, self.origin, innerHeight]")
        assert (frames, name, origin, height) == (film.frames, MARKUP, "null", 480)
        contacts = driver.execute_script("cardan.seekFrame(1); return cardan.contacts(1).length")
        assert contacts == 5
        assert [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"] == []
        driver.switch_to.default_content()
        assert driver.title == "notebook"
    finally:
        driver.quit()


def test_damaged_and_foreign_files(run, tmp_path):
    with pytest.raises(cardan.Error, match="no_such.h5"):
        cardan.replay("no_such.h5")
    foreign = tmp_path / "text.h5"
    foreign.write_text("not a recording")
    with pytest.raises(cardan.Error, match="text.h5"):
        cardan.replay(foreign)
    damaged = tmp_path / "damaged.h5"
    content = run.read_bytes()
    damaged.write_bytes(content[:len(content) // 2])
    with pytest.raises(cardan.Error, match="damaged.h5"):
        cardan.replay(damaged)
    for wrong in (None, 3):
        with pytest.raises(TypeError):
            cardan.replay(wrong)


def test_a_run_of_other_bits_is_refused(run, tmp_path):
    h5py = pytest.importorskip("h5py")
    file = tmp_path / "other.h5"
    shutil.copy(run, file)
    with h5py.File(file, "r+") as data:
        names = []
        data.visit(lambda name: names.append(name) if "hash" in name and hasattr(data[name], "shape") else None)
        hashes = data[names[0]]
        values = hashes[()]
        values.reshape(len(values), -1)[100:] ^= 1
        hashes[...] = values
    with pytest.raises(cardan.Error, match="100|damaged"):
        cardan.replay(file)


@pytest.mark.parametrize("rate", [0, -1, float("nan"), float("inf")])
def test_bad_rates(run, rate):
    with pytest.raises(cardan.Error, match="rate"):
        cardan.replay(run, rate=rate)
    with pytest.raises(cardan.Error, match="rate"):
        resting_box().replay(rate=rate)


@pytest.mark.parametrize("option", [{"size_limit": 0}, {"size_limit": float("nan")}, {"size_limit": float("inf")},
                                    {"height": 0}, {"height": -5}])
def test_bad_options(run, option):
    with pytest.raises(ValueError, match=next(iter(option))):
        cardan.replay(run, **option)
    with pytest.raises(ValueError, match=next(iter(option))):
        resting_box().replay(**option)


def test_a_page_that_cannot_be_written(replay, tmp_path):
    with pytest.raises(cardan.Error, match="none"):
        replay.save(tmp_path / "none" / "run.html")
    with pytest.raises(TypeError):
        replay.save(None)


def test_progress_and_the_gil(tmp_path):
    file = tmp_path / "long.h5"
    world = standing_robot()
    with world.recorder(file, every=0.1):
        world.run(3.0)
    shares, count, done = [], 0, threading.Event()

    def make():
        cardan.replay(file, progress=shares.append)
        done.set()

    thread = threading.Thread(target=make)
    thread.start()
    while not done.is_set():
        count += 1
    thread.join()
    assert count > 1000  # with the GIL held, the loop would run a few times
    assert shares == sorted(shares) and shares[-1] == 1.0

    def fail(share):
        raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        cardan.replay(file, progress=fail)


def test_a_world_that_runs_gives_the_page_of_its_recording(tmp_path):
    world = cardan.World(cardan.load_scene(DATA / "scenes" / "stand.yaml"))
    with world.recorder(tmp_path / "stand.h5") as recorder:
        with world.replay() as film:
            assert film._repr_html_() is None and "collects frames" in repr(film)
            with pytest.raises(cardan.Error, match="not complete"):
                film.save(tmp_path / "film.html")
            world.run(0.3)
            world.begin_step()
            world.finish_step()
    repeated = cardan.replay(recorder.file)
    assert film.frames == repeated.frames == 20 and film.contacts == repeated.contacts
    of_recording = framed_page(repeated._repr_html_()).replace('"recording":"stand.h5"', '"recording":""')
    assert framed_page(film._repr_html_()) == of_recording
    world.step()  # is no part of the film
    assert film.frames == 20
    film.close()


def test_models_that_come_and_go():
    world = resting_box()
    with world.replay(rate=1000) as film:
        world.step(5)
        world.add("ball", sphere={"radius": 0.1}, mass=1, pose=(1, 0, 0.1))
        world.step(5)
        world.remove("box")
        world.step(5)
    assert film.frames == 16 and film.name == "world"
    assert [model["name"] for model in head_of(framed_page(film._repr_html_()))["models"]] == ["ground", "box", "ball"]


def test_an_error_in_the_block_keeps_the_frames():
    world = resting_box()
    with pytest.raises(ZeroDivisionError):
        with world.replay(rate=1000) as film:
            world.step(4)
            1 / 0
    assert film.frames == 5


def test_a_closed_world_completes_its_replays():
    world = resting_box()
    film = world.replay(rate=1000)
    world.step(3)
    world.close()
    film.close()
    assert film.frames == 4
    with pytest.raises(cardan.Error, match="closed"):
        world.replay()


def test_a_replay_keeps_its_world():
    world = resting_box()
    film, dropped = world.replay(rate=1000), world.replay()
    world.step(2)
    del dropped  # without a page
    world.step(2)
    del world
    gc.collect()
    film.close()
    assert film.frames == 5


def test_the_members_of_a_replay_that_collects():
    world = resting_box()
    film = world.replay()
    for member in ("size", "frames", "contacts", "every"):
        with pytest.raises(cardan.Error, match="not complete"):
            getattr(film, member)
    thread = threading.Thread(target=world.step, args=(20000,))
    thread.start()
    refused = 0
    while thread.is_alive() and not refused:
        try:
            world.time
        except RuntimeError:
            with pytest.raises(RuntimeError, match="in use"):
                film.close()
            refused += 1
    thread.join()
    film.close()
    assert refused and film.frames == rows(framed_page(film._repr_html_()), "frames")


def test_pages_of_robots(tmp_path):
    robot = DATA / "robots" / "quadruped.urdf"
    page = cardan.inspect_robot(robot, height=600)
    assert Path(page.save(tmp_path / "robot.html")).read_bytes() == page_of_command(tmp_path, robot, "--inspect")
    assert type(page) is cardan.Page and repr(page) == f"<cardan.Page {page.name!r}: {1e-6 * page.size:.2f} MB>"
    head = head_of(framed_page(page._repr_html_()))
    assert head["robot"]["accepted"] and len(head["robot"]["joints"]) == cardan.urdf.check(robot).joints
    assert frame_attributes(page._repr_html_())["height"] == "600"


def test_pages_of_bad_robots(tmp_path):
    refused = tmp_path / "refused.urdf"
    refused.write_text('<robot name="r"><link name="a"><inertial><mass value="-1"/></inertial></link></robot>')
    head = head_of(framed_page(cardan.inspect_robot(refused)._repr_html_()))
    assert not head["robot"]["accepted"] and head["robot"]["diagnostics"]
    with pytest.raises(cardan.Error, match="none.urdf"):
        cardan.inspect_robot(tmp_path / "none.urdf")
    with pytest.raises(TypeError, match="'size' is not an option"):
        cardan.inspect_robot(refused, size=3)
    with pytest.raises(ValueError, match="height"):
        cardan.inspect_robot(refused, height=0)

"""Files that `cardan view` exports, read by independent readers: MCAP by the library of its makers, glTF by Khronos'
validator.

usage: test_exports.py COMMAND SOURCE_DIR [unittest arguments]

Exit status 77 where Node.js, the readers (npm ci in test/view/readers) or python3-h5py are missing.
"""

import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

READERS = pathlib.Path(__file__).parent / "readers"
NEEDS = [("nodejs", shutil.which("node")),
         ("test/view/readers/node_modules (npm ci)", (READERS / "node_modules").is_dir()),
         ("python3-h5py", importlib.util.find_spec("h5py"))]
missing = [name for name, is_there in NEEDS if not is_there]
if missing:
    print("skipped: missing are " + ", ".join(missing))
    sys.exit(77)

import h5py  # noqa: E402
import numpy as np  # noqa: E402

import pages  # noqa: E402

COMMAND, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])

# A box that leaves the world is not in a scene file: shapes of all kinds and names with markup are.
SHAPES = f"""
cardan: 1
name: shapes
time: {{step: 0.01, duration: 0.1}}
models:
  - {{name: ground, plane: {{normal: [0, 0, 1], offset: 0}}, static: true}}
  - {{name: world, box: {{size: [0.2, 0.3, 0.4]}}, pose: {{xyz: [0, 0, 0.2]}}}}
  - {{name: ball, sphere: {{radius: 0.1}}, pose: {{xyz: [1, 0, 0.1]}}}}
  - {{name: drum, cylinder: {{radius: 0.1, length: 0.3}}, pose: {{xyz: [2, 0, 0.15]}}}}
  - {{name: pill, capsule: {{radius: 0.1, length: 0.3}}, pose: {{xyz: [3, 0, 0.25]}}}}
  - {{name: {json.dumps(pages.MARKUP.replace("/", ""))}, box: {{size: [0.1, 0.1, 0.1]}}, pose: {{xyz: [4, 0, 0.05]}}}}
"""
# A robot whose mesh has an image and colours.
SQUARES = """
cardan: 1
name: squares
time: {step: 0.01, duration: 0.02}
models:
  - {name: robot, urdf: squares/squares.urdf, base: fixed}
"""


def read(script, *arguments):
    done = subprocess.run(["node", READERS / script, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def vector(message):
    return [float(message[axis]) for axis in "xyz"]


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="cardan-exports-"))
        cls.recording = cls.folder / "stand.h5"
        pages.run(COMMAND, "run", SOURCE / "data/scenes/stand.yaml", "--duration", 1,
                  "--record", cls.recording, "--record-every", 0)
        cls.said = pages.run(COMMAND, "view", cls.recording, "--mcap", cls.folder / "stand.mcap",
                             "--glb", cls.folder / "stand.glb")
        cls.mcap = read("read_mcap.mjs", cls.folder / "stand.mcap")
        cls.messages = cls.mcap["messages"]

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    def rows(self, topic):
        """Rows of the recording at the times of the messages of a topic."""
        return [int(round(entry["time"] / 0.001)) for entry in self.messages[topic]]

    def test_no_page_is_written_and_lines_say_what_is(self):
        self.assertFalse((self.folder / "stand.html").exists())
        self.assertRegex(self.said, r"stand\.glb: 61 frames, 18 bodies, [\d.]+ MB\n.*stand\.mcap: 61 frames")

    def test_schemas_are_foxgloves(self):
        theirs = read("foxglove_schemas.mjs")
        own = {name: fields for name, fields in self.mcap["schemas"].items() if name.startswith("foxglove.")}
        self.assertGreater(len(own), 20)
        for name, fields in own.items():
            self.assertEqual(fields, theirs[name], name)

    def test_counts_and_times(self):
        counts = {topic: len(entries) for topic, entries in self.messages.items()}
        self.assertEqual(sum(counts.values()), self.mcap["count"])
        events = counts.pop("/events")
        self.assertGreater(events, 0)
        self.assertEqual(counts, {"/tf": 61, "/bodies": 1, "/collision_shapes": 1, "/contact_forces": 61,
                                  "/friction_cones": 61, "/contacts": 61, "/steps": 1000})
        np.testing.assert_allclose([entry["time"] for entry in self.messages["/tf"]],
                                   [round(i / 60 / 0.001) * 0.001 for i in range(61)], atol=1e-12)
        np.testing.assert_allclose([entry["time"] for entry in self.messages["/steps"]],
                                   0.001 * np.arange(1, 1001), atol=1e-12)
        for entries in self.messages.values():
            for entry in entries:
                stamp = entry["message"].get("timestamp")
                if stamp is not None:
                    self.assertAlmostEqual(stamp["seconds"] + 1e-9 * stamp["nanos"], entry["time"], delta=1e-9)
        self.assertEqual(self.mcap["metadata"][0]["title"], "stand")
        self.assertIn("quadruped", self.mcap["metadata"][0]["scene"])

    def test_transforms_are_the_poses_of_the_recording(self):
        with h5py.File(self.recording) as file:
            place, turn = file["models/robot/base_position"][:], file["models/robot/base_quaternion"][:]
        for row, entry in zip(self.rows("/tf"), self.messages["/tf"]):
            transforms = {one["child_frame_id"]: one for one in entry["message"]["transforms"]}
            self.assertEqual(len(transforms), 18)
            base = transforms["robot/base"]
            self.assertEqual(base["parent_frame_id"], "world")
            np.testing.assert_allclose(vector(base["translation"]), place[row], rtol=1e-6, atol=1e-6)
            found = np.array([base["rotation"][axis] for axis in "wxyz"])
            self.assertAlmostEqual(abs(found @ turn[row]), 1, delta=1e-6)

    def test_contacts_are_those_of_the_recording(self):
        compared = 0
        with h5py.File(self.recording) as file:
            of_row = np.concatenate([[0], np.cumsum(file["contacts"][:, 0]).astype(int)])
            table = {name: file["contact_list"][name][:] for name in ("point", "normal", "force", "phi", "state")}
        drawn = {entry["time"]: entry["message"]["entities"][0] for entry in self.messages["/contact_forces"]}
        for row, entry in zip(self.rows("/contacts"), self.messages["/contacts"]):
            contacts = entry["message"]["contacts"]
            if row == 0:
                self.assertEqual(contacts, [])
                continue
            self.assertEqual(len(contacts), of_row[row + 1] - of_row[row])
            entity = drawn[entry["time"]]
            per_metre = float(entity["metadata"][0]["value"])
            arrows = iter(entity["arrows"])
            for contact, at in zip(contacts, range(of_row[row], of_row[row + 1])):
                for name in ("point", "normal", "force"):
                    np.testing.assert_allclose(vector(contact[name]), table[name][at], rtol=1e-6, atol=1e-6)
                self.assertAlmostEqual(contact["gap"], table["phi"][at][0], delta=1e-6)
                self.assertEqual(contact["state"], ["OPEN", "STICK", "SLIDE"][int(table["state"][at][0])])
                self.assertEqual(contact["body_a"], "ground")
                self.assertRegex(contact["body_b"], "^robot/.*_foot$")
                size = np.linalg.norm(table["force"][at])
                if size == 0:
                    continue
                arrow = next(arrows)
                np.testing.assert_allclose(vector(arrow["pose"]["position"]), table["point"][at], atol=1e-6)
                turn = arrow["pose"]["orientation"]
                w, x, y, z = (turn[axis] for axis in "wxyz")
                along = np.array([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)])
                np.testing.assert_allclose(along, table["force"][at] / size, atol=1e-6)
                length = arrow["shaft_length"] + arrow["head_length"]
                self.assertLessEqual(length, 0.4 + 1e-12)  # twice the length of the legend
                if length < 0.39:
                    self.assertAlmostEqual(length * per_metre, size, delta=1e-6 * size)
                compared += 1
            self.assertEqual(next(arrows, None), None)
        self.assertGreater(compared, 200)

    def test_cones_hold_their_arrows(self):
        entries = self.messages["/friction_cones"]
        cones = entries[-1]["message"]["entities"][0]["cylinders"]
        self.assertEqual(len(cones), 4)
        for cone in cones:
            self.assertEqual((cone["bottom_scale"], cone["top_scale"]), (0, 1))
            self.assertAlmostEqual(cone["size"]["x"] / 2 / cone["size"]["z"], 0.8, delta=1e-6)  # μ of the scene
            self.assertAlmostEqual(cone["pose"]["position"]["z"], cone["size"]["z"] / 2, delta=1e-6)

    def test_steps_are_those_of_the_recording(self):
        with h5py.File(self.recording) as file:
            for name, table in (("kinetic_energy", "kinetic_energy"), ("potential_energy", "potential_energy"),
                                ("residual", "worst_residual"), ("contacts", "contacts")):
                np.testing.assert_allclose([entry["message"][name] for entry in self.messages["/steps"]],
                                           file[table][1:, 0], rtol=1e-6, atol=1e-12, err_msg=name)

    def test_bodies_have_their_shapes_and_distinct_names(self):
        scene = self.folder / "shapes.yaml"
        scene.write_text(SHAPES)
        recording = self.folder / "shapes.h5"
        pages.run(COMMAND, "run", scene, "--record", recording)
        file, model = self.folder / "shapes.mcap", self.folder / "shapes.glb"
        pages.run(COMMAND, "view", recording, "--mcap", file, "--glb", model)
        messages = read("read_mcap.mjs", file)["messages"]
        entities = {one["frame_id"]: one for one in messages["/bodies"][0]["message"]["entities"]}
        markup = pages.MARKUP.replace("/", "")
        self.assertEqual(set(entities), {"ground", "world#2", "ball", "drum", "pill", markup})
        self.assertEqual(vector(entities["world#2"]["cubes"][0]["size"]), [0.2, 0.3, 0.4])
        self.assertEqual(vector(entities["ball"]["spheres"][0]["size"]), [0.2, 0.2, 0.2])
        drum = entities["drum"]["cylinders"][0]
        self.assertEqual((vector(drum["size"]), drum["bottom_scale"], drum["top_scale"]), ([0.2, 0.2, 0.3], 1, 1))
        self.assertGreater(len(entities["pill"]["triangles"][0]["points"]), 50)
        self.assertTrue(all(one["frame_locked"] for one in entities.values()))
        self.assertEqual(len(messages["/tf"][0]["message"]["transforms"]), 6)
        self.validate(model)

    def validate(self, model):
        report = read("validate_gltf.mjs", model)
        self.assertEqual(report["issues"]["messages"], [])
        return report

    def test_gltf_has_no_findings(self):
        self.assertEqual(self.validate(self.folder / "stand.glb")["info"]["animationCount"], 1)

    def test_gltf_with_images_and_colours_has_no_findings(self):
        pages.write_squares(self.folder / "squares")
        scene = self.folder / "squares.yaml"
        scene.write_text(SQUARES)
        pages.run(COMMAND, "run", scene, "--record", self.folder / "squares.h5")
        model = self.folder / "squares.glb"
        pages.run(COMMAND, "view", self.folder / "squares.h5", "--glb", model)
        info = self.validate(model)["info"]
        self.assertEqual([image["mimeType"] for image in info["resources"] if "image" in image], ["image/png"])
        self.assertEqual(info["materialCount"], 3)
        self.assertTrue(info["hasTextures"])

    def test_images_of_robot_files_have_no_findings(self):
        robot = pages.write_painted(self.folder / "painted")
        capsule = """<visual><origin xyz="0 1 0"/><geometry><capsule radius="0.2" length="1"/></geometry>
            <material name="n"><texture filename="painted.png"/></material></visual></link>"""
        robot.write_text(robot.read_text().replace("</link>", capsule, 1))
        scene = self.folder / "painted.yaml"
        scene.write_text(SQUARES.replace("squares", "painted"))
        recording, model, file = (scene.with_suffix(suffix) for suffix in (".h5", ".glb", ".mcap"))
        pages.run(COMMAND, "run", scene, "--record", recording)
        pages.run(COMMAND, "view", recording, "--glb", model, "--mcap", file)
        info = self.validate(model)["info"]
        self.assertEqual([image["mimeType"] for image in info["resources"] if "image" in image], ["image/png"])
        self.assertEqual(info["materialCount"], 2)  # the capsule has no image
        entities = {one["frame_id"]: one
                    for one in read("read_mcap.mjs", file)["messages"]["/bodies"][0]["message"]["entities"]}
        for link, kinds in (("box", ("cubes", "triangles")), ("ball", ("spheres",)), ("drum", ("cylinders",))):
            for kind in ("cubes", "spheres", "cylinders", "triangles"):
                self.assertEqual(len(entities[f"robot/{link}"][kind]), kind in kinds, f"{link} {kind}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)

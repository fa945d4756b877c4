"""Scenes of the tests of replay pages, and the command that makes pages of them."""

import base64
import gzip
import json
import re
import subprocess
import zlib

import numpy as np

# Closes a script element, an attribute, a comment and a section of XML.
MARKUP = "<script>document.title='bad'</script>\"'>]]>&amp;--><b>"

NAMES = f"""
cardan: 1
name: {json.dumps(MARKUP)}
time: {{step: 0.01, duration: 0.2}}
models:
  - {{name: 'ground <script><b>', plane: {{normal: [0, 0, 1], offset: 0}}, static: true}}
  - name: "<img src=x onerror=alert(1)>]]>'&lt;"
    box: {{size: [0.2, 0.2, 0.2]}}
    pose: {{xyz: [0, 0, 0.1]}}
  - {{name: robot, urdf: names.urdf, base: floating, pose: {{xyz: [1, 0, 0.1]}}}}
"""
# Only links may have a "/" in their names, and with it the end of a script element.
NAMES_URDF = """
<robot name="robot">
  <link name="&lt;/script>&lt;b>&quot;]]&gt;">
    <inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
</robot>
"""

# A ball that moves along x without a force, in a colour that nothing else has.
BALL = """
cardan: 1
name: ball
time: {step: 0.01, duration: 1.0}
gravity: [0, 0, 0]
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - {name: ball, urdf: ball.urdf, base: floating, pose: {xyz: [0, 0, 1]}, velocity: {linear: [0.5, 0, 0]}}
"""
BALL_URDF = """
<robot name="ball">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="ball">
    <inertial><mass value="1"/><inertia ixx="0.004" iyy="0.004" izz="0.004" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><sphere radius="0.1"/></geometry><material name="red"/></visual>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
</robot>
"""

def joint(name, kind, parent, child, more=""):
    return (f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
            f'<origin xyz="0.1 0.2 0.3" rpy="0.3 -0.4 0.5"/>{more}</joint>')


def link(name, more=""):
    return (f'<link name="{name}"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" '
            'ixy="0" ixz="0" iyz="0"/></inertial><collision><geometry><sphere radius="0.05"/></geometry>'
            f'</collision>{more}</link>')


LIMIT = '<limit lower="-1" upper="1.5" effort="1" velocity="1"/>'
# Every kind of joint that a slider moves, a follower and a fixed joint.
JOINTS_URDF = '<robot name="joints"><link name="world"/>' + "".join([
    *map(link, "abcdef"),
    joint("mount", "fixed", "world", "a"),
    joint("turn", "revolute", "a", "b", '<axis xyz="1 2 3"/>' + LIMIT),
    joint("slide", "prismatic", "b", "c", '<axis xyz="0 1 -1"/>' + LIMIT),
    joint("wheel", "continuous", "c", "d", '<axis xyz="0 0 1"/>'),
    joint("follow", "revolute", "d", "e",
          '<axis xyz="0 1 0"/>' + LIMIT + '<mimic joint="turn" multiplier="-0.5" offset="0.2"/>'),
    joint("end", "fixed", "e", "f")]) + "</robot>"
POSITIONS = {"turn": 0.7, "slide": -0.4, "wheel": 2.5}
JOINTS = """
cardan: 1
name: joints
time: {step: 0.01, duration: 0}
models:
  - {name: robot, urdf: joints.urdf, base: fixed, q: {turn: 0.7, slide: -0.4, wheel: 2.5}}
"""
# A negative mass: the file is refused.
REFUSED_URDF = JOINTS_URDF.replace('<link name="b"><inertial><mass value="1"/><inertia ixx="0.01"',
                                   '<link name="b"><inertial><mass value="-1"/><inertia ixx="0.01"').replace(
                                       'name="joints"', 'name="&lt;img src=x>"')

# Squares side by side: one with an image, one with colours of its vertices, one with a colour of its material.
SQUARES_OBJ = """
mtllib squares.mtl
v 0 0 0 1 1 1
v 1 0 0 1 1 1
v 1 1 0 1 1 1
v 0 1 0 1 1 1
v 1 0 0 1 0 1
v 2 0 0 1 0 1
v 2 1 0 1 0 1
v 1 1 0 1 0 1
v 2 0 0 1 1 1
v 3 0 0 1 1 1
v 3 1 0 1 1 1
v 2 1 0 1 1 1
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl image
f 1/1 2/2 3/3 4/4
usemtl white
f 5 6 7 8
usemtl cyan
f 9 10 11 12
"""
SQUARES_MTL = "newmtl image\nmap_Kd squares.png\nnewmtl white\nKd 1 1 1\nnewmtl cyan\nKd 0 1 1\n"
# The image, the upper row first: four squares of 8 × 8 pixels.
SQUARES_IMAGE = [[left] * 8 + [right] * 8 for left, right in
                 (((255, 0, 0), (0, 255, 0)), ((0, 0, 255), (255, 255, 0))) for _ in range(8)]
# Points on the squares, and which of red, green and blue are there.
SQUARES_SEEN = {(0.25, 0.75, 0): (1, 0, 0), (0.75, 0.75, 0): (0, 1, 0), (0.25, 0.25, 0): (0, 0, 1),
                (0.75, 0.25, 0): (1, 1, 0), (1.5, 0.5, 0): (1, 0, 1), (2.5, 0.5, 0): (0, 1, 1)}
SQUARES_URDF = '''<robot name="squares"><link name="world"/><link name="plate">
<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><mesh filename="squares.obj"/></geometry>
<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material></visual>
</link><joint name="mount" type="fixed"><parent link="world"/><child link="plate"/></joint></robot>'''


# A box, a ball and a drum side by side along x, each on a vertical axis. Their material has that image and a colour.
PAINTED = {"box": '<box size="0.8 0.8 0.8"/>', "ball": '<sphere radius="0.6"/>',
           "drum": '<cylinder radius="0.5" length="0.9"/>'}
PAINTED_URDF = '<robot name="painted"><link name="world"/>' + "".join(
    f'<link name="{name}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    f'<visual><geometry>{shape}</geometry><material name="m"><color rgba="0 0 0 1"/><texture filename="painted.png"/>'
    f'</material></visual></link><joint name="{name}" type="continuous"><parent link="world"/><child link="{name}"/>'
    f'<origin xyz="{2 * i} 0 0"/><axis xyz="0 0 1"/></joint>' for i, (name, shape) in enumerate(PAINTED.items())) + "</robot>"


def painted_points():
    """Points on the painted shapes: the link, the point and the outward normal in its frame, and the place (u, v) in the
    image."""
    for u in (0.25, 0.75):
        for v in (0.25, 0.75):
            along, up = 0.8 * (u - 0.5), 0.8 * (v - 0.5)
            yield "box", (along, up, 0.4), (0, 0, 1), (u, v)
            yield "box", (along, -0.4, up), (0, -1, 0), (u, v)
            yield "box", (-along, 0.4, up), (0, 1, 0), (u, v)
            yield "box", (0.4, along, up), (1, 0, 0), (u, v)
            yield "box", (-0.4, -along, up), (-1, 0, 0), (u, v)
            yield "drum", (u - 0.5, v - 0.5, 0.45), (0, 0, 1), (u, v)
    for u in np.arange(0.0625, 1, 0.125):
        turn = 2 * np.pi * u - np.pi
        for v in (0.3, 0.7):
            latitude = np.pi * (v - 0.5)
            out = np.array([np.cos(turn) * np.cos(latitude), np.sin(turn) * np.cos(latitude), np.sin(latitude)])
            yield "ball", 0.6 * out, out, (u, v)
            yield "drum", (0.5 * np.cos(turn), 0.5 * np.sin(turn), 0.9 * (v - 0.5)), (np.cos(turn), np.sin(turn), 0), (u, v)


def painted_colour(u, v):
    """Which of red, green and blue the image has there."""
    pixel = SQUARES_IMAGE[int(16 * (1 - v))][int(16 * u)]
    return tuple(int(sample > 0) for sample in pixel)


def write_painted(folder):
    """The files of the painted shapes. Returns the robot."""
    folder.mkdir()
    (folder / "painted.png").write_bytes(png(SQUARES_IMAGE))
    (folder / "painted.urdf").write_text(PAINTED_URDF)
    return folder / "painted.urdf"


def png(rows):
    """A PNG file of rows of pixels (red, green, blue)."""
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    size = len(rows[0]).to_bytes(4, "big") + len(rows).to_bytes(4, "big")
    samples = b"".join(b"\0" + bytes(sample for pixel in row for sample in pixel) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + bytes([8, 2, 0, 0, 0])) +
            chunk(b"IDAT", zlib.compress(samples)) + chunk(b"IEND", b""))


def write_squares(folder):
    """The files of the squares. Returns the robot."""
    folder.mkdir()
    (folder / "squares.png").write_bytes(png(SQUARES_IMAGE))
    for name, text in (("squares.obj", SQUARES_OBJ), ("squares.mtl", SQUARES_MTL), ("squares.urdf", SQUARES_URDF)):
        (folder / name).write_text(text)
    return folder / "squares.urdf"


def damaged_png(file):
    """Spoils the pixels of a PNG file and corrects the checksum, so that only a decoder finds the damage."""
    data = file.read_bytes()
    at = data.index(b"IDAT")
    size = int.from_bytes(data[at - 4:at], "big")
    spoiled = b"IDAT" + bytes(size)
    file.write_bytes(data[:at] + spoiled + zlib.crc32(spoiled).to_bytes(4, "big") + data[at + size + 8:])


# A model that touches nothing.
LONELY = """
cardan: 1
name: lonely
time: {step: 0.01, duration: 0.1}
gravity: [0, 0, 0]
models: [{name: ball, sphere: {radius: 0.1}, mass: 1}]
"""

# 500 balls and 500 crates that slide side by side: 1000 bodies, 2500 contacts, 1000 islands.
MANY = """
cardan: 1
name: many
time: {step: 0.002, duration: 0.6}
materials:
  default: {mu: 0.3}
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - name: ball
    sphere: {radius: 0.05}
    pose: {xyz: [0, 0, 0.05]}
    velocity: {linear: [0.5, 0, 0]}
    grid: {count: [25, 20, 1], spacing: [0.3, 0.3, 0.3]}
  - name: crate
    box: {size: [0.1, 0.08, 0.06]}
    pose: {xyz: [0.15, 0, 0.03]}
    velocity: {linear: [0.5, 0.2, 0]}
    grid: {count: [25, 20, 1], spacing: [0.3, 0.3, 0.3]}
"""


def head_of(text):
    """The head of a page and its place in the text."""
    found = re.search(r'<script type="application/json" id="head">(.*?)</script>', text, re.DOTALL)
    return json.loads(found[1]), found.span(1)


def with_events(text, events):
    """A page with other events: pairs of a time [s] and a text."""
    head, (start, end) = head_of(text)
    head["events"] = [{"kind": "impact", "step": 1, "time": time, "text": what} for time, what in events]
    return text[:start] + json.dumps(head) + text[end:]


def without_models(text):
    """A page as of a world without models, which programs may record."""
    head, (start, end) = head_of(text)
    for key in ("models", "bodies", "shapes", "parts"):
        head[key] = []
    head["tables"] = [table for table in head["tables"] if table["name"] != "poses"]
    return text[:start] + json.dumps(head) + text[end:]


def with_last_number(text, table, column, value):
    """A page with another number in the last row of a table, written as docs/viewer.md describes chunks."""
    head, _ = head_of(text)
    about = next(x for x in head["tables"] if x["name"] == table)
    width = len(about["columns"]) * about.get("repeat", 1)
    chunk = about["chunks"][-1]
    found = re.search(rf'id="chunk-{chunk["id"]}">(.*?)</script>', text, re.DOTALL)
    planes = np.frombuffer(gzip.decompress(base64.b64decode(found[1])), np.uint8).reshape(4, -1)
    words = np.ascontiguousarray(planes.T).view("<u4").reshape(width, chunk["rows"]).copy()
    before = np.bitwise_xor.reduce(words[column, :-1])
    words[column, -1] = before ^ np.array([value], "<f4").view("<u4")[0]
    planes = np.ascontiguousarray(words.reshape(-1, 1).view(np.uint8).T)
    packed = base64.b64encode(gzip.compress(planes.tobytes())).decode()
    return text[:found.start(1)] + packed + text[found.end(1):]


def exit_code(command, *arguments):
    """Runs the command and returns its exit code."""
    return subprocess.run([command, *map(str, arguments)], capture_output=True, check=False).returncode


def run(command, *arguments):
    """Runs the command and returns its standard output."""
    done = subprocess.run([command, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"cardan {' '.join(map(str, arguments))}: {done.returncode} {done.stderr}")
    return done.stdout

"""Scenes of the tests of replay pages, and the command that makes pages of them."""

import json
import subprocess

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


def run(command, *arguments):
    """Runs the command and returns its standard output."""
    done = subprocess.run([command, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"cardan {' '.join(map(str, arguments))}: {done.returncode} {done.stderr}")
    return done.stdout

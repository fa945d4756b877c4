"""Drops a quadruped on the ground, where it stands: scripts/demo --python."""

from pathlib import Path

import cardan

ROBOT = Path(__file__).resolve().parents[3] / "data" / "robots" / "quadruped.urdf"

world = cardan.World()
world.add_ground()
robot = world.add_urdf(ROBOT, pose=(0, 0, 0.4), name="robot")
for joint in robot.joints.values():
    if joint.nv == 1:
        joint.set_pd(kp=150, kd=4)  # holds the posture given in the file
world.run(2.0, check=True)

print(world)
print(f"height of the base: {robot.base_pose.position[2]:.4f} m, weight: {9.81 * robot.mass:.2f} N")
for contact in world.contacts:
    foot = world.link_names[contact["link_b"]].replace("ground", world.link_names[contact["link_a"]])
    print(f"  {foot}: {abs(contact['force'][2]):.2f} N")

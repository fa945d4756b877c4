// Poses of the links of a robot from its joint positions.

import { Matrix4, Quaternion, Vector3 } from "three";
import type { Joint } from "./data";
import { poseMatrix } from "./instances";

const ONE_FREEDOM = ["revolute", "continuous", "prismatic", "screw"];

/** True if a slider can move the joint: it has one DoF and follows no other joint. */
export function isDriven(joint: Joint): boolean {
  return ONE_FREEDOM.includes(joint.type) && !joint.mimic;
}

function motion(joint: Joint, q: number): Matrix4 {
  const axis = new Vector3(...joint.axis);
  const turn = new Quaternion();
  let travel = 0;
  if (joint.type === "prismatic") travel = q;
  else if (ONE_FREEDOM.includes(joint.type)) turn.setFromAxisAngle(axis, q);
  if (joint.type === "screw") travel = joint.pitch * q;
  return new Matrix4().compose(axis.multiplyScalar(travel), turn, new Vector3(1, 1, 1));
}

/** Position of a joint [rad, m]; a follower's comes from its leader. */
export function jointPosition(joints: Joint[], positions: number[], index: number): number {
  let factor = 1;
  let offset = 0;
  for (let i = index, steps = 0; steps <= joints.length; ++steps) {
    const { mimic } = joints[i];
    if (!mimic) return factor * positions[i] + offset;
    offset += factor * mimic.offset;
    factor *= mimic.multiplier;
    i = mimic.leader;
  }
  return 0; // a cycle of followers
}

/** Pose of every body in the frame of the root. */
export function linkPoses(joints: Joint[], positions: number[], bodies: number): Matrix4[] {
  const poses = Array.from({ length: bodies }, () => new Matrix4());
  const jointOf = new Map(joints.map((joint, i) => [joint.child, i]));
  const done = new Set<number>();
  const place = (body: number): Matrix4 => {
    const index = jointOf.get(body);
    if (done.has(body) || index === undefined) return poses[body];
    done.add(body); // added before its parent is visited, so that a cycle terminates
    const joint = joints[index];
    return poses[body]
      .copy(place(joint.parent))
      .multiply(poseMatrix(joint.pose))
      .multiply(motion(joint, jointPosition(joints, positions, index)));
  };
  for (let body = 0; body < bodies; ++body) place(body);
  return poses;
}

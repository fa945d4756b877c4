// The page of a robot without a run. It shows frames, inertias and findings, and moves joints.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from "three";
import type { Finding, Inertial, Joint, Replay, Robot, Vector } from "./data";
import { button, countText, element, numberText, shortText, Toggle } from "./dom";
import { CLOSE, RESET } from "./icons";
import { poseMatrix } from "./instances";
import { isDriven, jointPosition, linkPoses } from "./kinematics";
import { View, type Keys } from "./view";

const KEYS: Keys = [
  ["r", "all joints to zero"],
  ["f", "fit the view to the robot"],
  ["s", "save a picture"],
  ["v", "visual or collision shapes"],
  ["x", "see through the bodies"],
  ["g", "frames of the links: x red, y green, z blue"],
  ["i", "inertias as boxes of equal inertia"],
  ["p", "joints and findings"],
  ["t", "light or dark"],
  ["esc", "close"],
];

/** Limits of a slider: the limits of the joint, or a full turn or one metre in each direction. */
function limits(joint: Joint): [number, number] {
  const wide = joint.type === "prismatic" ? 1 : Math.PI;
  return [joint.lower ?? -wide, joint.upper ?? wide];
}

export class Inspector extends View {
  private readonly positions: number[];
  private readonly sliders = new Map<number, { input: HTMLInputElement; value: HTMLElement }>();
  private readonly frames = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true }),
  );
  private readonly boxes: InstancedMesh;
  private readonly card = element("aside", { class: "card", hidden: "", "aria-label": "Link" });
  private readonly toggles: Record<"frames" | "inertias" | "panel", Toggle>;
  private readonly links: string[];
  private poses: Matrix4[] = [];

  constructor(
    replay: Replay,
    private readonly robot: Robot,
  ) {
    super(replay);
    this.links = replay.head.bodies.map((body) => body.link);
    this.positions = robot.joints.map(() => 0);
    this.boxes = new InstancedMesh(
      new BoxGeometry(2, 2, 2),
      new MeshBasicMaterial({ color: 0x0aa88f, transparent: true, opacity: 0.45, depthTest: false }),
      Math.max(1, robot.inertials.length),
    );
    this.boxes.frustumCulled = this.frames.frustumCulled = false;
    this.boxes.visible = this.frames.visible = false;
    this.boxes.renderOrder = 2;
    this.frames.renderOrder = 3;
    this.stage.add(this.boxes, this.frames);
    this.stage.addGrid();
    this.toggles = {
      frames: new Toggle("Frames", "Frames of the links (g)", false, (on) => {
        this.frames.visible = on;
        this.stage.changed();
      }),
      inertias: new Toggle("Inertia", "Inertias as boxes of equal inertia (i)", false, (on) => {
        this.boxes.visible = on;
        this.stage.changed();
      }),
      panel: new Toggle("Joints", "Joints and findings (p)", true, (on) =>
        this.body.classList.toggle("with-panel", on),
      ),
    };
    this.body.classList.add("with-panel");
    const { frames, inertias, panel } = this.toggles;
    this.addHeader(this.about(), [frames, inertias, panel]);
    this.view.append(this.card);
    this.body.append(this.panel());
    this.fillHelp(KEYS, "Click on a link to read its inertia and the findings about it.");
    this.show();
  }

  tick(): void {}

  private about(): string {
    const mass = this.robot.inertials.reduce((sum, inertial) => sum + inertial.mass, 0);
    const links = countText(this.links.length, "link");
    const joints = countText(this.robot.joints.length, "joint");
    const text = `${links} · ${joints} · ${shortText(mass)} kg`;
    return this.robot.base ? `${text} · base ${this.robot.base}` : text;
  }

  private panel(): HTMLElement {
    const joints = element("section", { class: "joints", "aria-label": "Joints" });
    const still = this.robot.joints.filter((joint) => joint.type === "fixed").length;
    this.robot.joints.forEach((joint, index) => {
      if (joint.type !== "fixed") joints.append(this.jointRow(joint, index));
    });
    if (still > 0)
      joints.append(element("p", { class: "faint" }, `not listed: ${still} fixed`));
    return element(
      "section",
      { class: "panel" },
      element(
        "div",
        { class: "panel-title" },
        element("h2", {}, "Joints"),
        button("All joints to zero (r)", RESET, () => this.reset()),
      ),
      joints,
      element("h2", {}, "Findings"),
      this.findings(),
    );
  }

  private jointRow(joint: Joint, index: number): HTMLElement {
    const value = element("span", { class: "value" });
    const head = element(
      "div",
      { class: "joint-head" },
      element("span", { class: "name", title: joint.type }, joint.name),
      value,
    );
    if (!isDriven(joint)) {
      const leader = joint.mimic && this.robot.joints[joint.mimic.leader].name;
      const text = leader ? `follows ${leader}` : `${joint.type}: stays at its neutral position`;
      const row = element("div", { class: "joint" }, head, element("p", { class: "faint" }, text));
      if (leader) this.sliders.set(index, { input: element("input", {}), value });
      return row;
    }
    const [lower, upper] = limits(joint);
    const input = element("input", {
      type: "range",
      min: String(lower),
      max: String(upper),
      step: "any",
      "aria-label": joint.name,
    });
    input.value = "0"; // the browser keeps it within the limits
    this.positions[index] = Number(input.value);
    input.addEventListener("input", () => {
      this.positions[index] = Number(input.value);
      this.show();
    });
    const mark = (on: boolean) => () => {
      this.stage.bodies.setMarked(on ? joint.child : -1);
      this.stage.changed();
    };
    const row = element("div", { class: "joint" }, head, input);
    row.addEventListener("pointerenter", mark(true));
    row.addEventListener("pointerleave", mark(false));
    input.addEventListener("focus", mark(true));
    input.addEventListener("blur", mark(false));
    this.sliders.set(index, { input, value });
    return row;
  }

  private findings(): HTMLElement {
    const list = element("ul", { class: "findings" });
    const { diagnostics, accepted } = this.robot;
    if (!accepted) list.append(element("li", { class: "error" }, "This file is refused."));
    if (diagnostics.length === 0) list.append(element("li", { class: "faint" }, "none"));
    for (const finding of diagnostics) list.append(this.findingRow(finding));
    return list;
  }

  private findingRow(finding: Finding): HTMLElement {
    const place = [finding.line > 0 ? `line ${finding.line}` : "", finding.element];
    const content = [
      element("b", {}, finding.severity),
      " ",
      element("span", { class: "faint" }, place.filter((x) => x !== "").join(", ")),
      element("span", { class: "message" }, finding.message),
    ];
    const row = element("li", { class: finding.severity });
    const link = this.linkOf(finding);
    if (link >= 0) {
      const opener = element("button", { type: "button" }, ...content);
      opener.addEventListener("click", () => this.open(link));
      row.append(opener);
    } else {
      row.append(...content);
    }
    return row;
  }

  /** The link to which a finding refers, or the child of its joint; −1: neither. */
  private linkOf(finding: Finding): number {
    const link = this.links.findIndex((name) => finding.element.startsWith(`link "${name}"`));
    if (link >= 0) return link;
    const joint = this.robot.joints.find((x) => finding.element.startsWith(`joint "${x.name}"`));
    return joint ? joint.child : -1;
  }

  private reset(): void {
    for (const [index, { input }] of this.sliders) {
      input.value = "0";
      this.positions[index] = Number(input.value);
    }
    this.show();
  }

  private show(): void {
    const { joints } = this.robot;
    this.poses = linkPoses(joints, this.positions, this.links.length);
    this.stage.bodies.place(this.poses);
    for (const [index, { value }] of this.sliders) {
      const q = jointPosition(joints, this.positions, index);
      const isLength = joints[index].type === "prismatic";
      value.textContent = isLength
        ? `${q.toFixed(4)} m`
        : `${q.toFixed(3)} rad  ${((180 * q) / Math.PI).toFixed(1)}°`.replaceAll("-", "−");
    }
    this.placeBoxes();
    this.placeFrames();
    this.stage.changed();
  }

  private placeBoxes(): void {
    const matrix = new Matrix4();
    this.robot.inertials.forEach((inertial, i) => {
      matrix
        .copy(this.poses[inertial.body])
        .multiply(poseMatrix(inertial.pose))
        .scale(new Vector3(...inertial.half));
      this.boxes.setMatrixAt(i, matrix);
    });
    this.boxes.count = this.robot.inertials.length;
    this.boxes.instanceMatrix.needsUpdate = true;
  }

  private placeFrames(): void {
    const length = 0.12 * this.stage.size;
    const points: number[] = [];
    const colours: number[] = [];
    const axes: Vector[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const shades: Vector[] = [
      [0.85, 0.1, 0.1],
      [0.1, 0.6, 0.15],
      [0.1, 0.3, 0.9],
    ];
    for (const pose of this.poses) {
      const origin = new Vector3().setFromMatrixPosition(pose);
      axes.forEach((axis, i) => {
        const end = new Vector3(...axis).multiplyScalar(length).applyMatrix4(pose);
        points.push(...origin.toArray(), ...end.toArray());
        colours.push(...shades[i], ...shades[i]);
      });
    }
    const { geometry } = this.frames;
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(colours), 3));
  }

  private open(link: number): void {
    const inertial = this.robot.inertials.find((x) => x.body === link);
    const list = element("dl", {});
    const rows: [string, string][] = inertial ? this.inertiaRows(inertial) : [["inertia", "none"]];
    for (const [name, value] of rows)
      list.append(element("dt", {}, name), element("dd", {}, value));
    const about = this.robot.diagnostics.filter((finding) => this.linkOf(finding) === link);
    const findings = element("ul", { class: "findings" });
    for (const finding of about)
      findings.append(element("li", { class: finding.severity }, finding.message));
    this.card.replaceChildren(
      element(
        "header",
        {},
        element("h2", {}, this.links[link]),
        button("Close (escape)", CLOSE, () => this.close()),
      ),
      list,
      findings,
    );
    this.card.hidden = false;
    this.stage.bodies.setMarked(link);
    this.stage.changed();
  }

  private inertiaRows(inertial: Inertial): [string, string][] {
    const row = (values: number[]) => values.map(numberText).join("  ");
    return [
      ["mass", `${numberText(inertial.mass)} kg`],
      ["centre", `${row(inertial.pose.slice(0, 3))} m`],
      ["moments", `${row(inertial.moments)} kg m²`],
      ["box", inertial.half.every((x) => x === 0) ? "none has this inertia"
        : `${row(inertial.half.map((x) => 2 * x))} m`],
    ]; // prettier-ignore
  }

  private close(): void {
    this.card.hidden = true;
    this.stage.bodies.setMarked(-1);
    this.stage.changed();
  }

  protected pick(x: number, y: number): void {
    const body = this.stage.bodyAt(x, y);
    if (body >= 0) this.open(body);
    else this.close();
  }
  protected fit(): void {
    this.stage.fit(0);
  }
  protected pictureName(): string {
    return "";
  }
  protected acts(): Record<string, () => void> {
    const flip = (toggle: Toggle) => () => toggle.set(!toggle.on);
    return {
      r: () => this.reset(),
      g: flip(this.toggles.frames),
      i: flip(this.toggles.inertias),
      p: flip(this.toggles.panel),
      Escape: () => this.close(),
    };
  }

  /** The interface window.cardan for programs and tests (docs/viewer.md). */
  functions(): Record<string, unknown> {
    return {
      setJoint: (name: string, position: number) => {
        const index = this.robot.joints.findIndex((joint) => joint.name === name);
        const slider = this.sliders.get(index);
        if (!slider || !isDriven(this.robot.joints[index]))
          throw new Error(`no joint ${name} that can be moved`);
        slider.input.value = String(position);
        slider.input.dispatchEvent(new Event("input"));
      },
      pose: (link: string) => {
        const pose = this.poses[this.links.indexOf(link)];
        const place = new Vector3().setFromMatrixPosition(pose);
        const turn = new Quaternion().setFromRotationMatrix(pose);
        return [...place.toArray(), turn.w, turn.x, turn.y, turn.z];
      },
      project: (point: Vector) => this.stage.project(new Vector3(...point)),
    };
  }
}

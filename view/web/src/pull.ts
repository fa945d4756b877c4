// Pulling bodies with the mouse: a drag that begins on a moving body moves a target, and the program
// pulls the body to it with a spring.

import { BufferAttribute, BufferGeometry, Line, LineBasicMaterial, Vector3 } from "three";
import type { Replay } from "./data";
import type { Stage } from "./stage";
import { MARKED_COLOUR } from "./theme";

export class Pull {
  enabled = true;
  private body = -1;
  private readonly point = new Vector3(); // in the frame of the body
  private readonly target = new Vector3(); // in W
  private readonly ends = new BufferAttribute(new Float32Array(6), 3);
  private readonly line: Line;

  constructor(
    private readonly replay: Replay,
    private readonly stage: Stage,
    view: HTMLElement,
    private readonly send: (message: Record<string, unknown>) => void,
    private readonly click: (x: number, y: number) => void,
  ) {
    const geometry = new BufferGeometry().setAttribute("position", this.ends);
    this.line = new Line(
      geometry,
      new LineBasicMaterial({ color: MARKED_COLOUR, depthTest: false, transparent: true }),
    );
    this.line.frustumCulled = this.line.visible = false;
    this.line.renderOrder = 4;
    stage.add(this.line);
    // Handled before the event reaches the canvas, so that the view does not turn.
    view.addEventListener("pointerdown", (event) => this.begin(event, view), { capture: true });
    view.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"] as const)
      view.addEventListener(end, () => this.end());
  }

  private moved = false;
  private start = { x: 0, y: 0 };

  private begin(event: PointerEvent, view: HTMLElement): void {
    const { canvas } = this.stage;
    if (!this.enabled || event.button !== 0 || event.target !== canvas) return;
    const hit = this.stage.hitAt(event.clientX, event.clientY);
    if (!hit || !this.replay.bodyMoves(hit.body)) return;
    event.stopPropagation();
    view.setPointerCapture(event.pointerId);
    canvas.focus();
    this.body = hit.body;
    this.point.copy(hit.point).applyMatrix4(this.stage.bodies.matrices[hit.body].clone().invert());
    this.target.copy(hit.point);
    this.moved = false;
    this.start = { x: event.clientX, y: event.clientY };
  }
  private move(event: PointerEvent): void {
    if (this.body < 0) return;
    const { x, y } = this.start;
    this.moved ||= Math.hypot(event.clientX - x, event.clientY - y) > 4;
    if (!this.moved) return;
    this.target.copy(this.stage.pointBeside(event.clientX, event.clientY, this.target));
    this.send({
      type: "push",
      body: this.body,
      point: this.point.toArray(),
      target: this.target.toArray(),
    });
    this.show();
  }
  private end(): void {
    if (this.body < 0) return;
    this.body = -1;
    if (this.moved) this.send({ type: "release" });
    else this.click(this.start.x, this.start.y);
    this.show();
  }

  /** Draws the spring at the current pose of the body. */
  show(): void {
    const shown = this.body >= 0 && this.moved;
    if (shown) {
      const held = this.point.clone().applyMatrix4(this.stage.bodies.matrices[this.body]);
      held.toArray(this.ends.array, 0);
      this.target.toArray(this.ends.array, 3);
      this.ends.needsUpdate = true;
    }
    if (shown || this.line.visible) this.stage.changed();
    this.line.visible = shown;
  }
}

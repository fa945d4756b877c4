// The page of a running world.

import { Vector3 } from "three";
import { Connection } from "./connection";
import type { Live, LiveStatus, Replay, Vector } from "./data";
import { element, shortText, Toggle } from "./dom";
import { LiveBar } from "./live_bar";
import { LivePanel } from "./live_panel";
import { Pull } from "./pull";
import { RunView } from "./run_view";
import type { Keys } from "./view";

const KEYS: Keys = [
  ["space", "play, pause"],
  ["→", "one step (with shift: ten)"],
  ["←", "back by one kept state (with shift: ten)"],
  ["home", "back to the first kept state"],
  ["r", "back to the start"],
  ["d", "drag bodies, or turn the view only"],
  ["f", "fit the view to the models"],
  ["s", "save a picture"],
  ["v", "visual or collision shapes"],
  ["x", "see through the bodies"],
  ["c", "friction cones"],
  ["a", "force arrows"],
  ["i", "colour islands"],
  ["p", "controls"],
  ["t", "light or dark"],
  ["esc", "close"],
];

export class LivePage extends RunView {
  private readonly bar: LiveBar;
  private readonly controls: LivePanel;
  private readonly connection: Connection;
  private readonly pull: Pull;
  private readonly panel: Toggle;
  private readonly drags: Toggle;
  private readonly lost = element(
    "div",
    { class: "lost", role: "status", hidden: "" },
    "The program does not answer. The page connects again as soon as it does.",
  );
  private status: LiveStatus | null = null;
  private received = 0;

  constructor(replay: Replay, live: Live) {
    super(replay);
    const send = (message: Record<string, unknown>) => this.connection.send(message);
    this.bar = new LiveBar(send);
    this.controls = new LivePanel(replay, live, send);
    this.pull = new Pull(replay, this.stage, this.view, send, (x, y) => this.pick(x, y));
    this.panel = new Toggle("Controls", "Solver and parameters (p)", window.innerWidth > 760, (on) =>
      this.body.classList.toggle("with-panel", on),
    );
    this.drags = new Toggle("Drag", "A drag on a body pulls it (d)", true, (on) => {
      this.pull.enabled = on;
    });
    const { arrows, cones, islands } = this.marks;
    this.body.classList.toggle("with-panel", this.panel.on);
    this.addHeader(`live · step ${shortText(1e3 * replay.head.time_step)} ms`, [
      arrows,
      cones,
      islands,
      this.drags,
      this.panel,
    ]);
    this.view.append(this.legend(""), this.card.element, this.lost);
    this.body.append(this.controls.element, this.bar.element);
    this.fillHelp(
      KEYS,
      "Drag a body to pull it with a spring. Click on a contact or a body to read its numbers.",
    );
    this.show();
    this.connection = new Connection((connected) => {
      this.lost.hidden = connected;
    });
  }

  protected get frame(): number {
    return 0;
  }
  protected pictureName(): string {
    return `-${(this.status?.time ?? 0).toFixed(3)}s`;
  }

  tick(): void {
    this.bar.tick();
    const frame = this.connection.take();
    if (!frame) return;
    const status = this.replay.receive(frame);
    if (status.page !== this.replay.head.live?.id) {
      // Another program, or models that were added: the page is built again for the new bodies.
      location.reload();
      return;
    }
    this.status = status;
    ++this.received;
    this.stage.bodies.forget();
    this.show();
    this.bar.show(status);
    this.controls.show(status);
    this.pull.show();
  }

  protected override acts(event: KeyboardEvent): Record<string, () => void> {
    const many = event.shiftKey ? 10 : 1;
    const acts: Record<string, () => void> = {
      ...super.acts(event),
      ArrowRight: () => this.bar.step(many),
      ArrowLeft: () => this.bar.back(many),
      Home: () => this.bar.first(),
      r: () => this.bar.reset(),
      d: () => this.drags.set(!this.drags.on),
      p: () => this.panel.set(!this.panel.on),
    };
    if (!(event.target instanceof HTMLButtonElement)) acts[" "] = () => this.bar.toggle();
    return acts;
  }

  /** The interface window.cardan for programs and tests (docs/viewer.md). */
  functions(): Record<string, unknown> {
    const { replay, stage } = this;
    return {
      connected: () => this.connection.connected,
      received: () => this.received,
      status: () => this.status,
      send: (message: Record<string, unknown>) => this.connection.send(message),
      contacts: () => replay.contacts(0),
      pose: (body: number) => replay.pose(0, body),
      project: (point: Vector) => stage.project(new Vector3(...point)),
    };
  }
}

// The page of a run.

import { Vector3 } from "three";
import { Card } from "./card";
import type { Replay, Vector } from "./data";
import { element, shortText, Toggle } from "./dom";
import { islandsOf } from "./islands";
import { Plots } from "./plots";
import { Timeline } from "./timeline";
import { View, type Keys } from "./view";

const KEYS: Keys = [
  ["space", "play, pause"],
  ["← →", "one frame back, on (with shift: ten)"],
  ["home end", "first, last frame"],
  ["[ ]", "previous, next event"],
  ["f", "fit the view to the models"],
  ["s", "save a picture"],
  ["v", "visual or collision shapes"],
  ["x", "see through the bodies"],
  ["c", "friction cones"],
  ["a", "force arrows"],
  ["i", "colour islands"],
  ["p", "plots"],
  ["t", "light or dark"],
  ["esc", "close"],
];

export class ReplayPage extends View {
  readonly timeline: Timeline;
  private readonly card: Card;
  private readonly plots: Plots;
  private readonly toggles: Record<"cones" | "arrows" | "islands" | "plots", Toggle>;

  constructor(replay: Replay) {
    super(replay);
    this.card = new Card(replay, () => this.show());
    this.timeline = new Timeline(replay, () => this.show());
    this.plots = new Plots(replay, this.theme, (time) => {
      this.timeline.pause();
      this.timeline.seek(time);
    });
    const { contacts } = this.stage;
    this.toggles = {
      arrows: new Toggle("Forces", "Contact forces as arrows (a)", true, (on) => {
        contacts.showArrows = on;
        this.show();
      }),
      cones: new Toggle(
        "Cones",
        "Friction cones with the force in them (c)",
        contacts.showCones,
        (on) => {
          contacts.showCones = on;
          this.show();
        },
      ),
      islands: new Toggle("Islands", "One colour per island (i)", false, () => this.show()),
      plots: new Toggle("Plots", "Plots over time (p)", window.innerWidth > 760, (on) =>
        this.body.classList.toggle("with-panel", on),
      ),
    };
    const { arrows, cones, islands, plots } = this.toggles;
    this.body.classList.toggle("with-panel", plots.on);
    this.addHeader(this.about(), [arrows, cones, islands, plots]);
    this.view.append(this.legend(), this.card.element);
    this.body.append(this.plots.element, this.timeline.element);
    this.fillHelp(
      KEYS,
      "Click on a contact or a body to read its numbers. " +
        "A cone is the set of forces that friction allows; its rim lies at the normal force.",
    );
    this.show();
    const start = /^#t=([0-9.]+)$/.exec(location.hash);
    if (start) this.timeline.seek(Number(start[1]));
  }

  private about(): string {
    const { head } = this.replay;
    const solvers = head.chain.join(", then ");
    return `${head.formulation} · ${solvers} · step ${shortText(1e3 * head.time_step)} ms`;
  }

  private legend(): HTMLElement {
    const { contacts } = this.stage;
    const entry = (state: string, text: string) =>
      element("span", {}, element("i", { class: state }), text);
    const box = element("div", { class: "key" });
    if (this.replay.most === 0) {
      box.append("no contacts in this replay");
      return box;
    }
    box.append(
      entry("stick", "stick"),
      entry("slide", "slide"),
      entry("open", "open"),
      element(
        "span",
        { class: "scale", title: "Longer arrows end at twice this length" },
        `an arrow of ${shortText(contacts.length)} m is ${shortText(contacts.force)} N`,
      ),
    );
    return box;
  }

  private show(): void {
    const frame = this.timeline.currentFrame;
    if (this.replay.frames === 0) return;
    this.stage.bodies.setIslands(
      this.toggles.islands.on ? islandsOf(this.replay, frame) : null,
    );
    this.card.show(frame);
    this.stage.show(frame, this.card.contactAt(frame));
    this.plots.show(this.timeline.time);
  }

  protected fit(): void {
    this.stage.fit(this.timeline.currentFrame);
  }
  protected pictureName(): string {
    return `-${this.timeline.time.toFixed(3)}s`;
  }
  protected override themeChanged(): void {
    this.plots.setTheme(this.theme);
  }

  protected pick(x: number, y: number): void {
    const frame = this.timeline.currentFrame;
    const drawn = this.stage.contactAt(x, y);
    const body = drawn ? -1 : this.stage.bodyAt(x, y);
    this.card.keepOff(x);
    if (drawn) this.card.openContact(drawn.contact, frame);
    else if (body >= 0 && this.replay.bodyMoves(body)) this.card.openBody(body, frame);
    else this.card.close();
    this.show();
  }

  tick(now: number): void {
    this.timeline.tick(now);
  }

  protected acts(event: KeyboardEvent): Record<string, () => void> {
    const step = event.shiftKey ? 10 : 1;
    const { timeline, toggles } = this;
    const flip = (toggle: Toggle) => () => toggle.set(!toggle.on);
    const acts: Record<string, () => void> = {
      ArrowLeft: () => timeline.step(-step),
      ArrowRight: () => timeline.step(step),
      Home: () => timeline.step(-Infinity),
      End: () => timeline.step(Infinity),
      "[": () => timeline.seekNextEvent(-1),
      "]": () => timeline.seekNextEvent(1),
      c: flip(toggles.cones),
      a: flip(toggles.arrows),
      i: flip(toggles.islands),
      p: flip(toggles.plots),
      Escape: () => this.card.close(),
    };
    if (!(event.target instanceof HTMLButtonElement)) acts[" "] = () => timeline.toggle();
    return acts;
  }

  /** What window.cardan offers to programs and tests (docs/viewer.md). */
  functions(): Record<string, unknown> {
    const { replay, stage, timeline } = this;
    return {
      frames: replay.frames,
      times: replay.times,
      frame: () => timeline.currentFrame,
      isPlaying: () => timeline.isPlaying,
      seek: (time: number) => timeline.seek(time),
      seekFrame: (frame: number) => timeline.seekFrame(frame),
      play: () => timeline.play(),
      pause: () => timeline.pause(),
      contacts: (frame: number) => replay.contacts(frame),
      island: (frame: number, index: number) => replay.island(frame, index),
      pose: (frame: number, body: number) => {
        const table = replay.table("poses");
        const at = frame * table.width + 7 * body;
        return Array.from(table.floats.subarray(at, at + 7));
      },
      steps: (name: string) => {
        const table = replay.table("steps");
        const column = table.column(name);
        const isWhole =
          replay.head.tables.find((head) => head.name === "steps")!.columns[column].type === "i32";
        return Array.from({ length: table.rows }, (_, row) =>
          isWhole ? table.integer(row, column) : table.float(row, column),
        );
      },
      project: (point: Vector) => stage.project(new Vector3(...point)),
    };
  }
}

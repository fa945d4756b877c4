// The page of a run.

import { Vector3 } from "three";
import { Ask } from "./ask";
import type { Replay, Vector } from "./data";
import { Toggle } from "./dom";
import { Film } from "./film";
import { Plots } from "./plots";
import { Timeline } from "./timeline";
import { RunView } from "./run_view";
import type { Keys } from "./view";

const KEYS: Keys = [
  ["space", "play, pause"],
  ["← →", "one frame back, on (with shift: ten)"],
  ["home end", "first, last frame"],
  ["[ ] or , .", "previous, next event"],
  ["f", "fit the view to the models"],
  ["s", "save a picture"],
  ["v", "visual or collision shapes"],
  ["x", "see through the bodies"],
  ["c", "friction cones"],
  ["a", "force arrows"],
  ["i", "colour islands"],
  ["p", "plots"],
  ["q", "the command that simulates this step again"],
  ["t", "light or dark"],
  ["esc", "close"],
];

export class ReplayPage extends RunView {
  readonly timeline: Timeline;
  private readonly plots: Plots;
  private readonly panel: Toggle;
  private film: Film | null = null;
  private readonly ask: Ask | null = null;

  constructor(replay: Replay) {
    super(replay);
    this.timeline = new Timeline(replay, () => this.show());
    this.plots = new Plots(replay, this.theme, (time) => {
      this.timeline.pause();
      this.timeline.seek(time);
    });
    this.panel = new Toggle("Plots", "Plots over time (p)", window.innerWidth > 760, (on) =>
      this.body.classList.toggle("with-panel", on),
    );
    const { arrows, cones, islands } = this.marks;
    this.body.classList.toggle("with-panel", this.panel.on);
    this.addHeader(this.about(), [arrows, cones, islands, this.panel]);
    this.view.append(
      this.legend(replay.most === 0 ? "no contacts in this replay" : ""),
      this.card.element,
    );
    this.body.append(this.plots.element, this.timeline.element);
    if (replay.head.recording !== "") {
      this.ask = new Ask(replay.head.recording, () => this.timeline.time);
      this.timeline.element.append(this.ask.opener);
      this.view.append(this.ask.element);
    }
    this.fillHelp(
      KEYS,
      "Click on a contact or a body to read its numbers. " +
        "A cone is the set of forces that friction allows; its rim lies at the normal force.",
    );
    this.show();
    this.seekAddress();
    window.addEventListener("hashchange", () => this.seekAddress());
  }

  /** Goes to the time [s] in the address: "#t=1.5". */
  private seekAddress(): void {
    const start = /^#t=(\d+\.?\d*|\.\d+)$/.exec(location.hash);
    if (!start) return;
    this.timeline.pause();
    this.timeline.seek(Number(start[1]));
  }

  protected get frame(): number {
    return this.timeline.currentFrame;
  }

  protected override show(): void {
    super.show();
    this.ask?.show();
    if (this.replay.frames > 0) this.plots.show(this.timeline.time);
    this.film?.show();
  }

  protected pictureName(): string {
    return `-${this.timeline.time.toFixed(3)}s`;
  }
  protected override themeChanged(): void {
    this.plots.setTheme(this.theme);
  }

  tick(now: number): void {
    this.timeline.tick(now);
  }

  protected override acts(event: KeyboardEvent): Record<string, () => void> {
    const step = event.shiftKey ? 10 : 1;
    const { timeline, panel } = this;
    const previous = () => timeline.seekNextEvent(-1);
    const next = () => timeline.seekNextEvent(1);
    const acts: Record<string, () => void> = {
      ...super.acts(event),
      ArrowLeft: () => timeline.step(-step),
      ArrowRight: () => timeline.step(step),
      Home: () => timeline.step(-Infinity),
      End: () => timeline.step(Infinity),
      "[": previous,
      ",": previous,
      "]": next,
      ".": next,
      p: () => panel.set(!panel.on),
      q: () => this.ask?.toggle(),
      Escape: () => {
        this.card.close();
        this.ask?.close();
      },
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
      command: () => this.ask?.command ?? "",
      isPlaying: () => timeline.isPlaying,
      seek: (time: number) => timeline.seek(time),
      seekFrame: (frame: number) => timeline.seekFrame(frame),
      play: () => timeline.play(),
      pause: () => timeline.pause(),
      contacts: (frame: number) => replay.contacts(frame),
      island: (frame: number, index: number) => replay.island(frame, index),
      pose: (frame: number, body: number) => replay.pose(frame, body),
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
      look: (azimuth: number, elevation: number, zoom: number) => stage.look(azimuth, elevation, zoom),
      film: () => {
        this.film ??= new Film(this.view, () => timeline.time);
      },
    };
  }
}

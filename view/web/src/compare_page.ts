// The page of several runs of one scene over each other.

import { Vector3 } from "three";
import { Card } from "./card";
import { ComparePlots } from "./compare_plots";
import { RunBodies, clockOf, withParts, type Run } from "./compared_run";
import type { Comparison, Vector } from "./data";
import { element, shortText, Toggle } from "./dom";
import type { Bodies } from "./instances";
import { boxAt } from "./stage";
import { Timeline } from "./timeline";
import { View, type Keys } from "./view";

const KEYS: Keys = [
  ["space", "play, pause"],
  ["← →", "one frame back, on (with shift: ten)"],
  ["home end", "first, last frame"],
  ["[ ] or , .", "previous, next event"],
  ["n", "next run solid (with shift: previous)"],
  ["1 … 9", "this run solid"],
  ["o", "only the solid run, or all"],
  ["f", "fit the view to the runs that are shown"],
  ["s", "save a picture"],
  ["v", "visual or collision shapes"],
  ["x", "see through the solid run"],
  ["c", "friction cones of the solid run"],
  ["a", "force arrows of the solid run"],
  ["t", "light or dark"],
  ["esc", "close"],
];

/** Runs that are shown at the start: as many as there are hues. */
const SHOWN = 5;

function taken(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}: it is not complete`);
  return found;
}

export class ComparePage extends View {
  private readonly layers: RunBodies[];
  private readonly cards: Card[];
  private readonly shown: boolean[];
  private readonly radios: HTMLInputElement[] = [];
  private readonly boxes: HTMLInputElement[] = [];
  private readonly notes: HTMLElement[] = [];
  private readonly timeline: Timeline;
  private readonly plots: ComparePlots;
  private readonly report = taken("compare-tables");
  private readonly toggles: Record<"arrows" | "cones", Toggle>;
  private solid: number;

  constructor(
    private readonly runs: Run[],
    private readonly comparison: Comparison,
  ) {
    super(clockOf(runs), withParts(runs[0].replay, false));
    const { stage } = this;
    this.solid = comparison.reference;
    this.shown = runs.map((_, i) => i === this.solid || i < SHOWN);
    this.layers = runs.map((run) => new RunBodies(run, stage.reach, this.visuals.on));
    this.cards = runs.map(({ replay }) => new Card(replay, () => this.show()));
    for (const layer of this.layers) stage.add(layer.bodies.group);
    stage.contacts.showCones = Math.max(...runs.map(({ replay }) => replay.most)) <= 400;
    this.timeline = new Timeline(this.replay, () => this.show());
    this.plots = new ComparePlots(taken("compare-plots"), (time) => {
      this.timeline.pause();
      this.timeline.seek(time);
    });
    const { contacts } = stage;
    this.toggles = {
      arrows: new Toggle("Forces", "Contact forces of the solid run as arrows (a)", true, (on) => {
        contacts.showArrows = on;
        this.show();
      }),
      cones: new Toggle("Cones", "Friction cones of the solid run (c)", contacts.showCones, (on) => {
        contacts.showCones = on;
        this.show();
      }),
    };
    this.compose();
    stage.bodies.show(0);
    this.setHues();
    this.choose(this.solid);
    this.runs.forEach((_, i) => this.setShown(i, this.shown[i]));
    this.fit();
  }

  private compose(): void {
    const { head } = this.replay;
    document.documentElement.dataset.page = "compare";
    this.addHeader(
      `${this.runs.length} runs · step ${shortText(1e3 * head.time_step)} ms · cardan ${head.cardan}`,
      [this.toggles.arrows, this.toggles.cones],
    );
    this.view.append(this.legend(), ...this.cards.map((card) => card.element));
    const panel = element("section", { class: "panel", "aria-label": "Runs and plots" });
    panel.append(this.list(), this.plots.element);
    this.body.classList.add("with-panel");
    this.body.append(panel, this.timeline.element);
    this.body.after(this.report);
    this.report.prepend(element("h2", {}, "Results"));
    this.report.addEventListener("click", (event) => {
      const row = (event.target as Element).closest<HTMLElement>("tr[data-run]");
      if (row) this.choose(Number(row.dataset.run));
    });
    this.fillHelp(
      KEYS,
      "One run is solid, and its contacts are shown; the others are ghosts. " +
        "Click or drag in a plot over time to go to a time.",
    );
  }

  private legend(): HTMLElement {
    const { contacts } = this.stage;
    const entry = (state: string) => element("span", {}, element("i", { class: state }), state);
    return element(
      "div",
      { class: "key" },
      ...["stick", "slide", "open"].map(entry),
      element("span", { class: "scale" }, `an arrow of ${shortText(contacts.length)} m is ${shortText(contacts.force)} N`),
    );
  }

  private list(): HTMLElement {
    const list = element("fieldset", { class: "runs" }, element("legend", {}, "Runs"));
    list.append(element("div", { class: "run-head" }, element("span", {}, "solid"), element("span", {}, "shown")));
    const rows = element("div", { class: "run-list" });
    list.append(rows);
    this.runs.forEach(({ name }, i) => {
      const radio = element("input", { type: "radio", name: "solid", "aria-label": `${name}: solid` });
      const box = element("input", { type: "checkbox", "aria-label": `${name}: shown` });
      const note = element("span", { class: "faint" });
      radio.addEventListener("change", () => this.choose(i));
      box.addEventListener("change", () => this.setShown(i, box.checked));
      const label = element("label", {}, radio, this.swatch(i).cloneNode(true), element("span", { class: "name" }, name), note);
      rows.append(element("div", { class: "run" }, label, box));
      this.radios.push(radio);
      this.boxes.push(box);
      this.notes.push(note);
    });
    return list;
  }

  /** The swatch of a run in the table, whose colour is that of its curves. */
  private swatch(run: number): Element {
    return this.report.querySelector(`tr[data-run="${run}"] .swatch`)!;
  }

  private setHues(): void {
    this.layers.forEach((layer, i) => {
      layer.setHue(getComputedStyle(this.swatch(i).querySelector("path")!).stroke);
    });
  }

  /** Makes a run solid, and shows it. */
  private choose(run: number): void {
    this.cards[this.solid].close();
    this.solid = run;
    this.stage.contacts.replay = this.runs[run].replay;
    this.layers.forEach((layer, i) => layer.setSolid(i === run));
    if (this.ghosts.on) this.solidBodies().setGhostly(true);
    this.radios.forEach((radio, i) => (radio.checked = i === run));
    for (const row of this.report.querySelectorAll<HTMLElement>("tr[data-run]"))
      row.classList.toggle("solid", Number(row.dataset.run) === run);
    this.setShown(run, true);
  }
  private setShown(run: number, on: boolean): void {
    this.shown[run] = on;
    this.boxes[run].checked = on;
    this.layers[run].bodies.group.visible = on;
    this.plots.setRun(run, on);
    this.show();
  }

  private frameOf(run: number): number {
    return this.runs[run].replay.frameAt(this.timeline.time);
  }
  private placeOf(run: number): [number, number] | null {
    if (this.comparison.base < 0) return null;
    const [x, y] = this.runs[run].replay.pose(this.frameOf(run), this.comparison.base);
    return Number.isFinite(x + y) ? [x, y] : null;
  }

  private show(): void {
    const { time } = this.timeline;
    this.layers.forEach((layer, i) => {
      if (this.shown[i]) layer.show(time);
      const { times, frames } = layer.run.replay;
      const end = times[frames - 1];
      this.notes[i].textContent = end < time - 1e-4 ? `ended at ${shortText(end)} s` : "";
    });
    const card = this.cards[this.solid];
    const frame = this.frameOf(this.solid);
    card.show(frame);
    this.stage.contacts.group.visible = this.shown[this.solid];
    this.stage.contacts.show(frame, card.contactAt(frame));
    this.stage.changed();
    this.plots.show(time, this.runs.map((_, i) => this.placeOf(i)));
  }

  protected override solidBodies(): Bodies {
    return this.layers[this.solid].bodies;
  }
  protected override allBodies(): Bodies[] {
    return [this.stage.bodies, ...this.layers.map((layer) => layer.bodies)];
  }
  protected override themeChanged(): void {
    this.setHues();
    this.plots.setTheme();
    this.stage.changed();
  }
  protected pictureName(): string {
    return `-${this.timeline.time.toFixed(3)}s`;
  }
  protected fit(): void {
    const boxes = this.runs
      .filter((_, i) => this.shown[i])
      .flatMap(({ replay }) => [0, 0.5, 1].map((share) => boxAt(replay, Math.round(share * (replay.frames - 1)))));
    if (boxes.length > 0) this.stage.fitBox(boxes.reduce((all, box) => all.union(box)));
  }
  protected pick(x: number, y: number): void {
    const drawn = this.shown[this.solid] ? this.stage.contactAt(x, y) : null;
    const body = drawn ? -1 : this.stage.bodyAt(x, y, this.solidBodies());
    const card = this.cards[this.solid];
    card.keepOff(x);
    if (drawn) card.openContact(drawn.contact, this.frameOf(this.solid));
    else if (body >= 0) card.openBody(body, this.frameOf(this.solid));
    else card.close();
    this.show();
  }

  tick(now: number): void {
    this.timeline.tick(now);
  }

  private showOthers(): void {
    const only = this.shown.every((on, i) => on === (i === this.solid));
    this.runs.forEach((_, i) => this.setShown(i, only || i === this.solid));
  }

  protected acts(event: KeyboardEvent): Record<string, () => void> {
    const { timeline, toggles, runs } = this;
    const step = event.shiftKey ? 10 : 1;
    const turn = (by: number) => () => this.choose((this.solid + by + runs.length) % runs.length);
    const acts: Record<string, () => void> = {
      Home: () => timeline.step(-Infinity),
      End: () => timeline.step(Infinity),
      "[": () => timeline.seekNextEvent(-1),
      ",": () => timeline.seekNextEvent(-1),
      "]": () => timeline.seekNextEvent(1),
      ".": () => timeline.seekNextEvent(1),
      n: turn(1),
      N: turn(-1),
      o: () => this.showOthers(),
      c: () => toggles.cones.set(!toggles.cones.on),
      a: () => toggles.arrows.set(!toggles.arrows.on),
      Escape: () => {
        this.cards[this.solid].close();
        this.show();
      },
    };
    runs.slice(0, 9).forEach((_, i) => (acts[String(i + 1)] = () => this.choose(i)));
    // Controls of the list have their own use of these keys.
    const { target } = event;
    const isChoice = target instanceof HTMLInputElement && target.type !== "range";
    if (isChoice) return acts;
    acts.ArrowLeft = () => timeline.step(-step);
    acts.ArrowRight = () => timeline.step(step);
    if (!(target instanceof HTMLButtonElement)) acts[" "] = () => timeline.toggle();
    return acts;
  }

  /** What window.cardan offers to programs and tests (docs/viewer.md). */
  functions(): Record<string, unknown> {
    const { timeline, runs, stage } = this;
    return {
      frames: this.replay.frames,
      times: this.replay.times,
      runs: runs.map(({ name }) => name),
      frame: () => timeline.currentFrame,
      isPlaying: () => timeline.isPlaying,
      seek: (time: number) => timeline.seek(time),
      seekFrame: (frame: number) => timeline.seekFrame(frame),
      play: () => timeline.play(),
      pause: () => timeline.pause(),
      solid: () => this.solid,
      choose: (run: number) => this.choose(run),
      shown: () => [...this.shown],
      setShown: (run: number, on: boolean) => this.setShown(run, on),
      contacts: () => runs[this.solid].replay.contacts(this.frameOf(this.solid)),
      pose: (run: number, frame: number, body: number) => runs[run].replay.pose(frame, body),
      drawnPose: (run: number, body: number) => this.layers[run].bodies.matrices[body].toArray(),
      opacity: (run: number) => this.layers[run].opacity,
      project: (point: Vector) => stage.project(new Vector3(...point)),
    };
  }
}

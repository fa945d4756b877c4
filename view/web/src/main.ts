// The replay page (docs/viewer.md).

import { Vector3 } from "three";
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Card } from "./card";
import { Replay, type Vector } from "./data";
import { button, element, shortText, Toggle } from "./dom";
import { islandsOf } from "./islands";
import { Plots } from "./plots";
import { Stage } from "./stage";
import { theme } from "./theme";
import { Timeline } from "./timeline";

const THEME = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2a7 7 0 0 1 0 14z";
const FIT = "M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z";
const PICTURE =
  "M9 4 7.2 6H4v13h16V6h-3.2L15 4zm3 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z";
const HELP =
  "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 16h-2v-2h2zm1.6-6.3c-.9.7-1.4 1.1-1.4 2.3h-2.3c0-2 .9-2.8 1.9-3.6.8-.6 1.2-1 1.2-1.7 0-.9-.8-1.5-2-1.5-1.1 0-1.9.6-2 1.8H7.7C7.8 6.600 9.600 5.200 12 5.200c2.500 0 4.300 1.300 4.300 3.400 0 1.600-.9 2.400-1.700 3.100z";

const KEYS: [string, string][] = [
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

class Page {
  readonly stage: Stage;
  readonly timeline: Timeline;
  private readonly card: Card;
  private readonly plots: Plots;
  private readonly body = element("main", {});
  private readonly help = element("dialog", { class: "help", "aria-label": "Keys" });
  private readonly toggles: Record<"visuals" | "ghosts" | "cones" | "arrows" | "islands" | "plots", Toggle>;
  private name: "light" | "dark";

  constructor(private readonly replay: Replay) {
    this.name = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.documentElement.dataset.theme = this.name;
    const view = element("div", { class: "view" });
    this.body.append(view);
    document.body.append(this.body);
    this.stage = new Stage(replay, view, theme(this.name));
    this.card = new Card(replay, () => this.show());
    this.timeline = new Timeline(replay, () => this.show());
    this.plots = new Plots(replay, theme(this.name), (time) => {
      this.timeline.pause();
      this.timeline.seek(time);
    });
    const { bodies, contacts } = this.stage;
    this.toggles = {
      visuals: new Toggle("Visuals", "Visual or collision shapes (v)", bodies.hasVisuals, (on) => {
        bodies.showVisuals(on);
        this.stage.changed();
      }),
      ghosts: new Toggle("X-ray", "See through the bodies (x)", false, (on) => {
        bodies.setGhostly(on);
        this.stage.changed();
      }),
      arrows: new Toggle("Forces", "Contact forces as arrows (a)", true, (on) => {
        contacts.showArrows = on;
        this.show();
      }),
      cones: new Toggle("Cones", "Friction cones with the force in them (c)", contacts.showCones, (on) => {
        contacts.showCones = on;
        this.show();
      }),
      islands: new Toggle("Islands", "One colour per island (i)", false, () => this.show()),
      plots: new Toggle("Plots", "Plots over time (p)", window.innerWidth > 760, (on) =>
        this.body.classList.toggle("with-plots", on),
      ),
    };
    bodies.showVisuals(bodies.hasVisuals);
    this.body.classList.toggle("with-plots", this.toggles.plots.on);
    this.body.prepend(this.header());
    view.append(this.legend(), this.card.element);
    this.body.append(this.plots.element, this.timeline.element);
    this.fillHelp();
    document.body.append(this.help);
    this.listen();
    this.show();
    const start = /^#t=([0-9.]+)$/.exec(location.hash);
    if (start) this.timeline.seek(Number(start[1]));
    const tick = (now: number) => {
      this.timeline.tick(now);
      this.stage.draw();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  private header(): HTMLElement {
    const { head } = this.replay;
    const solvers = head.chain.join(", then ");
    const about = `${head.formulation} · ${solvers} · step ${shortText(1e3 * head.time_step)} ms`;
    const { visuals, ghosts, arrows, cones, islands, plots } = this.toggles;
    const bar = element("div", { class: "tools", role: "toolbar", "aria-label": "View" });
    if (this.stage.bodies.hasVisuals) bar.append(visuals.element);
    bar.append(
      ghosts.element,
      arrows.element,
      cones.element,
      islands.element,
      plots.element,
      button("Fit the view to the models (f)", FIT, () => this.fit()),
      button("Save a picture (s)", PICTURE, () => this.savePicture()),
      button("Light or dark (t)", THEME, () => this.switchTheme()),
      button("Keys (?)", HELP, () => this.help.showModal()),
    );
    return element(
      "header",
      { class: "top" },
      element("div", { class: "title" }, element("h1", {}, head.title), element("p", {}, about)),
      bar,
    );
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

  private fillHelp(): void {
    const list = element("dl", {});
    for (const [key, meaning] of KEYS)
      list.append(element("dt", {}, element("kbd", {}, key)), element("dd", {}, meaning));
    const { head } = this.replay;
    this.help.append(
      element("h2", {}, "Keys"),
      list,
      element(
        "p",
        { class: "faint" },
        "Drag to turn, drag with the right button or two fingers to shift, scroll to zoom. " +
          "Click on a contact or a body to read its numbers. " +
          "A cone is the set of forces that friction allows; its rim lies at the normal force.",
      ),
      element("p", { class: "faint" }, `cardan ${head.cardan} · three.js and uPlot, MIT licence`),
    );
    if (head.scene)
      this.help.append(
        element("details", {}, element("summary", {}, "Scene"), element("pre", {}, head.scene)),
      );
    this.help.append(
      element("form", { method: "dialog" }, element("button", { class: "toggle" }, "Close")),
    );
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

  private fit(): void {
    this.stage.fit(this.timeline.currentFrame);
  }
  switchTheme(): void {
    this.name = this.name === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = this.name;
    this.stage.setTheme(theme(this.name));
    this.plots.setTheme(theme(this.name));
  }
  private savePicture(): void {
    const link = element("a", {
      href: this.stage.picture(),
      download: `${this.replay.head.title.replace(/[^\w.-]+/g, "_")}-${this.timeline.time.toFixed(3)}s.png`,
    });
    link.click();
  }

  private listen(): void {
    const { canvas } = this.stage;
    let down = { x: 0, y: 0 };
    canvas.addEventListener("pointerdown", (event) => {
      down = { x: event.clientX, y: event.clientY };
    });
    canvas.addEventListener("click", (event) => {
      if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > 4) return;
      this.pick(event.clientX, event.clientY);
    });
    window.addEventListener("keydown", (event) => this.key(event));
  }

  private pick(x: number, y: number): void {
    const frame = this.timeline.currentFrame;
    const drawn = this.stage.contactAt(x, y);
    const body = drawn ? -1 : this.stage.bodyAt(x, y);
    this.card.keepOff(x);
    if (drawn) this.card.openContact(drawn.contact, frame);
    else if (body >= 0 && this.replay.bodyMoves(body)) this.card.openBody(body, frame);
    else this.card.close();
    this.show();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLSelectElement || this.help.open) return;
    const onButton = event.target instanceof HTMLButtonElement;
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
      f: () => this.fit(),
      s: () => this.savePicture(),
      x: flip(toggles.ghosts),
      c: flip(toggles.cones),
      a: flip(toggles.arrows),
      i: flip(toggles.islands),
      p: flip(toggles.plots),
      t: () => this.switchTheme(),
      "?": () => this.help.showModal(),
      Escape: () => this.card.close(),
    };
    if (this.stage.bodies.hasVisuals) acts.v = flip(toggles.visuals);
    if (!onButton) acts[" "] = () => timeline.toggle();
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** For programs and tests: window.cardan (docs/viewer.md). */
function publish(page: Page, replay: Replay): void {
  Object.assign(window, {
    cardan: {
      head: replay.head,
      frames: replay.frames,
      times: replay.times,
      frame: () => page.timeline.currentFrame,
      isPlaying: () => page.timeline.isPlaying,
      seek: (time: number) => page.timeline.seek(time),
      seekFrame: (frame: number) => page.timeline.seekFrame(frame),
      play: () => page.timeline.play(),
      pause: () => page.timeline.pause(),
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
      project: (point: Vector) => page.stage.project(new Vector3(...point)),
      camera: () => page.stage.cameraPlace(),
      drawCalls: () => page.stage.drawCalls,
      draw: () => {
        page.stage.changed();
        page.stage.draw();
      },
    },
  });
}

async function start(): Promise<void> {
  const replay = await Replay.read();
  publish(new Page(replay), replay);
  document.documentElement.dataset.ready = "true";
}

start().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  document.body.append(element("p", { class: "failure", role: "alert" }, text));
});

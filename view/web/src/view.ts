// What the pages have in common: bar, keys, pictures, light and dark.

import type { Replay } from "./data";
import { button, countText, element, Toggle } from "./dom";
import { FIT, HELP, PICTURE, THEME } from "./icons";
import type { Bodies } from "./instances";
import { Stage } from "./stage";
import { theme, type Theme } from "./theme";

export type Keys = [string, string][];

/** Keys that some keyboards give only with Alt or AltGr, which browsers may report as Ctrl+Alt. */
const BEHIND_ALT = ["[", "]", "?"];

/** Whether a key is meant for the browser or the system. */
function isShortcut(event: KeyboardEvent): boolean {
  if (event.altKey && BEHIND_ALT.includes(event.key)) return event.metaKey;
  return event.ctrlKey || event.metaKey || event.altKey;
}

export abstract class View {
  readonly stage: Stage;
  protected readonly body = element("main", {});
  protected readonly view = element("div", { class: "view" });
  protected readonly help = element("dialog", { class: "help", "aria-label": "Keys" });
  protected readonly visuals: Toggle;
  protected readonly ghosts: Toggle;
  private readonly hasVisuals: boolean;
  private name: "light" | "dark";

  /** scenery: whose bodies the stage draws. */
  constructor(
    protected readonly replay: Replay,
    scenery = replay,
  ) {
    this.name = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.documentElement.dataset.theme = this.name;
    this.body.append(this.view);
    document.body.append(this.body, this.help);
    this.stage = new Stage(replay, this.view, this.theme, scenery);
    const hasVisuals = replay.head.parts.some((part) => part.role === "visual");
    this.visuals = new Toggle(
      "Visuals",
      "Visual or collision shapes (v)",
      hasVisuals,
      (on) => {
        for (const bodies of this.allBodies()) bodies.showVisuals(on);
        this.stage.changed();
      },
    );
    this.ghosts = new Toggle("X-ray", "See through the bodies (x)", false, (on) => {
      this.solidBodies().setGhostly(on);
      this.stage.changed();
    });
    this.stage.bodies.showVisuals(hasVisuals);
    this.hasVisuals = hasVisuals;
    this.listen();
  }

  protected get theme(): Theme {
    return theme(this.name);
  }

  /** What a click does that hits no control; x, y: pixel of the page. */
  protected abstract pick(x: number, y: number): void;
  /** What the keys do beside those of every page. */
  protected abstract acts(event: KeyboardEvent): Record<string, () => void>;
  protected abstract fit(): void;
  /** Part of the name of a picture after the title. */
  protected abstract pictureName(): string;
  protected themeChanged(): void {}
  /** The bodies that x makes transparent. */
  protected solidBodies(): Bodies {
    return this.stage.bodies;
  }
  protected allBodies(): Bodies[] {
    return [this.stage.bodies];
  }

  protected addHeader(about: string, toggles: Toggle[], ...buttons: HTMLElement[]): void {
    const bar = element("div", { class: "tools", role: "toolbar", "aria-label": "View" });
    if (this.hasVisuals) bar.append(this.visuals.element);
    bar.append(
      this.ghosts.element,
      ...toggles.map((toggle) => toggle.element),
      ...buttons,
      button("Fit the view to the models (f)", FIT, () => this.fit()),
      button("Save a picture (s)", PICTURE, () => this.savePicture()),
      button("Light or dark (t)", THEME, () => this.switchTheme()),
      button("Keys (?)", HELP, () => this.help.showModal()),
    );
    const { title } = this.replay.head;
    this.body.prepend(
      element(
        "header",
        { class: "top" },
        element("div", { class: "title" }, element("h1", {}, title), element("p", {}, this.withNotes(about))),
        bar,
      ),
    );
  }

  private withNotes(about: string): string {
    const { length } = this.replay.head.notes;
    return length === 0 ? about : `${about} · ${countText(length, "note")} (?)`;
  }

  protected fillHelp(keys: Keys, text: string): void {
    const list = element("dl", {});
    for (const [key, meaning] of keys)
      list.append(element("dt", {}, element("kbd", {}, key)), element("dd", {}, meaning));
    const { head } = this.replay;
    this.help.append(
      element("h2", {}, "Keys"),
      list,
      element(
        "p",
        { class: "faint" },
        "Drag to turn, drag with the right button or two fingers to shift, scroll to zoom. ",
        text,
      ),
      element("p", { class: "faint" }, `cardan ${head.cardan} · three.js and uPlot, MIT licence`),
    );
    if (head.notes.length > 0) {
      this.help.append(
        element("h2", {}, "Not shown"),
        element("ul", { class: "notes" }, ...head.notes.map((note) => element("li", {}, note))),
      );
    }
    if (head.scene)
      this.help.append(
        element("details", {}, element("summary", {}, "Scene"), element("pre", {}, head.scene)),
      );
    const close = element("button", { type: "button", class: "toggle" }, "Close");
    close.addEventListener("click", () => this.help.close());
    this.help.append(close);
  }

  private switchTheme(): void {
    this.name = this.name === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = this.name;
    this.stage.setTheme(this.theme);
    this.themeChanged();
  }
  private savePicture(): void {
    const title = this.replay.head.title.replace(/[^\w.-]+/g, "_");
    const link = element("a", {
      href: this.stage.picture(),
      download: `${title}${this.pictureName()}.png`,
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

  private key(event: KeyboardEvent): void {
    if (isShortcut(event)) return;
    const { target } = event;
    if (target instanceof HTMLSelectElement || this.help.open) return;
    if (target instanceof HTMLInputElement && target.type === "number") return;
    const flip = (toggle: Toggle) => () => toggle.set(!toggle.on);
    const acts: Record<string, () => void> = {
      f: () => this.fit(),
      s: () => this.savePicture(),
      x: flip(this.ghosts),
      t: () => this.switchTheme(),
      "?": () => this.help.showModal(),
      ...this.acts(event),
    };
    if (this.hasVisuals) acts.v = flip(this.visuals);
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

// The bar of a live page: play, step, reset, the kept states, speed.

import type { LiveStatus } from "./data";
import { button, element } from "./dom";
import { RESET } from "./icons";
import { BACK, FORWARD, PAUSE, PLAY, SPEEDS } from "./player_icons";

export class LiveBar {
  readonly element: HTMLElement;
  private readonly slider = element("input", {
    type: "range",
    min: "0",
    max: "0",
    step: "any",
    "aria-label": "Kept states",
    title: "Back to a kept state",
  });
  private readonly label = element("output", { class: "time", "aria-live": "off" });
  private readonly playButton: HTMLButtonElement;
  private readonly speed = element("select", { "aria-label": "Speed", title: "Speed" });
  private readonly fastest = element("option", { value: "max", disabled: "" }, "max");
  private status: LiveStatus | null = null;
  private isDragged = false;
  private asked = NaN; // time that the slider asks for [s]

  constructor(private readonly send: (message: Record<string, unknown>) => void) {
    this.slider.addEventListener("input", () => (this.asked = Number(this.slider.value)));
    this.slider.addEventListener("pointerdown", () => (this.isDragged = true));
    for (const end of ["pointerup", "pointercancel", "blur"] as const)
      this.slider.addEventListener(end, () => (this.isDragged = false));
    this.playButton = button("Play (space)", PLAY, () => this.toggle());
    this.playButton.classList.add("play");
    for (const speed of SPEEDS)
      this.speed.append(element("option", { value: String(speed) }, `${speed}×`));
    this.speed.append(this.fastest);
    this.speed.selectedIndex = -1; // nothing is known before the first frame
    this.speed.addEventListener("change", () =>
      this.send({ type: "speed", speed: Number(this.speed.value) }),
    );
    this.element = element(
      "footer",
      { class: "timeline" },
      button("Back to the start (r)", RESET, () => this.reset()),
      button("Back to the kept state before (left arrow)", BACK, () => this.back(1)),
      this.playButton,
      button("One step (right arrow)", FORWARD, () => this.step(1)),
      element("div", { class: "track" }, this.slider),
      this.label,
      this.speed,
    );
  }

  toggle(): void {
    this.send({ type: this.status?.plays ? "pause" : "play" });
  }
  step(count: number): void {
    this.send({ type: "step", count });
  }
  reset(): void {
    this.send({ type: "reset" });
  }
  seek(time: number): void {
    this.send({ type: "seek", time });
  }
  /** Back by so many kept states. */
  back(states: number): void {
    if (!this.status) return;
    const [from, until, count] = this.status.kept;
    const every = count > 1 ? (until - from) / (count - 1) : 0;
    this.seek(Math.max(from, this.status.time - (states - 0.5) * every - 1e-6));
  }
  first(): void {
    if (this.status) this.seek(this.status.kept[0]);
  }

  /** Sends the time of the slider, at most once per frame of the browser. */
  tick(): void {
    if (Number.isNaN(this.asked)) return;
    this.seek(this.asked);
    this.asked = NaN;
  }

  show(status: LiveStatus): void {
    const before = this.status;
    this.status = status;
    const [from, until] = status.kept;
    this.slider.min = String(from);
    this.slider.max = String(Math.max(until, status.time));
    if (!this.isDragged) this.slider.value = String(status.time);
    const text = `${status.time.toFixed(3)} s`;
    this.label.textContent = text;
    this.label.title = `step ${status.step}; states since ${from.toFixed(3)} s are kept`;
    this.slider.setAttribute("aria-valuetext", text);
    if (status.plays !== before?.plays) {
      const name = status.plays ? "Pause (space)" : "Play (space)";
      this.playButton.title = name;
      this.playButton.setAttribute("aria-label", name);
      this.playButton
        .querySelector("path")!
        .setAttribute("d", status.plays ? PAUSE : PLAY);
    }
    if (status.speed !== before?.speed) this.showSpeed(status.speed);
  }

  private showSpeed(speed: number | null): void {
    const value = speed === null ? "max" : String(speed);
    if (![...this.speed.options].some((option) => option.value === value))
      this.speed.append(element("option", { value }, `${speed}×`));
    this.speed.value = value;
  }
}

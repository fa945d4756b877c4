// The time slider with its marks, and the playback buttons.

import type { PageEvent, Replay } from "./data";
import { button, element } from "./dom";
import { BACK, FORWARD, PAUSE, PLAY, SPEEDS } from "./player_icons";

const MARK_COLOURS: Record<PageEvent["kind"], string> = {
  impact: "var(--impact)",
  fallback: "var(--fallback)",
  failed: "var(--failed)",
};

export class Timeline {
  readonly element: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly label = element("output", { class: "time", "aria-live": "off" });
  private readonly marks = element("div", { class: "marks" });
  private readonly note = element("div", { class: "note", role: "status" });
  private readonly playButton: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private frame = 0;
  private playing = false;
  private clock = 0; // simulated time while playing [s]
  private last = 0; // last time of the browser's clock [ms]

  constructor(
    private readonly replay: Replay,
    private readonly changed: (frame: number) => void,
  ) {
    this.slider = element("input", {
      type: "range",
      min: "0",
      max: String(Math.max(0, replay.frames - 1)),
      step: "1",
      value: "0",
      "aria-label": "Time",
    });
    this.slider.addEventListener("input", () => {
      this.pause();
      this.seekFrame(Number(this.slider.value));
    });
    this.playButton = button("Play (space)", PLAY, () => this.toggle());
    this.playButton.classList.add("play");
    this.speed = element("select", { "aria-label": "Speed", title: "Speed" });
    for (const speed of SPEEDS)
      this.speed.append(element("option", { value: String(speed) }, `${speed}×`));
    this.speed.value = "1";
    this.element = element(
      "footer",
      { class: "timeline" },
      button("One frame back (left arrow)", BACK, () => this.step(-1)),
      this.playButton,
      button("One frame on (right arrow)", FORWARD, () => this.step(1)),
      element("div", { class: "track" }, this.marks, this.slider, this.note),
      this.label,
      this.speed,
    );
    this.addMarks();
    this.show();
  }

  private addMarks(): void {
    const { times } = this.replay;
    const [start, end] = [times[0], times[times.length - 1]];
    const taken = new Map<string, { count: number; mark: HTMLElement; text: string }>();
    for (const event of this.replay.head.events) {
      const share = end > start ? (event.time - start) / (end - start) : 0;
      const key = `${event.kind} ${Math.round(400 * share)}`;
      const known = taken.get(key);
      if (known) {
        ++known.count;
        known.mark.title = `${known.text} and ${known.count} more`;
        continue;
      }
      const text = `${event.time.toFixed(3)} s: ${event.text}`;
      const mark = element("i", { class: event.kind, title: text });
      mark.style.left = `${100 * Math.min(1, Math.max(0, share))}%`;
      mark.style.background = MARK_COLOURS[event.kind];
      mark.addEventListener("click", () => {
        this.pause();
        this.seekEvent(event);
      });
      taken.set(key, { count: 0, mark, text });
      this.marks.append(mark);
    }
  }

  get currentFrame(): number {
    return this.frame;
  }
  get isPlaying(): boolean {
    return this.playing;
  }
  get time(): number {
    return this.replay.times[this.frame] ?? 0;
  }

  seekFrame(frame: number): void {
    const last = this.replay.frames - 1;
    this.frame = Math.min(last, Math.max(0, Math.round(frame)));
    this.clock = this.time;
    this.show();
    this.changed(this.frame);
  }
  seek(time: number): void {
    this.seekFrame(this.replay.frameAt(time));
  }

  /** Shows the first frame at or after an event, with the event's text. */
  private seekEvent(event: PageEvent): void {
    this.seekFrame(this.replay.frameFrom(event.time));
    this.say(`${event.time.toFixed(3)} s: ${event.text}`);
  }
  /** Goes to the next (+1) or the previous (−1) event. */
  seekNextEvent(direction: 1 | -1): void {
    this.pause();
    const { events } = this.replay.head;
    const { frame } = this;
    const next =
      direction > 0
        ? events.find((event) => this.replay.frameFrom(event.time) > frame)
        : [...events].reverse().find((event) => this.replay.frameFrom(event.time) < frame);
    if (next) this.seekEvent(next);
    else this.say(direction > 0 ? "No later event" : "No earlier event");
  }
  private say(text: string): void {
    this.note.textContent = text;
  }

  step(frames: number): void {
    this.pause();
    this.seekFrame(this.frame + frames);
  }
  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }
  play(): void {
    if (this.frame === this.replay.frames - 1) this.seekFrame(0);
    this.playing = true;
    this.clock = this.time;
    this.last = performance.now();
    this.showButton();
  }
  pause(): void {
    this.playing = false;
    this.note.textContent = "";
    this.showButton();
  }
  private showButton(): void {
    const name = this.playing ? "Pause (space)" : "Play (space)";
    this.playButton.title = name;
    this.playButton.setAttribute("aria-label", name);
    this.playButton.querySelector("path")!.setAttribute("d", this.playing ? PAUSE : PLAY);
  }

  /** Call once per frame of the browser. */
  tick(now: number): void {
    if (!this.playing) return;
    this.clock += ((now - this.last) / 1000) * Number(this.speed.value);
    this.last = now;
    const frame = this.replay.frameAt(this.clock);
    const clock = this.clock;
    if (frame !== this.frame) {
      this.frame = frame;
      this.show();
      this.changed(frame);
    }
    this.clock = clock;
    if (frame === this.replay.frames - 1) this.pause();
  }

  private show(): void {
    this.slider.value = String(this.frame);
    const step = this.replay.frames > 0 ? this.replay.table("frames").integer(this.frame, 0) : 0;
    const text = `${this.time.toFixed(3)} s`;
    this.label.textContent = text;
    this.label.title = `step ${step}, frame ${this.frame + 1} of ${this.replay.frames}`;
    this.slider.setAttribute("aria-valuetext", text);
  }
}

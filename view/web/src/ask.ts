// The command that simulates the run of a page again up to a step, where any question can be asked.

import { button, element } from "./dom";
import { TERMINAL } from "./icons";

/** A file name as a word of a shell. */
export function shellWord(name: string): string {
  const safe = name.startsWith("-") ? `./${name}` : name;
  return /^[\w.,+@%:/-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}

/** Ten digits give back the step of each time. */
export function askCommand(recording: string, time: number): string {
  return `cardan view ${shellWord(recording)} --live --at ${Number(time.toPrecision(10))}`;
}

export class Ask {
  /** The button that opens the box. */
  readonly opener: HTMLButtonElement;
  readonly element = element("div", { class: "ask", role: "dialog", hidden: "" });
  private readonly field = element("input", { readonly: "", "aria-label": "Command", size: "44" });
  private readonly copied = element("output", {});

  /** recording: name of its file. time: of the step that the page shows [s]. */
  constructor(
    private readonly recording: string,
    private readonly time: () => number,
  ) {
    this.opener = button("Ask this step: simulate it again (q)", TERMINAL, () => this.toggle());
    this.element.setAttribute("aria-label", "Ask this step");
    const copy = element("button", { type: "button" }, "Copy");
    copy.addEventListener("click", () => this.copy());
    this.element.append(
      element(
        "p",
        {},
        "This command simulates the recorded run again, with the same bits, and stops at this step. " +
          "From there, it goes on with another solver, another formulation, or a pull.",
      ),
      element("div", {}, this.field, copy, this.copied),
    );
  }

  get command(): string {
    return askCommand(this.recording, this.time());
  }

  toggle(): void {
    this.element.hidden = !this.element.hidden;
    this.show();
  }
  close(): void {
    this.element.hidden = true;
  }
  /** Follows the time of the page. */
  show(): void {
    if (this.element.hidden || this.field.value === this.command) return;
    this.field.value = this.command;
    this.copied.textContent = "";
  }

  private copy(): void {
    this.field.select();
    const done = () => (this.copied.textContent = "copied");
    // A page in a frame may not use the clipboard; the selection is copied in the older way there.
    navigator.clipboard?.writeText(this.field.value).then(done, () => {
      if (document.execCommand("copy")) done();
    });
  }
}

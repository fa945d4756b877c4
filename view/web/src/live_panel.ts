// The panel of a live page: pair of formulation and solver, parameters, numbers of the last step.

import type { Live, LiveStatus, Replay } from "./data";
import { element, quantityText } from "./dom";

const LABELS: Record<string, string> = { gravity: "Gravity", friction: "Friction of" };

/** "gravity.x" as "Gravity x", "friction.rubber" as "Friction of rubber". */
function labelOf(path: string): string {
  const dot = path.indexOf(".");
  return `${LABELS[path.slice(0, dot)] ?? path.slice(0, dot)} ${path.slice(dot + 1)}`;
}

export class LivePanel {
  readonly element: HTMLElement;
  private readonly formulation: HTMLSelectElement;
  private readonly solver: HTMLSelectElement;
  private readonly parameters = element("div", { class: "parameters" });
  private readonly inputs = new Map<string, HTMLInputElement>();
  private readonly numbers = element("dl", {});
  private readonly note = element("p", { class: "refusal", role: "alert" });
  private shown = { pair: "", note: 0 };

  constructor(
    private readonly replay: Replay,
    live: Live,
    private readonly send: (message: Record<string, unknown>) => void,
  ) {
    this.formulation = this.select("Formulation", live.formulations);
    this.solver = this.select("Solver", live.solvers);
    this.element = element(
      "section",
      { class: "panel live", "aria-label": "Controls" },
      element("h2", {}, "Solver"),
      element("label", {}, "Formulation", this.formulation),
      element("label", {}, "Solver", this.solver),
      this.note,
      element("h2", {}, "Parameters"),
      this.parameters,
      element("h2", {}, "Last step"),
      this.numbers,
    );
    // Nothing is known before the first frame.
    for (const select of [this.formulation, this.solver]) select.selectedIndex = -1;
  }

  private select(name: string, values: string[]): HTMLSelectElement {
    const made = element("select", { "aria-label": name });
    for (const value of values) made.append(element("option", { value }, value));
    made.addEventListener("change", () =>
      this.send({
        type: "pair",
        formulation: this.formulation.value,
        solver: this.solver.value,
      }),
    );
    return made;
  }

  show(status: LiveStatus): void {
    const pair = `${status.formulation} ${status.solver}`;
    const [note, text] = status.note;
    if (pair !== this.shown.pair || note !== this.shown.note) {
      this.shown = { pair, note };
      this.choose(this.formulation, status.formulation.split(":")[0]);
      this.choose(this.solver, status.solver);
      this.note.textContent = text;
      this.showParameters(status, true);
    }
    this.showParameters(status, false);
    this.showNumbers(status);
  }

  private choose(select: HTMLSelectElement, value: string): void {
    if (![...select.options].some((option) => option.value === value))
      select.append(element("option", { value }, value));
    select.value = value;
  }

  /** all: also the field that is being edited. */
  private showParameters(status: LiveStatus, all: boolean): void {
    for (const { path, unit, value } of status.parameters) {
      const input = this.inputs.get(path) ?? this.addParameter(path, unit);
      if (all || document.activeElement !== input) input.value = String(Number(value.toPrecision(6)));
    }
  }
  private addParameter(path: string, unit: string): HTMLInputElement {
    const input = element("input", { type: "number", step: "any", "aria-label": labelOf(path) });
    input.addEventListener("change", () => {
      if (input.value !== "" && Number.isFinite(Number(input.value)))
        this.send({ type: "set", path, value: Number(input.value) });
    });
    const text = unit ? `${labelOf(path)} [${unit}]` : labelOf(path);
    this.parameters.append(element("label", {}, text, input));
    this.inputs.set(path, input);
    return input;
  }

  private showNumbers(status: LiveStatus): void {
    const steps = this.replay.table("steps");
    if (steps.rows === 0) return;
    const number = (name: string, unit: string) =>
      quantityText([steps.float(0, steps.column(name))], unit);
    const count = (name: string) => String(steps.integer(0, steps.column(name)));
    const rows: [string, string][] = [
      ["Step", String(status.step)],
      ["Kinetic energy", number("kinetic energy", "J")],
      ["Potential energy", number("potential energy", "J")],
      ["Contacts", count("contacts")],
      ["Iterations", count("iterations")],
      ["Fallbacks", count("fallbacks")],
      ["Failed islands", count("failed islands")],
      ["Residual", number("residual", "m/s")],
      ["Penetration", number("penetration", "m")],
    ];
    this.numbers.replaceChildren(
      ...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    );
  }
}

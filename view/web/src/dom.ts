// Elements of the page. Text from files becomes text nodes only, never markup.

type Children = (Node | string)[];

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Children
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** An icon with one path in a 24 × 24 square. */
export function icon(path: string): SVGElement {
  const drawing = svg("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" });
  drawing.append(svg("path", { d: path, fill: "currentColor", "fill-rule": "evenodd" }));
  return drawing;
}

export function button(name: string, path: string, act: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", title: name, "aria-label": name });
  made.append(icon(path));
  made.addEventListener("click", act);
  return made;
}

/** A button that is on or off. */
export class Toggle {
  readonly element: HTMLButtonElement;
  constructor(
    label: string,
    hint: string,
    private state: boolean,
    private readonly changed: (on: boolean) => void,
  ) {
    this.element = element("button", { type: "button", class: "toggle", title: hint }, label);
    this.element.addEventListener("click", () => this.set(!this.state));
    this.show();
  }
  get on(): boolean {
    return this.state;
  }
  set(on: boolean): void {
    this.state = on;
    this.show();
    this.changed(on);
  }
  private show(): void {
    this.element.setAttribute("aria-pressed", String(this.state));
  }
}

/** A number with three or four significant digits: "0.0123", "1.20e-9", "0". */
export function numberText(x: number): string {
  if (!Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size < 1e-3 || size >= 1e5) return x.toExponential(2).replaceAll("-", "−").replace("+", "");
  return x.toPrecision(size >= 1e3 ? 4 : 3).replace("-", "−");
}

/** "1 link", "2 links". */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Numbers with their unit: "0.100  0  2.00 m"; "not finite" if one of them is infinite. */
export function quantityText(values: readonly number[], unit: string): string {
  if (values.some((x) => Math.abs(x) === Infinity)) return "not finite";
  return `${values.map(numberText).join("  ")} ${unit}`;
}

/** numberText without trailing zeros: "1 ms", not "1.00 ms". */
export function shortText(x: number): string {
  return numberText(x).replace(/(\.\d*?)0+(?=$|e)/, "$1").replace(/\.(?=$|e)/, "");
}

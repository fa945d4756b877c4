// Curves over time below each other, linked to the time slider.

import uPlot from "uplot";
import type { Replay } from "./data";
import { element, numberText } from "./dom";
import type { Theme } from "./theme";

const CAPTION = 34; // height above a plot, with the gap below it [px]
const LEAST_HEIGHT = 96;
const MOST_HEIGHT = 170;
const WHOLE = Array.from({ length: 9 }, (_, i) => [1, 2, 5].map((x) => x * 10 ** i)).flat();

interface Curve {
  name: string;
  values: (number | null)[];
}
interface Figure {
  title: string;
  unit: string;
  logarithmic: boolean;
  whole: boolean; // true if the numbers are counts
  curves: Curve[];
}

function figures(replay: Replay): Figure[] {
  const steps = replay.table("steps");
  const floats = (name: string) => {
    const column = steps.column(name);
    return Array.from({ length: steps.rows }, (_, i) => steps.float(i, column));
  };
  const integers = (name: string) => {
    const column = steps.column(name);
    return Array.from({ length: steps.rows }, (_, i) => steps.integer(i, column));
  };
  const positive = (values: number[]) => values.map((x) => (x > 0 ? x : null));
  const kinetic = floats("kinetic energy");
  const potential = floats("potential energy");
  return [
    {
      title: "Energy",
      unit: "J",
      logarithmic: false,
      whole: false,
      curves: [
        { name: "kinetic", values: kinetic },
        { name: "potential", values: potential },
        { name: "total", values: kinetic.map((x, i) => x + potential[i]) },
      ],
    },
    {
      title: "Residual",
      unit: "m/s",
      logarithmic: true,
      whole: false,
      curves: [{ name: "worst island", values: positive(floats("residual")) }],
    },
    {
      title: "Penetration",
      unit: "m",
      logarithmic: true,
      whole: false,
      curves: [{ name: "deepest contact", values: positive(floats("penetration")) }],
    },
    {
      title: "Contacts",
      unit: "",
      logarithmic: false,
      whole: true,
      curves: [{ name: "all islands", values: integers("contacts") }],
    },
    {
      title: "Iterations",
      unit: "",
      logarithmic: false,
      whole: true,
      curves: [{ name: "all islands", values: integers("iterations") }],
    },
  ];
}

class Plot {
  readonly element: HTMLElement;
  private plot: uPlot | null = null;
  private readonly values: HTMLElement[] = [];
  private readonly swatches: HTMLElement[] = [];
  private readonly cursor = element("div", { class: "now" });
  private readonly box = element("div", { class: "plot" });

  constructor(
    private readonly figure: Figure,
    private readonly times: Float64Array,
    private readonly start: number,
    private readonly seek: (time: number) => void,
    private readonly ready: () => void,
  ) {
    const legend = element("div", { class: "legend" });
    for (const curve of figure.curves) {
      const value = element("span", { class: "value" }, "–");
      const swatch = element("i", {});
      this.values.push(value);
      this.swatches.push(swatch);
      legend.append(element("span", {}, swatch, curve.name, " ", value));
    }
    const unit = figure.unit ? ` [${figure.unit}]` : "";
    this.element = element(
      "figure",
      {},
      element("figcaption", {}, element("b", {}, figure.title + unit), legend),
      this.box,
    );
  }

  make(colours: Theme, width: number, height: number): void {
    this.plot?.destroy();
    this.swatches.forEach((swatch, i) => (swatch.style.background = colours.curves[i]));
    const axis = {
      stroke: colours.faint,
      font: "11px system-ui, sans-serif",
      grid: { stroke: colours.grid, width: 1 },
      ticks: { stroke: colours.grid, width: 1, size: 4 },
    };
    const last = this.times.length - 1;
    const span: [number, number] = last > 0 ? [this.start, this.times[last]] : [0, 1];
    this.plot = new uPlot(
      {
        width,
        height,
        legend: { show: false },
        cursor: { x: true, y: false, points: { show: false }, drag: { x: false, y: false } },
        hooks: { ready: [() => this.ready()] },
        scales: { x: { time: false, range: () => span }, y: this.figure.logarithmic ? { distr: 3 } : {} },
        axes: [
          {
            ...axis,
            size: 22,
            gap: 2,
            values: (_plot, ticks) => ticks.map((x, i) => (i === 0 ? `${tickText(x)} s` : tickText(x))),
          },
          {
            ...axis,
            size: 52,
            gap: 3,
            values: (_plot, ticks) => ticks.map((x) => (x === null ? "" : tickText(x))),
            ...(this.figure.logarithmic
              ? {
                  filter: fewDecades,
                  grid: { ...axis.grid, filter: fewDecades },
                  ticks: { ...axis.ticks, filter: fewDecades },
                }
              : this.figure.whole
                ? { space: 14, incrs: WHOLE }
                : { space: 26 }),
          },
        ],
        series: [
          {},
          ...this.figure.curves.map((curve, i) => ({
            label: curve.name,
            stroke: colours.curves[i],
            width: 1.4,
            points: { show: false },
            spanGaps: false,
          })),
        ],
      },
      [this.times, ...this.figure.curves.map((curve) => curve.values)] as uPlot.AlignedData,
      this.box,
    );
    this.plot.over.append(this.cursor);
    this.plot.over.addEventListener("pointerdown", (event) => {
      const place = this.plot!.over.getBoundingClientRect();
      this.seek(this.plot!.posToVal(event.clientX - place.left, "x"));
    });
  }

  private text(value: number): string {
    return this.figure.whole ? String(value) : numberText(value);
  }

  show(time: number, row: number): void {
    if (!this.plot) return;
    this.cursor.style.transform = `translateX(${this.plot.valToPos(time, "x")}px)`;
    this.figure.curves.forEach((curve, i) => {
      const value = row < 0 ? null : curve.values[row];
      this.values[i].textContent = value === null || value === undefined ? "–" : this.text(value);
    });
  }
}

function tickText(x: number): string {
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e4 || size < 1e-3) return x.toExponential(0).replaceAll("-", "−").replace("+", "");
  return String(Number(x.toPrecision(4))).replace("-", "−");
}

// One label per decade, and fewer if there are many decades.
function fewDecades(_plot: uPlot, ticks: number[]): (number | null)[] {
  const decades = ticks.map((x) => Math.log10(x));
  const span = decades.length > 1 ? decades[decades.length - 1] - decades[0] : 1;
  const every = Math.max(1, Math.ceil(span / 4));
  return ticks.map((x, i) => {
    const decade = Math.round(decades[i]);
    return Math.abs(decades[i] - decade) < 1e-6 && decade % every === 0 ? x : null;
  });
}

export class Plots {
  readonly element = element("section", { class: "panel plots", "aria-label": "Plots over time" });
  private readonly plots: Plot[];
  private readonly times: Float64Array;
  private width = 0;
  private height = 0;

  constructor(
    replay: Replay,
    private colours: Theme,
    seek: (time: number) => void,
  ) {
    const steps = replay.table("steps");
    this.times = Float64Array.from({ length: steps.rows }, (_, i) => steps.float(i, 1));
    this.plots = figures(replay).map((figure) => 
      new Plot(figure, this.times, replay.times[0] ?? 0, seek, () => this.show(this.time)),
    );
    this.element.append(...this.plots.map((plot) => plot.element));
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  private resize(): void {
    const first = this.plots[0].element;
    const width = Math.floor(first.clientWidth);
    // Together the plots fill the panel, if each is still legible.
    const share = this.element.clientHeight / this.plots.length - CAPTION;
    const height = Math.round(Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, share)));
    if ((width === this.width && height === this.height) || width < 80) return;
    this.width = width;
    this.height = height;
    this.make();
  }
  private make(): void {
    for (const plot of this.plots) plot.make(this.colours, this.width, this.height);
  }

  setTheme(colours: Theme): void {
    this.colours = colours;
    if (this.width > 0) this.make();
  }

  private time = 0;
  show(time: number): void {
    this.time = time;
    let low = 0;
    let high = this.times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time + 1e-6) low = middle;
      else high = middle - 1;
    }
    const row = this.times.length === 0 || this.times[low] > time + 1e-6 ? -1 : low;
    for (const plot of this.plots) plot.show(time, row);
  }
}

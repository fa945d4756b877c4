// The plots of a comparison, which the page contains as SVG: a cursor at the time of the slider, a
// point on each curve, and a click that goes to a time.

import { svg } from "./dom";

type Range = [number, number];

function numbers(text: string | null): number[] {
  return (text ?? "").split(" ").map(Number);
}

/** The frame of a plot: from values to coordinates of the drawing. */
class Frame {
  private readonly x: number;
  private readonly y: number;
  private readonly width: number;
  private readonly height: number;
  private readonly rangeX: Range;
  private readonly rangeY: Range;

  constructor(frame: Element) {
    const read = (name: string) => Number(frame.getAttribute(name));
    [this.x, this.y] = [read("x"), read("y")];
    [this.width, this.height] = [read("width"), read("height")];
    this.rangeX = numbers(frame.getAttribute("data-x")) as Range;
    this.rangeY = numbers(frame.getAttribute("data-y")) as Range;
  }
  private share(value: number, [low, high]: Range): number {
    return Math.min(1, Math.max(0, (value - low) / (high - low)));
  }
  atX(value: number): number {
    return this.x + this.share(value, this.rangeX) * this.width;
  }
  atY(value: number): number {
    return this.y + (1 - this.share(value, this.rangeY)) * this.height;
  }
  valueAt(x: number): number {
    const [low, high] = this.rangeX;
    return low + ((x - this.x) / this.width) * (high - low);
  }
  get vertical(): string {
    return `M0 ${this.y}v${this.height}`;
  }
}

/** The points of a curve, whose path has lines only. */
function pointsOf(path: Element): [number, number][] {
  const text = path.getAttribute("d") ?? "";
  return [...text.matchAll(/[ML](-?[\d.e+-]+) (-?[\d.e+-]+)/g)].map((found) => [
    Number(found[1]),
    Number(found[2]),
  ]);
}

/** Height of a curve over time at x; null where it has no points. */
function heightAt(points: [number, number][], x: number): number | null {
  const after = points.findIndex(([place]) => place >= x - 1e-6);
  if (after < 0 || (after === 0 && points[0][0] > x + 0.5)) return null;
  const [x1, y1] = points[after];
  const [x0, y0] = points[Math.max(0, after - 1)];
  return x1 > x0 ? y0 + ((x - x0) / (x1 - x0)) * (y1 - y0) : y1;
}

interface Dot {
  run: number;
  mark: SVGElement;
  points: [number, number][];
}

class LinkedPlot {
  private readonly frame: Frame;
  private readonly dots: Dot[] = [];
  private readonly cursor = svg("path", { class: "cursor" });

  constructor(
    private readonly drawing: SVGSVGElement,
    private readonly overTime: boolean,
    private readonly seek: (time: number) => void,
  ) {
    const rect = drawing.querySelector(".frame")!;
    this.frame = new Frame(rect);
    if (overTime) {
      this.cursor.setAttribute("d", this.frame.vertical);
      drawing.append(this.cursor);
      this.listen(rect);
    }
    for (const curve of drawing.querySelectorAll(":scope > .curve[data-curve]")) {
      const mark = svg("circle", { class: "at", r: 3.5 });
      mark.style.fill = getComputedStyle(curve).stroke;
      drawing.append(mark);
      this.dots.push({ run: Number(curve.getAttribute("data-curve")), mark, points: pointsOf(curve) });
    }
  }

  private listen(rect: Element): void {
    const go = (event: PointerEvent) => {
      const matrix = this.drawing.getScreenCTM();
      if (!matrix) return;
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      this.seek(this.frame.valueAt(point.x));
    };
    const field = svg("path", { class: "field" });
    for (const name of ["x", "y", "width", "height"]) field.setAttribute(name, rect.getAttribute(name)!);
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => rect.getAttribute(name));
    field.setAttribute("d", `M${x} ${y}h${width}v${height}h-${width}z`);
    this.drawing.append(field);
    field.addEventListener("pointerdown", (event) => {
      field.setPointerCapture(event.pointerId);
      go(event);
    });
    field.addEventListener("pointermove", (event) => {
      if (field.hasPointerCapture(event.pointerId)) go(event);
    });
  }

  /** places: of the base of each run, x and y [m], for plots of paths. */
  show(time: number, places: ([number, number] | null)[]): void {
    const x = this.frame.atX(time);
    this.cursor.setAttribute("transform", `translate(${x} 0)`);
    for (const { run, mark, points } of this.dots) {
      const place = places[run];
      const y = this.overTime ? heightAt(points, x) : place && this.frame.atY(place[1]);
      mark.style.visibility = y === null || y === undefined ? "hidden" : "";
      if (y === null || y === undefined) continue;
      mark.setAttribute("cx", String(this.overTime ? x : this.frame.atX(place![0])));
      mark.setAttribute("cy", String(y));
    }
  }
  setTheme(): void {
    const curves = this.drawing.querySelectorAll(":scope > .curve[data-curve]");
    curves.forEach((curve, i) => (this.dots[i].mark.style.fill = getComputedStyle(curve).stroke));
  }
  setRun(run: number, on: boolean): void {
    const hidden = on ? "" : "none";
    const own = this.drawing.querySelectorAll<SVGElement>(`:scope > [data-curve="${run}"]`);
    own.forEach((drawn) => (drawn.style.display = hidden));
    for (const dot of this.dots) if (dot.run === run) dot.mark.style.display = hidden;
  }
}

export class ComparePlots {
  private readonly plots: LinkedPlot[];

  constructor(
    readonly element: HTMLElement,
    seek: (time: number) => void,
  ) {
    const drawings = [...element.querySelectorAll<SVGSVGElement>("svg.plot")];
    this.plots = drawings.map(
      (drawing) => new LinkedPlot(drawing, drawing.dataset.axis === "time", seek),
    );
  }
  show(time: number, places: ([number, number] | null)[]): void {
    for (const plot of this.plots) plot.show(time, places);
  }
  setRun(run: number, on: boolean): void {
    for (const plot of this.plots) plot.setRun(run, on);
  }
  setTheme(): void {
    for (const plot of this.plots) plot.setTheme();
  }
}

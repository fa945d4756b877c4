// The card of one contact: its block, force, cone, solver and residual.

import { STATES, type Contact, type Island, type Replay } from "./data";
import { button, countText, element, numberText, quantityText, svg } from "./dom";
import { CLOSE } from "./icons";

type Row = [string, string];

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
function norm(a: readonly number[]): number {
  return Math.hypot(a[0], a[1], a[2]);
}
function sizeText({ contacts, rows }: Island): string {
  return `${countText(contacts, "contact")}, ${countText(rows, "row")}`;
}

/** The parts of a force or velocity along the normal and across it. */
export function split(x: readonly number[], normal: readonly number[]) {
  const along = dot(x, normal);
  const across = [0, 1, 2].map((i) => x[i] - along * normal[i]);
  return { along, across };
}

/** Two unit vectors across a normal. */
function tangents(normal: readonly number[]): [number[], number[]] {
  const start = Math.abs(normal[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const first = split(start, normal).across;
  const length = norm(first);
  const t1 = first.map((x) => x / length);
  const t2 = [
    normal[1] * t1[2] - normal[2] * t1[1],
    normal[2] * t1[0] - normal[0] * t1[2],
    normal[0] * t1[1] - normal[1] * t1[0],
  ];
  return [t1, t2];
}

/** The friction cone from above: its section at the normal force, and the friction in it. */
function section(contact: Contact): SVGElement {
  const { along, across } = split(contact.force, contact.normal);
  const [t1, t2] = tangents(contact.normal);
  const drawing = svg("svg", {
    viewBox: "-60 -60 120 120",
    class: `section ${STATES[contact.state] ?? "open"}`,
    role: "img",
    "aria-label": "Friction within its bound",
  });
  const bound = contact.mu * along;
  const most = Math.max(bound, norm(across), 1e-300);
  const scale = 48 / most;
  drawing.append(
    svg("line", { x1: -56, y1: 0, x2: 56, y2: 0, class: "axis" }),
    svg("line", { x1: 0, y1: -56, x2: 0, y2: 56, class: "axis" }),
  );
  if (bound > 0) drawing.append(svg("circle", { r: bound * scale, class: "bound" }));
  const [x, y] = [dot(across, t1) * scale, -dot(across, t2) * scale];
  drawing.append(
    svg("line", { x1: 0, y1: 0, x2: x, y2: y, class: "force" }),
    svg("circle", { cx: x, cy: y, r: 4, class: "tip" }),
  );
  return drawing;
}

/** "hand on crate, contact 2": contacts of one pair of links are counted from 1. */
export function blockName(replay: Replay, contact: Contact, among: Contact[]): string {
  const same = among.filter((x) => x.bodyA === contact.bodyA && x.bodyB === contact.bodyB);
  const up = -dot(replay.head.gravity, contact.normal);
  const bOnA = replay.bodyMoves(contact.bodyB) && (!replay.bodyMoves(contact.bodyA) || up >= 0);
  const [upper, lower] = bOnA
    ? [contact.bodyB, contact.bodyA]
    : [contact.bodyA, contact.bodyB];
  const name = `${replay.bodyName(upper)} on ${replay.bodyName(lower)}`;
  if (same.length < 2) return name;
  const number = 1 + same.findIndex((x) => x.point.every((p, i) => p === contact.point[i]));
  return `${name}, contact ${number}`;
}

/** A contact that is followed through time: the pair of bodies and its number within the pair. */
interface Followed {
  bodyA: number;
  bodyB: number;
  number: number;
  name: string;
}

export class Card {
  readonly element = element("aside", { class: "card", hidden: "", "aria-label": "Contact" });
  private followed: Followed | null = null;
  private body = -1;

  constructor(
    private readonly replay: Replay,
    private readonly closed: () => void,
  ) {}

  get isOpen(): boolean {
    return this.followed !== null || this.body >= 0;
  }

  /** Puts the card on the other side of the view, so that it hides nothing that it speaks of. */
  keepOff(x: number): void {
    const place = this.element.parentElement!.getBoundingClientRect();
    this.element.classList.toggle("left", x > place.left + place.width / 2);
  }
  openContact(contact: Contact, frame: number): void {
    const contacts = this.replay.contacts(frame);
    const same = contacts.filter((x) => x.bodyA === contact.bodyA && x.bodyB === contact.bodyB);
    this.body = -1;
    this.followed = {
      bodyA: contact.bodyA,
      bodyB: contact.bodyB,
      number: same.findIndex((x) => x.point.every((p, i) => p === contact.point[i])),
      name: blockName(this.replay, contact, contacts),
    };
    this.show(frame);
  }
  openBody(body: number, frame: number): void {
    this.followed = null;
    this.body = body;
    this.show(frame);
  }
  close(): void {
    this.followed = null;
    this.body = -1;
    this.element.hidden = true;
    this.closed();
  }

  /** The contact that the card follows, at a frame. */
  contactAt(frame: number): Contact | null {
    if (!this.followed) return null;
    const { bodyA, bodyB, number } = this.followed;
    const same = this.replay
      .contacts(frame)
      .filter((contact) => contact.bodyA === bodyA && contact.bodyB === bodyB);
    return same[number] ?? null;
  }

  show(frame: number): void {
    if (!this.isOpen) return;
    this.element.hidden = false;
    if (this.followed) this.showContact(frame);
    else this.showBody(frame);
  }

  private fill(title: string, ...content: (Node | string)[]): void {
    this.element.replaceChildren(
      element(
        "header",
        {},
        element("h2", {}, title),
        button("Close (escape)", CLOSE, () => this.close()),
      ),
      ...content,
    );
  }

  private list(rows: Row[]): HTMLElement {
    const list = element("dl", {});
    for (const [name, value] of rows)
      list.append(element("dt", {}, name), element("dd", {}, value));
    return list;
  }

  private showBody(frame: number): void {
    const pose = this.replay.pose(frame, this.body);
    const isHere = !pose.every(Number.isNaN);
    const touching = this.replay
      .contacts(frame)
      .filter((x) => x.bodyA === this.body || x.bodyB === this.body);
    const force = [0, 0, 0];
    for (const contact of touching) {
      const sign = contact.bodyB === this.body ? 1 : -1;
      for (let i = 0; i < 3; ++i) force[i] += sign * contact.force[i];
    }
    const rows: Row[] = isHere
      ? [
          ["position", quantityText(pose.slice(0, 3), "m")],
          ["contacts", String(touching.length)],
          ["contact force", quantityText([norm(force)], "N")],
        ]
      : [["", "not in the world at this time"]];
    if (pose[0] === Infinity) {
      const since = this.replay.times[this.replay.notFiniteSince(frame, this.body)];
      rows.splice(0, 1, ["position", `not finite since ${since.toFixed(3)} s`]);
    }
    this.fill(this.replay.bodyName(this.body), this.list(rows));
  }

  private showContact(frame: number): void {
    const name = this.followed!.name;
    const contact = this.contactAt(frame);
    if (!contact) {
      this.fill(name, element("p", { class: "faint" }, "No contact at this time."));
      return;
    }
    const state = STATES[contact.state] ?? "open";
    const force = split(contact.force, contact.normal);
    const velocity = split(contact.velocity, contact.normal);
    const friction = norm(force.across);
    const bound = contact.mu * force.along;
    const used = bound > 0 ? `${numberText((100 * friction) / bound)} %` : "–";
    const rows: Row[] = [
      ["normal force", quantityText([force.along], "N")],
      ["friction", quantityText([friction], "N")],
      ["of its bound", used],
      ["μ", numberText(contact.mu)],
      ["slip", quantityText([norm(velocity.across)], "m/s")],
      ["separation", quantityText([velocity.along], "m/s")],
      ["gap", quantityText([contact.gap], "m")],
    ];
    const island = this.replay.island(frame, contact.island);
    const about = island
      ? this.list([
          ["island", `${contact.island} · ${sizeText(island)}`],
          ["solver", this.replay.solverName(island.solver)],
          ["iterations", String(island.iterations)],
          ["fallbacks", String(island.fallbacks)],
          ["residual", quantityText([island.residual], "m/s")],
        ])
      : element("p", { class: "faint" }, "This contact sleeps: no solver was called.");
    this.fill(
      name,
      element(
        "div",
        { class: "figures" },
        section(contact),
        element("div", {}, element("span", { class: `badge ${state}` }, state), this.list(rows)),
      ),
      about,
    );
  }
}

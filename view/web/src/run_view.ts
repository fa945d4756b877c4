// Parts that the pages of a run and of a running world share: contacts, islands, their legend and the
// card of the object that was clicked.

import { Card } from "./card";
import type { Replay } from "./data";
import { element, shortText, Toggle } from "./dom";
import { islandsOf } from "./islands";
import { View } from "./view";

export abstract class RunView extends View {
  protected readonly card: Card;
  protected readonly marks: Record<"cones" | "arrows" | "islands", Toggle>;

  constructor(replay: Replay) {
    super(replay);
    this.card = new Card(replay, () => this.show());
    const { contacts } = this.stage;
    this.marks = {
      arrows: new Toggle("Forces", "Contact forces as arrows (a)", true, (on) => {
        contacts.showArrows = on;
        this.show();
      }),
      cones: new Toggle(
        "Cones",
        "Friction cones with the force in them (c)",
        contacts.showCones,
        (on) => {
          contacts.showCones = on;
          this.show();
        },
      ),
      islands: new Toggle("Islands", "One colour per island (i)", false, () => this.show()),
    };
  }

  protected abstract get frame(): number;

  protected about(): string {
    const { head } = this.replay;
    const later = head.chain.slice(head.first_chain);
    const solvers =
      head.chain.slice(0, head.first_chain).join(", then ") +
      (later.length > 0 ? ` (later ${later.join(", ")})` : "");
    return `${head.formulation} · ${solvers} · step ${shortText(1e3 * head.time_step)} ms`;
  }

  /** text: in place of the legend of a page without contacts; "": it has the legend. */
  protected legend(text: string): HTMLElement {
    const { contacts } = this.stage;
    const entry = (state: string, name: string) =>
      element("span", {}, element("i", { class: state }), name);
    const box = element("div", { class: "key" });
    if (text) {
      box.append(text);
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

  protected show(): void {
    const { frame } = this;
    if (this.replay.frames === 0) return;
    this.stage.bodies.setIslands(this.marks.islands.on ? islandsOf(this.replay, frame) : null);
    this.card.show(frame);
    this.stage.show(frame, this.card.contactAt(frame));
  }

  protected fit(): void {
    this.stage.fit(this.frame);
  }

  protected pick(x: number, y: number): void {
    const drawn = this.stage.contactAt(x, y);
    const body = drawn ? -1 : this.stage.bodyAt(x, y);
    this.card.keepOff(x);
    if (drawn) this.card.openContact(drawn.contact, this.frame);
    else if (body >= 0 && this.replay.bodyMoves(body)) this.card.openBody(body, this.frame);
    else this.card.close();
    this.show();
  }

  protected acts(_event: KeyboardEvent): Record<string, () => void> {
    const flip = (toggle: Toggle) => () => toggle.set(!toggle.on);
    return {
      c: flip(this.marks.cones),
      a: flip(this.marks.arrows),
      i: flip(this.marks.islands),
      Escape: () => this.card.close(),
    };
  }
}

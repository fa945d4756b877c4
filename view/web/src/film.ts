// The page as a picture of `cardan view --image`, or as a frame of its video.

import "./film.css";
import { element } from "./dom";

export class Film {
  private readonly label = element("div", { class: "film-time" });

  /** time: of the frame that is shown [s]. */
  constructor(
    view: HTMLElement,
    private readonly time: () => number,
  ) {
    document.documentElement.classList.add("film");
    view.append(this.label);
    this.show();
  }

  /** Shows the time of the frame. */
  show(): void {
    this.label.textContent = `${this.time().toFixed(2)} s`;
  }
}

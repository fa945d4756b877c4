// The runs of a comparison, and their bodies as solid shapes or as ghosts.

import { Color, SRGBColorSpace, type InstancedMesh, type MeshStandardMaterial } from "three";
import { Replay, readPictures, readTables, type Comparison, type Head } from "./data";
import { Bodies } from "./instances";

export interface Run {
  name: string;
  replay: Replay;
}

/** A replay with some of its parts only. */
export function withParts(replay: Replay, moving: boolean): Replay {
  const { bodies, models, parts } = replay.head;
  const kept = parts.filter((part) => models[bodies[part.body].model].moves === moving);
  return new Replay({ ...replay.head, parts: kept }, replay.tables, replay.pictures);
}

export async function readRuns(head: Head, comparison: Comparison): Promise<Run[]> {
  const shared = await readTables(head.tables);
  const pictures = await readPictures(head);
  const runs: Run[] = [];
  for (const { name, ...own } of comparison.runs) {
    const tables = new Map([...shared, ...(await readTables(own.tables))]);
    runs.push({ name, replay: new Replay({ ...head, ...own }, tables, pictures) });
  }
  return runs;
}

/** The run that lasts longest, with the events of all runs: the time slider follows it. */
export function clockOf(runs: Run[]): Replay {
  const end = ({ times, frames }: Replay) => times[frames - 1];
  const longest = runs.reduce((best, { replay }) => (end(replay) > end(best) ? replay : best), runs[0].replay);
  const events = runs.flatMap(({ name, replay }) =>
    replay.head.events.map((event) => ({ ...event, text: `${name}: ${event.text}` })),
  );
  events.sort((a, b) => a.time - b.time);
  return new Replay({ ...longest.head, events }, longest.tables, longest.pictures);
}

/** The moving bodies of a run in one hue. */
export class RunBodies {
  readonly bodies: Bodies;
  private hue = "";

  constructor(
    readonly run: Run,
    reach: number,
    hasVisuals: boolean,
  ) {
    this.bodies = new Bodies(withParts(run.replay, true), reach);
    this.bodies.showVisuals(hasVisuals);
  }

  /** hue: a colour of CSS, such as "rgb(1, 2, 3)". */
  setHue(hue: string): void {
    if (hue === this.hue) return;
    this.hue = hue;
    this.bodies.tint(new Color().setStyle(hue, SRGBColorSpace));
  }

  /** Ghosts stand behind a solid run at the same place, so that their surfaces do not flicker. */
  setSolid(on: boolean): void {
    this.bodies.setGhostly(!on);
    for (const mesh of this.bodies.group.children as InstancedMesh[]) {
      const material = mesh.material as MeshStandardMaterial;
      material.polygonOffset = !on;
      material.polygonOffsetFactor = 2;
      material.polygonOffsetUnits = 8;
      mesh.renderOrder = on ? 0 : 1;
    }
  }

  get opacity(): number {
    const mesh = this.bodies.shown()[0];
    return mesh ? (mesh.material as MeshStandardMaterial).opacity : 0;
  }

  /** Shows the run at a time [s]; after its end, its last frame. */
  show(time: number): void {
    this.bodies.show(this.run.replay.frameAt(time));
  }
}

// The island of every body at a frame, from the contacts.

import type { Replay } from "./data";

/** −1: a body in no island. An island keeps its number while it contains its lowest model. */
export function islandsOf(replay: Replay, frame: number): Int32Array {
  const { bodies, models } = replay.head;
  const islandOfModel = new Int32Array(models.length).fill(-1);
  const lowest = new Map<number, number>();
  for (const contact of replay.contacts(frame)) {
    if (contact.island < 0) continue;
    for (const body of [contact.bodyA, contact.bodyB]) {
      if (!replay.bodyMoves(body)) continue;
      const { model } = bodies[body];
      islandOfModel[model] = contact.island;
      lowest.set(contact.island, Math.min(lowest.get(contact.island) ?? model, model));
    }
  }
  return Int32Array.from(bodies, ({ model }) => lowest.get(islandOfModel[model]) ?? -1);
}

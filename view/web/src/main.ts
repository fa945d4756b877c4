// A page of a run, of a running world, or of a robot alone (docs/viewer.md).

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Replay } from "./data";
import { element } from "./dom";
import { Inspector } from "./inspector";
import { LivePage } from "./live_page";
import { ReplayPage } from "./replay_page";
import type { Stage } from "./stage";

function publish(replay: Replay, stage: Stage, functions: Record<string, unknown>): void {
  Object.assign(window, {
    cardan: {
      head: replay.head,
      ...functions,
      camera: () => stage.cameraPlace(),
      drawCalls: () => stage.drawCalls,
      draw: () => {
        stage.changed();
        stage.draw();
      },
    },
  });
}

async function start(): Promise<void> {
  const replay = await Replay.read();
  const { robot, live } = replay.head;
  const page = robot
    ? new Inspector(replay, robot)
    : live
      ? new LivePage(replay, live)
      : new ReplayPage(replay);
  publish(replay, page.stage, page.functions());
  const tick = (now: number) => {
    page.tick(now);
    page.stage.draw();
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  document.documentElement.dataset.ready = "true";
}

start().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  document.body.append(element("p", { class: "failure", role: "alert" }, text));
});

// A page of a run, of several runs, of a running world, or of a robot alone (docs/viewer.md).

import "uplot/dist/uPlot.min.css";
import "./style.css";
import "./compare.css";
import { ComparePage } from "./compare_page";
import { readRuns } from "./compared_run";
import { Replay, type Head } from "./data";
import { element } from "./dom";
import { Inspector } from "./inspector";
import { LivePage } from "./live_page";
import { ReplayPage } from "./replay_page";
import type { Stage } from "./stage";

function publish(head: Head, stage: Stage, functions: Record<string, unknown>): void {
  Object.assign(window, {
    cardan: {
      head,
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

function pageOf(replay: Replay): Inspector | LivePage | ReplayPage {
  const { robot, live } = replay.head;
  if (robot) return new Inspector(replay, robot);
  return live ? new LivePage(replay, live) : new ReplayPage(replay);
}

async function start(): Promise<void> {
  const head = Replay.readHead();
  const page = head.comparison
    ? new ComparePage(await readRuns(head, head.comparison), head.comparison)
    : pageOf(await Replay.read(head));
  publish(head, page.stage, page.functions());
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

// Schedules what is rendered for the next frame. Where a frame was costly, the next one waits, so that keys and clicks
// are handled in between.

import { CHEAP_FRAME_MS, MAX_FRAME_DELAY_MS, MAX_RENDER_SHARE } from "../limits";
import type { Schedule } from "./transcript";

/** How long the next frame waits after one that took `costMs`. */
export function frameDelay(costMs: number): number {
  if (costMs <= CHEAP_FRAME_MS) return 0;
  return Math.min(MAX_FRAME_DELAY_MS, costMs / MAX_RENDER_SHARE - costMs);
}

export function frameSchedule(): Schedule {
  let costMs = 0;
  return (flush) => {
    const delay = frameDelay(costMs);
    if (delay === 0) nextFrame(run);
    else setTimeout(() => nextFrame(run), delay);

    function run(): void {
      const begin = performance.now();
      flush();
      // After the components were rendered and the browser has laid them out.
      requestAnimationFrame(() => setTimeout(() => (costMs = performance.now() - begin - FRAME_MS)));
    }
  };
}

/** What a frame without work takes between the two measurements. */
const FRAME_MS = 17;

/** Background tabs have no frames, so a timer is the fallback. */
function nextFrame(run: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    run();
  };
  requestAnimationFrame(once);
  setTimeout(once, 250);
}

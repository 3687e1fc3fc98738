// Which slices of a transcript are rendered: a bounded number around what the user sees. Pure.

import { MAX_RENDERED_SLICES, WINDOW_STEP_SLICES } from "../limits";

export interface SliceWindow {
  /** The id of the first rendered slice; ids grow by one from slice to slice. */
  readonly first: number;
  /** The id after the last rendered slice; null follows the end. */
  readonly end: number | null;
}

export const AT_END: SliceWindow = { first: 0, end: null };

/** The indexes of the rendered slices: from, to (exclusive). `firstId` is the id of the oldest slice. */
export function renderedRange(window: SliceWindow, firstId: number, count: number): [number, number] {
  const to = window.end === null ? count : clamp(window.end - firstId, Math.min(1, count), count);
  const from = window.end === null ? to - MAX_RENDERED_SLICES : Math.max(window.first - firstId, to - MAX_RENDERED_SLICES);
  return [Math.max(0, Math.min(from, to - 1)), to];
}

/** The user scrolled to the upper or the lower edge of what is rendered. */
export function movedWindow(
  [from, to]: readonly [number, number],
  direction: "up" | "down",
  firstId: number,
  count: number,
): SliceWindow {
  if (direction === "up") {
    const first = Math.max(0, from - WINDOW_STEP_SLICES);
    const end = Math.min(to, first + MAX_RENDERED_SLICES);
    return { first: firstId + first, end: end >= count ? null : firstId + end };
  }
  const end = Math.min(count, to + WINDOW_STEP_SLICES);
  return end >= count ? AT_END : { first: firstId + Math.max(from, end - MAX_RENDERED_SLICES), end: firstId + end };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

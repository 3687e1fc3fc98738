// The progress of the tour, stored in the tab so that a reload continues it.

import { FIRST_TASK, steps, type TaskPosition } from "./steps";

export type Phase =
  /** The tour is not available. */
  | "away"
  /** The project is empty: a button offers the tour. */
  | "offered"
  | "running"
  | "finished"
  /** Closed by the user; it can be continued. */
  | "closed";

export interface Progress {
  readonly phase: Phase;
  readonly place: TaskPosition;
  /** Titles of skipped steps. */
  readonly skipped: readonly string[];
  readonly folded: boolean;
  /** Milliseconds since the epoch. */
  readonly begun: number;
  readonly ended: number;
  /** The sample's texts at the start of this step. */
  readonly texts: Readonly<Record<string, string>>;
  /** The insights' counts at the start of the tour. */
  readonly before: { readonly shown: number; readonly accepted: number };
}

export const NOT_STARTED: Progress = {
  phase: "away",
  place: FIRST_TASK,
  skipped: [],
  folded: false,
  begun: 0,
  ended: 0,
  texts: {},
  before: { shown: 0, accepted: 0 },
};

const STORAGE_KEY = "understudy.tour";

export function storeProgress(root: string, progress: Progress): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...progress, root }));
  } catch {
    // Without storage the tour starts again after a reload.
  }
}

/** Null if the stored progress belongs to another project. */
export function loadProgress(root: string): Progress | null {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY);
    const found = JSON.parse(text ?? "null") as (Partial<Progress> & { root?: string }) | null;
    return found?.root === root ? validProgress(found) : null;
  } catch {
    return null;
  }
}

export function validProgress(found: Partial<Progress>): Progress | null {
  const place = found.place;
  if (!place || !steps[place.step]?.tasks[place.task]) return null;
  if (found.phase !== "running" && found.phase !== "finished" && found.phase !== "closed") return null;
  const { phase, skipped = [], folded = false, begun = 0, ended = 0 } = found;
  const { texts = {}, before = NOT_STARTED.before } = found;
  return { phase, place, skipped, folded, begun, ended, texts, before };
}

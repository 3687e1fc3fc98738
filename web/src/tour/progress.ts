// How far the tour is, kept for the tab so that a reload goes on where it was.

import { FIRST_TASK, steps, type TaskPosition } from "./steps";

export type Phase =
  /** Nothing to prepared. */
  | "away"
  /** The project is empty: a button offers it. */
  | "offered"
  | "running"
  | "finished"
  /** Closed by a person; it can be gone on with. */
  | "closed";

export interface Progress {
  readonly phase: Phase;
  readonly place: TaskPosition;
  /** Names of steps that were left out. */
  readonly skipped: readonly string[];
  readonly folded: boolean;
  /** Time of day, in milliseconds. */
  readonly begun: number;
  readonly ended: number;
  /** The sample's texts as this step began. */
  readonly texts: Readonly<Record<string, string>>;
  /** What the insights had counted when it began. */
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
    // Without a storage the tour begins anew after a reload.
  }
}

/** Null if it was another project. */
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

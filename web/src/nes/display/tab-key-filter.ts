// Tab pressed again and again: what each press may do. A press means what its author saw: one that comes
// before a suggestion could be seen does not take it, and one that comes too late for the last of them is no
// tab in the text. Knows no editor.

/** Milliseconds that a suggestion must have been on the screen. Fewer, and the key was on its way before. */
export const SEEN = 100;
/** Milliseconds from one press to the next that make them one run. */
export const RUN = 450;

export type Press =
  /** It does what the screen says. */
  | "means it"
  /** It is the tab that it would have been a moment ago. */
  | "plain"
  /** It does nothing. */
  | "swallowed";

export interface Moment {
  readonly now: number;
  /** Since when a suggestion can be seen; null if there is none. */
  readonly since: number | null;
  /** Something that was taken is still being done. */
  readonly busy: boolean;
  /** The key is held down. */
  readonly held: boolean;
}

export class Rhythm {
  #last = Number.NEGATIVE_INFINITY;

  press({ now, since, busy, held }: Moment): Press {
    const inRun = now - this.#last < RUN;
    const isSeen = since !== null && now - since >= SEEN;
    if (isSeen && !busy && !(held && inRun)) {
      this.#last = now;
      return "means it";
    }
    if (busy || inRun) {
      this.#last = now;
      return "swallowed";
    }
    return since === null ? "means it" : "plain";
  }

  /** Another key, or the mouse: what follows is meant anew. */
  end(): void {
    this.#last = Number.NEGATIVE_INFINITY;
  }
}

// Tab pressed again and again: what each press may do. A press means what its author saw: one that comes
// before a suggestion could be seen does not take it, and one that comes too late for the last of them is no
// tab in the text. Knows no editor.

import { MIN_VISIBLE_MS, TAB_RUN_MS } from "../limits";

export type TabKeyEffect =
  /** It does what the screen says. */
  | "handle"
  /** It is the tab that it would have been a moment ago. */
  | "indent"
  /** It does nothing. */
  | "ignore";

export interface TabKeyState {
  readonly now: number;
  /** Since when a suggestion can be seen; null if there is none. */
  readonly visibleSince: number | null;
  /** Something that was taken is still being done. */
  readonly busy: boolean;
  /** The key is held down. */
  readonly held: boolean;
}

export class TabKeyFilter {
  #lastPress = Number.NEGATIVE_INFINITY;

  press({ now, visibleSince: since, busy, held }: TabKeyState): TabKeyEffect {
    const inRun = now - this.#lastPress < TAB_RUN_MS;
    const wasVisible = since !== null && now - since >= MIN_VISIBLE_MS;
    if (wasVisible && !busy && !(held && inRun)) {
      this.#lastPress = now;
      return "handle";
    }
    if (busy || inRun) {
      this.#lastPress = now;
      return "ignore";
    }
    return since === null ? "handle" : "indent";
  }

  /** Another key, or the mouse: what follows is meant anew. */
  reset(): void {
    this.#lastPress = Number.NEGATIVE_INFINITY;
  }
}

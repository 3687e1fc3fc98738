// Decides what a repeated Tab press may do. A press refers to what the user saw: a press before a suggestion
// was visible long enough does not accept it, and a press shortly after the last suggestion of a run does not
// insert a tab. Knows no editor.

import { MIN_VISIBLE_MS, TAB_RUN_MS } from "../limits";

export type TabKeyEffect =
  /** The key does what the page shows. */
  | "handle"
  /** The key indents, as it would have a moment ago. */
  | "indent"
  /** The key does nothing. */
  | "ignore";

export interface TabKeyState {
  readonly now: number;
  /** Since when a suggestion is visible; null if there is none. */
  readonly visibleSince: number | null;
  /** An accepted suggestion is still being applied. */
  readonly busy: boolean;
  /** The key is held down (auto-repeat). */
  readonly isRepeat: boolean;
}

export class TabKeyFilter {
  #lastPress = Number.NEGATIVE_INFINITY;

  press({ now, visibleSince, busy, isRepeat }: TabKeyState): TabKeyEffect {
    const inRun = now - this.#lastPress < TAB_RUN_MS;
    const wasVisible = visibleSince !== null && now - visibleSince >= MIN_VISIBLE_MS;
    if (wasVisible && !busy && !(isRepeat && inRun)) {
      this.#lastPress = now;
      return "handle";
    }
    if (busy || inRun) {
      this.#lastPress = now;
      return "ignore";
    }
    return visibleSince === null ? "handle" : "indent";
  }

  /** Another key or a click ends the run. */
  reset(): void {
    this.#lastPress = Number.NEGATIVE_INFINITY;
  }
}

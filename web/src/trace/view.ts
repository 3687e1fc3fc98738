// What the trace's panel shows now: the filter, the messages it leaves, and the chosen one. Lives as long as
// the tab, so that closing the panel loses nothing.

import { batch, signal } from "@preact/signals";
import { EVERYTHING, Matches, type Wanted } from "./filter";
import type { Entry } from "./entries";
import type { Trace } from "./trace";

/** Milliseconds of one slice of a search: a frame still has room for painting. */
const SLICE = 8;
/** After a key in the search field. */
const DEBOUNCE = 150;

export class TraceView {
  readonly wanted = signal<Wanted>(EVERYTHING);
  /** The listed messages. A new array when the list has changed. */
  readonly listed = signal<readonly Entry[]>([]);
  readonly searching = signal(false);
  readonly chosen = signal<Entry | null>(null);
  readonly follow = signal(true);
  /** The number of the last message that is listed while paused; null if the list moves. */
  readonly pausedAt = signal<number | null>(null);
  readonly detailAs = signal<"tree" | "text">("tree");
  readonly place = { top: 0 };
  readonly #trace: Trace;
  #matches = new Matches(EVERYTHING);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slice: ReturnType<typeof setTimeout> | undefined;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  /** The list is brought up to date; called when the trace has changed and the panel is shown. */
  update(): void {
    if (this.#slice === undefined) this.#look();
  }

  want(change: Partial<Wanted>): void {
    this.wanted.value = { ...this.wanted.value, ...change };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(), "text" in change ? DEBOUNCE : 0);
  }

  pause(): void {
    this.pausedAt.value = this.#trace.entries.at(-1)?.number ?? 0;
  }

  resume(): void {
    this.pausedAt.value = null;
    this.update();
  }

  /** How many came since the list was paused. */
  missed(): number {
    const last = this.#trace.entries.at(-1)?.number ?? 0;
    return this.pausedAt.value === null ? 0 : Math.max(0, last - this.pausedAt.value);
  }

  clear(): void {
    this.#trace.clear();
    batch(() => {
      this.chosen.value = null;
      this.pausedAt.value = null;
    });
    this.#search();
  }

  choose(entry: Entry | null): void {
    this.chosen.value = entry;
  }

  /** Show a message even if the filter leaves it out. */
  reveal(entry: Entry): void {
    if (!this.listed.value.includes(entry)) {
      this.wanted.value = EVERYTHING;
      this.pausedAt.value = null;
      this.#search();
    }
    this.chosen.value = entry;
  }

  #search(): void {
    clearTimeout(this.#slice);
    this.#slice = undefined;
    this.#matches = new Matches(this.wanted.value);
    this.#look();
  }

  #look(): void {
    this.#slice = undefined;
    const done = this.#matches.advance(this.#upToPause(), SLICE);
    batch(() => {
      this.searching.value = !done;
      this.listed.value = this.#matches.found.slice();
    });
    if (!done) this.#slice = setTimeout(() => this.#look(), 0);
  }

  #upToPause(): readonly Entry[] {
    const { entries } = this.#trace;
    const last = this.pausedAt.value;
    const first = entries[0]?.number ?? 0;
    return last === null ? entries : entries.slice(0, Math.max(0, last - first + 1));
  }
}

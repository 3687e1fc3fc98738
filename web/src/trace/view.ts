// The state of the trace panel: the filter, the listed messages, and the selected one. Lives as long as the
// tab, so that closing the panel loses nothing.

import { batch, signal } from "@preact/signals";
import { NO_FILTER, FilterScan, type TraceFilter } from "./filter";
import type { Entry } from "./entries";
import type { Trace } from "./trace";
import { SCAN_SLICE_MS, SEARCH_DELAY_MS } from "./limits";

export class TraceView {
  readonly filter = signal<TraceFilter>(NO_FILTER);
  /** The listed messages. A new array whenever the list changes. */
  readonly listed = signal<readonly Entry[]>([]);
  readonly searching = signal(false);
  readonly selected = signal<Entry | null>(null);
  readonly follow = signal(true);
  /** The number of the last listed message while paused; null if the list is live. */
  readonly pausedAt = signal<number | null>(null);
  readonly detailAs = signal<"tree" | "text">("tree");
  readonly scrollState = { top: 0 };
  readonly #trace: Trace;
  #filterScan = new FilterScan(NO_FILTER);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slice: ReturnType<typeof setTimeout> | undefined;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  /** Update the list; called when the trace changed and the panel is shown. */
  update(): void {
    if (this.#slice === undefined) this.#scan();
  }

  setFilter(change: Partial<TraceFilter>): void {
    this.filter.value = { ...this.filter.value, ...change };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(), "text" in change ? SEARCH_DELAY_MS : 0);
  }

  pause(): void {
    this.pausedAt.value = this.#trace.entries.at(-1)?.number ?? 0;
  }

  resume(): void {
    this.pausedAt.value = null;
    this.update();
  }

  /** How many messages arrived since the list was paused. */
  pausedCount(): number {
    const last = this.#trace.entries.at(-1)?.number ?? 0;
    return this.pausedAt.value === null ? 0 : Math.max(0, last - this.pausedAt.value);
  }

  clear(): void {
    this.#trace.clear();
    batch(() => {
      this.selected.value = null;
      this.pausedAt.value = null;
    });
    this.#search();
  }

  select(entry: Entry | null): void {
    this.selected.value = entry;
  }

  /** Show a message even if the filter excludes it. */
  reveal(entry: Entry): void {
    if (!this.listed.value.includes(entry)) {
      this.filter.value = NO_FILTER;
      this.pausedAt.value = null;
      this.#search();
    }
    this.selected.value = entry;
  }

  #search(): void {
    clearTimeout(this.#slice);
    this.#slice = undefined;
    this.#filterScan = new FilterScan(this.filter.value);
    this.#scan();
  }

  #scan(): void {
    this.#slice = undefined;
    const done = this.#filterScan.advance(this.#upToPause(), SCAN_SLICE_MS);
    batch(() => {
      this.searching.value = !done;
      this.listed.value = this.#filterScan.found.slice();
    });
    if (!done) this.#slice = setTimeout(() => this.#scan(), 0);
  }

  #upToPause(): readonly Entry[] {
    const { entries } = this.#trace;
    const last = this.pausedAt.value;
    const first = entries[0]?.number ?? 0;
    return last === null ? entries : entries.slice(0, Math.max(0, last - first + 1));
  }
}

// What became of the suggestions in this tab, and how quick they were. Kept for the tab, so that a reload
// loses nothing; the oldest points are let go, the counts are not.

import { signal, type ReadonlySignal } from "@preact/signals";
import { counted, EMPTY, type Tallies } from "./tallies";
import { restored, stored, type Kept } from "./storage";

export type SuggestionKind = "edit" | "jump" | "rename" | "searchAndReplace";
export type Verdict = "accepted" | "rejected" | "ignored" | "replaced";

export interface Shown {
  readonly id: string;
  readonly kind: SuggestionKind;
  /** Milliseconds from the question to the answer. */
  readonly latency: number;
  /** performance.now() when it was shown. */
  readonly at: number;
  readonly family?: string;
}

export interface Asked {
  readonly at: number;
  readonly latency: number;
  /** The agent's word for why nothing was suggested; null if something was. */
  readonly reason: string | null;
}

export const MOST_POINTS = 10_000;
/** Shown and not judged yet: there is one on the screen, so more than a few were forgotten. */
const MOST_OPEN = 50;
const KEY = "understudy.insights";
const SAVE_AFTER = 1_000;

/** Where the figures are kept: the tab's storage, or nothing. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class Insights {
  readonly #asked = signal<readonly Asked[]>([]);
  /** Every answer, oldest first; `at` is a time of day in milliseconds. */
  readonly asked: ReadonlySignal<readonly Asked[]> = this.#asked;
  readonly #tallies = signal<Tallies>(EMPTY);
  readonly tallies: ReadonlySignal<Tallies> = this.#tallies;
  readonly #open = new Map<string, Shown>();
  readonly #store: Store | null;
  readonly #origin: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store | null = tabStorage(), origin: number = performance.timeOrigin) {
    this.#store = store;
    this.#origin = origin;
    const kept = this.#read();
    if (kept) {
      this.#asked.value = kept.asked.slice(-MOST_POINTS);
      this.#tallies.value = kept.tallies;
    }
    if (typeof addEventListener === "function") addEventListener("pagehide", () => this.flush());
  }

  /** Every answer to nes/suggest, also an empty one. */
  answered(asked: Asked): void {
    const point = { ...asked, at: this.#origin + asked.at };
    this.#asked.value = [...this.#asked.value.slice(-(MOST_POINTS - 1)), point];
    this.#tallies.value = counted.answered(this.#tallies.value, asked.reason);
    this.#saveSoon();
  }

  shown(shown: Shown): void {
    this.#open.delete(shown.id);
    this.#open.set(shown.id, shown);
    // Maps keep the order in which things came.
    for (const id of this.#open.keys()) {
      if (this.#open.size <= MOST_OPEN) break;
      this.#open.delete(id);
    }
    this.#tallies.value = counted.shown(this.#tallies.value, shown.kind, shown.family);
    this.#saveSoon();
  }

  /** The first verdict counts: whoever accepts a suggestion cannot ignore it afterwards. */
  judged(id: string, verdict: Verdict): void {
    const shown = this.#open.get(id);
    if (!shown) return;
    this.#open.delete(id);
    this.#tallies.value = counted.judged(this.#tallies.value, shown.kind, shown.family, verdict);
    this.#saveSoon();
  }

  reset(): void {
    this.#open.clear();
    this.#asked.value = [];
    this.#tallies.value = EMPTY;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#store?.removeItem(KEY);
  }

  #saveSoon(): void {
    this.#timer ??= setTimeout(() => this.flush(), SAVE_AFTER);
  }

  /** Keep the figures now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#asked.value.length === 0 && this.#tallies.value === EMPTY) return;
    try {
      this.#store?.setItem(KEY, stored({ asked: this.#asked.value, tallies: this.#tallies.value }));
    } catch {
      // A full storage keeps what it had: the figures on the page are right all the same.
    }
  }

  #read(): Kept | null {
    try {
      const text = this.#store?.getItem(KEY);
      return text ? restored(text) : null;
    } catch {
      return null;
    }
  }
}

function tabStorage(): Store | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

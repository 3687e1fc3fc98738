// What became of the suggestions in this tab, and how quick they were. Kept for the tab, so that a reload
// loses nothing; the oldest points are let go, the counts are not.

import { signal, type ReadonlySignal } from "@preact/signals";
import { countInto, NO_TALLIES, type Tallies } from "./tallies";
import { parse, serialize, type StoredInsights } from "./storage";
import { MAX_POINTS, MAX_UNDECIDED, SAVE_DELAY_MS } from "./limits";

export type SuggestionKind = "edit" | "jump" | "rename" | "searchAndReplace";
export type Outcome = "accepted" | "rejected" | "ignored" | "replaced";

export interface ShownSuggestion {
  readonly id: string;
  readonly kind: SuggestionKind;
  /** Milliseconds from the question to the answer. */
  readonly latency: number;
  /** performance.now() when it was shown. */
  readonly at: number;
  readonly family?: string;
}

export interface SuggestResponse {
  readonly at: number;
  readonly latency: number;
  /** The agent's word for why nothing was suggested; null if something was. */
  readonly reason: string | null;
}

const STORAGE_KEY = "understudy.insights";

/** Where the figures are kept: the tab's storage, or nothing. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class Insights {
  readonly #responses = signal<readonly SuggestResponse[]>([]);
  /** Every answer, oldest first; `at` is a time of day in milliseconds. */
  readonly responses: ReadonlySignal<readonly SuggestResponse[]> = this.#responses;
  readonly #tallies = signal<Tallies>(NO_TALLIES);
  readonly tallies: ReadonlySignal<Tallies> = this.#tallies;
  readonly #undecided = new Map<string, ShownSuggestion>();
  readonly #store: Store | null;
  readonly #origin: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store | null = tabStorage(), origin: number = performance.timeOrigin) {
    this.#store = store;
    this.#origin = origin;
    const stored = this.#read();
    if (stored) {
      this.#responses.value = stored.responses.slice(-MAX_POINTS);
      this.#tallies.value = stored.tallies;
    }
    if (typeof addEventListener === "function") addEventListener("pagehide", () => this.flush());
  }

  /** Every answer to nes/suggest, also an empty one. */
  recordResponse(response: SuggestResponse): void {
    const point = { ...response, at: this.#origin + response.at };
    this.#responses.value = [...this.#responses.value.slice(-(MAX_POINTS - 1)), point];
    this.#tallies.value = countInto.answered(this.#tallies.value, response.reason);
    this.#saveSoon();
  }

  recordShown(shown: ShownSuggestion): void {
    this.#undecided.delete(shown.id);
    this.#undecided.set(shown.id, shown);
    // Maps keep the order in which things came.
    for (const id of this.#undecided.keys()) {
      if (this.#undecided.size <= MAX_UNDECIDED) break;
      this.#undecided.delete(id);
    }
    this.#tallies.value = countInto.shown(this.#tallies.value, shown.kind, shown.family);
    this.#saveSoon();
  }

  /** The first verdict counts: whoever accepts a suggestion cannot ignore it afterwards. */
  recordOutcome(id: string, outcome: Outcome): void {
    const shown = this.#undecided.get(id);
    if (!shown) return;
    this.#undecided.delete(id);
    this.#tallies.value = countInto.outcome(this.#tallies.value, shown.kind, shown.family, outcome);
    this.#saveSoon();
  }

  reset(): void {
    this.#undecided.clear();
    this.#responses.value = [];
    this.#tallies.value = NO_TALLIES;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#store?.removeItem(STORAGE_KEY);
  }

  #saveSoon(): void {
    this.#timer ??= setTimeout(() => this.flush(), SAVE_DELAY_MS);
  }

  /** Keep the figures now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#responses.value.length === 0 && this.#tallies.value === NO_TALLIES) return;
    try {
      this.#store?.setItem(STORAGE_KEY, serialize({ responses: this.#responses.value, tallies: this.#tallies.value }));
    } catch {
      // A full storage keeps what it had: the figures on the page are right all the same.
    }
  }

  #read(): StoredInsights | null {
    try {
      const text = this.#store?.getItem(STORAGE_KEY);
      return text ? parse(text) : null;
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

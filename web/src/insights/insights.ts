// Outcomes and latencies of the suggestions in this tab. Stored in the tab, so that a reload loses nothing.
// The oldest points are dropped, the counts are not.

import { signal, type ReadonlySignal } from "@preact/signals";
import { countInto, NO_TALLIES, type Tallies } from "./tallies";
import { parse, serialize, type StoredInsights } from "./storage";
import { MAX_POINTS, MAX_UNDECIDED, SAVE_DELAY_MS } from "./limits";

/** The kinds of the protocol; a completion of the line at the cursor is counted apart from other edits. */
export type SuggestionKind = "completion" | "edit" | "jump" | "rename" | "searchAndReplace";
export type Outcome = "accepted" | "rejected" | "ignored" | "replaced";

export interface ShownSuggestion {
  readonly id: string;
  readonly kind: SuggestionKind;
  /** Milliseconds from the request to the response. */
  readonly latency: number;
  /** performance.now() when it was shown. */
  readonly at: number;
  readonly family?: string;
}

export interface SuggestResponse {
  readonly at: number;
  readonly latency: number;
  /** The agent's reason word if nothing was suggested; null if something was. */
  readonly reason: string | null;
}

const STORAGE_KEY = "understudy.insights";

/** The tab's storage, or null. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class Insights {
  readonly #responses = signal<readonly SuggestResponse[]>([]);
  /** Every response, oldest first; `at` is the time in milliseconds since the epoch. */
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

  /** Record a response to nes/suggest, also an empty one. */
  recordResponse(response: SuggestResponse): void {
    const point = { ...response, at: this.#origin + response.at };
    this.#responses.value = [...this.#responses.value.slice(-(MAX_POINTS - 1)), point];
    this.#tallies.value = countInto.answered(this.#tallies.value, response.reason);
    this.#saveSoon();
  }

  recordShown(shown: ShownSuggestion): void {
    this.#undecided.delete(shown.id);
    this.#undecided.set(shown.id, shown);
    // Maps iterate in insertion order.
    for (const id of this.#undecided.keys()) {
      if (this.#undecided.size <= MAX_UNDECIDED) break;
      this.#undecided.delete(id);
    }
    this.#tallies.value = countInto.shown(this.#tallies.value, shown.kind, shown.family);
    this.#saveSoon();
  }

  /** The first outcome counts: an accepted suggestion cannot be ignored afterwards. */
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

  /** Store the figures now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#responses.value.length === 0 && this.#tallies.value === NO_TALLIES) return;
    try {
      this.#store?.setItem(STORAGE_KEY, serialize({ responses: this.#responses.value, tallies: this.#tallies.value }));
    } catch {
      // A full storage keeps the previous figures; those on the page are still correct.
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

// What became of suggestions: each is answered once, with the reason that is true.
//
// accept       applied, or typed to the last letter
// `rejected`   dismissed by the user
// `replaced`   a newer answer has others
// `ignored`    the next answer is empty, something else was typed there, or its document was closed
// `cancelled`  came too late to be shown
// no reason    could not be applied
//
// An id that a newer answer has too was not replaced: it is the same suggestion, in a new place or shorter.

import type { NesRejectReason } from "../protocol/acp";
import { MAX_DECIDED_IDS } from "./limits";

export interface OutcomeListener {
  accepted(id: string): void;
  /** Without a reason: it could not be applied. */
  rejected(id: string, reason: NesRejectReason | null): void;
}

export class OutcomeReporter {
  readonly #undecided = new Set<string>();

  /** Taken or dismissed: an answer that was on its way meanwhile may still have them. */
  readonly #decided = new Set<string>();

  constructor(private readonly listener: OutcomeListener) {}

  /** Whether the user has taken or dismissed it: it is not shown again, and not answered again. */
  isDecided(id: string): boolean {
    return this.#decided.has(id);
  }

  isUndecided(id: string): boolean {
    return this.#undecided.has(id);
  }

  /** A new answer takes the place of the one before. */
  replaceAll(ids: readonly string[]): void {
    const fresh = new Set(ids);
    const removed = [...this.#undecided].filter((id) => !fresh.has(id));
    for (const id of fresh) this.#undecided.add(id);
    for (const id of removed) this.reject(id, fresh.size > 0 ? "replaced" : "ignored");
  }

  /** They came too late. One that is shown already stays. */
  reportLate(ids: readonly string[]): void {
    for (const id of ids) if (!this.#undecided.has(id)) this.listener.rejected(id, "cancelled");
  }

  accept(id: string): boolean {
    if (!this.#undecided.delete(id)) return false;
    this.#markDecided(id);
    this.listener.accepted(id);
    return true;
  }

  reject(id: string, reason: NesRejectReason | null): boolean {
    if (!this.#undecided.delete(id)) return false;
    if (reason === "rejected") this.#markDecided(id);
    this.listener.rejected(id, reason);
    return true;
  }

  /** The session they belong to is gone: nobody is there to be told. */
  reset(): void {
    this.#undecided.clear();
    this.#decided.clear();
  }

  #markDecided(id: string): void {
    this.#decided.add(id);
    const [oldest] = this.#decided;
    if (this.#decided.size > MAX_DECIDED_IDS && oldest !== undefined) this.#decided.delete(oldest);
  }
}

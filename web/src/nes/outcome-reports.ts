// Reports the outcome of each suggestion once, with the reason that applies.
//
// accept       applied, or typed in full
// `rejected`   by the user
// `replaced`   a newer response contains other suggestions
// `ignored`    the next response is empty, something else was typed there, or the document was closed
// `cancelled`  arrived too late to be shown
// no reason    could not be applied
//
// An id that a newer response contains too was not replaced: it is the same suggestion, moved or shortened.

import type { NesRejectReason } from "../protocol/acp";
import { MAX_DECIDED_IDS } from "./limits";

export interface OutcomeListener {
  accepted(id: string): void;
  /** Without a reason: it could not be applied. */
  rejected(id: string, reason: NesRejectReason | null): void;
}

export class OutcomeReporter {
  readonly #undecided = new Set<string>();

  /** Accepted or rejected ids: a response that was already on its way may still contain them. */
  readonly #decided = new Set<string>();

  constructor(private readonly listener: OutcomeListener) {}

  /** Whether the user accepted or rejected it: it is neither shown nor reported again. */
  isDecided(id: string): boolean {
    return this.#decided.has(id);
  }

  isUndecided(id: string): boolean {
    return this.#undecided.has(id);
  }

  /** The suggestions of a new response replace those of the previous one. */
  replaceAll(ids: readonly string[]): void {
    const fresh = new Set(ids);
    const removed = [...this.#undecided].filter((id) => !fresh.has(id));
    for (const id of fresh) this.#undecided.add(id);
    for (const id of removed) this.reject(id, fresh.size > 0 ? "replaced" : "ignored");
  }

  /** These arrived too late to be shown. One that is shown already stays. */
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

  /** The session ended: there is no agent to report to. */
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

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

/** Ids of late whose verdict was the user's own. */
const MOST_SETTLED = 200;

export interface Told {
  accepted(id: string): void;
  /** Without a reason: it could not be applied. */
  rejected(id: string, reason: NesRejectReason | null): void;
}

export class Verdicts {
  readonly #open = new Set<string>();

  /** Taken or dismissed: an answer that was on its way meanwhile may still have them. */
  readonly #settled = new Set<string>();

  constructor(private readonly told: Told) {}

  /** Whether the user has taken or dismissed it: it is not shown again, and not answered again. */
  isSettled(id: string): boolean {
    return this.#settled.has(id);
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** A new answer takes the place of the one before. */
  show(ids: readonly string[]): void {
    const fresh = new Set(ids);
    const gone = [...this.#open].filter((id) => !fresh.has(id));
    for (const id of fresh) this.#open.add(id);
    for (const id of gone) this.reject(id, fresh.size > 0 ? "replaced" : "ignored");
  }

  /** They came too late. One that is shown already stays. */
  drop(ids: readonly string[]): void {
    for (const id of ids) if (!this.#open.has(id)) this.told.rejected(id, "cancelled");
  }

  accept(id: string): boolean {
    if (!this.#open.delete(id)) return false;
    this.#settle(id);
    this.told.accepted(id);
    return true;
  }

  reject(id: string, reason: NesRejectReason | null): boolean {
    if (!this.#open.delete(id)) return false;
    if (reason === "rejected") this.#settle(id);
    this.told.rejected(id, reason);
    return true;
  }

  /** The session they belong to is gone: nobody is there to be told. */
  forget(): void {
    this.#open.clear();
    this.#settled.clear();
  }

  #settle(id: string): void {
    this.#settled.add(id);
    const [oldest] = this.#settled;
    if (this.#settled.size > MOST_SETTLED && oldest !== undefined) this.#settled.delete(oldest);
  }
}

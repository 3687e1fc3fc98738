// What became of the suggestions in this tab, and how quick they were.

import { signal, type ReadonlySignal } from "@preact/signals";

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

export class Insights {
  readonly #asked = signal<readonly Asked[]>([]);
  readonly asked: ReadonlySignal<readonly Asked[]> = this.#asked;

  /** Every answer to nes/suggest, also an empty one. */
  answered(_asked: Asked): void {}
  shown(_shown: Shown): void {}
  judged(_id: string, _verdict: Verdict): void {}
}

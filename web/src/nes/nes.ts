// Next edits: the agent is told what the editor does, asked at the right moments, and its answer is shown.

import { signal, type ReadonlySignal } from "@preact/signals";
import type { Agent } from "../agent/agent";
import type { Config } from "../config";
import type { Insights } from "../insights/insights";
import type { NesSuggestion } from "../protocol/acp";
import type { Documents } from "../workspace/documents";

export interface NesState {
  readonly kind: "off" | "starting" | "idle" | "asking" | "showing";
  /** Why nothing is suggested, as a sentence; empty if something is. */
  readonly why: string;
  /** The agent's stable word for it. */
  readonly reason: string;
  readonly engine: string;
  /** Milliseconds of the last answer. */
  readonly latency: number | null;
}

export class NextEdits {
  readonly #state = signal<NesState>({ kind: "off", why: "", reason: "", engine: "", latency: null });
  readonly state: ReadonlySignal<NesState> = this.#state;
  /** What is on the screen now. */
  readonly showing: ReadonlySignal<NesSuggestion | null> = signal(null);

  constructor(_config: Config, _agent: Agent, _documents: Documents, _insights: Insights) {}

  accept(): void {}
  reject(): void {}
}

// The public state of next edits: signals for the status bar, the tour and the tests.

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { NesSuggestion, SessionConfigOption } from "../protocol/acp";
import type { TabAction } from "./display/inline-completions";
import { isOffAtAgent } from "./session/options";
import type { SuggestionDetails } from "./suggestions/prepared-suggestion";

export interface NesState {
  readonly kind: "off" | "starting" | "idle" | "asking" | "showing";
  /** Why nothing is suggested, as a sentence; empty if something is. */
  readonly message: string;
  /** The agent's stable reason word. */
  readonly reason: string;
  readonly engine: string;
  /** Latency of the last response, in milliseconds. */
  readonly latency: number | null;
}

/** Counts of this page's suggestions. */
export interface Counts {
  readonly requested: number;
  readonly shown: number;
  readonly accepted: number;
  readonly rejected: number;
}

const ENABLED_KEY = "understudy.nes.on";

export class NesSignals {
  readonly state = signal<NesState>({ kind: "off", message: "", reason: "", engine: "", latency: null });
  readonly shown = signal<NesSuggestion | null>(null);
  /** What Tab does with it; null if it is hidden, for example behind the completion list. */
  readonly tabAction = signal<TabAction | null>(null);
  /** The agent's details about the last suggestion. */
  readonly details = signal<SuggestionDetails>({});
  readonly options = signal<readonly SessionConfigOption[]>([]);
  readonly #isWanted = signal(storedEnabled());
  /** Whether the user wants suggestions: in this page, and in the agent's settings. There is one switch for both. */
  readonly enabled: ReadonlySignal<boolean> = computed(
    () => this.#isWanted.value && !isOffAtAgent(this.options.value),
  );
  readonly counts = signal<Counts>({ requested: 0, shown: 0, accepted: 0, rejected: 0 });
  readonly mustSignIn = signal(false);

  update(change: Partial<NesState>): void {
    this.state.value = { ...this.state.value, ...change };
  }

  increment(what: keyof Counts): void {
    this.counts.value = { ...this.counts.value, [what]: this.counts.value[what] + 1 };
  }

  toggle(): boolean {
    const isOn = !this.enabled.value;
    this.#isWanted.value = isOn;
    try {
      localStorage.setItem(ENABLED_KEY, isOn ? "on" : "off");
    } catch {
      // Without storage the setting lasts only for this visit.
    }
    return isOn;
  }
}

function storedEnabled(): boolean {
  try {
    return localStorage.getItem(ENABLED_KEY) !== "off";
  } catch {
    return true;
  }
}

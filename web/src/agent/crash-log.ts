// What the page does after the agent's process ended by itself: a notice that says what happened and offers the log.

import { effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import { notify } from "../shell/notices";
import type { Agent } from "./agent";
import { LOG_TIMEOUT_MS } from "./limits";

export interface CrashLog {
  /** How the agent ended. */
  readonly end: string;
  readonly log: string;
}

export class CrashLogs {
  readonly #shown = signal<CrashLog | null>(null);
  /** The log in the dialog; null while it is closed. */
  readonly shown: ReadonlySignal<CrashLog | null> = this.#shown;

  constructor(
    agent: Pick<Agent, "crash">,
    private readonly tabId: string,
    private readonly request: typeof fetch = (...all) => fetch(...all),
  ) {
    effect(() => {
      const crash = agent.crash.value;
      if (!crash) return;
      untracked(() =>
        notify(`The agent has ended, and is started again. ${crash.message}`, "error", [
          { label: "Show its log", run: () => void this.show() },
        ]),
      );
    });
  }

  /** Read the log of the agent that ended last. Never rejects: a failure is shown instead of the log. */
  async show(): Promise<void> {
    try {
      const signal = AbortSignal.timeout(LOG_TIMEOUT_MS);
      const response = await this.request(`/agent-log?tab=${encodeURIComponent(this.tabId)}`, { signal });
      const answer = (await response.json()) as Partial<CrashLog> & { error?: string };
      if (response.ok) this.#shown.value = { end: answer.end ?? "", log: answer.log || "The log is empty." };
      else this.#shown.value = { end: answer.error ?? `The server answered ${response.status}.`, log: "" };
    } catch {
      this.#shown.value = { end: "The server of the workbench cannot be reached. Is it still running?", log: "" };
    }
  }

  close(): void {
    this.#shown.value = null;
  }
}

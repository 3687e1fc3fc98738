// Sets the session's mode and options. If the agent rejects a value, the controls show the current one again.

import { signal } from "@preact/signals";
import type { Agent } from "../../agent/agent";
import { announce } from "../../shell/notices";
import type { SessionState } from "./session-state";
import { errorText } from "../labels";

export class SessionSettings {
  /** A remark shown below the header; not part of the transcript. */
  readonly remark = signal("");

  constructor(
    private readonly agent: Pick<Agent, "request">,
    private readonly session: SessionState,
  ) {}

  report(text: string): void {
    this.remark.value = text;
    announce(text);
  }

  async setMode(modeId: string): Promise<void> {
    await this.#change(async (sessionId) => {
      await this.agent.request("session/set_mode", { sessionId, modeId });
      const modes = this.session.modes.value;
      if (modes) this.session.modes.value = { ...modes, currentModeId: modeId };
    });
  }

  async setOption(configId: string, value: string | boolean): Promise<void> {
    await this.#change(async (sessionId) => {
      const request =
        typeof value === "boolean"
          ? { sessionId, configId, value, type: "boolean" as const }
          : { sessionId, configId, value };
      const answer = await this.agent.request("session/set_config_option", request);
      if (Array.isArray(answer?.configOptions)) this.session.options.value = answer.configOptions;
      else this.session.setOption(configId, value);
    });
  }

  async #change(change: (sessionId: string) => Promise<void>): Promise<void> {
    const sessionId = this.session.id.peek();
    if (sessionId === null) return;
    this.remark.value = "";
    try {
      await change(sessionId);
    } catch (error) {
      this.report(`The agent rejected this: ${errorText(error)}`);
      // New objects, so that the controls render the current values again.
      this.session.options.value = [...this.session.options.value];
      if (this.session.modes.value) this.session.modes.value = { ...this.session.modes.value };
    }
  }
}

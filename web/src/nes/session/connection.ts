// The session with the agent: started when the agent is ready, and again after a reconnect or a sign-in.

import { effect, untracked } from "@preact/signals";
import type { Agent } from "../../agent/agent";
import type { Config } from "../../config";
import { ConnectionClosed, RpcError } from "../../rpc/peer";
import { notify } from "../../shell/notices";
import { engineName } from "./options";
import { NesSession } from "./session";
import type { NesSignals } from "../status";

const AUTH_REQUIRED = -32000;

export interface ConnectionListener {
  started(session: NesSession): void;
  ended(): void;
}

export class SessionConnection {
  #session: NesSession | null = null;
  #startCount = 0;

  /**
   * `tabsRestored` resolves when the tabs from before a reload are open. A session that started earlier would
   * report the restored unsaved texts to the agent as edits of the user.
   */
  constructor(
    private readonly config: Config,
    private readonly agent: Agent,
    private readonly tabsRestored: Promise<void>,
    private readonly status: NesSignals,
    private readonly listener: ConnectionListener,
  ) {
    agent.onReady(() => void this.start());
    effect(() => {
      if (agent.state.value.kind !== "ready") untracked(() => this.#end());
    });
  }

  get session(): NesSession | null {
    return this.#session;
  }

  /** Never rejects: the outcome is in the status. */
  async start(): Promise<void> {
    const { status, agent } = this;
    const capabilities = agent.capabilities.value.nes;
    const start = ++this.#startCount;
    this.#end();
    if (!capabilities) {
      status.update({ kind: "off", reason: "not offered", message: "This agent offers no next edits." });
      return;
    }
    status.update({ kind: "starting", reason: "", message: "" });
    try {
      await this.tabsRestored;
      if (start !== this.#startCount) return;
      const session = await NesSession.start(agent, this.config, capabilities);
      if (start !== this.#startCount) return;
      this.#session = session;
      status.mustSignIn.value = false;
      status.options.value = session.options;
      status.update({ kind: "idle", engine: engineName(session.options, agent.info.value) });
      this.listener.started(session);
    } catch (error) {
      if (error instanceof ConnectionClosed || start !== this.#startCount) return;
      const mustSignIn = error instanceof RpcError && error.code === AUTH_REQUIRED;
      status.mustSignIn.value = mustSignIn;
      status.update({ kind: "off", reason: mustSignIn ? "sign in" : "failed", message: errorMessage(error) });
    }
  }

  /** Sign in with one of the agent's methods, and start. */
  async signIn(method: string): Promise<void> {
    try {
      await this.agent.request("authenticate", { methodId: method });
      await this.start();
    } catch (error) {
      notify(errorMessage(error), "error");
    }
  }

  /** Set one of the agent's options; returns whether that succeeded. */
  async setOption(option: string, value: string | boolean): Promise<boolean> {
    const { status } = this;
    try {
      const options = await this.#session?.setOption(option, value);
      if (!options) return false;
      status.options.value = options;
      status.update({ engine: engineName(options, this.agent.info.value) });
      return true;
    } catch (error) {
      notify(errorMessage(error), "error");
      return false;
    }
  }

  #end(): void {
    if (!this.#session) return;
    this.#session = null;
    this.listener.ended();
  }
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

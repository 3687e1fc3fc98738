// The session with the agent: begun when the agent is there, begun anew when it came back or its user
// signed in.

import { effect, untracked } from "@preact/signals";
import type { Agent } from "../../agent/agent";
import type { Config } from "../../config";
import { LinkGone, RpcError } from "../../rpc/peer";
import { notify } from "../../shell/notices";
import { engineOf } from "./options";
import { Session } from "./session";
import type { Status } from "../status";

const AUTH_REQUIRED = -32000;

export interface Connected {
  begun(session: Session): void;
  ended(): void;
}

export class Connection {
  #session: Session | null = null;
  #starts = 0;

  constructor(
    private readonly config: Config,
    private readonly agent: Agent,
    private readonly status: Status,
    private readonly connected: Connected,
  ) {
    agent.onReady(() => void this.start());
    effect(() => {
      if (agent.state.value.kind !== "ready") untracked(() => this.#end());
    });
  }

  get session(): Session | null {
    return this.#session;
  }

  /** Never rejects: the status says what happened. */
  async start(): Promise<void> {
    const { status, agent } = this;
    const offered = agent.capabilities.value.nes;
    const start = ++this.#starts;
    this.#end();
    if (!offered) {
      status.patch({ kind: "off", reason: "not offered", why: "This agent offers no next edits." });
      return;
    }
    status.patch({ kind: "starting", reason: "", why: "" });
    try {
      const session = await Session.start(agent, this.config, offered);
      if (start !== this.#starts) return;
      this.#session = session;
      status.mustSignIn.value = false;
      status.options.value = session.options;
      status.patch({ kind: "idle", engine: engineOf(session.options, agent.info.value) });
      this.connected.begun(session);
    } catch (error) {
      if (error instanceof LinkGone || start !== this.#starts) return;
      const mustSignIn = error instanceof RpcError && error.code === AUTH_REQUIRED;
      status.mustSignIn.value = mustSignIn;
      status.patch({ kind: "off", reason: mustSignIn ? "sign in" : "failed", why: said(error) });
    }
  }

  /** Sign in as the agent wants it, and begin. */
  async signIn(method: string): Promise<void> {
    try {
      await this.agent.request("authenticate", { methodId: method });
      await this.start();
    } catch (error) {
      notify(said(error), "error");
    }
  }

  /** Change one of the agent's settings; whether it did. */
  async set(option: string, value: string | boolean): Promise<boolean> {
    const { status } = this;
    try {
      const options = await this.#session?.set(option, value);
      if (!options) return false;
      status.options.value = options;
      status.patch({ engine: engineOf(options, this.agent.info.value) });
      return true;
    } catch (error) {
      notify(said(error), "error");
      return false;
    }
  }

  #end(): void {
    if (!this.#session) return;
    this.#session = null;
    this.connected.ended();
  }
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

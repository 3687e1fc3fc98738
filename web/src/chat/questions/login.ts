// Detects that an agent requires a login, and offers its login methods.

import type { Agent } from "../../agent/agent";
import type { AuthMethod } from "../../protocol/acp";
import { RpcError } from "../../rpc/peer";
import { announce } from "../../shell/notices";
import { Login } from "../transcript/entries";
import type { Transcript } from "../transcript/transcript";
import { errorText } from "../labels";
import { MAX_AGENT_TITLE_CHARS } from "../limits";

/** ACP's code, and the code of an earlier version. */
const AUTH_REQUIRED_CODES = [-32000, -32001];

export function isLoginNeeded(error: unknown): error is RpcError {
  if (!(error instanceof RpcError) || !AUTH_REQUIRED_CODES.includes(error.code)) return false;
  const reason = (error.data as { reason?: unknown } | null | undefined)?.reason;
  return reason === undefined || reason === "auth_required";
}

/** Instructions for a method that a button cannot perform; empty if a button can. */
export function instructions(method: AuthMethod, agentTitle: string): string {
  const loose = method as { type?: string; args?: string[]; vars?: { name?: string }[]; varName?: string };
  switch (loose.type) {
    case undefined:
    case "agent":
      return "";
    case "terminal": {
      const more = (loose.args ?? []).join(" ");
      // A truncated title is not a command.
      if (agentTitle.length >= MAX_AGENT_TITLE_CHARS) {
        return `Run the agent's command with “${more}” appended in a terminal, then try again.`;
      }
      return `Run “${agentTitle} ${more}” in a terminal, then try again.`;
    }
    case "env_var": {
      const names = loose.vars?.map((one) => one.name).filter(Boolean) ?? [];
      const named = [...names, loose.varName].filter(Boolean).join(", ") || "the variable that it names";
      return `Set ${named} in the environment, then start the workbench again.`;
    }
    default:
      return "This page does not support this login method. Log in with the agent's own program, then try again.";
  }
}

/** Adds a login card to the transcript when a login is required, and performs the chosen method. */
export class Logins {
  #last: Login | null = null;
  /** What was refused last while a login was under way; it opens a session too if there is none. */
  #refusedMeanwhile: (() => void) | null = null;

  constructor(
    private readonly agent: Pick<Agent, "request" | "info">,
    private readonly transcript: Transcript,
  ) {}

  /** If the error requires a login, add a card and return true. `retry` is called after the login. */
  offerLogin(error: unknown, retry: () => void): boolean {
    if (!isLoginNeeded(error)) return false;
    if (this.#last?.state.peek() === "busy") {
      this.#refusedMeanwhile = retry;
      return true;
    }
    const methods = this.agent.info.peek()?.authMethods ?? [];
    const entry: Login =
      new Login(error.message, methods, (method) => void this.#authenticate(entry, method, retry));
    // One card is enough, and the newest one knows what to retry.
    if (this.#last?.state.value === "open") this.#last.state.value = "over";
    this.#last = entry;
    this.transcript.add(entry);
    announce("The agent requires a login.");
    return true;
  }

  async #authenticate(entry: Login, method: AuthMethod | null, retry: () => void): Promise<void> {
    if (entry.state.value !== "open") return;
    entry.state.value = "busy";
    entry.problem.value = "";
    try {
      if (method) await this.agent.request("authenticate", { methodId: method.id });
      entry.state.value = "done";
      const again = this.#refusedMeanwhile ?? retry;
      this.#refusedMeanwhile = null;
      again();
    } catch (error) {
      entry.state.value = "open";
      entry.problem.value = errorText(error);
    }
  }
}

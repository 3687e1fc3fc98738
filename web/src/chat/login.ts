// Whether an agent's error says that it first wants to know who is asking, and what can be done about it here.

import type { AuthMethod } from "../protocol/acp";
import { RpcError } from "../rpc/peer";

/** ACP's code, and the one that an earlier text had. */
const CODES = [-32000, -32001];

export function isLoginNeeded(error: unknown): error is RpcError {
  if (!(error instanceof RpcError) || !CODES.includes(error.code)) return false;
  const reason = (error.data as { reason?: unknown } | null | undefined)?.reason;
  return reason === undefined || reason === "auth_required";
}

/** What a person has to do where a button cannot do it; empty if a button can. */
export function instructions(method: AuthMethod, agentTitle: string): string {
  const loose = method as { type?: string; args?: string[]; vars?: { name?: string }[]; varName?: string };
  switch (loose.type) {
    case undefined:
    case "agent":
      return "";
    case "terminal": {
      const command = [agentTitle, ...(loose.args ?? [])].join(" ");
      return `Run \`${command}\` in a terminal, then try again.`;
    }
    case "env_var": {
      const names = loose.vars?.map((one) => one.name).filter(Boolean) ?? [];
      const named = [...names, loose.varName].filter(Boolean).join(", ") || "the variable that it names";
      return `Set ${named} in the environment, then start \`understudy web\` again.`;
    }
    default:
      return "This page does not know this way. Log in with the agent's own program, then try again.";
  }
}

// The sub-agents of a session: each is a tool call that is folded at first, with its steps and its latest words.
// Owns what is kept of a sub-agent's updates; the transcript owns the call.

import type { SessionUpdate, SubagentUpdate, ToolCallStatus, ToolCallUpdate } from "../../protocol/acp";
import { MAX_SUBAGENTS, MAX_SUBAGENT_STEPS, MAX_SUBAGENT_TEXT_CHARS } from "../limits";
import { plainText } from "../labels";

interface Subagent {
  description: string;
  readonly steps: Map<string, string>;
  omittedSteps: number;
  text: string;
}

export class Subagents {
  readonly #known = new Map<string, Subagent>();

  /** What the sub-agent's call becomes. Null for one too many. */
  update(update: SubagentUpdate): ToolCallUpdate | null {
    const { sessionId } = update;
    const subagent = this.#known.get(sessionId) ?? { description: "", steps: new Map(), omittedSteps: 0, text: "" };
    if (!this.#known.has(sessionId) && this.#known.size >= MAX_SUBAGENTS) return null;
    this.#known.set(sessionId, subagent);
    subagent.description = update.description ?? subagent.description;
    const status = statusOf(update);
    return {
      ...this.#call(sessionId, subagent),
      kind: "think",
      ...(update.title ? { title: `Sub-agent: ${update.title}` } : {}),
      ...(status ? { status } : {}),
      ...(wasCancelled(update) ? { _meta: { "understudy.dev/ending": "stopped" } } : {}),
    };
  }

  /** An update of a sub-agent's own session. Undefined if the session is no sub-agent's; null if nothing changes. */
  apply(sessionId: string, update: SessionUpdate): ToolCallUpdate | null | undefined {
    const subagent = this.#known.get(sessionId);
    if (!subagent) return undefined;
    switch (update.sessionUpdate) {
      case "tool_call":
      case "tool_call_update":
        if (!update.title || subagent.steps.get(update.toolCallId) === update.title) return null;
        this.#addStep(subagent, update.toolCallId, update.title);
        // What it says next is a new message.
        subagent.text = "";
        break;
      case "agent_message_chunk":
        subagent.text = (subagent.text + plainText(update.content)).slice(-MAX_SUBAGENT_TEXT_CHARS);
        break;
      default:
        return null;
    }
    return this.#call(sessionId, subagent);
  }

  #addStep(subagent: Subagent, id: string, title: string): void {
    subagent.steps.set(id, title);
    const [oldest] = subagent.steps.keys();
    if (subagent.steps.size <= MAX_SUBAGENT_STEPS || oldest === undefined) return;
    subagent.steps.delete(oldest);
    subagent.omittedSteps++;
  }

  #call(sessionId: string, { description, steps, omittedSteps, text }: Subagent): ToolCallUpdate {
    const omitted = omittedSteps ? [`- … ${omittedSteps} earlier steps`] : [];
    const list = [...omitted, ...[...steps.values()].map((title) => `- ${escapeLine(title)}`)].join("\n");
    const shown = [description, list, text].filter(Boolean).join("\n\n");
    return {
      toolCallId: `subagent ${sessionId}`,
      content: shown ? [{ type: "content", content: { type: "text", text: shown } }] : [],
    };
  }
}

function statusOf({ state }: SubagentUpdate): ToolCallStatus | null {
  switch (state?.state) {
    case "running":
    case "requires_action":
      return "in_progress";
    case "idle":
      return wasCancelled({ state }) || wasRefused({ state }) ? "failed" : "completed";
    default:
      return null;
  }
}

function wasCancelled({ state }: Pick<SubagentUpdate, "state">): boolean {
  return state?.state === "idle" && (state as { stopReason?: unknown }).stopReason === "cancelled";
}

function wasRefused({ state }: Pick<SubagentUpdate, "state">): boolean {
  return state?.state === "idle" && (state as { stopReason?: unknown }).stopReason === "refusal";
}

function escapeLine(title: string): string {
  return title.replace(/\s+/g, " ").replace(/[\\`*_<>[\]]/g, "\\$&");
}

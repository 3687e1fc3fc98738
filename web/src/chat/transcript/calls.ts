// What an update of a tool call changes in it. The words and the content are the agent's.

import type { ToolCallUpdate } from "../../protocol/acp";
import type { Call } from "./entries";

export function applyCallUpdate(call: Call, update: ToolCallUpdate): void {
  call.title = withoutCodeQuotes(update.title ?? "") || call.title || update.name || "a tool";
  call.name = update.name ?? call.name;
  call.kind = update.kind ?? call.kind;
  call.status = update.status ?? call.status;
  call.interrupted = false;
  if (Array.isArray(update.content)) call.content = update.content;
  if (Array.isArray(update.locations)) call.locations = update.locations;
  if (update.rawInput !== undefined) call.rawInput = update.rawInput;
  if (update.rawOutput !== undefined) call.rawOutput = update.rawOutput;
}

/** Agents write a command as code. */
function withoutCodeQuotes(title: string): string {
  const inner = title.replace(/^`{1,2}|`{1,2}$/g, "");
  const fences = title.length - inner.length;
  return inner.trim() && (fences === 2 || fences === 4) && !inner.includes("`") ? inner : title;
}

/** Of a command the end of the output counts. */
export function isCommand(call: Call): boolean {
  return call.kind === "execute";
}

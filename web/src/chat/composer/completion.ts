// What can be completed at the cursor of a prompt: a command at the start, a file after an @. Pure.

import type { AvailableCommand } from "../../protocol/acp";
import { MAX_COMPLETION_CHARS } from "../limits";

export type CompletionContext =
  | { readonly kind: "command"; readonly typed: string; readonly from: number; readonly to: number }
  | { readonly kind: "file"; readonly typed: string; readonly from: number; readonly to: number };

export function completionAt(text: string, cursor: number): CompletionContext | null {
  const command = cursor <= MAX_COMPLETION_CHARS ? /^\/([^\s/]*)$/.exec(text.slice(0, cursor)) : null;
  if (command) return { kind: "command", typed: command[1] ?? "", from: 0, to: cursor };
  // Only the text just before the cursor, because the prompt may be very long.
  const file =
    /(?:^|[\s(])@(?:"([^"\n@]{0,200})|([^\s@"]{0,200}))$/.exec(text.slice(Math.max(0, cursor - MAX_COMPLETION_CHARS), cursor));
  if (!file) return null;
  const typed = file[1] ?? file[2] ?? "";
  const quote = file[1] === undefined ? 0 : 1;
  return { kind: "file", typed, from: cursor - typed.length - quote - 1, to: cursor };
}

/** Matching commands, those that start with the typed text first. */
export function matchingCommands(commands: readonly AvailableCommand[], typed: string): AvailableCommand[] {
  const query = typed.toLowerCase();
  const begins = commands.filter((one) => one.name.toLowerCase().startsWith(query));
  const contains = commands.filter((one) => !begins.includes(one) && one.name.toLowerCase().includes(query));
  return [...begins, ...contains].slice(0, 50);
}

/** The text and the cursor position after a completion was inserted. After a folder, typing goes on in it. */
export function applyCompletion(
  text: string,
  where: CompletionContext,
  put: string,
): { text: string; cursor: number } {
  const rest = text.slice(where.to);
  if (put.endsWith("/")) return { text: text.slice(0, where.from) + put + rest, cursor: where.from + put.length };
  const space = rest.startsWith(" ") ? "" : " ";
  return { text: text.slice(0, where.from) + put + space + rest, cursor: where.from + put.length + 1 };
}

/** A colon typed right after a completed file begins a range of lines: the space between them goes. */
export function joinLineRange(text: string, completedEnd: number | null): { text: string; cursor: number } | null {
  if (completedEnd === null || text.slice(completedEnd - 1, completedEnd + 1) !== " :") return null;
  return { text: text.slice(0, completedEnd - 1) + text.slice(completedEnd), cursor: completedEnd };
}

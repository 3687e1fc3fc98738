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
    /(?:^|\s)@([^\s@]{0,200})$/.exec(text.slice(Math.max(0, cursor - MAX_COMPLETION_CHARS), cursor));
  if (!file) return null;
  const typed = file[1] ?? "";
  return { kind: "file", typed, from: cursor - typed.length - 1, to: cursor };
}

/** Matching commands, those that start with the typed text first. */
export function matchingCommands(commands: readonly AvailableCommand[], typed: string): AvailableCommand[] {
  const query = typed.toLowerCase();
  const begins = commands.filter((one) => one.name.toLowerCase().startsWith(query));
  const contains = commands.filter((one) => !begins.includes(one) && one.name.toLowerCase().includes(query));
  return [...begins, ...contains].slice(0, 50);
}

/** How well a path matches: smaller is better, null is no match. */
export function fileRank(path: string, typed: string): number | null {
  const query = typed.toLowerCase();
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (name.startsWith(query)) return path.length;
  if (name.includes(query)) return 1000 + path.length;
  return path.toLowerCase().includes(query) ? 2000 + path.length : null;
}

/** The text and the cursor position after a completion was inserted. */
export function applyCompletion(
  text: string,
  where: CompletionContext,
  put: string,
): { text: string; cursor: number } {
  const rest = text.slice(where.to);
  const space = rest.startsWith(" ") ? "" : " ";
  return { text: text.slice(0, where.from) + put + space + rest, cursor: where.from + put.length + 1 };
}

/** Of the completed files, those that the prompt still mentions. */
export function mentionedFiles<T extends { readonly name: string }>(text: string, files: readonly T[]): T[] {
  return files.filter(({ name }) => {
    const at = text.indexOf(`@${name}`);
    return at >= 0 && !/^(?:[\w/-]|\.\w)/.test(text.slice(at + name.length + 1));
  });
}

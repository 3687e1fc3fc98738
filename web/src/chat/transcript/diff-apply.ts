// Undoes or applies an agent's change through the open documents, so that undo works and unsaved changes are
// respected. A diff may contain whole files or only the changed part; both are located.

import type { Documents, TextEdit } from "../../workspace/documents";
import { countLabel } from "../labels";
import { MATCH_CONTEXT_LINES } from "../limits";

export interface Change {
  readonly path: string;
  /** Null for a new file. */
  readonly oldText: string | null;
  readonly newText: string;
}

export type ChangeState = "applied" | "undone" | "neither";

export type Outcome =
  | { readonly done: true; readonly message: string }
  | { readonly done: false; readonly message: string; readonly current: string | null };

/** Whether the text contains the change. */
export function changeState(text: string, change: Change): ChangeState {
  const { oldText, newText } = change;
  if (findPiece(text, newText, oldText ?? "") !== null) return "applied";
  if (oldText !== null && findPiece(text, oldText, newText) !== null) return "undone";
  return "neither";
}

export type TextAccess = Pick<Documents, "text" | "edit" | "save" | "find" | "create">;

/** Replace the new text with the old one. */
export async function undo(texts: TextAccess, change: Change): Promise<Outcome> {
  if (change.oldText === null) {
    return failure("The agent created this file, and this page cannot delete files.", null);
  }
  return await replace(
    texts,
    change.path,
    change.newText,
    change.oldText,
    "is no longer as the agent left it",
  );
}

/** Replace the old text with the new one. */
export async function apply(texts: TextAccess, change: Change): Promise<Outcome> {
  if (change.oldText === null) return await create(texts, change);
  return await replace(texts, change.path, change.oldText, change.newText, "has changed meanwhile");
}

/** For a file that does not exist or is empty. */
async function create(texts: TextAccess, { path, newText }: Change): Promise<Outcome> {
  const current = await texts.text(path).catch(() => null);
  if (current !== null) return await replace(texts, path, "", newText, "already has text");
  await texts.create(path, newText);
  return { done: true, message: "The file was created." };
}

async function replace(
  texts: TextAccess,
  path: string,
  from: string,
  to: string,
  mismatch: string,
): Promise<Outcome> {
  let text: string;
  try {
    text = await texts.text(path);
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error), null);
  }
  const piece = findPiece(text, from, to);
  if (piece === null) {
    const times = from ? occurrences(withLf(text), withLf(from)) : 0;
    const problem = times > 1
      ? `contains this text ${countLabel(times, "time")}, so its location is ambiguous`
      : mismatch;
    return failure(`The file ${problem}. Nothing was changed.`, text);
  }
  const wasDirty = texts.find(path)?.dirty.peek() ?? false;
  const document = await texts.edit(path, [editOf(withLf(text), piece.offset, piece.from, piece.to)]);
  if (wasDirty) {
    return { done: true, message: "Changed in the editor. It has other unsaved changes, so it was not saved." };
  }
  if (await texts.save(document)) return { done: true, message: "Changed and saved." };
  return { done: true, message: "Changed in the editor, but not saved." };
}

interface Piece {
  readonly offset: number;
  readonly from: string;
  readonly to: string;
}

/** Locate the text to replace: as a whole, or its differing part with context lines. */
function findPiece(text: string, from: string, to: string): Piece | null {
  const whole = { from: withLf(from), to: withLf(to) };
  const parts = MATCH_CONTEXT_LINES.map((lines) => differingPart(whole.from, whole.to, lines));
  for (const { from, to } of [whole, ...parts]) {
    const offset = uniqueOffset(text, from);
    if (offset !== null) return { offset, from, to };
  }
  return null;
}

/** Both texts reduced to the differing lines, plus a number of context lines. */
function differingPart(from: string, to: string, around: number): { from: string; to: string } {
  const old = linesOf(from);
  const next = linesOf(to);
  const max = Math.min(old.length, next.length);
  let start = 0;
  while (start < max && old[start] === next[start]) start++;
  let end = 0;
  while (end < max - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end++;
  const first = Math.max(0, start - around);
  const left = Math.max(0, end - around);
  const cut = (lines: readonly string[]) => lines.slice(first, lines.length - left).join("");
  return { from: cut(old), to: cut(next) };
}

/** Lines including their line ending. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The offset of a piece; null if it does not occur exactly once. */
function uniqueOffset(text: string, piece: string): number | null {
  const whole = withLf(text);
  const search = withLf(piece);
  if (whole === search) return 0;
  if (search === "") return null;
  return occurrences(whole, search) === 1 ? whole.indexOf(search) : null;
}

/** 0, 1, or 2 for "more than one". */
function occurrences(text: string, piece: string): number {
  const first = text.indexOf(piece);
  if (first < 0) return 0;
  return text.indexOf(piece, first + 1) < 0 ? 1 : 2;
}

/** The smallest edit that replaces the piece at the offset. */
export function editOf(text: string, offset: number, from: string, to: string): TextEdit {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  const max = Math.min(from.length, to.length) - start;
  while (end < max && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  const begin = position(text, offset + start);
  const stop = position(text, offset + from.length - end);
  return {
    range: {
      startLineNumber: begin.line,
      startColumn: begin.column,
      endLineNumber: stop.line,
      endColumn: stop.column,
    },
    text: to.slice(start, to.length - end),
  };
}

function position(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let from = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    from = at + 1;
  }
  return { line, column: offset - from + 1 };
}

function withLf(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

function failure(message: string, current: string | null): Outcome {
  return { done: false, message, current };
}

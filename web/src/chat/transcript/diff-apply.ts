// Taking an agent's change back, or making it after all: through the open texts, so that undo works and
// unsaved changes are respected. A diff may hold whole files or only the piece that changed; both are found.

import type { Documents, TextEdit } from "../../workspace/documents";
import { count } from "../labels";

export interface Change {
  readonly path: string;
  /** Null for a file that is new. */
  readonly oldText: string | null;
  readonly newText: string;
}

export type Standing = "applied" | "undone" | "neither";

export type Outcome =
  | { readonly done: true; readonly words: string }
  | { readonly done: false; readonly why: string; readonly current: string | null };

/** How a text stands to a change. */
export function standing(text: string, change: Change): Standing {
  const { oldText, newText } = change;
  if (found(text, newText, oldText ?? "") !== null) return "applied";
  if (oldText !== null && found(text, oldText, newText) !== null) return "undone";
  return "neither";
}

export type Texts = Pick<Documents, "text" | "edit" | "save" | "find" | "create">;

/** Put the old text back where the new one stands. */
export async function undo(texts: Texts, change: Change): Promise<Outcome> {
  if (change.oldText === null) {
    return refused("The agent made this file, and a file cannot be deleted from here.", null);
  }
  return await replace(
    texts,
    change.path,
    change.newText,
    change.oldText,
    "is no longer as the agent left it",
  );
}

/** Put the new text where the old one stands. */
export async function apply(texts: Texts, change: Change): Promise<Outcome> {
  if (change.oldText === null) return await create(texts, change);
  return await replace(texts, change.path, change.oldText, change.newText, "has changed meanwhile");
}

/** A file that is not there, or is empty. */
async function create(texts: Texts, { path, newText }: Change): Promise<Outcome> {
  const current = await texts.text(path).catch(() => null);
  if (current !== null) return await replace(texts, path, "", newText, "has a text already");
  await texts.create(path, newText);
  return { done: true, words: "The file is made." };
}

async function replace(
  texts: Texts,
  path: string,
  from: string,
  to: string,
  trouble: string,
): Promise<Outcome> {
  let text: string;
  try {
    text = await texts.text(path);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error), null);
  }
  const piece = found(text, from, to);
  if (piece === null) {
    const times = from ? occurrences(lf(text), lf(from)) : 0;
    const why = times > 1 ? `has this piece ${count(times, "time")}, so its place is not clear` : trouble;
    return refused(`The file ${why}. Nothing was changed.`, text);
  }
  const wasDirty = texts.find(path)?.dirty.peek() ?? false;
  const document = await texts.edit(path, [editOf(lf(text), piece.offset, piece.from, piece.to)]);
  if (wasDirty) {
    return { done: true, words: "Changed in the editor. It has other unsaved changes, so it was not saved." };
  }
  if (await texts.save(document)) return { done: true, words: "Changed and saved." };
  return { done: true, words: "Changed in the editor, but not saved." };
}

interface Piece {
  readonly offset: number;
  readonly from: string;
  readonly to: string;
}

/** Lines around what differs that must stand as they did, when the text has changed elsewhere. */
const AROUND = [3, 1];

/** Where the one text stands that is to become the other: whole, or what differs with the lines around it. */
function found(text: string, from: string, to: string): Piece | null {
  const whole = { from: lf(from), to: lf(to) };
  for (const { from, to } of [whole, ...AROUND.map((lines) => differing(whole.from, whole.to, lines))]) {
    const offset = placeOf(text, from);
    if (offset !== null) return { offset, from, to };
  }
  return null;
}

/** Both texts without the lines that they begin and end with alike, but for so many. */
function differing(from: string, to: string, around: number): { from: string; to: string } {
  const old = linesOf(from);
  const young = linesOf(to);
  const most = Math.min(old.length, young.length);
  let start = 0;
  while (start < most && old[start] === young[start]) start++;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === young[young.length - 1 - end]) end++;
  const first = Math.max(0, start - around);
  const left = Math.max(0, end - around);
  const cut = (lines: readonly string[]) => lines.slice(first, lines.length - left).join("");
  return { from: cut(old), to: cut(young) };
}

/** Each with its end. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Where a piece stands; null if it stands nowhere, or in more than one place. */
function placeOf(text: string, piece: string): number | null {
  const whole = lf(text);
  const wanted = lf(piece);
  if (whole === wanted) return 0;
  if (wanted === "") return null;
  return occurrences(whole, wanted) === 1 ? whole.indexOf(wanted) : null;
}

/** Two are enough to know. */
function occurrences(text: string, piece: string): number {
  const first = text.indexOf(piece);
  if (first < 0) return 0;
  return text.indexOf(piece, first + 1) < 0 ? 1 : 2;
}

/** The smallest edit that makes the piece at the offset the other one. */
export function editOf(text: string, offset: number, from: string, to: string): TextEdit {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
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

function lf(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

function refused(why: string, current: string | null): Outcome {
  return { done: false, why, current };
}

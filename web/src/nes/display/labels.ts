// Texts for suggestions, and for the reasons why there is none.

import type { PreparedSuggestion } from "../suggestions/prepared-suggestion";
import { shortName } from "../positions";
import type { BulkEdit } from "../suggestions/bulk-edit";
import { MAX_LABEL_CHARS } from "../limits";

/** Short labels for the agent's stable reason words; unknown words are shown as they are. */
const REASON_LABELS: Readonly<Record<string, string>> = {
  "no-edits": "watching",
  "in-progress": "still being typed",
  "nothing-learned": "nothing to suggest",
  nowhere: "nothing to suggest",
  "no-change": "nothing to suggest",
  "already-there": "nothing to suggest",
  reverse: "nothing to suggest",
  syntax: "nothing to suggest",
  indentation: "nothing to suggest",
  "still-used": "nothing to suggest",
  "unknown-name": "nothing to suggest",
  "misplaced-word": "nothing to suggest",
  "low-chance": "not certain enough",
  refused: "rejected before",
  undo: "after an undo",
  disabled: "off in the agent",
  unwieldy: "text too large",
  "unknown-document": "text not known",
  untrusted: "out of sync",
  "model-failed": "model failed",
  late: "took too long",
};

export function reasonLabel(word: string): string {
  return REASON_LABELS[word] ?? word.replaceAll("-", " ");
}

export function locationCountLabel(count: number, files: number): string {
  return `${count} ${count === 1 ? "place" : "places"}${files > 1 ? ` in ${files} files` : ""}`;
}

/**
 * A pattern as shown to the user: a literal text, possibly with word boundaries, is shown without regular
 * expression syntax.
 */
export function plainPattern(pattern: string): string {
  const inner = pattern.replace(/^(\\b|\(\?<!\[?\\w[^)]*\))/, "").replace(/(\\b|\(\?!\[?\\w[^)]*\))$/, "");
  const isText = /^(?:[^\\^$.|?*+()[\]{}]|\\[^\p{L}\p{N}])*$/u.test(inner);
  return isText && inner ? inner.replace(/\\(.)/g, "$1") : pattern;
}

/** A replacement as shown to the user. */
export function plainReplacement(replace: string): string {
  return /\$(?!\$)/.test(replace.replaceAll("$$", "")) ? replace : replace.replaceAll("$$", "$");
}

/** The number of locations, without those excluded by default. */
function bulkEditLabel(bulkEdit: BulkEdit): string {
  const included = bulkEdit.locations.filter((place) => !place.uncertain);
  return locationCountLabel(included.length, new Set(included.map((place) => place.path)).size);
}

/**
 * The screen reader announcement of a new suggestion; `from` is the cursor's line, null if it is in another
 * file.
 */
export function announcementOf(prepared: PreparedSuggestion, from: number | null): string {
  const { suggestion, bulkEdit, position } = prepared;
  if (bulkEdit) {
    const many = bulkEditLabel(bulkEdit);
    return `Next edit: ${bulkEdit.title}, ${many}. Tab accepts, Escape rejects.`;
  }
  const line = position ? `line ${position.lineNumber}` : "";
  const where = from !== null ? line : `${shortName(suggestion.uri)}, ${line}`;
  if (suggestion.kind === "jump") return `Next edit: go to ${where}. Tab goes there.`;
  const text = prepared.edit?.text ?? "";
  const first = text.trim().split("\n")[0] ?? "";
  const what = first ? `“${truncate(first)}”` : "a deletion";
  const isNear = from !== null && position !== null && Math.abs(position.lineNumber - from) <= 1;
  return `Next edit: ${what} on ${where}. ${isNear ? "Tab accepts" : "Tab goes there"}, Escape rejects.`;
}

/**
 * The label at the cursor for a suggestion that cannot be shown in the text: a bulk edit, or a jump to
 * another file.
 */
export function hintLabel({ bulkEdit, suggestion, position, model }: PreparedSuggestion): string {
  if (bulkEdit) return `⇥ Tab: ${bulkEditLabel(bulkEdit)}`;
  const line = position?.lineNumber ?? 1;
  const lineText = model?.getLineContent(line).trim() ?? "";
  return `⇥ Tab: ${shortName(suggestion.uri)}, line ${line}${lineText ? ` · ${truncate(lineText)}` : ""}`;
}

/** The space at the beginning of a text and the word or the symbols after it. */
export function firstWord(text: string): string {
  return /^\s*(?:[\p{L}\p{N}_$]+|[^\p{L}\p{N}_$\s]+)/u.exec(text)?.[0] ?? text;
}

function truncate(text: string): string {
  return text.length > MAX_LABEL_CHARS ? `${text.slice(0, MAX_LABEL_CHARS - 1)}…` : text;
}

// The user's recent edits as unified diffs, for agents that ask for them. Keystrokes are grouped into one
// edit if they are on the same lines, or on adjacent lines in quick succession. Knows no editor.

import type { NesEditHistoryEntry } from "../../protocol/acp";
import { lastToFirst, type Change } from "./content-changes";
import {
  DIFF_CONTEXT_LINES,
  MAX_HISTORY_DIFF_CHARS,
  MAX_HISTORY_EDITS,
  MAX_HISTORY_EDIT_LINES,
  NEW_EDIT_PAUSE_MS,
} from "../limits";

/** The lines of a text, updated with its changes. */
export class LineBuffer {
  #lines: string[];

  constructor(text: string) {
    this.#lines = text.split(/\r\n|\n|\r/);
  }

  get all(): readonly string[] {
    return this.#lines;
  }

  change(changes: readonly Change[]): void {
    for (const { range, text } of lastToFirst(changes)) {
      const first = this.#lines[range.startLineNumber - 1] ?? "";
      const last = this.#lines[range.endLineNumber - 1] ?? "";
      const whole = first.slice(0, range.startColumn - 1) + text + last.slice(range.endColumn - 1);
      this.#lines.splice(
        range.startLineNumber - 1,
        range.endLineNumber - range.startLineNumber + 1,
        ...whole.split(/\r\n|\n|\r/),
      );
    }
  }
}

interface CurrentEdit {
  readonly uri: string;
  readonly before: readonly string[];
  first: number;
  last: number;
  at: number;
}

export class EditHistory {
  readonly #texts = new Map<string, LineBuffer>();
  #finished: NesEditHistoryEntry[] = [];
  #current: CurrentEdit | null = null;

  constructor(private readonly now: () => number = Date.now) {}

  opened(uri: string, text: string): void {
    this.#texts.set(uri, new LineBuffer(text));
  }

  closed(uri: string): void {
    if (this.#current?.uri === uri) this.#finishEdit();
    this.#texts.delete(uri);
  }

  changed(uri: string, changes: readonly Change[]): void {
    const lines = this.#texts.get(uri);
    if (!lines || changes.length === 0) return;
    const first = Math.min(...changes.map(({ range }) => range.startLineNumber));
    const last = Math.max(...changes.map(({ range }) => range.endLineNumber));
    const now = this.now();
    if (!this.#current || !continuesEdit(this.#current, uri, first, last, now) || changes.length > 1) {
      this.#finishEdit();
      this.#current = { uri, before: [...lines.all], first, last, at: now };
    }
    const size = lines.all.length;
    lines.change(changes);
    const current = this.#current;
    current.first = Math.min(current.first, first);
    current.last = Math.max(current.last, last) + lines.all.length - size;
    current.at = now;
    if (changes.length > 1) this.#finishEdit();
  }

  /** The most recent edits, the newest last. */
  entries(max: number): NesEditHistoryEntry[] {
    const unfinished = this.#current && this.#entry(this.#current);
    return max > 0 ? [...this.#finished, ...(unfinished ? [unfinished] : [])].slice(-max) : [];
  }

  #finishEdit(): void {
    const entry = this.#current && this.#entry(this.#current);
    this.#current = null;
    if (entry) this.#finished = [...this.#finished, entry].slice(-MAX_HISTORY_EDITS);
  }

  #entry({ uri, before }: CurrentEdit): NesEditHistoryEntry | null {
    const diff = unifiedDiff(before, this.#texts.get(uri)?.all ?? [], uri);
    return diff ? { uri, diff } : null;
  }
}

function continuesEdit(current: CurrentEdit, uri: string, first: number, last: number, now: number): boolean {
  if (current.uri !== uri) return false;
  if (Math.max(current.last, last) - Math.min(current.first, first) >= MAX_HISTORY_EDIT_LINES) return false;
  const reach = now - current.at <= NEW_EDIT_PAUSE_MS ? 1 : 0;
  return first <= current.last + reach && last >= current.first - reach;
}

/** One hunk of a unified diff; null if nothing differs, or if it is too long. */
export function unifiedDiff(
  before: readonly string[],
  after: readonly string[],
  name: string,
): string | null {
  const max = Math.min(before.length, after.length);
  let head = 0;
  while (head < max && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < max - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  if (removed.length === 0 && added.length === 0) return null;
  const above = before.slice(Math.max(head - DIFF_CONTEXT_LINES, 0), head);
  const below = before.slice(before.length - tail, before.length - tail + DIFF_CONTEXT_LINES);
  const start = head - above.length;
  const count = (middle: readonly string[]) => above.length + middle.length + below.length;
  const diff = [
    `--- ${name}`,
    `+++ ${name}`,
    `@@ -${start + (count(removed) ? 1 : 0)},${count(removed)} +${start + (count(added) ? 1 : 0)},${count(added)} @@`,
    ...above.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...below.map((line) => ` ${line}`),
    "",
  ].join("\n");
  return diff.length > MAX_HISTORY_DIFF_CHARS ? null : diff;
}

// What the user did, as an agent that asks for it is told: edits as unified diffs. Keystrokes that belong
// together make one edit: those on the same lines, and those on the next ones that follow at once. Knows no
// editor.

import type { NesEditHistoryEntry } from "../../protocol/acp";
import { inOrder, type Change } from "./content-changes";

const MOST_EDITS = 30;
/** Lines that one edit grows over; what goes on beyond is the next one. */
const MOST_LINES = 40;
/** Characters. A larger change was not made by hand, and is left out. */
const MOST_DIFF = 20_000;
/** Milliseconds after which typing on the next line is something new. */
const PAUSE = 2_000;
const AROUND = 3;

/** The lines of a text, kept up with its changes. */
export class Lines {
  #lines: string[];

  constructor(text: string) {
    this.#lines = text.split(/\r\n|\n|\r/);
  }

  get all(): readonly string[] {
    return this.#lines;
  }

  change(changes: readonly Change[]): void {
    for (const { range, text } of inOrder(changes)) {
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

interface Going {
  readonly uri: string;
  readonly before: readonly string[];
  first: number;
  last: number;
  at: number;
}

export class History {
  readonly #texts = new Map<string, Lines>();
  #done: NesEditHistoryEntry[] = [];
  #going: Going | null = null;

  constructor(private readonly now: () => number = Date.now) {}

  opened(uri: string, text: string): void {
    this.#texts.set(uri, new Lines(text));
  }

  closed(uri: string): void {
    if (this.#going?.uri === uri) this.#settle();
    this.#texts.delete(uri);
  }

  changed(uri: string, changes: readonly Change[]): void {
    const lines = this.#texts.get(uri);
    if (!lines || changes.length === 0) return;
    const first = Math.min(...changes.map(({ range }) => range.startLineNumber));
    const last = Math.max(...changes.map(({ range }) => range.endLineNumber));
    const now = this.now();
    if (!this.#going || !goesOn(this.#going, uri, first, last, now) || changes.length > 1) {
      this.#settle();
      this.#going = { uri, before: [...lines.all], first, last, at: now };
    }
    const size = lines.all.length;
    lines.change(changes);
    const going = this.#going;
    going.first = Math.min(going.first, first);
    going.last = Math.max(going.last, last) + lines.all.length - size;
    going.at = now;
    if (changes.length > 1) this.#settle();
  }

  /** The last ones, the newest at the end. */
  entries(most: number): NesEditHistoryEntry[] {
    const going = this.#going && this.#entry(this.#going);
    return most > 0 ? [...this.#done, ...(going ? [going] : [])].slice(-most) : [];
  }

  #settle(): void {
    const entry = this.#going && this.#entry(this.#going);
    this.#going = null;
    if (entry) this.#done = [...this.#done, entry].slice(-MOST_EDITS);
  }

  #entry({ uri, before }: Going): NesEditHistoryEntry | null {
    const diff = diffOf(before, this.#texts.get(uri)?.all ?? [], uri);
    return diff ? { uri, diff } : null;
  }
}

function goesOn(going: Going, uri: string, first: number, last: number, now: number): boolean {
  if (going.uri !== uri) return false;
  if (Math.max(going.last, last) - Math.min(going.first, first) >= MOST_LINES) return false;
  const reach = now - going.at <= PAUSE ? 1 : 0;
  return first <= going.last + reach && last >= going.first - reach;
}

/** One hunk of a unified diff; null if nothing differs, or too much. */
export function diffOf(before: readonly string[], after: readonly string[], name: string): string | null {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const old = before.slice(head, before.length - tail);
  const made = after.slice(head, after.length - tail);
  if (old.length === 0 && made.length === 0) return null;
  const above = before.slice(Math.max(head - AROUND, 0), head);
  const below = before.slice(before.length - tail, before.length - tail + AROUND);
  const start = head - above.length;
  const count = (middle: readonly string[]) => above.length + middle.length + below.length;
  const spelled = [
    `--- ${name}`,
    `+++ ${name}`,
    `@@ -${start + (count(old) ? 1 : 0)},${count(old)} +${start + (count(made) ? 1 : 0)},${count(made)} @@`,
    ...above.map((line) => ` ${line}`),
    ...old.map((line) => `-${line}`),
    ...made.map((line) => `+${line}`),
    ...below.map((line) => ` ${line}`),
    "",
  ].join("\n");
  return spelled.length > MOST_DIFF ? null : spelled;
}

// Minimal edits from one text to another, so that cursor, scroll position and undo steps survive a reload
// from disk. Pure; offsets are in UTF-16 units.

import { MAX_LINE_DIFFERENCES } from "./limits";

export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Lines `from`–`to` of the old text become lines `newFrom`–`newTo` of the new one; ends are exclusive. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Replacements in order, not touching each other, that turn `before` into `after`. */
export function minimalEdits(before: string, after: string): Replacement[] {
  if (before === after) return [];
  // Restrict the line diff to the whole lines around the difference.
  const [head, tail] = commonAffixes(before, after);
  const start = before.lastIndexOf("\n", head - 1) + 1;
  const endBefore = lineEnd(before, before.length - tail);
  const endAfter = after.length - (before.length - endBefore);
  const old = linesOf(before.slice(start, endBefore));
  const fresh = linesOf(after.slice(start, endAfter));
  const edits: Replacement[] = [];
  const oldAt = offsets(old, start);
  const freshAt = offsets(fresh, start);
  for (const hunk of lineHunks(old, fresh)) {
    const from = oldAt[hunk.from]!;
    const to = oldAt[hunk.to]!;
    const text = after.slice(freshAt[hunk.newFrom]!, freshAt[hunk.newTo]!);
    edits.push(trimCommon(before.slice(from, to), text, from));
  }
  return edits;
}

/** The hunks by which two lists of lines differ. */
export function lineHunks(old: readonly string[], fresh: readonly string[]): Hunk[] {
  let head = 0;
  const shorter = Math.min(old.length, fresh.length);
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  const from = old.length - tail;
  const to = fresh.length - tail;
  if (head === from && head === to) return [];
  const whole = [{ from: head, to: from, newFrom: head, newTo: to }];
  if (head === from || head === to) return whole;
  return shortestEditScript(old.slice(head, from), fresh.slice(head, to), head) ?? whole;
}

/** Lines including their line endings. */
export function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/** The text with the line endings that its lines have in `raw`, and the default one for new lines. */
export function withLineEndingsOf(raw: string, text: string, defaultEol: string): string {
  const old = splitLineEndings(raw);
  const fresh = text.split(/\r\n|\r|\n/);
  const ends = new Array<string>(fresh.length).fill(defaultEol);
  const hunks = lineHunks(
    old.map((line) => line.text),
    fresh,
  );
  let at = 0;
  let shift = 0;
  const end = { from: old.length, to: old.length, newFrom: fresh.length, newTo: fresh.length };
  for (const hunk of [...hunks, end]) {
    for (; at < hunk.from; at += 1) ends[at + shift] = old[at]!.end || defaultEol;
    // A modified line keeps the line ending it had.
    const both = Math.min(hunk.to - hunk.from, hunk.newTo - hunk.newFrom);
    for (let line = 0; line < both; line += 1) ends[hunk.newFrom + line] = old[at + line]!.end || defaultEol;
    at = hunk.to;
    shift = hunk.newTo - hunk.to;
  }
  return fresh.map((line, index) => (index < fresh.length - 1 ? line + ends[index]! : line)).join("");
}

function splitLineEndings(text: string): { text: string; end: string }[] {
  const parts = text.split(/(\r\n|\r|\n)/);
  const lines: { text: string; end: string }[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    lines.push({ text: parts[index]!, end: parts[index + 1] ?? "" });
  }
  return lines;
}

/** Lengths of the common prefix and the common suffix. */
function commonAffixes(before: string, after: string): [number, number] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  const maxTail = shorter - head;
  while (
    tail < maxTail &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  return [head, tail];
}

function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === "\n") return offset;
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}

function offsets(lines: readonly string[], start: number): number[] {
  const found = [start];
  for (const line of lines) found.push(found[found.length - 1]! + line.length);
  return found;
}

/** A replacement without the common prefix and suffix. Splits neither surrogate pairs nor CRLF. */
function trimCommon(before: string, after: string, start: number): Replacement {
  let [head, tail] = commonAffixes(before, after);
  const isNewlineAt = (at: number) => before[at] === "\n" || after[at] === "\n";
  if (head > 0 && (isHigh(before, head - 1) || (before[head - 1] === "\r" && isNewlineAt(head)))) head -= 1;
  if (tail > 0) {
    const [oldEnd, newEnd] = [before.length - tail, after.length - tail];
    const ending = before[oldEnd] === "\n" && (before[oldEnd - 1] === "\r" || after[newEnd - 1] === "\r");
    if (isLow(before, oldEnd) || ending) tail -= 1;
  }
  return {
    start: start + head,
    end: start + before.length - tail,
    text: after.slice(head, after.length - tail),
  };
}

function isHigh(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

function isLow(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

/** Myers' greedy algorithm for the shortest edit script; null if the script would be too long. */
function shortestEditScript(old: readonly string[], fresh: readonly string[], offset: number): Hunk[] | null {
  const maxDepth = Math.min(old.length + fresh.length, MAX_LINE_DIFFERENCES);
  const reach = new Int32Array(2 * maxDepth + 3);
  const middle = maxDepth + 1;
  const trail: Int32Array[] = [];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    trail.push(reach.slice(middle - depth - 1, middle + depth + 2));
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const down =
        diagonal === -depth ||
        (diagonal !== depth && reach[middle + diagonal - 1]! < reach[middle + diagonal + 1]!);
      let x = down ? reach[middle + diagonal + 1]! : reach[middle + diagonal - 1]! + 1;
      while (x < old.length && x - diagonal < fresh.length && old[x] === fresh[x - diagonal]) x += 1;
      reach[middle + diagonal] = x;
      if (x >= old.length && x - diagonal >= fresh.length) {
        return hunksOf(trail, old.length, fresh.length, offset);
      }
    }
  }
  return null;
}

/** Backtrack through the trail and return the hunks in order. */
function hunksOf(trail: readonly Int32Array[], oldEnd: number, freshEnd: number, offset: number): Hunk[] {
  const hunks: Hunk[] = [];
  let x = oldEnd;
  let y = freshEnd;
  for (let depth = trail.length - 1; depth > 0; depth -= 1) {
    const before = trail[depth]!;
    const at = (diagonal: number) => before[diagonal + depth + 1]!;
    const diagonal = x - y;
    const down = diagonal === -depth || (diagonal !== depth && at(diagonal - 1) < at(diagonal + 1));
    const fromX = at(down ? diagonal + 1 : diagonal - 1);
    const fromY = fromX - (down ? diagonal + 1 : diagonal - 1);
    const step = {
      from: fromX,
      to: down ? fromX : fromX + 1,
      newFrom: fromY,
      newTo: down ? fromY + 1 : fromY,
    };
    const next = hunks[hunks.length - 1];
    if (next && next.from === step.to && next.newFrom === step.newTo) {
      hunks[hunks.length - 1] = { ...step, to: next.to, newTo: next.newTo };
    } else hunks.push(step);
    x = fromX;
    y = fromY;
  }
  return hunks.reverse().map((hunk) => ({
    from: hunk.from + offset,
    to: hunk.to + offset,
    newFrom: hunk.newFrom + offset,
    newTo: hunk.newTo + offset,
  }));
}

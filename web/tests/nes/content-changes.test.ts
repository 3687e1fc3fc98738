// The agent's text after the reported changes must equal the editor's text.

import { expect, test } from "vitest";
import { contentChanges, type Change, type ChangeEvent } from "../../src/nes/session/content-changes";
import { LineBuffer } from "../../src/nes/session/edit-history";
import type { Position, TextDocumentContentChangeEvent } from "../../src/protocol/acp";

type Splice = readonly [start: number, end: number, made: string];

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The agent's side: ranges applied one after the other, each to the result of the previous one. */
function applied(text: string, changes: readonly TextDocumentContentChangeEvent[]): string {
  let now = text;
  for (const { range, text: made } of changes) {
    if (!range) {
      now = made;
      continue;
    }
    now = now.slice(0, offset(now, range.start)) + made + now.slice(offset(now, range.end));
  }
  return now;
}

function offset(text: string, { line, character }: Position): number {
  const ends = [...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length);
  const start = line === 0 ? 0 : ends[line - 1];
  if (start === undefined) throw new Error(`no line ${line}`);
  return start + character;
}

function place(text: string, at: number): [line: number, column: number] {
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  return [before.length, (before.at(-1) ?? "").length + 1];
}

/** As Monaco reports it: ranges refer to the text before, sorted from the last to the first. */
function edited(text: string, splices: readonly Splice[]): [string, ChangeEvent] {
  const changes: Change[] = [...splices].reverse().map(([start, end, made]) => {
    const [startLineNumber, startColumn] = place(text, start);
    const [endLineNumber, endColumn] = place(text, end);
    return {
      range: { startLineNumber, startColumn, endLineNumber, endColumn },
      rangeOffset: start,
      rangeLength: end - start,
      text: made,
    };
  });
  let after = text;
  for (const [start, end, made] of [...splices].reverse()) {
    after = after.slice(0, start) + made + after.slice(end);
  }
  return [after, { changes, isFlush: false, isEolChange: false }];
}

const PIECES = ["a", "", "\n", "b\nc", "  ", "😀", "é", "(x, y)", "\n\n\n", "word"];

function splices(text: string, below: (max: number) => number): [number, number, string][] {
  const starts = new Set(Array.from({ length: 1 + below(4) }, () => below(text.length + 1)));
  let last = -1;
  const made: [number, number, string][] = [];
  for (const start of [...starts].sort((one, other) => one - other)) {
    if (start <= last) continue;
    const next = Math.min(...[...starts].filter((other) => other > start), text.length + 1);
    const end = Math.min(start + below(6), next - 1);
    made.push([start, Math.max(end, start), PIECES[below(PIECES.length)] ?? ""]);
    last = Math.max(end, start);
  }
  return made;
}

const SEEDS = Array.from({ length: 40 }, (_, seed) => [seed]);

test.each(SEEDS)("a mirrored text stays in sync (%i)", (seed) => {
  const below = random(seed + 1);
  let text = "def one(a, b):\n    return a + b\n\n\nclass Two:\n    pass\n";
  let mirror = text;
  const lines = new LineBuffer(text);
  for (let step = 0; step < 60; step++) {
    const [after, event] = edited(text, splices(text, below));
    mirror = applied(mirror, contentChanges(event, () => after));
    lines.change(event.changes);
    text = after;
    expect(mirror).toBe(text);
    expect(lines.all.join("\n")).toBe(text);
  }
});

test("changes are sorted from the last to the first", () => {
  const [after, event] = edited("one two three", [[0, 3, "1"], [4, 7, "2"], [8, 13, "3"]]);
  const turned = { ...event, changes: [...event.changes].reverse() };
  expect(applied("one two three", contentChanges(turned, () => after))).toBe("1 2 3");
});

test("a new line ending, a new text and very many ranges are sent as the full text", () => {
  const event = { changes: [], isFlush: false, isEolChange: true };
  expect(contentChanges(event, () => "a\r\nb")).toEqual([{ text: "a\r\nb" }]);
  expect(contentChanges({ ...event, isEolChange: false, isFlush: true }, () => "c")).toEqual([{ text: "c" }]);
  const many = Array.from({ length: 201 }, (_, at): Splice => [at * 2, at * 2 + 1, "y"]);
  const [after, changed] = edited("x".repeat(500), many);
  expect(contentChanges(changed, () => after)).toEqual([{ text: after }]);
});

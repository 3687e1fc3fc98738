import { describe, expect, test } from "vitest";
import {
  minimalEdits,
  lineHunks,
  withLineEndingsOf,
  type Replacement,
} from "../../src/workspace/minimal-edits";

function applied(text: string, edits: readonly Replacement[]): string {
  let result = text;
  for (const edit of [...edits].reverse()) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  }
  return result;
}

describe("minimal edits", () => {
  test("none for equal texts", () => {
    expect(minimalEdits("a\nb\n", "a\nb\n")).toEqual([]);
  });

  test("one changed character is one edit of one character", () => {
    expect(minimalEdits("one\ntwo\nthree\n", "one\ntwX\nthree\n")).toEqual([{ start: 6, end: 7, text: "X" }]);
  });

  test("two distant changes are two edits", () => {
    const before = Array.from({ length: 100 }, (_, index) => `line ${index}\n`);
    const after = [...before];
    after[5] = "changed\n";
    after.splice(80, 1);
    const edits = minimalEdits(before.join(""), after.join(""));
    expect(edits).toHaveLength(2);
    expect(applied(before.join(""), edits)).toBe(after.join(""));
  });

  test("a surrogate pair is not split", () => {
    const [edit] = minimalEdits("x 😀 y", "x 😁 y");
    expect(edit).toEqual({ start: 2, end: 4, text: "😁" });
  });

  test("a CRLF is not split", () => {
    for (const edit of minimalEdits("a\r\nb\r\n", "a\r\nc\r\nb\r\n")) {
      expect(edit.text.startsWith("\n")).toBe(false);
      expect(edit.text.endsWith("\r")).toBe(false);
    }
  });

  test("turn any text into any other", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    const pieces = ["a", "b", "\n", "x\n", "\r\n", "😀", "", "foo bar\n"];
    const text = () => Array.from({ length: random(30) }, () => pieces[random(pieces.length)]).join("");
    for (let round = 0; round < 2000; round += 1) {
      const before = text();
      const after = text();
      const edits = minimalEdits(before, after);
      expect(applied(before, edits)).toBe(after);
      for (let index = 1; index < edits.length; index += 1) {
        expect(edits[index]!.start).toBeGreaterThanOrEqual(edits[index - 1]!.end);
      }
    }
  });

  test("texts without common lines are replaced as a whole", () => {
    const before = Array.from({ length: 2000 }, (_, index) => `a${index}\n`).join("");
    const after = Array.from({ length: 2000 }, (_, index) => `b${index}\n`).join("");
    expect(minimalEdits(before, after)).toHaveLength(1);
    expect(applied(before, minimalEdits(before, after))).toBe(after);
  });
});

describe("line hunks", () => {
  test("an insertion replaces nothing", () => {
    expect(lineHunks(["a", "c"], ["a", "b", "c"])).toEqual([{ from: 1, to: 1, newFrom: 1, newTo: 2 }]);
  });
});

describe("mixed line endings", () => {
  test("unchanged lines keep theirs, new ones get the default", () => {
    expect(withLineEndingsOf("a\r\nb\nc\r\n", "a\nb\nnew\nc\n", "\r\n")).toBe("a\r\nb\nnew\r\nc\r\n");
  });

  test("changed lines keep theirs", () => {
    expect(withLineEndingsOf("a\r\nb\nc\r\nd\n", "Xa\nb\nXc\nd\n", "\n")).toBe("Xa\r\nb\nXc\r\nd\n");
    expect(withLineEndingsOf("a\r\nb\nc\n", "Xa\nnew\nb\nc\n", "\n")).toBe("Xa\r\nnew\nb\nc\n");
  });

  test("an unchanged text stays unchanged", () => {
    const raw = "a\r\n\nb\rc\n\r\nd";
    expect(withLineEndingsOf(raw, raw.replace(/\r\n|\r|\n/g, "\n"), "\n")).toBe(raw);
  });
});

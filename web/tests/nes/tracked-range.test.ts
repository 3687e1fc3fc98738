import { describe, expect, test } from "vitest";
import type { Change } from "../../src/nes/session/content-changes";
import { TrackedRange } from "../../src/nes/suggestions/tracked-range";

function change(rangeOffset: number, rangeLength: number, text: string): Change {
  const range = { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 1 };
  return { range, rangeOffset, rangeLength, text };
}

describe("a stretch", () => {
  test("shrinks while its text is typed, and is done with the last letter", () => {
    const stretch = new TrackedRange(10, "", "fee");
    expect(stretch.applyChanges([change(10, 0, "f")])).toBe("valid");
    expect(stretch.remaining).toEqual({ start: 11, end: 11, text: "ee" });
    expect(stretch.applyChanges([change(11, 0, "e")])).toBe("valid");
    expect(stretch.applyChanges([change(12, 0, "e")])).toBe("done");
  });

  test("is broken by something else typed there", () => {
    expect(new TrackedRange(10, "", "fee").applyChanges([change(8, 4, "x")])).toBe("broken");
    expect(new TrackedRange(10, "total", "order_total").applyChanges([change(12, 1, "x")])).toBe("broken");
  });

  test("moves with what is typed before it, and stays for what comes after", () => {
    const stretch = new TrackedRange(10, "total", "sum");
    expect(stretch.applyChanges([change(2, 1, "abc")])).toBe("valid");
    expect(stretch.start).toBe(12);
    expect(stretch.applyChanges([change(30, 0, "x")])).toBe("valid");
    expect(stretch.remaining).toEqual({ start: 12, end: 17, text: "sum" });
  });

  test("is pushed along by other text at its edge", () => {
    const stretch = new TrackedRange(10, "total", "sum");
    expect(stretch.applyChanges([change(10, 0, "x = ")])).toBe("valid");
    expect(stretch.start).toBe(14);
    expect(stretch.applyChanges([change(19, 0, "()")])).toBe("valid");
    expect(stretch.start).toBe(14);
  });

  test("is broken by what joins it to another word, or stands in the place of what was to be put in", () => {
    expect(new TrackedRange(10, "total", "sum").applyChanges([change(10, 0, "sub")])).toBe("broken");
    expect(new TrackedRange(10, "total", "sum").applyChanges([change(15, 0, "s")])).toBe("broken");
    expect(new TrackedRange(10, "", "fee").applyChanges([change(10, 0, "Z")])).toBe("broken");
  });

  test("knows when all of it was done in one step, in pieces", () => {
    const stretch = new TrackedRange(0, "def total(a):\n  total", "def order_total(a):\n  order_total");
    expect(stretch.applyChanges([change(16, 0, "order_"), change(4, 0, "order_")])).toBe("done");
  });

  test("holds while the old text is deleted, and while the editor closes brackets", () => {
    const old = new TrackedRange(5, "total", "sum");
    expect(old.applyChanges([change(9, 1, "")])).toBe("valid");
    const call = new TrackedRange(0, "", "f(a, b)");
    expect(call.applyChanges([change(0, 0, "f")])).toBe("valid");
    expect(call.applyChanges([change(1, 0, "()")])).toBe("valid");
    expect(call.remaining).toEqual({ start: 2, end: 2, text: "a, b" });
  });

  test("is the shortest replacement that does it", () => {
    expect(new TrackedRange(3, "count", "counter").remaining).toEqual({ start: 8, end: 8, text: "er" });
  });
});

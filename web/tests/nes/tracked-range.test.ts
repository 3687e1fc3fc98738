import { describe, expect, test } from "vitest";
import type { Change } from "../../src/nes/session/content-changes";
import { TrackedRange } from "../../src/nes/suggestions/tracked-range";

function change(rangeOffset: number, rangeLength: number, text: string): Change {
  const range = { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 1 };
  return { range, rangeOffset, rangeLength, text };
}

describe("a tracked range", () => {
  test("shrinks while its text is typed, and is done with the last character", () => {
    const range = new TrackedRange(10, "", "fee");
    expect(range.applyChanges([change(10, 0, "f")])).toBe("valid");
    expect(range.remaining).toEqual({ start: 11, end: 11, text: "ee" });
    expect(range.applyChanges([change(11, 0, "e")])).toBe("valid");
    expect(range.applyChanges([change(12, 0, "e")])).toBe("done");
  });

  test("is broken by other text typed there", () => {
    expect(new TrackedRange(10, "", "fee").applyChanges([change(8, 4, "x")])).toBe("broken");
    expect(new TrackedRange(10, "total", "order_total").applyChanges([change(12, 1, "x")])).toBe("broken");
  });

  test("moves with text typed before it, and stays for text typed after it", () => {
    const range = new TrackedRange(10, "total", "sum");
    expect(range.applyChanges([change(2, 1, "abc")])).toBe("valid");
    expect(range.start).toBe(12);
    expect(range.applyChanges([change(30, 0, "x")])).toBe("valid");
    expect(range.remaining).toEqual({ start: 12, end: 17, text: "sum" });
  });

  test("is shifted by other text at its edge", () => {
    const range = new TrackedRange(10, "total", "sum");
    expect(range.applyChanges([change(10, 0, "x = ")])).toBe("valid");
    expect(range.start).toBe(14);
    expect(range.applyChanges([change(19, 0, "()")])).toBe("valid");
    expect(range.start).toBe(14);
  });

  test("is broken by text that joins it to another word or replaces its target", () => {
    expect(new TrackedRange(10, "total", "sum").applyChanges([change(10, 0, "sub")])).toBe("broken");
    expect(new TrackedRange(10, "total", "sum").applyChanges([change(15, 0, "s")])).toBe("broken");
    expect(new TrackedRange(10, "", "fee").applyChanges([change(10, 0, "Z")])).toBe("broken");
  });

  test("is done when all of it is applied in one step, in several changes", () => {
    const range = new TrackedRange(0, "def total(a):\n  total", "def order_total(a):\n  order_total");
    expect(range.applyChanges([change(16, 0, "order_"), change(4, 0, "order_")])).toBe("done");
  });

  test("stays valid while the old text is deleted, and while the editor closes brackets", () => {
    const old = new TrackedRange(5, "total", "sum");
    expect(old.applyChanges([change(9, 1, "")])).toBe("valid");
    const call = new TrackedRange(0, "", "f(a, b)");
    expect(call.applyChanges([change(0, 0, "f")])).toBe("valid");
    expect(call.applyChanges([change(1, 0, "()")])).toBe("valid");
    expect(call.remaining).toEqual({ start: 2, end: 2, text: "a, b" });
  });

  test("has the shortest replacement as its remaining edit", () => {
    expect(new TrackedRange(3, "count", "counter").remaining).toEqual({ start: 8, end: 8, text: "er" });
  });
});

import { expect, test } from "vitest";
import { rowForKey, scrollTopFor, rowRange } from "../../src/ui/row-window";

test("only visible rows and the overscan are rendered", () => {
  expect(rowRange(0, 220, 22, 100_000, 5)).toEqual({ first: 0, end: 15 });
  expect(rowRange(22 * 50_000, 220, 22, 100_000, 5)).toEqual({ first: 49_995, end: 50_015 });
  expect(rowRange(22 * 99_990, 220, 22, 100_000, 5)).toEqual({ first: 99_985, end: 100_000 });
});

test("an empty list renders nothing, and one that shrank renders its end", () => {
  expect(rowRange(500, 220, 22, 0, 5)).toEqual({ first: 0, end: 0 });
  expect(rowRange(50_000, 220, 22, 3, 5)).toEqual({ first: 2, end: 3 });
});

test("a row becomes visible with the least scrolling", () => {
  expect(scrollTopFor(5, 0, 220, 22)).toBe(0);
  expect(scrollTopFor(10, 0, 220, 22)).toBe(22);
  expect(scrollTopFor(3, 220, 220, 22)).toBe(66);
  expect(scrollTopFor(100, 0, 220, 22, "start")).toBe(2200);
  expect(scrollTopFor(100, 0, 220, 22, "middle")).toBe(2101);
});

test("keys move within the list", () => {
  expect(rowForKey("ArrowDown", 4, 5, 3)).toBe(4);
  expect(rowForKey("ArrowDown", -1, 5, 3)).toBe(0);
  expect(rowForKey("ArrowUp", 0, 5, 3)).toBe(0);
  expect(rowForKey("PageDown", 0, 50, 10)).toBe(10);
  expect(rowForKey("End", 0, 50, 10)).toBe(49);
  expect(rowForKey("a", 0, 50, 10)).toBeNull();
  expect(rowForKey("Home", 0, 0, 10)).toBeNull();
});

import { expect, test } from "vitest";
import { rowAfter, scrollFor, windowOf } from "../../src/shell/row-window";

test("only the rows in sight and some around them are painted", () => {
  expect(windowOf(0, 220, 22, 100_000, 5)).toEqual({ first: 0, end: 15 });
  expect(windowOf(22 * 50_000, 220, 22, 100_000, 5)).toEqual({ first: 49_995, end: 50_015 });
  expect(windowOf(22 * 99_990, 220, 22, 100_000, 5)).toEqual({ first: 99_985, end: 100_000 });
});

test("an empty list paints nothing, and one that shrank paints its end", () => {
  expect(windowOf(500, 220, 22, 0, 5)).toEqual({ first: 0, end: 0 });
  expect(windowOf(50_000, 220, 22, 3, 5)).toEqual({ first: 2, end: 3 });
});

test("a row comes into sight with the least scrolling", () => {
  expect(scrollFor(5, 0, 220, 22)).toBe(0);
  expect(scrollFor(10, 0, 220, 22)).toBe(22);
  expect(scrollFor(3, 220, 220, 22)).toBe(66);
  expect(scrollFor(100, 0, 220, 22, "start")).toBe(2200);
  expect(scrollFor(100, 0, 220, 22, "middle")).toBe(2101);
});

test("keys move within the list and no further", () => {
  expect(rowAfter("ArrowDown", 4, 5, 3)).toBe(4);
  expect(rowAfter("ArrowDown", -1, 5, 3)).toBe(0);
  expect(rowAfter("ArrowUp", 0, 5, 3)).toBe(0);
  expect(rowAfter("PageDown", 0, 50, 10)).toBe(10);
  expect(rowAfter("End", 0, 50, 10)).toBe(49);
  expect(rowAfter("a", 0, 50, 10)).toBeNull();
  expect(rowAfter("Home", 0, 0, 10)).toBeNull();
});

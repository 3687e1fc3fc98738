import { expect, test } from "vitest";
import { parentOf, rowsOf } from "../../src/trace/json-rows";

const NONE: ReadonlyMap<string, boolean> = new Map();

test("small values are open, and rows have their position", () => {
  const rows = rowsOf({ id: 7, params: { uri: "file:///a", list: [] } }, NONE);
  expect(rows.map((row) => `${row.depth} ${row.key} ${row.label}`)).toEqual([
    "0  {2}",
    "1 id 7",
    "1 params {2}",
    '2 uri "file:///a"',
    "2 list []",
  ]);
  expect(rows[3]).toMatchObject({ place: 1, siblings: 2, foldable: false });
  expect(parentOf(rows, 4)).toBe(2);
  expect(parentOf(rows, 0)).toBe(-1);
});

test("large arrays stay folded until they are opened", () => {
  const value = { list: Array.from({ length: 100_000 }, (_, index) => index) };
  expect(rowsOf(value, NONE)).toHaveLength(2);
  expect(rowsOf(value, new Map([["$/list", true]]))).toHaveLength(100_002);
});

test("a long string folds into its lines, and very long lines into parts", () => {
  const value = { text: `one\n${"x".repeat(450)}` };
  const folded = rowsOf(value, NONE);
  expect(folded[1]).toMatchObject({ foldable: true, open: false });
  expect(folded[1]!.label).toContain("(4 lines)");
  const open = rowsOf(value, new Map([["$/text", true]]));
  expect(open.slice(2).map((row) => row.label.length)).toEqual([3, 200, 200, 50]);
});

test("a fold changed by the user stays changed", () => {
  expect(rowsOf({ a: { b: 1 } }, new Map([["$/a", false]])).map((row) => row.label)).toEqual([
    "{1}",
    "{b: 1}",
  ]);
});

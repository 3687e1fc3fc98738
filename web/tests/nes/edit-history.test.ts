import { expect, test } from "vitest";
import type { Change } from "../../src/nes/session/content-changes";
import { unifiedDiff, EditHistory } from "../../src/nes/session/edit-history";

function typed(line: number, column: number, text: string): Change[] {
  const range = { startLineNumber: line, startColumn: column, endLineNumber: line, endColumn: column };
  return [{ range, rangeOffset: 0, rangeLength: 0, text }];
}

test("keystrokes on one line are one edit, distant ones another", () => {
  let now = 0;
  const history = new EditHistory(() => now);
  history.opened("u", Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join("\n"));
  history.changed("u", typed(2, 7, "a"));
  history.changed("u", typed(2, 8, "b"));
  now = 5_000;
  history.changed("u", typed(15, 1, "x"));
  const entries = history.entries(10);
  expect(entries).toHaveLength(2);
  expect(entries[0]?.diff).toContain("-line 2\n+line 2ab\n");
  expect(entries[1]?.diff).toContain("-line 15\n+xline 15\n");
  expect(history.entries(1)).toEqual([entries[1]]);
  expect(history.entries(0)).toEqual([]);
});

test("a diff has line numbers", () => {
  const diff = "--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n";
  expect(unifiedDiff(["a", "b", "c"], ["a", "x", "c"], "f")).toBe(diff);
  expect(unifiedDiff(["a"], ["a"], "f")).toBeNull();
  expect(unifiedDiff([], ["a"], "f")).toContain("@@ -0,0 +1,1 @@");
});

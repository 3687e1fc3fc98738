// What is listed as a problem, in which order.

import { expect, test } from "vitest";
import { problemRows, problemsLabel } from "../../src/problems/rows";

function mark(severity: number, line: number, message = `at ${line}`) {
  return { severity, message, startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 2 };
}

test("problems are listed file by file, errors first, and hints are none", () => {
  const rows = problemRows([
    { path: "/b.json", marks: [mark(4, 1), mark(8, 9), mark(8, 2), mark(1, 1)] },
    { path: "/a.css", marks: [mark(2, 3)] },
  ]);
  expect(rows.map(({ path, severity, startLineNumber }) => [path, severity, startLineNumber])).toEqual([
    ["/b.json", "error", 2],
    ["/b.json", "error", 9],
    ["/b.json", "warning", 1],
    ["/a.css", "information", 3],
  ]);
  expect(problemsLabel(rows)).toBe("2 errors, 1 warning, 1 remark");
  expect(problemsLabel([])).toBe("");
});

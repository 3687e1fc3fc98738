import { describe, expect, test } from "vitest";
import { Ranking } from "../../src/files/fuzzy";
import { tabLabels } from "../../src/editor/tab-labels";
import { groupByFile, splitPatterns, rowsOf, matchExcerpt, utf16Column } from "../../src/search/results";
import type { Tab } from "../../src/workspace/tabs";

function best(names: readonly string[], typed: string): string[] {
  const ranking = new Ranking();
  ranking.add(names);
  return ranking.find(typed).map((index) => names[index]!);
}

describe("ranking of file names", () => {
  const names = ["src/peer.ts", "src/peer_test.ts", "doc/people/era.md", "src/rpc/agent.ts", "peer/index.ts"];

  test("prefix matches come first, shorter before longer", () => {
    expect(best(names, "peer").slice(0, 2)).toEqual(["src/peer.ts", "src/peer_test.ts"]);
  });

  test("characters in order are sufficient", () => {
    expect(best(names, "pts")).toContain("src/peer_test.ts");
  });

  test("non-matching names are omitted", () => {
    expect(best(names, "zebra")).toEqual([]);
  });

  test("folders match too", () => {
    expect(best(names, "rpc/ag")[0]).toBe("src/rpc/agent.ts");
  });

  test("typing character by character gives the same result", () => {
    const ranking = new Ranking();
    ranking.add(names);
    ranking.find("p");
    ranking.find("pe");
    expect(ranking.find("peer")).toEqual(best(names, "peer").map((name) => names.indexOf(name)));
    expect(ranking.find("ag").map((index) => names[index])).toEqual(best(names, "ag"));
  });

  test("names added later are found", () => {
    const ranking = new Ranking();
    ranking.add(["a.ts"]);
    expect(ranking.find("b.ts")).toEqual([]);
    ranking.add(["b.ts"]);
    expect(ranking.find("b.ts")).toEqual([1]);
  });

  test("the number of results is limited", () => {
    expect(best(Array.from({ length: 5000 }, (_, index) => `file${index}.ts`), "file")).toHaveLength(100);
  });
});

describe("search results", () => {
  const match = (path: string, line: number) => ({ path, line, column: 1, matchText: "x", lineText: "x" });

  test("are grouped by file, and later pages extend earlier groups", () => {
    const first = groupByFile([], [match("a", 1), match("b", 1)], (path) => `/${path}`);
    const both = groupByFile(first, [match("b", 2)], (path) => `/${path}`);
    expect(both.map((group) => [group.path, group.matches.length])).toEqual([
      ["/a", 1],
      ["/b", 2],
    ]);
    expect(rowsOf(both, new Set(["/a"])).map((row) => row.kind)).toEqual(["file", "file", "match", "match"]);
  });

  test("columns are converted from characters to UTF-16 units", () => {
    expect(utf16Column("😀😀 needle", 4)).toBe(6);
    expect(utf16Column("abc", 2)).toBe(2);
    expect(utf16Column("ab", 99)).toBe(3);
  });

  test("the match is shown in its line, without indentation", () => {
    expect(matchExcerpt({ path: "a", line: 1, column: 5, matchText: "b", lineText: "    b = 1" })).toEqual({
      before: "",
      found: "b",
      after: " = 1",
    });
  });

  test("for a very long line the part with the match is shown", () => {
    const lineText = `…${"x".repeat(200)} needle ${"y".repeat(200)}…`;
    const shown = matchExcerpt({ path: "a", line: 2, column: 5002, matchText: "needle", lineText });
    expect(shown.found).toBe("needle");
    expect(shown.before.length).toBeLessThan(30);
  });

  test("patterns are separated by commas", () => {
    expect(splitPatterns(" *.py, ,src/** ")).toEqual(["*.py", "src/**"]);
  });
});

describe("tab labels", () => {
  const roots = ["/one", "/two"].map((path) => ({ path, name: path.slice(1), uri: `file://${path}` }));
  const tab = (root: number, name: string): Tab => ({
    kind: "text",
    id: `${root}${name}`,
    document: { path: `${roots[root]!.path}/${name}`, name, root: roots[root]! } as never,
  });

  test("a unique name has no hint", () => {
    const one = tab(0, "src/a.ts");
    expect(tabLabels([one]).get(one)).toEqual({ name: "a.ts", place: "" });
  });

  test("the same name in two folders has the folder as a hint", () => {
    const tabs = [tab(0, "src/a.ts"), tab(0, "lib/a.ts"), tab(0, "a.ts")];
    expect([...tabLabels(tabs).values()].map((label) => label.place)).toEqual(["src", "lib", "one"]);
  });

  test("the same file in two roots has the root as a hint", () => {
    const tabs = [tab(0, "src/a.ts"), tab(1, "src/a.ts")];
    expect([...tabLabels(tabs).values()].map((label) => label.place)).toEqual(["one", "two"]);
  });
});

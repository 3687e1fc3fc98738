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

describe("ranking of names", () => {
  const names = ["src/peer.ts", "src/peer_test.ts", "doc/people/era.md", "src/rpc/agent.ts", "peer/index.ts"];

  test("the name that begins so comes first, shorter before longer", () => {
    expect(best(names, "peer").slice(0, 2)).toEqual(["src/peer.ts", "src/peer_test.ts"]);
  });

  test("letters in order are enough", () => {
    expect(best(names, "pts")).toContain("src/peer_test.ts");
  });

  test("what does not fit is left out", () => {
    expect(best(names, "zebra")).toEqual([]);
  });

  test("a folder counts too", () => {
    expect(best(names, "rpc/ag")[0]).toBe("src/rpc/agent.ts");
  });

  test("typing on gives what typing at once gives", () => {
    const ranking = new Ranking();
    ranking.add(names);
    ranking.find("p");
    ranking.find("pe");
    expect(ranking.find("peer")).toEqual(best(names, "peer").map((name) => names.indexOf(name)));
    expect(ranking.find("ag").map((index) => names[index])).toEqual(best(names, "ag"));
  });

  test("more names are found after they came", () => {
    const ranking = new Ranking();
    ranking.add(["a.ts"]);
    expect(ranking.find("b.ts")).toEqual([]);
    ranking.add(["b.ts"]);
    expect(ranking.find("b.ts")).toEqual([1]);
  });

  test("only so many are given", () => {
    expect(best(Array.from({ length: 5000 }, (_, index) => `file${index}.ts`), "file")).toHaveLength(100);
  });
});

describe("what a search found", () => {
  const match = (path: string, line: number) => ({ path, line, column: 1, matchText: "x", lineText: "x" });

  test("is grouped by file, later pages join earlier ones", () => {
    const first = groupByFile([], [match("a", 1), match("b", 1)], (path) => `/${path}`);
    const both = groupByFile(first, [match("b", 2)], (path) => `/${path}`);
    expect(both.map((group) => [group.path, group.matches.length])).toEqual([
      ["/a", 1],
      ["/b", 2],
    ]);
    expect(rowsOf(both, new Set(["/a"])).map((row) => row.kind)).toEqual(["file", "file", "match", "match"]);
  });

  test("columns count characters there and units here", () => {
    expect(utf16Column("😀😀 needle", 4)).toBe(6);
    expect(utf16Column("abc", 2)).toBe(2);
    expect(utf16Column("ab", 99)).toBe(3);
  });

  test("the match is shown in its line, without the indentation", () => {
    expect(matchExcerpt({ path: "a", line: 1, column: 5, matchText: "b", lineText: "    b = 1" })).toEqual({
      before: "",
      found: "b",
      after: " = 1",
    });
  });

  test("of a very long line the part with the match is shown", () => {
    const lineText = `…${"x".repeat(200)} needle ${"y".repeat(200)}…`;
    const shown = matchExcerpt({ path: "a", line: 2, column: 5002, matchText: "needle", lineText });
    expect(shown.found).toBe("needle");
    expect(shown.before.length).toBeLessThan(30);
  });

  test("patterns are separated by commas", () => {
    expect(splitPatterns(" *.py, ,src/** ")).toEqual(["*.py", "src/**"]);
  });
});

describe("names on tabs", () => {
  const roots = ["/one", "/two"].map((path) => ({ path, name: path.slice(1), uri: `file://${path}` }));
  const tab = (root: number, name: string): Tab => ({
    kind: "text",
    id: `${root}${name}`,
    document: { path: `${roots[root]!.path}/${name}`, name, root: roots[root]! } as never,
  });

  test("a name alone needs nothing more", () => {
    const one = tab(0, "src/a.ts");
    expect(tabLabels([one]).get(one)).toEqual({ name: "a.ts", place: "" });
  });

  test("the same name in two folders has the folder with it", () => {
    const tabs = [tab(0, "src/a.ts"), tab(0, "lib/a.ts"), tab(0, "a.ts")];
    expect([...tabLabels(tabs).values()].map((label) => label.place)).toEqual(["src", "lib", "one"]);
  });

  test("the same file in two roots has the root with it", () => {
    const tabs = [tab(0, "src/a.ts"), tab(1, "src/a.ts")];
    expect([...tabLabels(tabs).values()].map((label) => label.place)).toEqual(["one", "two"]);
  });
});

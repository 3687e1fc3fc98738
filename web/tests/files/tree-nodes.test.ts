import { describe, expect, test } from "vitest";
import { isGenerated, mergeChildren, createNode, rowsOf, findByPrefix, type Node } from "../../src/files/tree-nodes";

function folder(path: string, names: readonly string[], parent: Node | null = null): Node {
  const made = createNode(path, path.split("/").pop()!, true, parent);
  made.children = mergeChildren(
    made,
    names.map((name) => {
      const isFolder = name.endsWith("/");
      const plain = name.replace("/", "");
      return { name: plain, path: `${path}/${plain}`, isFolder };
    }),
  );
  made.open = true;
  return made;
}

describe("the tree", () => {
  test("folders come first, numbers count, git is hidden", () => {
    const root = folder("/p", ["b.py", "file10", "file2", "A/", ".git/", "z/", "a.py"]);
    expect(root.children!.map((child) => child.name)).toEqual(["A", "z", "a.py", "b.py", "file2", "file10"]);
  });

  test("rows say their level and place", () => {
    const root = folder("/p", ["src/", "x.py"]);
    const rows = rowsOf([root]);
    expect(rows.map((row) => [row.node.name, row.level])).toEqual([
      ["p", 1],
      ["src", 2],
      ["x.py", 2],
    ]);
    expect(rows[2]).toMatchObject({ place: 2, size: 2 });
  });

  test("what is open stays open when its folder is listed again", () => {
    const root = folder("/p", ["src/", "x.py"]);
    const src = root.children![0]!;
    src.open = true;
    src.children = [];
    root.children = mergeChildren(root, [
      { name: "new.py", path: "/p/new.py", isFolder: false },
      { name: "src", path: "/p/src", isFolder: true },
    ]);
    expect(root.children[0]).toBe(src);
    expect(rowsOf([root]).map((row) => (row.kind === "note" ? row.text : row.node.name))).toEqual([
      "p",
      "src",
      "Empty",
      "new.py",
    ]);
  });

  test("a file that became a folder is another node", () => {
    const root = folder("/p", ["x"]);
    const before = root.children![0];
    root.children = mergeChildren(root, [{ name: "x", path: "/p/x", isFolder: true }]);
    expect(root.children[0]).not.toBe(before);
  });

  test("a folder that could not be listed says why", () => {
    const root = createNode("/p", "p", true, null);
    root.open = true;
    root.failure = "It is not readable.";
    expect(rowsOf([root])[1]).toMatchObject({ kind: "note", text: "It is not readable." });
  });

  test("typing goes to the next name that begins so, and round", () => {
    const rows = rowsOf([folder("/p", ["alpha", "beta", "bravo"])]);
    expect(findByPrefix(rows, 0, "b")).toBe(2);
    expect(findByPrefix(rows, 2, "b")).toBe(3);
    expect(findByPrefix(rows, 3, "b")).toBe(2);
    expect(findByPrefix(rows, 2, "br")).toBe(3);
    expect(findByPrefix(rows, 0, "q")).toBe(-1);
  });

  test("fifty thousand entries are merged and laid out at once", () => {
    const root = createNode("/p", "p", true, null);
    root.open = true;
    const listed = Array.from({ length: 50_000 }, (_, index) => ({
      name: `f${index}`,
      path: `/p/f${index}`,
      isFolder: false,
    }));
    root.children = mergeChildren(root, listed);
    expect(rowsOf([root])).toHaveLength(50_001);
  });

  test("what tools made is shown quietly", () => {
    expect(isGenerated("node_modules")).toBe(true);
    expect(isGenerated("src")).toBe(false);
  });
});

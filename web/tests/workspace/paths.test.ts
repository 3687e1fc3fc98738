import { describe, expect, test } from "vitest";
import {
  toAbsolute,
  relativeName,
  pathOf,
  rootOf,
  distinctRootNames,
  uriOf,
} from "../../src/workspace/paths";

const roots = ["/project/app", "/project/app/inner", "/project/app-two"].map((path) => ({
  path,
  name: path.split("/").pop()!,
  uri: `file://${path}`,
}));

describe("uris", () => {
  // As Python's Path.as_uri() writes them.
  test.each([
    ["/a/b c", "file:///a/b%20c"],
    ["/a/#x?y", "file:///a/%23x%3Fy"],
    ["/ü/é%41", "file:///%C3%BC/%C3%A9%2541"],
    ["/a/(1)!*'~_-.", "file:///a/%281%29%21%2A%27~_-."],
    ["/a/😀.ts", "file:///a/%F0%9F%98%80.ts"],
    ["/a/b:c@d&e=f+g,h;i", "file:///a/b%3Ac%40d%26e%3Df%2Bg%2Ch%3Bi"],
    ["/a/[x]{y}|z", "file:///a/%5Bx%5D%7By%7D%7Cz"],
  ])("%s is spelled as the agent spells it, and back", (path, uri) => {
    expect(uriOf(path)).toBe(uri);
    expect(pathOf(uri)).toBe(path);
  });

  test("a URI escaped in another way names the same path", () => {
    expect(pathOf("file:///a/b%3ac(1).ts")).toBe("/a/b:c(1).ts");
    expect(pathOf("file://localhost/a/b")).toBe("/a/b");
  });

  test("an invalid escape is left unchanged", () => {
    expect(pathOf("file:///a/%zz")).toBe("/a/%zz");
  });
});

describe("roots", () => {
  test("the innermost root contains a path", () => {
    expect(rootOf("/project/app/inner/x.py", roots)?.name).toBe("inner");
    expect(rootOf("/project/app/x.py", roots)?.name).toBe("app");
  });

  test("a folder with a root's name as a prefix is not in the root", () => {
    expect(rootOf("/project/app-two/x.py", roots)?.name).toBe("app-two");
    expect(rootOf("/project/apple/x.py", roots)).toBeNull();
  });

  test("a path is relative to its root", () => {
    expect(relativeName("/project/app/src/x.py", roots[0]!)).toBe("src/x.py");
    expect(relativeName("/elsewhere/x.py", roots[0]!)).toBe("/elsewhere/x.py");
  });

  test("a tool's path is relative to the first root, or absolute", () => {
    expect(toAbsolute("src/./x.py", roots)).toBe("/project/app/src/x.py");
    expect(toAbsolute("/project/app-two/../app/y", roots)).toBe("/project/app/y");
    expect(toAbsolute(".", roots)).toBe("/project/app");
  });
});

test("roots of the same name are distinguished by their parent folders", () => {
  const root = (path: string) => ({ path, name: path.slice(path.lastIndexOf("/") + 1), uri: `file://${path}` });
  const names = (...paths: string[]) => distinctRootNames(paths.map(root)).map(({ name }) => name);
  expect(names("/w/app", "/w/lib")).toEqual(["app", "lib"]);
  expect(names("/w/app", "/v/app", "/w/lib")).toEqual(["w/app", "v/app", "lib"]);
  expect(names("/a/x/app", "/b/x/app")).toEqual(["a/x/app", "b/x/app"]);
  expect(names("/app", "/b/app")).toEqual(["app", "b/app"]);
});

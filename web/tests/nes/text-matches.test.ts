import { describe, expect, test } from "vitest";
import { findAll, isRelated, wordAt, type MatchQuery } from "../../src/nes/suggestions/text-matches";
import { MAX_MATCHES } from "../../src/nes/limits";

function replaced(text: string, query: MatchQuery): string {
  let after = text;
  for (const { start, end, text: replacement } of findAll(text, query).reverse()) {
    after = after.slice(0, start) + replacement + after.slice(end);
  }
  return after;
}

describe("the word at a position", () => {
  test.each([
    ["def total(a):", 4, "total"],
    ["def total(a):", 9, "total"],
    ["def total(a):", 3, "def"],
    ["a = größe_1", 5, "größe_1"],
    ["a  =  b", 3, null],
    ["", 0, null],
  ])("%s at %i", (line, column, name) => {
    expect(wordAt(line, column)).toBe(name);
  });
});

describe("a rename", () => {
  test("replaces whole words", () => {
    const query: MatchQuery = { kind: "word", word: "total", replace: "sum" };
    const names = "total subtotal total_x totals (total)";
    expect(replaced(names, query)).toBe("sum subtotal total_x totals (sum)");
    expect(replaced("état état_x é total", { ...query, word: "état" })).toBe("sum état_x é total");
  });

  test("inserts the new name literally", () => {
    expect(replaced("a b", { kind: "word", word: "a", replace: "$&" })).toBe("$& b");
  });
});

describe("search and replace", () => {
  test("with plain text takes special characters literally", () => {
    expect(replaced("a.b a.b axb", { kind: "text", search: "a.b", replace: "$1" })).toBe("$1 $1 axb");
  });

  test("with a pattern supports groups, names and line endings", () => {
    const swap: MatchQuery = { kind: "pattern", search: "(\\w+) = (?<value>\\w+)$", replace: "$<value> = $1 $$" };
    expect(replaced("a = b\nc = d", swap)).toBe("b = a $\nd = c $");
  });

  test("accepts a pattern that is valid only without Unicode mode", () => {
    expect(replaced("a-b", { kind: "pattern", search: "\\-", replace: "+" })).toBe("a+b");
  });

  test("with a pattern that matches the empty string terminates", () => {
    expect(replaced("ab", { kind: "pattern", search: "x*", replace: "-" })).toBe("-a-b-");
  });

  test("throws for an invalid pattern", () => {
    expect(() => findAll("a", { kind: "pattern", search: "(", replace: "" })).toThrow(SyntaxError);
  });

  test("rejects replacements that are too long before creating them", () => {
    const text = "a".repeat(100_000);
    expect(() => findAll(text, { kind: "pattern", search: "a", replace: "$`$'".repeat(5_000) })).toThrow(RangeError);
  });

  test("stops at a limit", () => {
    expect(findAll("a".repeat(5000), { kind: "text", search: "a", replace: "b" })).toHaveLength(MAX_MATCHES);
  });
});

test("a file that does not mention the other one is not related", () => {
  expect(isRelated("/a/shop.py", "/a/use.py", "from shop import end\nend()\n")).toBe(true);
  expect(isRelated("/a/shop.py", "/b/own.py", "def end(): pass\n")).toBe(false);
  expect(isRelated("/a/shop.py", "/b/own.py", "workshop = end()\n")).toBe(false);
  expect(isRelated("/a/shop/__init__.py", "/b/use.py", "import shop\n")).toBe(true);
  expect(isRelated("/a/shop/index.ts", "/b/use.ts", 'import { end } from "../shop";\n')).toBe(true);
});

test("files of one folder are one package in some languages", () => {
  expect(isRelated("/a/one.go", "/a/two.go", "End()")).toBe(true);
  expect(isRelated("/a/one.go", "/b/two.go", "End()")).toBe(false);
  expect(isRelated("/pkg/one.go", "/b/two.go", "pkg.End()")).toBe(true);
});

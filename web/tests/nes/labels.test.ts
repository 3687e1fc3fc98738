// Texts for suggestions.

import { expect, test } from "vitest";
import { firstWord, plainPattern, plainReplacement } from "../../src/nes/display/labels";

test("a pattern for a literal text is shown as that text", () => {
  expect(plainPattern("\\bload_user\\b")).toBe("load_user");
  expect(plainPattern("\\bitem\\.net\\b")).toBe("item.net");
  expect(plainPattern("(?<!\\w)\\$price\\b")).toBe("$price");
});

test("any other pattern is shown unchanged", () => {
  for (const pattern of ["a+b", "\\d+", "(a|b)", "x.y", "\\b"]) expect(plainPattern(pattern)).toBe(pattern);
});

test("a replacement is shown without escapes", () => {
  expect(plainReplacement("$$price")).toBe("$price");
  expect(plainReplacement("$1_x")).toBe("$1_x");
});

test("one word of a completion is the space before it and the word or the symbols", () => {
  expect(firstWord(" = owners")).toBe(" =");
  expect(firstWord("owners)")).toBe("owners");
  expect(firstWord("().then")).toBe("().");
  expect(firstWord("\n    return x")).toBe("\n    return");
});

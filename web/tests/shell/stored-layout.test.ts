import { expect, test } from "vitest";
import { parseLayout } from "../../src/shell/stored-layout";

const DEFAULTS = {
  side: "files",
  right: "chat",
  bottom: null,
  theme: "dark",
  sizes: { side: 240, right: 400, bottom: 260 },
};

test.each([
  ["nothing is stored", null, DEFAULTS],
  ["it is no JSON", "{", DEFAULTS],
  ["it is null", "null", DEFAULTS],
  [
    "it is complete",
    { side: null, right: null, bottom: "trace", theme: "light", sizes: { side: 1, right: 2, bottom: 3 } },
    { side: null, right: null, bottom: "trace", theme: "light", sizes: { side: 1, right: 2, bottom: 3 } },
  ],
  [
    "it lacks a part",
    { bottom: "insights", sizes: { bottom: 300 } },
    { ...DEFAULTS, bottom: "insights", sizes: { side: 240, right: 400, bottom: 300 } },
  ],
  [
    "an earlier version stored it",
    { side: "search", chat: true, bottom: null, theme: "light", sizes: { side: 200, chat: 555, bottom: 260 } },
    { ...DEFAULTS, side: "search", theme: "light", sizes: { side: 200, right: 555, bottom: 260 } },
  ],
  [
    "an earlier version stored it with a closed chat",
    { chat: false, sizes: { chat: 555 } },
    { ...DEFAULTS, right: null, sizes: { ...DEFAULTS.sizes, right: 555 } },
  ],
  [
    "it has both forms",
    { chat: false, right: "chat", sizes: { chat: 555, right: 420 } },
    { ...DEFAULTS, sizes: { ...DEFAULTS.sizes, right: 420 } },
  ],
])("a layout is read if %s", (_, stored, expected) => {
  const text = typeof stored === "string" || stored === null ? stored : JSON.stringify(stored);
  expect(parseLayout(text, "dark")).toEqual(expected);
});

import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { hexRows, sizeLabel } from "../../src/editor/hex-rows";
import type { OpenDocument } from "../../src/workspace/document";
import { MAX_PANES } from "../../src/workspace/limits";
import { Panes } from "../../src/workspace/panes";
import { Tabs } from "../../src/workspace/tabs";

const document = (name: string) =>
  ({ uri: `file:///r/${name}`, path: `/r/${name}`, dirty: signal(false) }) as unknown as OpenDocument;

function opened(...names: string[]) {
  const tabs = new Tabs();
  const panes = new Panes(tabs);
  const all = names.map((name) => tabs.add(document(name)));
  if (all[0]) tabs.show(all[0]);
  return { tabs, panes, all };
}

const shown = (panes: Panes) => panes.all.value.map((pane) => pane.document.value?.path ?? null);

describe("panes", () => {
  it("show the shown tab in the focused one, and keep the others", () => {
    const { tabs, panes, all } = opened("a", "b");
    expect(shown(panes)).toEqual(["/r/a"]);
    expect(panes.split()).toBe(true);
    tabs.show(all[1]!);
    expect(shown(panes)).toEqual(["/r/a", "/r/b"]);
    panes.focus(panes.all.value[0]!);
    expect(tabs.shown.value).toBe(all[0]);
    expect(shown(panes)).toEqual(["/r/a", "/r/b"]);
  });

  it("give their editor to the rest of the page when they get the focus", () => {
    const { panes } = opened("a");
    const [left] = panes.all.value;
    panes.split();
    const right = panes.focused.value;
    left!.editor.value = "left" as never;
    right.editor.value = "right" as never;
    expect(panes.editor.value).toBe("right");
    panes.focus(left!);
    expect(panes.editor.value).toBe("left");
  });

  it("are closed with their tab, but never the last one", () => {
    const { tabs, panes, all } = opened("a", "b");
    panes.split();
    tabs.show(all[1]!);
    tabs.remove(all[0]!);
    expect(shown(panes)).toEqual(["/r/b"]);
    panes.close(panes.all.value[0]!);
    tabs.remove(all[1]!);
    expect(shown(panes)).toEqual([null]);
  });

  it("are bounded in number, and there is none beside nothing", () => {
    expect(opened().panes.split()).toBe(false);
    const { panes } = opened("a");
    while (panes.split());
    expect(panes.all.value).toHaveLength(MAX_PANES);
    const before = panes.focused.value;
    panes.focusBeside();
    expect(panes.focused.value).not.toBe(before);
    panes.close(panes.focused.value);
    expect(panes.all.value).toHaveLength(MAX_PANES - 1);
  });
});

describe("tabs", () => {
  it("of a moved file take the place of the old one", () => {
    const { tabs, all } = opened("a", "b");
    const moved = tabs.add(document("c"));
    tabs.replace(all[0]!, moved);
    expect(tabs.all.value.map((tab) => tab.id)).toEqual(expect.arrayContaining(["file:///r/c", "file:///r/b"]));
    expect(tabs.all.value).toHaveLength(2);
    expect(tabs.shown.value).toBe(moved);
  });

  it("show a file that is not text once", () => {
    const { tabs } = opened();
    expect(tabs.addView("/r/x.png")).toBe(tabs.addView("/r/x.png"));
  });
});

describe("bytes", () => {
  it("are shown with their offset and characters", () => {
    expect(hexRows(Uint8Array.from([0, 65, 255]))).toEqual([`00000000  00 41 ff${" ".repeat(39)}  .A.`]);
    expect(hexRows(new Uint8Array(17))[1]).toMatch(/^00000010 {2}00 /);
    expect([sizeLabel(12), sizeLabel(2048), sizeLabel(3 << 20)]).toEqual(["12 bytes", "2.0 KiB", "3.0 MiB"]);
  });
});

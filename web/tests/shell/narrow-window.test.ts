import { signal } from "@preact/signals";
import { describe, expect, it, vi } from "vitest";
import type { SidePlace, WidthQuery } from "../../src/shell/narrow-window";

// The layout reads the browser's theme when it is loaded.
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { keepOneSide } = await import("../../src/shell/narrow-window");

class Window implements WidthQuery {
  #listeners: (() => void)[] = [];
  constructor(public matches: boolean) {}

  addEventListener(_: "change", listener: () => void): void {
    this.#listeners.push(listener);
  }

  become(isNarrow: boolean): void {
    this.matches = isNarrow;
    for (const listener of this.#listeners) listener();
  }
}

function panels(isNarrow: boolean, focused: SidePlace | null = null) {
  const open = { side: signal<string | null>("files"), right: signal<string | null>("chat") };
  const window = new Window(isNarrow);
  keepOneSide(open, window, () => focused);
  const shown = () => [open.side.value, open.right.value];
  return { open, window, shown };
}

describe("the side and the right panel", () => {
  it("are both open in a wide window", () => {
    expect(panels(false).shown()).toEqual(["files", "chat"]);
  });

  it("are open one at a time in a narrow window: the one that was opened last", () => {
    const { open, shown } = panels(true);
    expect(shown()).toEqual(["files", null]);
    open.right.value = "chat";
    expect(shown()).toEqual([null, "chat"]);
    open.side.value = "search";
    expect(shown()).toEqual(["search", null]);
    open.side.value = null;
    expect(shown()).toEqual([null, null]);
  });

  it("of a window that becomes narrow keep the focused one, and both are back when it becomes wide", () => {
    const { window, shown } = panels(false, "right");
    window.become(true);
    expect(shown()).toEqual([null, "chat"]);
    window.become(false);
    expect(shown()).toEqual(["files", "chat"]);
  });
});

// The registry of panels: every entry is complete, and ids and keys are unique.

import { beforeAll, expect, test, vi } from "vitest";
import type { Command } from "../../src/shell/commands";
import type { Panel } from "../../src/shell/panels";

let panels: readonly Panel[];
let shell: typeof import("../../src/shell/panels");
let commands: readonly Command[];

/** The few parts of a browser that the modules of the panels use while they are loaded. */
function stubBrowser(): void {
  const stored = new Map<string, string>();
  vi.stubGlobal("navigator", { platform: "Linux" });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal("location", { search: "", protocol: "http:", host: "localhost" });
  vi.stubGlobal("document", { documentElement: { dataset: {} }, activeElement: null });
  vi.stubGlobal("window", { addEventListener: () => {} });
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
}

beforeAll(async () => {
  stubBrowser();
  panels = (await import("../../src/panels")).PANELS;
  shell = await import("../../src/shell/panels");
  shell.registerPanels(panels);
  (await import("../../src/shell/shell-commands")).registerShellCommands();
  commands = (await import("../../src/shell/commands")).commands.value;
  // Loading every panel takes some seconds on a busy machine.
}, 60_000);

test("every panel has a unique id", () => {
  const ids = panels.map((panel) => panel.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[a-z][a-z-]*$/.test(id))).toBe(true);
});

test("every panel has a title, a command, an icon and a component", () => {
  for (const panel of panels) {
    expect(panel.title.trim(), panel.id).not.toBe("");
    expect(panel.command.trim(), panel.id).not.toBe("");
    expect(panel.icon, panel.id).toMatch(/^M[\d\s.,a-zA-Z-]+$/);
    expect(panel.component, panel.id).toBeTypeOf("function");
    expect(["side", "right", "bottom"], panel.id).toContain(panel.place);
  }
});

test("no two panels have the same title", () => {
  expect(new Set(panels.map((panel) => panel.title)).size).toBe(panels.length);
});

test("no key is used twice, neither by panels nor by the shell's other commands", () => {
  const keys = commands.flatMap((command) => command.keys ?? []);
  expect(panels.every((panel) => keys.includes(panel.key))).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
});

test("every panel opens at its place, and closes the one that was open there", async () => {
  const { showPanel, togglePanel } = await import("../../src/shell/shell-commands");
  vi.stubGlobal("document", { querySelector: () => null, activeElement: null });
  for (const panel of panels) {
    showPanel(panel.id);
    expect(shell.openPanelAt(panel.place)?.id).toBe(panel.id);
    togglePanel(panel.id);
    expect(shell.openPanelAt(panel.place)).toBe(null);
  }
  showPanel("files");
  showPanel("search");
  expect(shell.isPanelOpen("files")).toBe(false);
  expect(shell.isPanelOpen("search")).toBe(true);
});

test("a place opens with its first panel, and an unknown id from the storage opens none", async () => {
  const { openPanels } = await import("../../src/shell/layout");
  openPanels.side.value = "removed";
  expect(shell.openPanelAt("side")).toBe(null);
  shell.togglePlace("side");
  expect(shell.openPanelAt("side")?.id).toBe("files");
});

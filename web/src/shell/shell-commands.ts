// The shell's own commands: opening and focusing panels, moving the focus between parts, and the theme.

import { effect } from "@preact/signals";
import { registerCommands } from "./commands";
import { openPanels, theme } from "./layout";
import { adaptToNarrowWindow } from "./narrow-window";
import { palette } from "./palette";
import { allPanels, closePlace, findPanel, isPanelOpen, togglePlace } from "./panels";

export function registerShellCommands(): void {
  returnFocusToEditor();
  adaptToNarrowWindow();
  registerCommands(
    { id: "shell.palette", title: "Show all commands", keys: "f1", run: () => palette.open("commands") },
    { id: "shell.editor", title: "Go to the editor", keys: "alt+2", run: () => focusPart("editor") },
    ...allPanels().map(({ id, command, key }) => ({
      id: `shell.${id}`,
      title: command,
      keys: key,
      run: () => showPanel(id),
    })),
    {
      id: "shell.toggleSide",
      title: "Show or hide the side panel",
      keys: "mod+b",
      run: () => togglePlace("side"),
    },
    { id: "shell.toggleChat", title: "Show or hide the chat", run: () => togglePlace("right") },
    {
      id: "shell.toggleBottom",
      title: "Show or hide the lower panel",
      keys: "mod+j",
      run: () => togglePlace("bottom"),
    },
    {
      id: "shell.theme",
      title: "Switch between light and dark",
      run: () => (theme.value = theme.value === "dark" ? "light" : "dark"),
    },
    { id: "shell.nextPart", title: "Go to the next part of the page", keys: "f6", run: () => focusNextPart(1) },
    { id: "shell.previousPart", title: "Go to the previous part", keys: "shift+f6", run: () => focusNextPart(-1) },
  );
}

/** Open a panel and focus it. */
export function showPanel(id: string): void {
  const panel = findPanel(id);
  if (!panel) return;
  openPanels[panel.place].value = id;
  focusPart(panel.place);
}

/** What the panel's button in the rail does. */
export function togglePanel(id: string): void {
  const panel = findPanel(id);
  if (panel && isPanelOpen(id)) closePlace(panel.place);
  else showPanel(id);
}

/** Focus the editor when a panel is closed that had the focus. */
function returnFocusToEditor(): void {
  effect(() => {
    void Object.values(openPanels).map((open) => open.value);
    const before = document.activeElement;
    requestAnimationFrame(() => {
      if (before && !before.isConnected && document.activeElement === document.body) focusPart("editor");
    });
  });
}

/** Focus the element that a part marks with `data-first`, or else its first control. */
export function focusPart(part: string): void {
  // At once, so that no key press is lost. Again after the next frame, if the part was not rendered yet or was
  // rendered anew, unless the focus has moved elsewhere.
  const isDone = focusNow(part);
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now === document.body || (!isDone && now === before)) focusNow(part);
  });
}

function focusNow(part: string): boolean {
  const region = document.querySelector<HTMLElement>(`[data-part="${part}"]`);
  const stop =
    region?.querySelector<HTMLElement>("[data-first]") ??
    region?.querySelector<HTMLElement>("textarea, input, button, [tabindex='0']");
  stop?.focus();
  return !!stop;
}

function focusNextPart(step: number): void {
  const parts = [...document.querySelectorAll<HTMLElement>("[data-part]")];
  const here = parts.findIndex((part) => part.contains(document.activeElement));
  const next = parts[(here + step + parts.length) % parts.length];
  if (next?.dataset.part) focusPart(next.dataset.part);
}

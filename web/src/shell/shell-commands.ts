// The shell's own commands: which part is shown or focused, and the theme.

import { effect } from "@preact/signals";
import { registerCommands } from "./commands";
import { bottom, chatOpen, side, theme, type BottomPanel, type SidePanel } from "./layout";
import { palette } from "./palette";

export function registerShellCommands(): void {
  returnFocusToEditor();
  closePanelsWhenNarrow();
  registerCommands(
    { id: "shell.palette", title: "Show all commands", keys: "f1", run: () => palette.open("commands") },
    { id: "shell.files", title: "Go to the files", keys: "alt+1", run: () => showSide("files") },
    { id: "shell.editor", title: "Go to the editor", keys: "alt+2", run: () => focusPart("editor") },
    { id: "shell.chat", title: "Go to the chat", keys: "alt+3", run: showChat },
    { id: "shell.trace", title: "Go to the trace", keys: "alt+4", run: () => showBottom("trace") },
    { id: "shell.insights", title: "Go to the insights", keys: "alt+5", run: () => showBottom("insights") },
    { id: "shell.search", title: "Search in files", keys: "mod+shift+f", run: () => showSide("search") },
    { id: "shell.toggleSide", title: "Show or hide the side panel", keys: "mod+b", run: toggleSide },
    { id: "shell.toggleChat", title: "Show or hide the chat", run: () => (chatOpen.value = !chatOpen.value) },
    { id: "shell.toggleBottom", title: "Show or hide the lower panel", keys: "mod+j", run: toggleBottom },
    {
      id: "shell.theme",
      title: "Switch between light and dark",
      run: () => (theme.value = theme.value === "dark" ? "light" : "dark"),
    },
    { id: "shell.nextPart", title: "Go to the next part of the page", keys: "f6", run: () => focusNextPart(1) },
    { id: "shell.previousPart", title: "Go to the previous part", keys: "shift+f6", run: () => focusNextPart(-1) },
  );
}

/** A part that is closed while the keyboard is in it hands it to the editor. */
function returnFocusToEditor(): void {
  effect(() => {
    void [side.value, chatOpen.value, bottom.value];
    const before = document.activeElement;
    requestAnimationFrame(() => {
      if (before && !before.isConnected && document.activeElement === document.body) focusPart("editor");
    });
  });
}

/** In a very narrow window the side panel and the chat lie over the editor: whoever goes on leaves them behind. */
function closePanelsWhenNarrow(): void {
  const narrow = matchMedia("(max-width: 600px)");
  const closeOthers = (part: string) => {
    if (!narrow.matches) return;
    if (part !== "side") side.value = null;
    if (part !== "chat") chatOpen.value = false;
  };
  closeOthers("editor");
  window.addEventListener("focusin", (event) => {
    const part = event.target instanceof Element && event.target.closest<HTMLElement>("[data-part]");
    if (part && part.dataset.part !== "tour") closeOthers(part.dataset.part!);
  });
}

export function showSide(panel: SidePanel): void {
  side.value = panel;
  focusPart("side");
}

export function showChat(): void {
  chatOpen.value = true;
  focusPart("chat");
}

export function showBottom(panel: BottomPanel): void {
  bottom.value = panel;
  focusPart("bottom");
}

/** Focus what a part names as its first stop (`data-first`), or else its first control. */
export function focusPart(part: string): void {
  // At once, so that no key is lost; and once more after it is painted, if it was not there yet or was painted
  // anew, and nobody went elsewhere meanwhile.
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

function toggleSide(): void {
  side.value = side.value ? null : "files";
}

function toggleBottom(): void {
  bottom.value = bottom.value ? null : "trace";
}

function focusNextPart(step: number): void {
  const parts = [...document.querySelectorAll<HTMLElement>("[data-part]")];
  const here = parts.findIndex((part) => part.contains(document.activeElement));
  const next = parts[(here + step + parts.length) % parts.length];
  if (next?.dataset.part) focusPart(next.dataset.part);
}

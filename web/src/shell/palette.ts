// The palette: one list to pick from over the page, for commands or for any other source (files, sessions,
// models).

import { signal } from "@preact/signals";
import { commands, keyLabel } from "./commands";

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly hint?: string;
  run(): void;
}

export interface PaletteSource {
  readonly title: string;
  readonly placeholder: string;
  /** The text in the field at first, of which the name before its suffix is selected. */
  readonly initial?: string;
  /** The items for the typed text, best first. Called again on each change; an outdated result is dropped. */
  find(typed: string, signal: AbortSignal): readonly PaletteItem[] | Promise<readonly PaletteItem[]>;
}

const COMMANDS: PaletteSource = { title: "Commands", placeholder: "Type a command", find: findCommands };

class Palette {
  readonly shown = signal<PaletteSource | null>(null);
  #previousFocus: Element | null = null;

  open(what: "commands" | PaletteSource): void {
    this.#previousFocus ??= document.activeElement;
    this.shown.value = what === "commands" ? { ...COMMANDS } : what;
  }

  close(): void {
    this.shown.value = null;
    if (this.#previousFocus instanceof HTMLElement) this.#previousFocus.focus();
    this.#previousFocus = null;
  }
}

export const palette = new Palette();

function findCommands(typed: string): readonly PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.value
    .filter((command) => command.enabled?.() ?? true)
    .filter((command) => words.every((word) => command.title.toLowerCase().includes(word)))
    .map((command) => ({
      id: command.id,
      label: command.title,
      hint: command.keys ? keyLabel(command.keys) : "",
      run: () => command.run(),
    }));
}

// One list to pick from, opened over the page: commands, or whatever a part offers (files, sessions, models).

import { signal } from "@preact/signals";
import { commands, keyLabel } from "./commands";

export interface Pick {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly hint?: string;
  run(): void;
}

export interface Picking {
  readonly title: string;
  readonly placeholder: string;
  /** The picks for what was typed, best first. Asked again on each change; an older answer is dropped. */
  find(typed: string, signal: AbortSignal): readonly Pick[] | Promise<readonly Pick[]>;
}

class Palette {
  readonly shown = signal<Picking | null>(null);
  #before: Element | null = null;

  open(what: "commands" | Picking): void {
    this.#before ??= document.activeElement;
    this.shown.value = what === "commands" ? { title: "Commands", placeholder: "Type a command", find } : what;
  }

  close(): void {
    this.shown.value = null;
    if (this.#before instanceof HTMLElement) this.#before.focus();
    this.#before = null;
  }
}

export const palette = new Palette();

function find(typed: string): readonly Pick[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.value
    .filter((command) => command.enabled?.() ?? true)
    .filter((command) => wanted.every((word) => command.title.toLowerCase().includes(word)))
    .map((command) => ({
      id: command.id,
      label: command.title,
      hint: command.keys ? keyLabel(command.keys) : "",
      run: () => command.run(),
    }));
}

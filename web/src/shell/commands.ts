// The list of all commands, used by the key handler, the palette and the list of keys.

import { signal } from "@preact/signals";

export interface Command {
  readonly id: string;
  readonly title: string;
  /** Such as "mod+s" or "alt+1"; `mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: string;
  /** Whether the command is available now (default: always). A disabled command does not consume its key. */
  readonly enabled?: () => boolean;
  run(): void;
}

export const commands = signal<readonly Command[]>([]);

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

export function registerCommands(...more: Command[]): () => void {
  const ids = new Set(more.map((command) => command.id));
  commands.value = [...commands.value.filter((command) => !ids.has(command.id)), ...more];
  return () => {
    commands.value = commands.value.filter((command) => !more.includes(command));
  };
}

/** A key combination as shown to the user. */
export function keyLabel(keys: string): string {
  return keys
    .split("+")
    .map((part) => {
      if (part === "mod") return isMac ? "⌘" : "Ctrl";
      if (part === "alt") return isMac ? "⌥" : "Alt";
      if (part === "shift") return isMac ? "⇧" : "Shift";
      return part.length === 1 ? part.toUpperCase() : part[0]!.toUpperCase() + part.slice(1);
    })
    .join(isMac ? "" : "+");
}

/** Run the command of a pressed key. Listens in the capture phase, before Monaco. */
export function bindKeys(target: Window): void {
  target.addEventListener(
    "keydown",
    (event) => {
      const pressed = keyCombination(event);
      if (!pressed) return;
      const command = commands.value.find((one) => one.keys === pressed && (one.enabled?.() ?? true));
      if (!command) return;
      event.preventDefault();
      event.stopPropagation();
      command.run();
    },
    { capture: true },
  );
}

function keyCombination(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // On a Mac, Alt types another character, so the physical key is used.
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  const key = event.altKey && digit ? digit : event.key.toLowerCase();
  const parts = [mod && "mod", event.altKey && "alt", event.shiftKey && "shift"].filter(Boolean) as string[];
  if (parts.length === 0 && !/^f\d+$/.test(key)) return "";
  return [...parts, key].join("+");
}

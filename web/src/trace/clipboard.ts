// Copies messages to the clipboard.

import { announce, notify } from "../shell/notices";
import type { Entry } from "./entries";
import { pairText, prettyText } from "./format";

export function copyMessage(entry: Entry): Promise<void> {
  return copy(prettyText(entry), `${entry.method} was copied.`);
}

export function copyPair(entry: Entry): Promise<void> {
  return copy(
    pairText(entry),
    entry.pair ? "The request and its answer were copied." : "The message was copied.",
  );
}

async function copy(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(message);
    notify(message);
  } catch {
    notify("The browser does not allow copying.", "warning");
  }
}

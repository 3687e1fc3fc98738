// Messages into the clipboard.

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

async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(said);
    notify(said);
  } catch {
    notify("The browser does not let the page copy.", "warning");
  }
}

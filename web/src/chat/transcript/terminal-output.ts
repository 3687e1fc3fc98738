// What a program printed, as it can be shown: without colours and other orders for a terminal, without the
// fences that agents put around it, and not more than fits. Pure.

/** Lines and characters that are painted. */
export const MOST_LINES = 2000;
const MOST_CHARACTERS = 200_000;

// Colours and cursor movements (CSI), titles (OSC), and single orders.
// eslint-disable-next-line no-control-regex
const ORDERS =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-~]/g;

/** Without orders; a line that was overwritten (progress) shows its last state. */
export function printed(text: string): string {
  const plain = text.includes("\x1b") ? text.replace(ORDERS, "") : text;
  if (!plain.includes("\r")) return plain;
  return plain
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map(lastState)
    .join("\n");
}

/** No pattern: one that looks for the end of a long run takes the square of its length. */
function lastState(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end -= 1;
  return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}

/** Without the lines that open and close a fence. */
export function unfenced(text: string): string {
  if (!/^ {0,3}(?:`{3}|~{3})/m.test(text)) return text;
  const kept: string[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const found = /^(`{3,}|~{3,})(\S*)\s*$/.exec(line);
    if (found && !fence) fence = found[1] ?? "";
    else if (found?.[1]?.startsWith(fence) && fence && !found[2]) fence = "";
    else kept.push(line);
  }
  return kept.join("\n");
}

export interface Shown {
  readonly text: string;
  /** Lines that were left out. */
  readonly left: number;
}

/** The end of it, or the beginning: as much as can be painted. */
export function few(text: string, end: boolean, lines = MOST_LINES): Shown {
  let cut = text;
  if (cut.length > MOST_CHARACTERS) cut = end ? cut.slice(-MOST_CHARACTERS) : cut.slice(0, MOST_CHARACTERS);
  const all = cut.split("\n");
  const kept = all.length <= lines ? all : end ? all.slice(-lines) : all.slice(0, lines);
  if (kept.length === all.length && cut.length === text.length) return { text, left: 0 };
  return { text: kept.join("\n"), left: Math.max(1, newlines(text) + 1 - kept.length) };
}

function newlines(text: string): number {
  let number = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) number++;
  return number;
}

/** Data as text, not more than can be painted. */
export function dataText(data: unknown): string {
  if (data === undefined || data === null) return "";
  if (typeof data === "string") return few(data, false).text;
  try {
    return few(JSON.stringify(data, null, 2) ?? "", false).text;
  } catch {
    return String(data);
  }
}

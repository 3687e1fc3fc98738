// Prepares a program's output for display: without escape sequences, without the code fences that agents add,
// and truncated. Pure.

import { MAX_OUTPUT_CHARS, MAX_OUTPUT_LINES } from "../limits";

// Colors and cursor movements (CSI), titles (OSC), and single-character sequences.
// eslint-disable-next-line no-control-regex
const ESCAPE_SEQUENCES =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-~]/g;

/** Remove escape sequences; a line overwritten with carriage returns (progress) shows its last state. */
export function plainOutput(text: string): string {
  const plain = text.includes("\x1b") ? text.replace(ESCAPE_SEQUENCES, "") : text;
  if (!plain.includes("\r")) return plain;
  return plain
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map(lastOverwrite)
    .join("\n");
}

/** Not a regular expression: searching for the end of a long run would take quadratic time. */
function lastOverwrite(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end -= 1;
  return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}

/** Remove the lines that open and close a code fence. */
export function withoutFences(text: string): string {
  if (!/^ {0,3}(?:`{3}|~{3})/m.test(text)) return text;
  const lines: string[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const found = /^(`{3,}|~{3,})(\S*)\s*$/.exec(line);
    if (found && !fence) fence = found[1] ?? "";
    else if (found?.[1]?.startsWith(fence) && fence && !found[2]) fence = "";
    else lines.push(line);
  }
  return lines.join("\n");
}

/** Remove the first code block if it is exactly the command, which is shown elsewhere. */
export function withoutRepeatedCommand(text: string, command: string): string {
  const found = /^\s*(`{3,}|~{3,})[^\n]*\n([^]*?)\n\1[ \t]*(?:\n|$)/.exec(text);
  return found?.[2] === command ? text.slice(found[0].length).trimStart() : text;
}

export interface TruncatedText {
  readonly text: string;
  /** Number of omitted lines. */
  readonly omittedLines: number;
}

/** The end or the beginning of the text, as much as can be rendered. */
export function truncateLines(text: string, end: boolean, lines = MAX_OUTPUT_LINES): TruncatedText {
  let cut = text;
  if (cut.length > MAX_OUTPUT_CHARS)
    cut = end ? cut.slice(-MAX_OUTPUT_CHARS) : cut.slice(0, MAX_OUTPUT_CHARS);
  const all = cut.split("\n");
  const shown = all.length <= lines ? all : end ? all.slice(-lines) : all.slice(0, lines);
  if (shown.length === all.length && cut.length === text.length) return { text, omittedLines: 0 };
  return { text: shown.join("\n"), omittedLines: Math.max(1, countNewlines(text) + 1 - shown.length) };
}

function countNewlines(text: string): number {
  let number = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) number++;
  return number;
}

/** Data as text, truncated to what can be rendered. */
export function dataText(data: unknown): string {
  if (data === undefined || data === null) return "";
  if (typeof data === "string") return truncateLines(data, false).text;
  try {
    return truncateLines(JSON.stringify(data, null, 2) ?? "", false).text;
  } catch {
    return String(data);
  }
}

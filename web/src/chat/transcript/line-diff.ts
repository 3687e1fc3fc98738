// A line diff for a compact preview. Exact for texts of common size; for large, very different texts it
// reports one replaced block. Pure.

import { MAX_DIFF_TABLE_CELLS, SHOWN_CONTEXT_LINES } from "../limits";

export interface DiffLine {
  readonly marker: " " | "+" | "-";
  readonly text: string;
  /** The line number in the text that contains the line; in the new text if both do. */
  readonly line: number;
}

export interface LineDiff {
  /** Changed lines with context; null stands for omitted lines. */
  readonly lines: readonly (DiffLine | null)[];
  readonly added: number;
  readonly removed: number;
}

export function lineDiff(before: string, after: string): LineDiff {
  const old = split(before);
  const now = split(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const max = Math.min(old.length, now.length) - start;
  while (end < max && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const changed = diffLines(old.slice(start, old.length - end), now.slice(start, now.length - end), start);
  const head = contextLines(now, Math.max(0, start - SHOWN_CONTEXT_LINES), start);
  const tailFrom = now.length - end;
  const tail = contextLines(now, tailFrom, Math.min(now.length, tailFrom + SHOWN_CONTEXT_LINES));
  const lines: (DiffLine | null)[] = changed.length === 0 ? [] : withGaps([...head, ...changed, ...tail]);
  return {
    lines,
    added: changed.filter((line) => line.marker === "+").length,
    removed: changed.filter((line) => line.marker === "-").length,
  };
}

function split(text: string): string[] {
  if (text === "") return [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function contextLines(lines: readonly string[], from: number, to: number): DiffLine[] {
  return lines.slice(from, to).map((text, index) => ({ marker: " ", text, line: from + index + 1 }));
}

/** Longest common subsequence by a table; if the table would be too large, everything counts as replaced. */
function diffLines(old: readonly string[], now: readonly string[], offset: number): DiffLine[] {
  const removedLine = (index: number): DiffLine => ({ marker: "-", text: old[index] ?? "", line: offset + index + 1 });
  const addedLine = (index: number): DiffLine => ({ marker: "+", text: now[index] ?? "", line: offset + index + 1 });
  if (old.length * now.length > MAX_DIFF_TABLE_CELLS) {
    return [...old.map((_, index) => removedLine(index)), ...now.map((_, index) => addedLine(index))];
  }
  const width = now.length + 1;
  const table = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => table[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      table[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      lines.push({ marker: " ", text: now[column] ?? "", line: offset + column + 1 });
      row++;
      column++;
    } else if (row < old.length && (column >= now.length || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(removedLine(row++));
    } else {
      lines.push(addedLine(column++));
    }
  }
  return lines;
}

/** Omit lines that are far from any change. */
function withGaps(lines: readonly DiffLine[]): (DiffLine | null)[] {
  const near = new Uint8Array(lines.length);
  lines.forEach((line, index) => {
    if (line.marker === " ") return;
    near.fill(1, Math.max(0, index - SHOWN_CONTEXT_LINES), Math.min(lines.length, index + SHOWN_CONTEXT_LINES + 1));
  });
  const shown: (DiffLine | null)[] = [];
  lines.forEach((line, index) => {
    if (near[index]) shown.push(line);
    else if (shown.at(-1) !== null) shown.push(null);
  });
  return shown;
}

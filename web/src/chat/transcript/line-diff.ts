// The lines by which two texts differ, for a small preview. Exact for texts of usual size; of very different
// large ones it says that a whole stretch was replaced, which is true as well. Pure.

export interface DiffLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
  /** Its number in the text that it stands in; of the new one where it stands in both. */
  readonly line: number;
}

export interface LineDiff {
  /** Changed lines with some around them; null stands for lines that were left out. */
  readonly lines: readonly (DiffLine | null)[];
  readonly added: number;
  readonly removed: number;
}

const AROUND = 2;
/** Of the table that is searched: 2 million steps are a few milliseconds. */
const MOST_CELLS = 2_000_000;

export function lineDiff(before: string, after: string): LineDiff {
  const old = split(before);
  const now = split(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const changed = between(old.slice(start, old.length - end), now.slice(start, now.length - end), start);
  const head = around(now, Math.max(0, start - AROUND), start);
  const tailFrom = now.length - end;
  const tail = around(now, tailFrom, Math.min(now.length, tailFrom + AROUND));
  const lines: (DiffLine | null)[] = changed.length === 0 ? [] : withGaps([...head, ...changed, ...tail]);
  return {
    lines,
    added: changed.filter((line) => line.sign === "+").length,
    removed: changed.filter((line) => line.sign === "-").length,
  };
}

function split(text: string): string[] {
  if (text === "") return [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function around(lines: readonly string[], from: number, to: number): DiffLine[] {
  return lines.slice(from, to).map((text, index) => ({ sign: " ", text, line: from + index + 1 }));
}

/** The longest common lines, by a table; too large a table counts as all replaced. */
function between(old: readonly string[], now: readonly string[], offset: number): DiffLine[] {
  const gone = (index: number): DiffLine => ({ sign: "-", text: old[index] ?? "", line: offset + index + 1 });
  const come = (index: number): DiffLine => ({ sign: "+", text: now[index] ?? "", line: offset + index + 1 });
  if (old.length * now.length > MOST_CELLS) {
    return [...old.map((_, index) => gone(index)), ...now.map((_, index) => come(index))];
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
      lines.push({ sign: " ", text: now[column] ?? "", line: offset + column + 1 });
      row++;
      column++;
    } else if (row < old.length && (column >= now.length || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(gone(row++));
    } else {
      lines.push(come(column++));
    }
  }
  return lines;
}

/** Lines that are far from any change are left out. */
function withGaps(lines: readonly DiffLine[]): (DiffLine | null)[] {
  const near = new Uint8Array(lines.length);
  lines.forEach((line, index) => {
    if (line.sign === " ") return;
    near.fill(1, Math.max(0, index - AROUND), Math.min(lines.length, index + AROUND + 1));
  });
  const kept: (DiffLine | null)[] = [];
  lines.forEach((line, index) => {
    if (near[index]) kept.push(line);
    else if (kept.at(-1) !== null) kept.push(null);
  });
  return kept;
}

// A suggestion, and what can be said about it without an editor: where it is, how it is previewed, whether it still
// applies after a change. Positions are the LSP's, which are also VS Code's (lines, UTF-16 units).

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface Edit {
  range: Range;
  newText: string;
}

export interface Suggestion {
  id: string;
  uri: string;
  /** The document's version; null if it is not open. */
  version: number | null;
  edits: Edit[];
  /** Whether only a place is suggested. Its edit is empty. */
  isJump: boolean;
  /** Why it is suggested. */
  sentence: string;
}

export interface Change {
  range: Range;
  text: string;
}

interface InlineEdit {
  text: string;
  range: Range;
  textDocument: { uri: string; version: number | null };
  command: { arguments?: unknown[] };
}

/** The answer to `textDocument/copilotInlineEdit`. */
export interface InlineEditAnswer {
  edits?: InlineEdit[];
  jump?: InlineEdit;
  reason?: string;
  sentence?: string;
}

const MAX_PREVIEW_CHARS = 80;

export function toSuggestion(answer: InlineEditAnswer): Suggestion | undefined {
  const edits = answer.edits ?? [];
  const first = edits[0] ?? answer.jump;
  const id = first?.command.arguments?.[0];
  if (first === undefined || typeof id !== 'string') {
    return undefined;
  }
  return {
    id,
    uri: first.textDocument.uri,
    version: first.textDocument.version,
    edits: (edits.length > 0 ? edits : [first]).map(({ range, text }) => ({ range, newText: text })),
    isJump: edits.length === 0,
    sentence: answer.sentence ?? '',
  };
}

export function firstEdit(suggestion: Suggestion): Edit {
  return suggestion.edits[0]!;
}

export function lastEdit(suggestion: Suggestion): Edit {
  return suggestion.edits[suggestion.edits.length - 1]!;
}

/** Whether the cursor is on a line that the suggestion changes. */
export function isAtCursor(suggestion: Suggestion, cursor: Position): boolean {
  const start = firstEdit(suggestion).range.start.line;
  return cursor.line >= start && cursor.line <= Math.max(start, lastEdit(suggestion).range.end.line);
}

/** Whether the edit only adds text at the cursor, which the editor draws as an inline completion. */
export function isInsertionAtCursor(edit: Edit, line: string, cursor: Position): boolean {
  const { start, end } = edit.range;
  if (start.line !== cursor.line || end.line !== cursor.line) {
    return false;
  }
  if (cursor.character < start.character || cursor.character > end.character) {
    return false;
  }
  const before = line.slice(start.character, cursor.character);
  const after = line.slice(cursor.character, end.character);
  const { newText } = edit;
  return newText.length > before.length + after.length && newText.startsWith(before) && newText.endsWith(after);
}

/** Whether the Tab key should indent although a next edit is shown elsewhere: on an empty line. */
export function doesTabIndent(line: string): boolean {
  return line.trim() === '';
}

/** The suggestion after changes elsewhere in its document; undefined if they touch its lines. */
export function shiftSuggestion(
  suggestion: Suggestion,
  changes: readonly Change[],
  version: number,
): Suggestion | undefined {
  const first = firstEdit(suggestion).range.start.line;
  const last = Math.max(first, lastEdit(suggestion).range.end.line);
  let lines = 0;
  for (const { range, text } of changes) {
    if (range.start.line > last) {
      continue;
    }
    if (range.end.line >= first) {
      return undefined;
    }
    lines += text.split('\n').length - 1 - (range.end.line - range.start.line);
  }
  const move = ({ line, character }: Position): Position => ({ line: line + lines, character });
  return {
    ...suggestion,
    version,
    edits: suggestion.edits.map(({ range, newText }) => ({
      range: { start: move(range.start), end: move(range.end) },
      newText,
    })),
  };
}

/** One edit that makes the same change as all of them, for an editor that draws only one. */
export function mergeEdits(edits: readonly Edit[], readText: (range: Range) => string): Edit {
  const sorted = [...edits].sort(
    (a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character,
  );
  const [first, ...rest] = sorted;
  let { range, newText } = first!;
  for (const edit of rest) {
    newText += readText({ start: range.end, end: edit.range.start }) + edit.newText;
    range = { start: range.start, end: edit.range.end };
  }
  return { range, newText };
}

/** Where the cursor belongs after an edit was applied: behind its text. */
export function endOfEdit(edit: Edit): Position {
  const lines = edit.newText.split('\n');
  const { line, character } = edit.range.start;
  const last = lines[lines.length - 1]!;
  return lines.length === 1
    ? { line, character: character + last.length }
    : { line: line + lines.length - 1, character: last.length };
}

/** What stands behind the line of an edit: the new text in a few characters. */
export function previewEdit(edit: Edit, isJump = false): string {
  if (isJump) {
    return 'next edit';
  }
  const { start, end } = edit.range;
  const isEmpty = start.line === end.line && start.character === end.character;
  if (edit.newText === '') {
    return 'delete';
  }
  const lines = edit.newText.split('\n').filter((line) => line.trim() !== '');
  const count = edit.newText.split('\n').length - 1;
  if (count > 0 && lines.length === 0) {
    return count === 1 ? '+ an empty line' : `+ ${count} empty lines`;
  }
  const text = shorten(lines.join(' '));
  if (count > 0 && lines.length > 1) {
    return `${isEmpty ? '+' : '→'} ${lines.length} lines: ${text}`;
  }
  return `${isEmpty ? '+' : '→'} ${text}`;
}

/** The change of an edit as lines of a diff, for the hover. */
export function diffEdit(edit: Edit, readLine: (line: number) => string): string {
  const { start, end } = edit.range;
  const old = Array.from({ length: end.line - start.line + 1 }, (_, index) => readLine(start.line + index));
  const head = (old[0] ?? '').slice(0, start.character);
  const tail = (old[old.length - 1] ?? '').slice(end.character);
  const removed = old.map((line) => `-${line}`);
  const added = (head + edit.newText + tail).split('\n').map((line) => `+${line}`);
  // Whole lines are added or removed: the line behind them is the same.
  while (removed.length > 0 && added.length > 0 && removed.at(-1)!.slice(1) === added.at(-1)!.slice(1)) {
    removed.pop();
    added.pop();
  }
  while (removed.length > 0 && added.length > 0 && removed[0]!.slice(1) === added[0]!.slice(1)) {
    removed.shift();
    added.shift();
  }
  return [...removed, ...added].join('\n');
}

/** Where the suggestion is, as seen from a document. */
export function describePlace(suggestion: Suggestion, uri: string): string {
  const line = firstEdit(suggestion).range.start.line + 1;
  if (suggestion.uri === uri) {
    return `line ${line}`;
  }
  const name = suggestion.uri.slice(suggestion.uri.lastIndexOf('/') + 1);
  return `${decodeUri(name)}:${line}`;
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that encodes nothing
  }
}

function shorten(text: string): string {
  const line = text.split(/\s+/).join(' ').trim();
  return line.length <= MAX_PREVIEW_CHARS ? line : `${line.slice(0, MAX_PREVIEW_CHARS - 1)}…`;
}

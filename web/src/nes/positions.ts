// Converts positions: Monaco counts lines and columns from one, the protocol from zero. Both count UTF-16
// units.

import type * as monaco from "monaco-editor";
import type { Position, Range } from "../protocol/acp";

export function toWirePosition(position: monaco.IPosition): Position {
  return { line: position.lineNumber - 1, character: position.column - 1 };
}

export function toWireRange(range: monaco.IRange): Range {
  return {
    start: { line: range.startLineNumber - 1, character: range.startColumn - 1 },
    end: { line: range.endLineNumber - 1, character: range.endColumn - 1 },
  };
}

export function fromWirePosition(position: Position): monaco.IPosition {
  return { lineNumber: position.line + 1, column: position.character + 1 };
}

export function fromWireRange(range: Range): monaco.IRange {
  return {
    startLineNumber: range.start.line + 1,
    startColumn: range.start.character + 1,
    endLineNumber: range.end.line + 1,
    endColumn: range.end.character + 1,
  };
}

/** What is needed of a text to validate a position. */
export interface LineMetrics {
  getLineCount(): number;
  getLineMaxColumn(line: number): number;
}

export function isValidPosition(text: LineMetrics, position: monaco.IPosition): boolean {
  return (
    position.lineNumber >= 1 &&
    position.lineNumber <= text.getLineCount() &&
    position.column >= 1 &&
    position.column <= text.getLineMaxColumn(position.lineNumber)
  );
}

export function emptyRangeAt(position: monaco.IPosition): monaco.IRange {
  return {
    startLineNumber: position.lineNumber,
    startColumn: position.column,
    endLineNumber: position.lineNumber,
    endColumn: position.column,
  };
}

/** The last segment of a path or URI, for display. */
export function shortName(uri: string): string {
  const last = uri.replace(/\/+$/, "").split("/").at(-1) ?? uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The path of a `file:` URI; null for any other URI. */
export function pathOf(uri: string): string | null {
  if (!uri.startsWith("file:///")) return null;
  try {
    return decodeURIComponent(uri.slice("file://".length));
  } catch {
    return null;
  }
}

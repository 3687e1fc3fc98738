// Search results grouped by file, and the visible rows computed from them. Pure.

import type { Match } from "../tools/tools";
import { EXCERPT_LEAD_CHARS, MAX_EXCERPT_CHARS } from "./limits";

export interface FileGroup {
  /** Absolute path. */
  readonly path: string;
  readonly matches: readonly Match[];
}

export type ResultRow =
  | { readonly kind: "file"; readonly group: FileGroup; readonly place: number; readonly folded: boolean }
  | { readonly kind: "match"; readonly group: FileGroup; readonly match: Match; readonly place: number };

/** Add matches to the groups, in the order of arrival. */
export function groupByFile(
  before: readonly FileGroup[],
  matches: readonly Match[],
  absolute: (path: string) => string,
): FileGroup[] {
  const groups = new Map<string, Match[]>(before.map((group) => [group.path, [...group.matches]]));
  for (const match of matches) {
    const path = absolute(match.path);
    const known = groups.get(path);
    if (known) known.push(match);
    else groups.set(path, [match]);
  }
  return [...groups].map(([path, all]) => ({ path, matches: all }));
}

export function rowsOf(groups: readonly FileGroup[], folded: ReadonlySet<string>): ResultRow[] {
  const rows: ResultRow[] = [];
  groups.forEach((group, index) => {
    const isFolded = folded.has(group.path);
    rows.push({ kind: "file", group, place: index + 1, folded: isFolded });
    if (isFolded) return;
    group.matches.forEach((match, at) => rows.push({ kind: "match", group, match, place: at + 1 }));
  });
  return rows;
}

/** Split comma-separated glob patterns. */
export function splitPatterns(typed: string): string[] {
  return typed
    .split(",")
    .map((pattern) => pattern.trim())
    .filter(Boolean);
}

/** Convert a column in characters (tools) to a column in UTF-16 units (editor). Both count from 1. */
export function utf16Column(line: string, column: number): number {
  let units = 0;
  let characters = 1;
  while (characters < column && units < line.length) {
    units += line.codePointAt(units)! > 0xffff ? 2 : 1;
    characters += 1;
  }
  return units + 1;
}

export interface MatchExcerpt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** The line around a match, without its indentation and without text too far to the left to be visible. */
export function matchExcerpt(match: Match): MatchExcerpt {
  const { lineText, matchText } = match;
  let at = utf16Column(lineText, match.column) - 1;
  // For a very long line the tool returns only a part, which the column does not refer to.
  if (!lineText.startsWith(matchText, at)) at = Math.max(lineText.indexOf(matchText), 0);
  const before = lineText.slice(0, at).trimStart();
  return {
    before: before.length > EXCERPT_LEAD_CHARS + 6 ? `…${before.slice(-EXCERPT_LEAD_CHARS)}` : before,
    found: lineText.slice(at, at + matchText.length).slice(0, MAX_EXCERPT_CHARS),
    after: lineText.slice(at + matchText.length, at + matchText.length + MAX_EXCERPT_CHARS),
  };
}

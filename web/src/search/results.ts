// What a search found, by file, and the rows that are seen of it. Pure.

import type { Match } from "../tools/tools";
import { EXCERPT_LEAD_CHARS, MAX_EXCERPT_CHARS } from "./limits";

export interface FileGroup {
  /** Absolute. */
  readonly path: string;
  readonly matches: readonly Match[];
}

export type ResultRow =
  | { readonly kind: "file"; readonly group: FileGroup; readonly place: number; readonly folded: boolean }
  | { readonly kind: "match"; readonly group: FileGroup; readonly match: Match; readonly place: number };

/** The groups with more matches in them, in the order in which they came. */
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

/** Patterns as people type them: separated by commas. */
export function splitPatterns(typed: string): string[] {
  return typed
    .split(",")
    .map((pattern) => pattern.trim())
    .filter(Boolean);
}

/** The tools count characters; an editor counts UTF-16 units. From 1, both. */
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

/** The line around a match, without its indentation and without what is too far to the left to be seen. */
export function matchExcerpt(match: Match): MatchExcerpt {
  const { lineText, matchText } = match;
  let at = utf16Column(lineText, match.column) - 1;
  // Of a very long line there is only a part, which the column does not count.
  if (!lineText.startsWith(matchText, at)) at = Math.max(lineText.indexOf(matchText), 0);
  const before = lineText.slice(0, at).trimStart();
  return {
    before: before.length > EXCERPT_LEAD_CHARS + 6 ? `…${before.slice(-EXCERPT_LEAD_CHARS)}` : before,
    found: lineText.slice(at, at + matchText.length).slice(0, MAX_EXCERPT_CHARS),
    after: lineText.slice(at + matchText.length, at + matchText.length + MAX_EXCERPT_CHARS),
  };
}

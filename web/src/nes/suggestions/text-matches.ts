// Finds the matches of a rename or a search-and-replace. Pure: runs in a worker, so that an endless pattern
// can be terminated.

import { MAX_MATCHES, MAX_REPLACEMENT_CHARS } from "../limits";

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type MatchQuery =
  | { readonly kind: "word"; readonly word: string; readonly replace: string }
  | { readonly kind: "text"; readonly search: string; readonly replace: string }
  | { readonly kind: "pattern"; readonly search: string; readonly replace: string };

const SPECIAL = /[\\^$.|?*+()[\]{}]/g;
const LETTER = "[\\p{L}\\p{N}\\p{M}_]";

/** The word that contains or touches a column of a line. Counts from zero. */
export function wordAt(line: string, column: number): string | null {
  for (const found of line.matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) {
    if (found.index <= column && column <= found.index + found[0].length) return found[0];
  }
  return null;
}

/** Matches in order, not overlapping. Throws SyntaxError for an invalid pattern. */
export function findAll(text: string, query: MatchQuery): Splice[] {
  if (query.kind === "text") return findLiteral(text, query.search, query.replace);
  if (query.kind === "word") {
    const word = new RegExp(`(?<!${LETTER})${escapeRegExp(query.word)}(?!${LETTER})`, "gu");
    return collectSplices(text.matchAll(word), () => query.replace);
  }
  let charsLeft = MAX_REPLACEMENT_CHARS;
  const countChars = (part: string): string => {
    charsLeft -= part.length;
    if (charsLeft < 0) throw new RangeError("Its replacements are too long.");
    return part;
  };
  return collectSplices(text.matchAll(compilePattern(query.search)), (found) =>
    expandReplacement(query.replace, found, text, countChars),
  );
}

/** Languages whose files see their whole folder without an import. */
const FOLDER_SCOPED = /\.(go|java|kt|swift|cs|tf)$/i;
/** Modules that are imported by the name of their folder. */
const FOLDER_NAMED = /^(__init__|index|mod|lib|main)$/;

/**
 * Whether another file may refer to a definition in this file: it mentions the module, or does not need to.
 */
export function isRelated(home: string, other: string, text: string): boolean {
  const [folder, file] = splitPath(home);
  const stem = file.replace(/\.[^.]*$/, "");
  if (FOLDER_SCOPED.test(home)) return splitPath(other)[0] === folder || mentions(splitPath(folder)[1], text);
  return mentions(stem, text) || (FOLDER_NAMED.test(stem) && mentions(splitPath(folder)[1], text));
}

function splitPath(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf("/");
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}

function mentions(name: string, text: string): boolean {
  return name !== "" && findAll(text, { kind: "word", word: name, replace: "" }).length > 0;
}

function findLiteral(text: string, search: string, replace: string): Splice[] {
  const found: Splice[] = [];
  if (!search) return found;
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + search.length)) {
    found.push({ start: at, end: at + search.length, text: replace });
    if (found.length >= MAX_MATCHES) break;
  }
  return found;
}

function collectSplices(
  matches: Iterable<RegExpExecArray>,
  replacementOf: (found: RegExpExecArray) => string,
): Splice[] {
  const found: Splice[] = [];
  for (const match of matches) {
    const text = replacementOf(match);
    if (text !== match[0]) found.push({ start: match.index, end: match.index + match[0].length, text });
    if (found.length >= MAX_MATCHES) break;
  }
  return found;
}

/** Unicode mode, unless the pattern is invalid in it. */
function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "gmu");
  } catch {
    return new RegExp(pattern, "gm");
  }
}

/**
 * Expand `$1`, `$<name>`, `$&` and so on in a replacement, as editors do; `countChars` is called with each
 * part.
 */
function expandReplacement(
  replace: string,
  found: RegExpExecArray,
  text: string,
  countChars: (part: string) => string,
): string {
  countChars(replace);
  if (!replace.includes("$")) return replace;
  return replace.replace(/\$(\$|&|`|'|\d{1,2}|<([^>]*)>)/g, (whole, what: string, name?: string) =>
    countChars(expandReference(whole, what, name, found, text)),
  );
}

function expandReference(
  whole: string,
  what: string,
  name: string | undefined,
  found: RegExpExecArray,
  text: string,
): string {
  if (what === "$") return "$";
  if (what === "&") return found[0];
  if (what === "`") return text.slice(0, found.index);
  if (what === "'") return text.slice(found.index + found[0].length);
  if (name !== undefined) return found.groups ? (found.groups[name] ?? "") : whole;
  const number = Number(what);
  if (number >= 1 && number < found.length) return found[number] ?? "";
  const first = Number(what[0]);
  return first >= 1 && first < found.length && what.length > 1 ? (found[first] ?? "") + what[1] : whole;
}

function escapeRegExp(word: string): string {
  return word.replace(SPECIAL, "\\$&");
}

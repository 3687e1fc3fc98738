// A JSON value as foldable rows: only open values are expanded into rows. A long string folds into its lines.

import {
  LINE_CHARS,
  LONG_STRING_CHARS,
  MAX_AUTO_OPEN_DEPTH,
  MAX_AUTO_OPEN_ITEMS,
  PREVIEW_CHARS,
} from "./limits";

export interface Row {
  /** Stable while the value is the same. */
  readonly path: string;
  readonly depth: number;
  /** The key or index in its parent; "" for the root and for lines of a string. */
  readonly key: string;
  readonly type: "object" | "array" | "string" | "number" | "boolean" | "null" | "line";
  /** The value, or a preview of its content if it is folded. */
  readonly label: string;
  readonly foldable: boolean;
  readonly open: boolean;
  /** Position among its siblings, counted from 1. */
  readonly place: number;
  readonly siblings: number;
}

/** Folds changed by the user; the others have their default state. */
export type FoldOverrides = ReadonlyMap<string, boolean>;

export function rowsOf(value: unknown, overrides: FoldOverrides): Row[] {
  const rows: Row[] = [];
  add(rows, value, "", "$", 0, 1, 1, overrides);
  return rows;
}

/** The index of the parent row; -1 at the top. */
export function parentOf(rows: readonly Row[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at -= 1) if (rows[at]!.depth < depth) return at;
  return -1;
}

function add(
  rows: Row[],
  value: unknown,
  key: string,
  path: string,
  depth: number,
  place: number,
  siblings: number,
  overrides: FoldOverrides,
): void {
  const type = typeOf(value);
  const parts = partsOf(value);
  const foldable = parts !== null;
  const open = foldable && (overrides.get(path) ?? opensByDefault(type, parts.length, depth));
  rows.push({ path, depth, key, type, label: labelOf(value, type, open), foldable, open, place, siblings });
  if (!open) return;
  parts.forEach(([name, part], index) => {
    const below = `${path}/${name.replaceAll("/", "~1")}`;
    if (type === "string") {
      const line = { path: below, depth: depth + 1, key: "", type: "line", label: part as string } as const;
      rows.push({ ...line, foldable: false, open: false, place: index + 1, siblings: parts.length });
    } else {
      add(rows, part, name, below, depth + 1, index + 1, parts.length, overrides);
    }
  });
}

function opensByDefault(type: Row["type"], size: number, depth: number): boolean {
  return type !== "string" && size > 0 && size <= MAX_AUTO_OPEN_ITEMS && depth < MAX_AUTO_OPEN_DEPTH;
}

function partsOf(value: unknown): [string, unknown][] | null {
  if (typeof value === "string") return isLong(value) ? linesOf(value) : null;
  if (Array.isArray(value))
    return value.length > 0 ? value.map((part, index) => [String(index), part]) : null;
  if (value === null || typeof value !== "object") return null;
  const parts = Object.entries(value);
  return parts.length > 0 ? parts : null;
}

function isLong(text: string): boolean {
  return text.length > LONG_STRING_CHARS || text.includes("\n");
}

function linesOf(text: string): [string, string][] {
  const lines: [string, string][] = [];
  for (const line of text.split("\n")) {
    for (let at = 0; at === 0 || at < line.length; at += LINE_CHARS) {
      lines.push([String(lines.length), line.slice(at, at + LINE_CHARS)]);
    }
  }
  return lines;
}

function typeOf(value: unknown): Row["type"] {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "object";
}

function labelOf(value: unknown, type: Row["type"], open: boolean): string {
  switch (type) {
    case "string":
      return stringLabel(value as string, open);
    case "array": {
      const { length } = value as unknown[];
      return length === 0 ? "[]" : `[${length}]${open ? "" : " " + preview(value)}`;
    }
    case "object": {
      const { length } = Object.keys(value as object);
      return length === 0 ? "{}" : open ? `{${length}}` : preview(value);
    }
    default:
      return String(value ?? null);
  }
}

function stringLabel(text: string, open: boolean): string {
  if (!isLong(text)) return JSON.stringify(text);
  const { length } = linesOf(text);
  const what = text.includes("\n") ? `${length} lines` : `${text.length} characters`;
  return open ? what : `${JSON.stringify(text.slice(0, LONG_STRING_CHARS))}… (${what})`;
}

/** The beginning of a folded value's content, without visiting all of it. */
function preview(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length > 3 ? "[…]" : truncate(`[${value.map((part) => atom(part)).join(", ")}]`);
  }
  const parts: string[] = [];
  let length = 0;
  for (const [key, part] of Object.entries(value as object)) {
    const text = `${key}: ${atom(part)}`;
    parts.push(text);
    length += text.length;
    if (length > PREVIEW_CHARS) break;
  }
  return truncate(`{${parts.join(", ")}}`);
}

function atom(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 30 ? `${value.slice(0, 30)}…` : value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "[…]";
  if (value !== null && typeof value === "object") return "{…}";
  return String(value ?? null);
}

function truncate(text: string): string {
  return text.length > PREVIEW_CHARS ? `${text.slice(0, PREVIEW_CHARS)}…` : text;
}

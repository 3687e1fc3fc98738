// The nodes of the tree of files and the rows that are seen of it. Pure: nothing is loaded here.

import { MAX_COLLATED_ENTRIES } from "./limits";

export interface Node {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly parent: Node | null;
  /** Null until the folder was listed. */
  children: Node[] | null;
  open: boolean;
  loading: boolean;
  /** Why it could not be listed; empty if it could. */
  failure: string;
  /** Entries that are not listed because there are too many. */
  omitted: number;
}

export interface NodeRow {
  readonly kind: "node";
  readonly node: Node;
  /** Counted from 1, as the places are. */
  readonly level: number;
  readonly place: number;
  readonly size: number;
}

/** A word where nodes would stand: loading, empty, or why not. */
export interface NoteRow {
  readonly kind: "note";
  readonly node: Node;
  readonly level: number;
  readonly text: string;
}

export type Row = NodeRow | NoteRow;

/** Never shown: it is git's own business, and opening it file by file helps nobody. */
const HIDDEN = new Set([".git"]);
/** Made by tools: shown, but quietly. */
const GENERATED_FOLDERS = new Set([
  "node_modules",
  "dist",
  "build",
  ".venv",
  "venv",
  "target",
  "__pycache__",
  "vendor",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".tox",
  ".next",
  ".cache",
]);

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

export function createNode(path: string, name: string, isFolder: boolean, parent: Node | null): Node {
  return { path, name, isFolder, parent, children: null, open: false, loading: false, failure: "", omitted: 0 };
}

export function isGenerated(name: string): boolean {
  return GENERATED_FOLDERS.has(name);
}

export interface ListedEntry {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
}

/** The children of a folder after it was listed (again): what was open in it stays open. */
export function mergeChildren(parent: Node, listed: readonly ListedEntry[]): Node[] {
  const known = new Map((parent.children ?? []).map((child) => [child.name, child]));
  const children: Node[] = [];
  for (const { name, path, isFolder } of listed) {
    if (HIDDEN.has(name)) continue;
    const before = known.get(name);
    children.push(before?.isFolder === isFolder ? before : createNode(path, name, isFolder, parent));
  }
  return sorted(children);
}

function sorted(children: Node[]): Node[] {
  const byName =
    children.length > MAX_COLLATED_ENTRIES
      ? (a: Node, b: Node) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
      : (a: Node, b: Node) => collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
  return children.sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || byName(a, b));
}

/** What is seen of the trees, from top to bottom. */
export function rowsOf(roots: readonly Node[]): Row[] {
  const rows: Row[] = [];
  const add = (nodes: readonly Node[], level: number) => {
    nodes.forEach((one, index) => {
      rows.push({ kind: "node", node: one, level, place: index + 1, size: nodes.length });
      if (!one.isFolder || !one.open) return;
      if (one.children) add(one.children, level + 1);
      const text = noteOf(one);
      if (text) rows.push({ kind: "note", node: one, level: level + 1, text });
    });
  };
  add(roots, 1);
  return rows;
}

function noteOf(one: Node): string {
  if (one.failure) return one.failure;
  if (one.omitted > 0) return `${one.omitted.toLocaleString("en")} more`;
  if (one.loading && !one.children) return "Loading…";
  if (!one.loading && one.children?.length === 0) return "Empty";
  return "";
}

/** The row after `from` (round and round) whose name begins with what was typed; -1 if none does. */
export function findByPrefix(rows: readonly Row[], from: number, typed: string): number {
  const prefix = typed.toLowerCase();
  // One letter moves on to the next; more of them may stay where they are.
  const first = typed.length > 1 ? from : from + 1;
  for (let step = 0; step < rows.length; step += 1) {
    const index = (first + step + rows.length) % rows.length;
    const row = rows[index]!;
    if (row.kind === "node" && row.node.name.toLowerCase().startsWith(prefix)) return index;
  }
  return -1;
}

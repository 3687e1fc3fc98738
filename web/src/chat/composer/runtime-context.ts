// The runtime context of a prompt: what the editor shows at the moment, as short texts with caps. Pure; it
// goes with one prompt and is kept nowhere.

import type { RuntimeContextItem } from "../../protocol/acp";

export interface Diagnostic {
  readonly line: number;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
}

/** What the editor shows. Lines count from 1. */
export interface Situation {
  readonly path: string;
  readonly language: string;
  readonly unsaved: boolean;
  readonly lines: number;
  readonly cursor: { readonly line: number; readonly column: number };
  readonly selection: { readonly from: number; readonly to: number; readonly text: string } | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The lines from–to, both included. */
  excerpt(from: number, to: number): string;
}

export type ChipName = "file" | "selection" | "diagnostics";
export type Chosen = Readonly<Record<ChipName, boolean>>;

const AROUND = 100;
const MOST_EXCERPT = 12_000;
const MOST_SELECTION = 20_000;
const MOST_DIAGNOSTICS = 50;
const LONGEST_DIAGNOSTIC = 500;

export function contextItems(situation: Situation | null, chosen: Chosen): RuntimeContextItem[] {
  if (!situation) return [];
  const items: RuntimeContextItem[] = [];
  const { selection, diagnostics } = situation;
  if (chosen.selection && selection) items.push({ title: "Selection", text: selected(situation, selection) });
  if (chosen.diagnostics && diagnostics.length > 0) {
    items.push({ title: "Diagnostics", text: problems(situation) });
  }
  // Last, since an agent that has no room drops the later items first.
  if (chosen.file) items.push({ title: "Open file", text: opened(situation) });
  return items;
}

function opened(situation: Situation): string {
  const { path, language, lines, cursor } = situation;
  const from = Math.max(1, cursor.line - AROUND);
  const to = Math.min(lines, cursor.line + AROUND);
  const state = situation.unsaved ? "with unsaved changes" : "saved";
  return [
    `${path} (${language}, ${lines} lines, ${state})`,
    `Cursor: line ${cursor.line}, column ${cursor.column}`,
    `Lines ${from}-${to} as they are in the editor:`,
    capped(situation.excerpt(from, to), MOST_EXCERPT),
  ].join("\n");
}

function selected(situation: Situation, { from, to, text }: NonNullable<Situation["selection"]>): string {
  return `${situation.path}, lines ${from}-${to}:\n${capped(text, MOST_SELECTION)}`;
}

function problems({ path, diagnostics }: Situation): string {
  const lines = diagnostics
    .slice(0, MOST_DIAGNOSTICS)
    .map((one) => `${path}:${one.line}: ${one.severity}: ${capped(one.message, LONGEST_DIAGNOSTIC)}`);
  const left = diagnostics.length - lines.length;
  return [...lines, ...(left > 0 ? [`(${left} more)`] : [])].join("\n");
}

function capped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n(cut: ${text.length - most} more characters)`;
}

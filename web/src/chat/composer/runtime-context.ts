// The runtime context of a prompt: the editor's state as short, truncated texts. Pure; the context is sent
// with one prompt and not stored.

import type { RuntimeContextItem } from "../../protocol/acp";
import {
  EXCERPT_CONTEXT_LINES,
  MAX_CONTEXT_DIAGNOSTICS,
  MAX_DIAGNOSTIC_CHARS,
  MAX_EXCERPT_CHARS,
  MAX_SELECTION_CHARS,
} from "../limits";

export interface Diagnostic {
  readonly line: number;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
}

/** The editor's state. Lines count from 1. */
export interface EditorSnapshot {
  readonly path: string;
  readonly language: string;
  readonly unsaved: boolean;
  readonly lines: number;
  readonly cursor: { readonly line: number; readonly column: number };
  readonly selection: { readonly from: number; readonly to: number; readonly text: string } | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The lines from–to, inclusive. */
  excerpt(from: number, to: number): string;
}

export type ChipName = "file" | "selection" | "diagnostics";
export type EnabledChips = Readonly<Record<ChipName, boolean>>;

export function contextItems(snapshot: EditorSnapshot | null, enabled: EnabledChips): RuntimeContextItem[] {
  if (!snapshot) return [];
  const items: RuntimeContextItem[] = [];
  const { selection, diagnostics } = snapshot;
  if (enabled.selection && selection)
    items.push({ title: "Selection", text: selectionText(snapshot, selection) });
  if (enabled.diagnostics && diagnostics.length > 0) {
    items.push({ title: "Diagnostics", text: diagnosticsText(snapshot) });
  }
  // Last, because an agent short of context space drops later items first.
  if (enabled.file) items.push({ title: "Open file", text: openFileText(snapshot) });
  return items;
}

function openFileText(situation: EditorSnapshot): string {
  const { path, language, lines, cursor } = situation;
  const from = Math.max(1, cursor.line - EXCERPT_CONTEXT_LINES);
  const to = Math.min(lines, cursor.line + EXCERPT_CONTEXT_LINES);
  const state = situation.unsaved ? "with unsaved changes" : "saved";
  return [
    `${path} (${language}, ${lines} lines, ${state})`,
    `Cursor: line ${cursor.line}, column ${cursor.column}`,
    `Lines ${from}-${to} as they are in the editor:`,
    truncate(situation.excerpt(from, to), MAX_EXCERPT_CHARS),
  ].join("\n");
}

function selectionText(
  situation: EditorSnapshot,
  { from, to, text }: NonNullable<EditorSnapshot["selection"]>,
): string {
  return `${situation.path}, lines ${from}-${to}:\n${truncate(text, MAX_SELECTION_CHARS)}`;
}

function diagnosticsText({ path, diagnostics }: EditorSnapshot): string {
  const lines = diagnostics
    .slice(0, MAX_CONTEXT_DIAGNOSTICS)
    .map((one) => `${path}:${one.line}: ${one.severity}: ${truncate(one.message, MAX_DIAGNOSTIC_CHARS)}`);
  const left = diagnostics.length - lines.length;
  return [...lines, ...(left > 0 ? [`(${left} more)`] : [])].join("\n");
}

function truncate(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}\n(cut: ${text.length - max} more characters)`;
}

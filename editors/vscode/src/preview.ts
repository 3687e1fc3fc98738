// The places of a workspace edit, and the edit with some of them only. No editor in here.

import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageclient/node';

export interface Place {
  uri: string;
  edit: TextEdit;
}

export function listPlaces(edit: WorkspaceEdit): Place[] {
  return toDocumentEdits(edit).flatMap(({ textDocument, edits }) =>
    edits.map((one) => ({ uri: textDocument.uri, edit: one as TextEdit })),
  );
}

/** The same edit, with the chosen places only. */
export function keepPlaces(edit: WorkspaceEdit, chosen: readonly Place[]): WorkspaceEdit {
  const kept = new Set(chosen.map((place) => place.edit));
  const documentChanges = toDocumentEdits(edit)
    .map((change) => ({ ...change, edits: change.edits.filter((one) => kept.has(one as TextEdit)) }))
    .filter((change) => change.edits.length > 0);
  return { documentChanges };
}

/** A line before and after the edit of one place in it. */
export function describeChange({ edit }: Place, line: string): string {
  const { start, end } = edit.range;
  const rest = end.line === start.line ? line.slice(end.character) : '';
  return `${line.trim()}  →  ${(line.slice(0, start.character) + edit.newText + rest).trim()}`;
}

function toDocumentEdits(edit: WorkspaceEdit): TextDocumentEdit[] {
  if (edit.documentChanges !== undefined) {
    return edit.documentChanges.filter((change): change is TextDocumentEdit => 'edits' in change);
  }
  return Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({ textDocument: { uri, version: null }, edits }));
}

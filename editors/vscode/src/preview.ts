// Marks every edit of a workspace edit as one that the user confirms, so that the editor shows its refactor preview.

import type { ChangeAnnotation, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageclient/node';

const ANNOTATION = 'understudy';
const CHANGE: ChangeAnnotation = { label: 'Next edit', needsConfirmation: true };

export function withConfirmation(edit: WorkspaceEdit): WorkspaceEdit {
  const annotate = (edits: readonly TextEdit[]): TextEdit[] =>
    edits.map((one) => ({ ...one, annotationId: ANNOTATION }));
  const versioned = edit.documentChanges?.map((change) =>
    'edits' in change ? { ...change, edits: annotate(change.edits as TextEdit[]) } : change,
  );
  const unversioned: TextDocumentEdit[] = Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({
    textDocument: { uri, version: null },
    edits: annotate(edits),
  }));
  return { documentChanges: versioned ?? unversioned, changeAnnotations: { [ANNOTATION]: CHANGE } };
}

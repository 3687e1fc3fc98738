// Notices when a complaint appears where the cursor is: a moment to ask for its fix.

import type * as monaco from "monaco-editor";
import type { Monaco } from "../editor/monaco";

/** Lines from the cursor at which a complaint is still near. */
const NEAR_CURSOR_LINES = 1;

export function onNewDiagnostic(
  { editor: api, MarkerSeverity }: Monaco,
  editor: monaco.editor.ICodeEditor,
  listener: () => void,
): monaco.IDisposable {
  let known = new Set<string>();
  return api.onDidChangeMarkers((changed) => {
    const model = editor.getModel();
    const line = editor.getPosition()?.lineNumber;
    if (!model || !line || !changed.some((uri) => uri.toString() === model.uri.toString())) return;
    const near = api
      .getModelMarkers({ resource: model.uri })
      .filter(({ severity }) => severity >= MarkerSeverity.Warning)
      .filter((one) => one.startLineNumber - NEAR_CURSOR_LINES <= line && line <= one.endLineNumber + NEAR_CURSOR_LINES)
      .map(({ message, startLineNumber }) => `${startLineNumber} ${message}`);
    const isNew = near.some((one) => !known.has(one));
    known = new Set(near);
    if (isNew) listener();
  });
}

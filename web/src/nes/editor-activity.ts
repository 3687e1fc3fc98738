// Observes the editor besides text changes: the cursor, the visible range, new diagnostics, and whether
// suggestions are possible at the moment.

import type * as monaco from "monaco-editor";
import type { EditorView } from "./session/document-sync";
import type { Monaco } from "../editor/monaco";
import { NEAR_CURSOR_LINES } from "./limits";

export interface ActivityListener {
  /** The cursor moved without typing. `toOtherLine` is also true when the number of cursors changed. */
  cursorMoved(toOtherLine: boolean): void;
  /** The cursor or the visible range changed. */
  viewChanged(): void;
  /** Another document is shown. */
  documentSwitched(): void;
}

export class EditorActivity {
  readonly #disposables: monaco.IDisposable[] = [];
  #composing = false;
  #line = 0;
  #cursors = 1;

  constructor(
    readonly editor: monaco.editor.ICodeEditor,
    listener: ActivityListener,
  ) {
    this.#line = editor.getPosition()?.lineNumber ?? 0;
    this.#disposables.push(
      editor.onDidChangeCursorPosition(({ position, secondaryPositions }) => {
        const cursors = 1 + secondaryPositions.length;
        const other = position.lineNumber !== this.#line || cursors !== this.#cursors;
        this.#line = position.lineNumber;
        this.#cursors = cursors;
        listener.viewChanged();
        listener.cursorMoved(other);
      }),
      editor.onDidScrollChange(() => listener.viewChanged()),
      editor.onDidChangeModel(() => {
        this.#line = editor.getPosition()?.lineNumber ?? 0;
        listener.documentSwitched();
      }),
      editor.onDidCompositionStart(() => (this.#composing = true)),
      editor.onDidCompositionEnd(() => {
        this.#composing = false;
        listener.cursorMoved(true);
      }),
    );
  }

  /** Why nothing can be suggested now, as a reason word and a sentence; null if it can. */
  get blockedReason(): readonly [string, string] | null {
    if (this.#composing) return ["paused", "A character is being composed."];
    if ((this.editor.getSelections()?.length ?? 0) > 1) return ["paused", "There are several cursors."];
    return null;
  }

  get view(): EditorView | null {
    const position = this.editor.getPosition();
    const [first, ...more] = this.editor.getVisibleRanges();
    if (!position) return null;
    const here = {
      startLineNumber: position.lineNumber,
      startColumn: 1,
      endLineNumber: position.lineNumber,
      endColumn: 1,
    };
    const last = more.at(-1) ?? first;
    const visible =
      first && last
        ? {
            startLineNumber: first.startLineNumber,
            startColumn: first.startColumn,
            endLineNumber: last.endLineNumber,
            endColumn: last.endColumn,
          }
        : here;
    return { position, visible };
  }

  /** The selection, unless it is empty. */
  get selection(): monaco.IRange | null {
    const selection = this.editor.getSelection();
    return selection && !selection.isEmpty() ? selection : null;
  }

  dispose(): void {
    for (const one of this.#disposables) one.dispose();
  }
}

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

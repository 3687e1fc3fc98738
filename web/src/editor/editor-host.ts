// The editor widget of a pane: shows its document, keeps the cursor and scroll position of each document, and applies the selection and focus requested when a document was opened.

import { effect, untracked } from "@preact/signals";
import type * as monaco from "monaco-editor";
import { questions } from "../shell/notices";
import { palette } from "../shell/palette";
import type { Documents, OpenDocument, RevealRequest } from "../workspace/documents";
import type { Pane } from "../workspace/panes";
import type { Monaco } from "./monaco";
import { editorOptions } from "./options";

/** Returns a function that disposes of the editor. */
export function hostEditor(api: Monaco, place: HTMLElement, documents: Documents, pane: Pane): () => void {
  const editor = api.editor.create(place, { ...editorOptions(), model: null });
  let current: OpenDocument | null = null;

  function setDocument(next: OpenDocument | null): void {
    if (next === current) return;
    if (current && !current.model.isDisposed()) {
      const view = editor.saveViewState();
      if (view) documents.viewStates.set(current, view);
    }
    current = next;
    editor.setModel(next?.model ?? null);
    const view = next && documents.viewStates.get(next);
    if (view) editor.restoreViewState(view);
  }

  const stops = [
    // Untracked, because listeners of the editor read signals of their own.
    effect(() => {
      const shown = pane.document.value;
      untracked(() => setDocument(shown));
    }),
    effect(() => {
      const reason = pane.document.value?.readOnlyReason ?? "";
      untracked(() => editor.updateOptions({ readOnly: reason !== "", readOnlyMessage: { value: reason } }));
    }),
    effect(() => {
      const request = documents.revealRequest.value;
      const active = documents.active.value;
      const isHere = documents.panes.focused.value === pane && pane.document.value === active;
      if (!request || !isHere || request.document !== active) return;
      untracked(() => {
        documents.revealRequest.value = null;
        // Called here too: this effect may run before the one that sets the document.
        setDocument(active);
        applyReveal(editor, request);
      });
    }),
  ];
  const stopListening = documents.on({
    closed: (document) => {
      if (current !== document) return;
      current = null;
      if (editor.getModel() === document.model) editor.setModel(null);
    },
  });
  const focusListener = editor.onDidFocusEditorWidget(() => documents.panes.focus(pane));
  pane.editor.value = editor;
  return () => {
    stops.forEach((stop) => stop());
    stopListening();
    focusListener.dispose();
    pane.editor.value = null;
    editor.dispose();
  };
}

function applyReveal(editor: monaco.editor.ICodeEditor, { selection, focus }: RevealRequest): void {
  if (selection) {
    editor.setSelection(selection);
    editor.revealRangeInCenterIfOutsideViewport(selection);
  }
  // After the next frame: an editor that was hidden cannot be focused yet.
  if (!focus) return;
  requestAnimationFrame(() => {
    // Do not take the focus from a palette or a question that was opened meanwhile.
    if (!palette.shown.value && questions.value.length === 0) editor.focus();
  });
}

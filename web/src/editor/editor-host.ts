// The one editor widget: it shows the active document, keeps cursor and scroll position of each, and does
// what was wished for when a document was opened.

import { effect, untracked } from "@preact/signals";
import type * as monaco from "monaco-editor";
import { questions } from "../shell/notices";
import { palette } from "../shell/palette";
import type { Documents, OpenDocument, Wish } from "../workspace/documents";
import type { Monaco } from "./monaco";
import { editorOptions } from "./options";

/** Returns how to end it. */
export function hostEditor(api: Monaco, place: HTMLElement, documents: Documents): () => void {
  const editor = api.editor.create(place, { ...editorOptions(), model: null });
  let before: OpenDocument | null = null;

  function swap(next: OpenDocument | null): void {
    if (next === before) return;
    if (before && !before.model.isDisposed()) {
      const view = editor.saveViewState();
      if (view) documents.views.set(before, view);
    }
    before = next;
    editor.setModel(next?.model ?? null);
    const view = next && documents.views.get(next);
    if (view) editor.restoreViewState(view);
  }

  const stops = [
    // Untracked: whoever listens to the editor reads signals of its own.
    effect(() => {
      const active = documents.active.value;
      untracked(() => swap(active));
    }),
    effect(() => {
      const why = documents.active.value?.why ?? "";
      untracked(() => editor.updateOptions({ readOnly: why !== "", readOnlyMessage: { value: why } }));
    }),
    effect(() => {
      const wish = documents.wish.value;
      const active = documents.active.value;
      if (!wish || wish.document !== active) return;
      untracked(() => {
        documents.wish.value = null;
        // Set here as well: this effect may run before the one that swaps.
        swap(active);
        fulfil(editor, wish);
      });
    }),
  ];
  const closing = documents.on({
    closed: (document) => {
      if (before !== document) return;
      before = null;
      if (editor.getModel() === document.model) editor.setModel(null);
    },
  });
  documents.editor.value = editor;
  return () => {
    stops.forEach((stop) => stop());
    closing();
    documents.editor.value = null;
    editor.dispose();
  };
}

function fulfil(editor: monaco.editor.ICodeEditor, { selection, focus }: Wish): void {
  if (selection) {
    editor.setSelection(selection);
    editor.revealRangeInCenterIfOutsideViewport(selection);
  }
  // After the part is painted: an editor that was hidden cannot be focused yet.
  if (!focus) return;
  requestAnimationFrame(() => {
    // Whoever opened the next list or got a question meanwhile is not disturbed in it.
    if (!palette.shown.value && questions.value.length === 0) editor.focus();
  });
}

// Reads the editor's state for the runtime context: a live summary for the chips, and a full snapshot when a
// prompt is sent.

import { signal, type ReadonlySignal } from "@preact/signals";
import type * as monaco from "monaco-editor";
import { loadMonaco, type Monaco } from "../../editor/monaco";
import type { Documents, OpenDocument } from "../../workspace/documents";
import type { Diagnostic, EditorSnapshot } from "./runtime-context";
import { MAX_MARKERS } from "../limits";

export interface Summary {
  readonly name: string;
  readonly path: string;
  /** Number of selected lines. */
  readonly selected: number;
  readonly diagnostics: number;
}

export class EditorContext {
  readonly #summary = signal<Summary | null>(null);
  #monaco: Monaco | null = null;
  #subscriptions: monaco.IDisposable[] = [];
  #scheduled = false;

  readonly summary: ReadonlySignal<Summary | null> = this.#summary;

  constructor(private readonly documents: Documents) {
    documents.active.subscribe(() => this.#scheduleUpdate());
    documents.editor.subscribe((editor) => this.#attach(editor));
  }

  /** The current state of the editor; null without a document. */
  snapshot(): EditorSnapshot | null {
    const document = this.documents.active.peek();
    if (!document) return null;
    const { model } = document;
    const selection = this.#selection(document);
    const position = this.#editor(document)?.getPosition() ?? { lineNumber: 1, column: 1 };
    return {
      path: document.path,
      language: model.getLanguageId(),
      unsaved: document.dirty.peek(),
      lines: model.getLineCount(),
      cursor: { line: position.lineNumber, column: position.column },
      selection: selection && {
        from: selection.startLineNumber,
        to: lastLine(selection),
        text: model.getValueInRange(selection),
      },
      diagnostics: this.#diagnostics(document),
      excerpt: (from, to) =>
        model.getValueInRange({
          startLineNumber: from,
          startColumn: 1,
          endLineNumber: to,
          endColumn: model.getLineMaxColumn(to),
        }),
    };
  }

  #attach(editor: monaco.editor.IStandaloneCodeEditor | null): void {
    for (const one of this.#subscriptions) one.dispose();
    this.#subscriptions = [];
    this.#scheduleUpdate();
    if (!editor) return;
    const soon = () => this.#scheduleUpdate();
    this.#subscriptions = [editor.onDidChangeCursorSelection(soon), editor.onDidChangeModel(soon)];
    void loadMonaco().then((loaded) => {
      this.#monaco = loaded;
      this.#subscriptions.push(loaded.editor.onDidChangeMarkers(soon));
      soon();
    });
  }

  #scheduleUpdate(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setTimeout(() => {
      this.#scheduled = false;
      this.#update();
    }, 60);
  }

  #update(): void {
    const document = this.documents.active.peek();
    if (!document || document.model.isDisposed()) {
      this.#summary.value = null;
      return;
    }
    const selection = this.#selection(document);
    const next: Summary = {
      name: document.name.slice(document.name.lastIndexOf("/") + 1),
      path: document.path,
      selected: selection ? lastLine(selection) - selection.startLineNumber + 1 : 0,
      diagnostics: this.#diagnostics(document).length,
    };
    const before = this.#summary.value;
    const same =
      before?.path === next.path &&
      before.selected === next.selected &&
      before.diagnostics === next.diagnostics;
    if (!same) this.#summary.value = next;
  }

  /** The editor, if it shows this document. */
  #editor(document: OpenDocument): monaco.editor.IStandaloneCodeEditor | null {
    const editor = this.documents.editor.peek();
    return editor?.getModel() === document.model ? editor : null;
  }

  #selection(document: OpenDocument): monaco.Selection | null {
    const selection = this.#editor(document)?.getSelection() ?? null;
    return selection && !selection.isEmpty() ? selection : null;
  }

  #diagnostics(document: OpenDocument): Diagnostic[] {
    const found =
      this.#monaco?.editor.getModelMarkers({ resource: document.model.uri, take: MAX_MARKERS }) ?? [];
    return found
      .map((one) => ({ line: one.startLineNumber, severity: severity(one.severity), message: one.message }))
      .filter((one) => one.severity !== "hint")
      .sort((one, other) => one.line - other.line);
  }
}

/** A selection that ends at column 1 does not include that line. */
function lastLine({ startLineNumber, endLineNumber, endColumn }: monaco.Selection): number {
  return endColumn === 1 && endLineNumber > startLineNumber ? endLineNumber - 1 : endLineNumber;
}

/** Monaco's severities: 8 is an error, 4 a warning, 2 an information. */
function severity(number: number): Diagnostic["severity"] {
  if (number >= 8) return "error";
  if (number >= 4) return "warning";
  return number >= 2 ? "information" : "hint";
}

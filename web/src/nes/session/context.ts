// The context of a suggestion request: only what the agent asked for, within the limits it named.

import type * as monaco from "monaco-editor";
import type { Monaco } from "../../editor/monaco";
import type {
  NesContextCapabilities,
  NesDiagnostic,
  NesOpenFile,
  NesSuggestContext,
  NesUserAction,
} from "../../protocol/acp";
import type { Change, ChangeEvent } from "./content-changes";
import { needsFullText } from "./content-changes";
import { EditHistory } from "./edit-history";
import { toWirePosition, toWireRange } from "../positions";
import { languageIdOf, type SyncedDocument, type EditorView } from "./document-sync";
import {
  MAX_CONTEXT_CHARS,
  MAX_CONTEXT_EDITS,
  MAX_CONTEXT_FILES,
  MAX_DIAGNOSTICS,
  MAX_RESENT_FILE_CHARS,
  MAX_USER_ACTIONS,
} from "../limits";

interface Document extends SyncedDocument {
  readonly model: monaco.editor.ITextModel;
}

interface OpenDocumentState {
  readonly document: Document;
  view: EditorView | null;
  focused: number | null;
}

export class SuggestContext {
  #capabilities: NesContextCapabilities | null = null;
  #syncsDocuments = false;
  #monaco: Monaco | null = null;
  #history = new EditHistory();
  #actions: NesUserAction[] = [];
  /** The open documents, the most recently focused last. */
  readonly #documents = new Map<string, OpenDocumentState>();

  /** `syncsDocuments`: whether the agent gets all document changes. */
  start(
    capabilities: NesContextCapabilities | null,
    syncsDocuments: boolean,
    open: readonly Document[],
  ): void {
    this.#capabilities = capabilities;
    this.#syncsDocuments = syncsDocuments;
    this.#history = new EditHistory();
    this.#actions = [];
    this.#documents.clear();
    for (const document of open) this.opened(document);
  }

  setMonaco(monaco: Monaco): void {
    this.#monaco = monaco;
  }

  opened(document: Document): void {
    this.#documents.set(document.uri, { document, view: null, focused: null });
    if (this.#capabilities?.editHistory) this.#history.opened(document.uri, document.model.getValue());
  }

  changed(document: Document, event: ChangeEvent): void {
    if (this.#capabilities?.editHistory) {
      if (needsFullText(event)) this.#history.opened(document.uri, document.model.getValue());
      else this.#history.changed(document.uri, event.changes);
    }
    const [first] = event.changes;
    if (this.#capabilities?.userActions && first) {
      const position = { lineNumber: first.range.startLineNumber, column: first.range.startColumn };
      this.#recordAction(actionName(event.changes), document.uri, position);
    }
  }

  focused(document: Document, view: EditorView): void {
    const before = this.#documents.get(document.uri);
    this.#documents.delete(document.uri);
    this.#documents.set(document.uri, { document, view, focused: Date.now() });
    if (this.#capabilities?.userActions && before?.view?.position.lineNumber !== view.position.lineNumber) {
      this.#recordAction("cursorMovement", document.uri, view.position);
    }
  }

  closed(document: Document): void {
    this.#documents.delete(document.uri);
    this.#history.closed(document.uri);
  }

  /** To be spread into the request; empty for an agent that asked for nothing. */
  build(document: Document): { context?: NesSuggestContext } {
    const capabilities = this.#capabilities;
    if (!capabilities) return {};
    const context: NesSuggestContext = {};
    if (capabilities.recentFiles) {
      context.recentFiles = this.#recentFiles(document, capabilities.recentFiles.maxCount ?? MAX_CONTEXT_FILES);
    }
    if (capabilities.relatedSnippets) context.relatedSnippets = [];
    if (capabilities.editHistory) {
      context.editHistory = this.#history.entries(capabilities.editHistory.maxCount ?? MAX_CONTEXT_EDITS);
    }
    if (capabilities.userActions) {
      const max = capabilities.userActions.maxCount ?? MAX_USER_ACTIONS;
      context.userActions = max > 0 ? this.#actions.slice(-max) : [];
    }
    if (capabilities.openFiles) context.openFiles = [...this.#documents.values()].map(openFile);
    if (capabilities.diagnostics) context.diagnostics = this.#diagnostics();
    return Object.keys(context).length > 0 ? { context } : {};
  }

  #recentFiles(document: Document, max: number) {
    let charsLeft = MAX_CONTEXT_CHARS - document.model.getValueLength();
    const selected = [document];
    for (const { document: other } of [...this.#documents.values()].reverse()) {
      const size = other.model.getValueLength();
      if (other.uri === document.uri || size > charsLeft || selected.length >= max) continue;
      charsLeft -= size;
      selected.push(other);
    }
    const isSent = (one: Document) => !this.#syncsDocuments || one.model.getValueLength() <= MAX_RESENT_FILE_CHARS;
    return selected.slice(0, Math.max(max, 0)).filter(isSent).map((one) => ({
      uri: one.uri,
      languageId: languageIdOf(one),
      text: one.model.getValue(),
    }));
  }

  #diagnostics(): NesDiagnostic[] {
    const { editor, MarkerSeverity } = this.#monaco ?? {};
    if (!editor || !MarkerSeverity) return [];
    const severity = (level: monaco.MarkerSeverity) => {
      if (level === MarkerSeverity.Error) return "error" as const;
      if (level === MarkerSeverity.Warning) return "warning" as const;
      return level === MarkerSeverity.Info ? ("information" as const) : ("hint" as const);
    };
    return [...this.#documents.values()]
      .flatMap(({ document }) =>
        editor.getModelMarkers({ resource: document.model.uri }).map((marker) => ({
          uri: document.uri,
          range: toWireRange(marker),
          severity: severity(marker.severity),
          message: marker.message,
        })),
      )
      .slice(0, MAX_DIAGNOSTICS);
  }

  #recordAction(action: string, uri: string, place: monaco.IPosition): void {
    this.#actions.push({ action, uri, position: toWirePosition(place), timestampMs: Date.now() });
    if (this.#actions.length > 2 * MAX_USER_ACTIONS) this.#actions = this.#actions.slice(-MAX_USER_ACTIONS);
  }
}

function openFile({ document, view, focused }: OpenDocumentState): NesOpenFile {
  return {
    uri: document.uri,
    languageId: languageIdOf(document),
    ...(view ? { visibleRange: toWireRange(view.visible) } : {}),
    ...(focused ? { lastFocusedMs: focused } : {}),
  };
}

function actionName(changes: readonly Change[]): string {
  const [one, ...more] = changes;
  if (!one || more.length > 0) return "replaceText";
  if (one.rangeLength === 0) return one.text.length === 1 ? "insertChar" : "insertText";
  if (one.text === "") return one.rangeLength === 1 ? "deleteChar" : "deleteText";
  return "replaceText";
}

// What goes with a question: only what the agent asked for, within the limits that it named.

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
import { isWhole } from "./content-changes";
import { History } from "./edit-history";
import { toWire, toWireRange } from "../positions";
import { languageOf, type Text, type View } from "./document-sync";

const MOST_FILES = 10;
const MOST_EDITS = 30;
const MOST_ACTIONS = 100;
const MOST_DIAGNOSTICS = 100;
/** Characters of all recent files together; the document itself is always among them. */
const MOST_CHARACTERS = 2_000_000;
/** Of a text that the agent follows by events: a larger one is not sent again with each question. */
const MOST_FOLLOWED = 64_000;

interface Document extends Text {
  readonly model: monaco.editor.ITextModel;
}

interface Seen {
  readonly document: Document;
  view: View | null;
  focused: number | null;
}

export class Context {
  #wanted: NesContextCapabilities | null = null;
  #follows = false;
  #monaco: Monaco | null = null;
  #history = new History();
  #actions: NesUserAction[] = [];
  /** The open documents, the one that was last focused at the end. */
  readonly #seen = new Map<string, Seen>();

  /** `follows`: whether the agent hears of all changes. */
  begin(wanted: NesContextCapabilities | null, follows: boolean, open: readonly Document[]): void {
    this.#wanted = wanted;
    this.#follows = follows;
    this.#history = new History();
    this.#actions = [];
    this.#seen.clear();
    for (const document of open) this.opened(document);
  }

  use(monaco: Monaco): void {
    this.#monaco = monaco;
  }

  opened(document: Document): void {
    this.#seen.set(document.uri, { document, view: null, focused: null });
    if (this.#wanted?.editHistory) this.#history.opened(document.uri, document.model.getValue());
  }

  changed(document: Document, event: ChangeEvent): void {
    if (this.#wanted?.editHistory) {
      if (isWhole(event)) this.#history.opened(document.uri, document.model.getValue());
      else this.#history.changed(document.uri, event.changes);
    }
    const [first] = event.changes;
    if (this.#wanted?.userActions && first) {
      const position = { lineNumber: first.range.startLineNumber, column: first.range.startColumn };
      this.#act(named(event.changes), document.uri, position);
    }
  }

  focused(document: Document, view: View): void {
    const before = this.#seen.get(document.uri);
    this.#seen.delete(document.uri);
    this.#seen.set(document.uri, { document, view, focused: Date.now() });
    if (this.#wanted?.userActions && before?.view?.position.lineNumber !== view.position.lineNumber) {
      this.#act("cursorMovement", document.uri, view.position);
    }
  }

  closed(document: Document): void {
    this.#seen.delete(document.uri);
    this.#history.closed(document.uri);
  }

  /** To be spread into the question; empty for an agent that asked for nothing. */
  assembled(document: Document): { context?: NesSuggestContext } {
    const wanted = this.#wanted;
    if (!wanted) return {};
    const context: NesSuggestContext = {};
    if (wanted.recentFiles) {
      context.recentFiles = this.#recent(document, wanted.recentFiles.maxCount ?? MOST_FILES);
    }
    if (wanted.relatedSnippets) context.relatedSnippets = [];
    if (wanted.editHistory) {
      context.editHistory = this.#history.entries(wanted.editHistory.maxCount ?? MOST_EDITS);
    }
    if (wanted.userActions) {
      const most = wanted.userActions.maxCount ?? MOST_ACTIONS;
      context.userActions = most > 0 ? this.#actions.slice(-most) : [];
    }
    if (wanted.openFiles) context.openFiles = [...this.#seen.values()].map(openFile);
    if (wanted.diagnostics) context.diagnostics = this.#diagnostics();
    return Object.keys(context).length > 0 ? { context } : {};
  }

  #recent(document: Document, most: number) {
    let left = MOST_CHARACTERS - document.model.getValueLength();
    const chosen = [document];
    for (const { document: other } of [...this.#seen.values()].reverse()) {
      const size = other.model.getValueLength();
      if (other.uri === document.uri || size > left || chosen.length >= most) continue;
      left -= size;
      chosen.push(other);
    }
    const isSent = (one: Document) => !this.#follows || one.model.getValueLength() <= MOST_FOLLOWED;
    return chosen.slice(0, Math.max(most, 0)).filter(isSent).map((one) => ({
      uri: one.uri,
      languageId: languageOf(one),
      text: one.model.getValue(),
    }));
  }

  #diagnostics(): NesDiagnostic[] {
    const { editor, MarkerSeverity } = this.#monaco ?? {};
    if (!editor || !MarkerSeverity) return [];
    const severity = (told: monaco.MarkerSeverity) => {
      if (told === MarkerSeverity.Error) return "error" as const;
      if (told === MarkerSeverity.Warning) return "warning" as const;
      return told === MarkerSeverity.Info ? ("information" as const) : ("hint" as const);
    };
    return [...this.#seen.values()]
      .flatMap(({ document }) =>
        editor.getModelMarkers({ resource: document.model.uri }).map((marker) => ({
          uri: document.uri,
          range: toWireRange(marker),
          severity: severity(marker.severity),
          message: marker.message,
        })),
      )
      .slice(0, MOST_DIAGNOSTICS);
  }

  #act(action: string, uri: string, place: monaco.IPosition): void {
    this.#actions.push({ action, uri, position: toWire(place), timestampMs: Date.now() });
    if (this.#actions.length > 2 * MOST_ACTIONS) this.#actions = this.#actions.slice(-MOST_ACTIONS);
  }
}

function openFile({ document, view, focused }: Seen): NesOpenFile {
  return {
    uri: document.uri,
    languageId: languageOf(document),
    ...(view ? { visibleRange: toWireRange(view.visible) } : {}),
    ...(focused ? { lastFocusedMs: focused } : {}),
  };
}

function named(changes: readonly Change[]): string {
  const [one, ...more] = changes;
  if (!one || more.length > 0) return "replaceText";
  if (one.rangeLength === 0) return one.text.length === 1 ? "insertChar" : "insertText";
  if (one.text === "") return one.rangeLength === 1 ? "deleteChar" : "deleteText";
  return "replaceText";
}

// Sends document events to the agent: only those that it asked for, with the sync kind that it asked for.

import type * as monaco from "monaco-editor";
import type { Range } from "../../protocol/acp";
import { contentChanges, type ChangeEvent } from "./content-changes";
import { toWirePosition, toWireRange } from "../positions";
import type { NesSession } from "./session";

/** What is needed of an open document. */
export interface SyncedDocument {
  readonly uri: string;
  readonly model: {
    getVersionId(): number;
    getValue(): string;
    getLanguageId(): string;
  };
}

export interface EditorView {
  readonly position: monaco.IPosition;
  readonly visible: monaco.IRange;
}

/** Language ids that Monaco spells differently from other editors. */
const LANGUAGE_BY_EXTENSION: Readonly<Record<string, string>> = { tsx: "typescriptreact", jsx: "javascriptreact" };
const LANGUAGE_BY_MONACO_ID: Readonly<Record<string, string>> = { shell: "shellscript" };

export function languageIdOf(document: SyncedDocument): string {
  const ending = document.uri.split(".").at(-1)?.toLowerCase() ?? "";
  const id = document.model.getLanguageId();
  return LANGUAGE_BY_EXTENSION[ending] ?? LANGUAGE_BY_MONACO_ID[id] ?? id;
}

export class DocumentSync {
  #session: NesSession | null = null;
  /** Documents whose full text the agent has, including every change since. */
  readonly #synced = new Set<string>();
  /** Changed documents for an agent that wants full texts: sent before the next request or event. */
  readonly #unsent = new Map<string, SyncedDocument>();
  #lastFocus = "";

  /** A new session knows no document yet. */
  start(session: NesSession, open: readonly SyncedDocument[]): void {
    this.end();
    this.#session = session;
    for (const document of open) this.opened(document);
  }

  end(): void {
    this.#session = null;
    this.#synced.clear();
    this.#unsent.clear();
    this.#lastFocus = "";
  }

  opened(document: SyncedDocument): void {
    const session = this.#session;
    if (!session?.documentEvents.didOpen) return;
    this.#synced.add(document.uri);
    session.notify("document/didOpen", {
      sessionId: session.id,
      uri: document.uri,
      languageId: languageIdOf(document),
      version: document.model.getVersionId(),
      text: document.model.getValue(),
    });
  }

  changed(document: SyncedDocument, event: ChangeEvent & { readonly versionId: number }): void {
    const session = this.#session;
    const capability = session?.documentEvents.didChange;
    if (!session || !capability) return;
    // Ranges are useless to an agent that never got the text.
    if (capability.syncKind === "full" || !this.#synced.has(document.uri)) {
      this.#unsent.set(document.uri, document);
      return;
    }
    if (this.#unsent.has(document.uri)) return;
    session.notify("document/didChange", {
      sessionId: session.id,
      uri: document.uri,
      version: event.versionId,
      contentChanges: contentChanges(event, () => document.model.getValue()),
    });
  }

  /** Send the pending full texts. Called before a request and before any other event. */
  flush(): void {
    const session = this.#session;
    if (!session) return;
    for (const document of this.#unsent.values()) {
      this.#synced.add(document.uri);
      session.notify("document/didChange", {
        sessionId: session.id,
        uri: document.uri,
        version: document.model.getVersionId(),
        contentChanges: [{ text: document.model.getValue() }],
      });
    }
    this.#unsent.clear();
  }

  get hasUnsent(): boolean {
    return this.#unsent.size > 0;
  }

  saved(document: SyncedDocument): void {
    const session = this.#session;
    if (!session?.documentEvents.didSave) return;
    this.flush();
    session.notify("document/didSave", { sessionId: session.id, uri: document.uri });
  }

  closed(document: SyncedDocument): void {
    const session = this.#session;
    this.#unsent.delete(document.uri);
    this.#synced.delete(document.uri);
    if (session?.documentEvents.didClose) {
      session.notify("document/didClose", { sessionId: session.id, uri: document.uri });
    }
  }

  /** Sent once for each position; `force` sends it even if nothing has moved, as after a tab switch. */
  focused(document: SyncedDocument, view: EditorView, force: boolean): void {
    const session = this.#session;
    if (!session?.documentEvents.didFocus) return;
    this.flush();
    const visibleRange: Range = toWireRange(view.visible);
    const params = {
      sessionId: session.id,
      uri: document.uri,
      version: document.model.getVersionId(),
      position: toWirePosition(view.position),
      visibleRange,
    };
    const serialized = JSON.stringify(params);
    if (!force && serialized === this.#lastFocus) return;
    this.#lastFocus = serialized;
    session.notify("document/didFocus", params);
  }
}

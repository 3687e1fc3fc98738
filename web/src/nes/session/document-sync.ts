// What the agent hears of the open texts: the events that it asked for, in the way that it asked for, and
// no others.

import type * as monaco from "monaco-editor";
import type { Range } from "../../protocol/acp";
import { contentChanges, type ChangeEvent } from "./content-changes";
import { toWire, toWireRange } from "../positions";
import type { Session } from "./session";

/** What this needs of an open document. */
export interface Text {
  readonly uri: string;
  readonly model: {
    getVersionId(): number;
    getValue(): string;
    getLanguageId(): string;
  };
}

export interface View {
  readonly position: monaco.IPosition;
  readonly visible: monaco.IRange;
}

/** Names of languages that editors and Monaco spell differently. */
const BY_ENDING: Readonly<Record<string, string>> = { tsx: "typescriptreact", jsx: "javascriptreact" };
const BY_ID: Readonly<Record<string, string>> = { shell: "shellscript" };

export function languageOf(document: Text): string {
  const ending = document.uri.split(".").at(-1)?.toLowerCase() ?? "";
  const id = document.model.getLanguageId();
  return BY_ENDING[ending] ?? BY_ID[id] ?? id;
}

export class Sync {
  #session: Session | null = null;
  /** Those whose whole text the agent has, and with it every change since. */
  readonly #told = new Set<string>();
  /** Those that have changed since, for an agent that wants whole texts: sent when it matters. */
  readonly #behind = new Map<string, Text>();
  #focus = "";

  /** A new session knows nothing yet. */
  begin(session: Session, open: readonly Text[]): void {
    this.end();
    this.#session = session;
    for (const document of open) this.opened(document);
  }

  end(): void {
    this.#session = null;
    this.#told.clear();
    this.#behind.clear();
    this.#focus = "";
  }

  opened(document: Text): void {
    const session = this.#session;
    if (!session?.wanted.didOpen) return;
    this.#told.add(document.uri);
    session.notify("document/didOpen", {
      sessionId: session.id,
      uri: document.uri,
      languageId: languageOf(document),
      version: document.model.getVersionId(),
      text: document.model.getValue(),
    });
  }

  changed(document: Text, event: ChangeEvent & { readonly versionId: number }): void {
    const session = this.#session;
    const wanted = session?.wanted.didChange;
    if (!session || !wanted) return;
    // Ranges mean nothing to an agent that never had the text.
    if (wanted.syncKind === "full" || !this.#told.has(document.uri)) {
      this.#behind.set(document.uri, document);
      return;
    }
    if (this.#behind.has(document.uri)) return;
    session.notify("document/didChange", {
      sessionId: session.id,
      uri: document.uri,
      version: event.versionId,
      contentChanges: contentChanges(event, () => document.model.getValue()),
    });
  }

  /** Send the whole texts that are still to be sent. Before a question, and before anything else is told. */
  flush(): void {
    const session = this.#session;
    if (!session) return;
    for (const document of this.#behind.values()) {
      this.#told.add(document.uri);
      session.notify("document/didChange", {
        sessionId: session.id,
        uri: document.uri,
        version: document.model.getVersionId(),
        contentChanges: [{ text: document.model.getValue() }],
      });
    }
    this.#behind.clear();
  }

  get isBehind(): boolean {
    return this.#behind.size > 0;
  }

  saved(document: Text): void {
    const session = this.#session;
    if (!session?.wanted.didSave) return;
    this.flush();
    session.notify("document/didSave", { sessionId: session.id, uri: document.uri });
  }

  closed(document: Text): void {
    const session = this.#session;
    this.#behind.delete(document.uri);
    this.#told.delete(document.uri);
    if (session?.wanted.didClose) {
      session.notify("document/didClose", { sessionId: session.id, uri: document.uri });
    }
  }

  /** Told once for each place: `again` tells it even if nothing has moved, as on a switch of tabs. */
  focused(document: Text, view: View, again: boolean): void {
    const session = this.#session;
    if (!session?.wanted.didFocus) return;
    this.flush();
    const visibleRange: Range = toWireRange(view.visible);
    const told = {
      sessionId: session.id,
      uri: document.uri,
      version: document.model.getVersionId(),
      position: toWire(view.position),
      visibleRange,
    };
    const spelled = JSON.stringify(told);
    if (!again && spelled === this.#focus) return;
    this.#focus = spelled;
    session.notify("document/didFocus", told);
  }
}

// Stores what survives a reload of the page: open tabs, cursor positions, and unsaved texts up to a limit. A
// restored text is applied over the file it was based on; if the file changed meanwhile, the user is asked.

import { effect } from "@preact/signals";
import type * as monaco from "monaco-editor";
import { notify } from "../shell/notices";
import type { TextDocument } from "./document";
import type { Documents } from "./documents";
import { MAX_STORED_TABS, MAX_UNSAVED_CHARS, TAB_SAVE_DELAY_MS } from "./limits";

export interface StoredTab {
  readonly path: string;
  readonly unsaved?: { readonly text: string; readonly hash: string; readonly encoding: string };
  readonly view?: monaco.editor.ICodeEditorViewState;
}

export interface StoredTabs {
  readonly tabs: readonly StoredTab[];
  readonly shown: string | null;
}

export class TabStorage {
  readonly #key: string;
  #timer = 0;

  constructor(private readonly documents: Documents) {
    this.#key = `understudy.tabs:${documents.config.roots.map((root) => root.path).join("\n")}`;
  }

  async restore(): Promise<void> {
    const stored = this.#read();
    let unsaved = 0;
    for (const tab of stored.tabs) {
      try {
        if (await this.#open(tab)) unsaved += 1;
      } catch {
        // The file was deleted or cannot be read, and nothing was unsaved: the tab is not opened.
      }
    }
    const shown = stored.shown === null ? undefined : this.documents.find(stored.shown);
    const first = shown ?? this.documents.all.value[0];
    if (first && !this.documents.tabs.shown.value) this.documents.show(first, { focus: false });
    const files = unsaved === 1 ? "1 file" : `${unsaved} files`;
    if (unsaved > 0) notify(`The unsaved changes of ${files} were restored.`);
  }

  start(): void {
    const scheduleWrite = () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#write(), TAB_SAVE_DELAY_MS);
    };
    effect(() => {
      void this.documents.tabs.all.value;
      void this.documents.tabs.shown.value;
      scheduleWrite();
    });
    this.documents.on({ changed: scheduleWrite, saved: scheduleWrite });
    window.addEventListener("pagehide", () => this.#write());
    window.addEventListener("beforeunload", (event) => {
      this.#write();
      if (this.documents.anyDirty.value) event.preventDefault();
    });
  }

  /** Returns true if an unsaved text was restored. */
  async #open({ path, unsaved, view }: StoredTab): Promise<boolean> {
    let document: TextDocument;
    try {
      document = (await this.documents.open(path, { show: false })) as TextDocument;
    } catch (error) {
      // Unsaved text is restored even if its file is gone.
      if (!unsaved) throw error;
      await this.documents.restoreUnsaved(path, unsaved.text, unsaved.encoding);
      return true;
    }
    if (view) this.documents.viewStates.set(document, view);
    if (!unsaved || unsaved.text === document.model.getValue()) return false;
    if (document.readOnly) {
      const title = `${document.name}: file and unsaved text`;
      this.documents.showDiff({ title, path, original: document.model.getValue(), modified: unsaved.text });
      return true;
    }
    const outdated = document.hash !== unsaved.hash;
    document.setText(unsaved.text);
    // The text was based on another content than the file's current one; the next save must detect that too.
    if (outdated) {
      document.hash = unsaved.hash;
      document.setConflict("changed");
    }
    return true;
  }

  #read(): StoredTabs {
    try {
      const found = JSON.parse(sessionStorage.getItem(this.#key) ?? "null") as StoredTabs | null;
      return found && Array.isArray(found.tabs) ? found : { tabs: [], shown: null };
    } catch {
      return { tabs: [], shown: null };
    }
  }

  #write(): void {
    const { documents } = this;
    const active = documents.active.value;
    const view = documents.editor.value?.saveViewState();
    if (active && view) documents.viewStates.set(active, view);
    const open = documents.tabs.all.value.flatMap((tab) =>
      tab.kind === "text" ? [tab.document as TextDocument] : [],
    );
    const snapshot = snapshotTabs(open, active?.path ?? null, (one) => documents.viewStates.get(one));
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(snapshot));
    } catch {
      // Without storage the browser still warns before unsaved texts are lost.
    }
  }
}

type StorableDocument = Pick<TextDocument, "path" | "hash" | "encoding" | "dirty" | "model">;

/** The tabs to store. Small unsaved texts first, so that few are lost to the limit. */
export function snapshotTabs<D extends StorableDocument>(
  open: readonly D[],
  shown: string | null,
  viewOf: (one: D) => monaco.editor.ICodeEditorViewState | undefined,
): StoredTabs {
  let charsLeft = MAX_UNSAVED_CHARS;
  const unsaved = new Map<D, string>();
  const dirty = open.filter((one) => one.dirty.value);
  for (const one of dirty.sort((a, b) => a.model.getValueLength() - b.model.getValueLength())) {
    charsLeft -= one.model.getValueLength();
    if (charsLeft < 0) break;
    unsaved.set(one, one.model.getValue());
  }
  const tabs = open.slice(0, MAX_STORED_TABS).map((one): StoredTab => {
    const text = unsaved.get(one);
    const view = viewOf(one);
    return {
      path: one.path,
      ...(view ? { view } : {}),
      ...(text === undefined ? {} : { unsaved: { text, hash: one.hash, encoding: one.encoding } }),
    };
  });
  return { tabs, shown };
}

// The open documents: opens, edits and closes them. Saving is in document-saver.ts, external changes in
// disk-watcher.ts, what survives a reload in tab-storage.ts, and the agent's file access in agent-files.ts.

import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type * as monaco from "monaco-editor";
import type { Agent } from "../agent/agent";
import type { Config, Root } from "../config";
import { loadMonaco } from "../editor/monaco";
import { ask, notify } from "../shell/notices";
import { AgentConsent } from "../tools/consent";
import { ToolError, errorText, type Tools } from "../tools/tools";
import { Disk, tooLargeError, type DiskText } from "./disk";
import { TextDocument, type OpenDocument, type TextEdit } from "./document";
import { TabStorage } from "./tab-storage";
import { toAbsolute, isInside, pathOf, rootOf } from "./paths";
import { DocumentSaver } from "./document-saver";
import { registerFileMethods } from "./agent-files";
import { Panes } from "./panes";
import { pathOfTab, Tabs, type Diff, type Tab } from "./tabs";
import { DiskWatcher } from "./disk-watcher";

/** Opened in a viewer. An SVG is text, and can be viewed too. */
function isImagePath(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|bmp|ico)$/i.test(path);
}

export type { OpenDocument, TextEdit } from "./document";
export type { Diff, Tab } from "./tabs";

export interface DocumentEvents {
  opened(document: OpenDocument): void;
  changed(document: OpenDocument, event: monaco.editor.IModelContentChangedEvent): void;
  saved(document: OpenDocument): void;
  /** Called right before its model is disposed. */
  closed(document: OpenDocument): void;
}

export interface OpenOptions {
  /** Select and reveal this range. */
  selection?: monaco.IRange;
  /** Whether the editor gets the focus (default true). */
  focus?: boolean;
  /** Whether its tab is shown (default true). False opens it in the background. */
  show?: boolean;
}

/** What the editor has to select and focus as soon as it shows the document. */
export interface RevealRequest {
  readonly document: OpenDocument;
  readonly selection?: monaco.IRange;
  readonly focus: boolean;
}

export class Documents {
  readonly disk: Disk;
  readonly tabs = new Tabs();
  readonly #all = signal<readonly TextDocument[]>([]);
  readonly all: ReadonlySignal<readonly OpenDocument[]> = this.#all;
  /** The document whose tab is shown. */
  readonly active: ReadonlySignal<OpenDocument | null> = this.tabs.active;
  readonly panes = new Panes(this.tabs);
  /** The editor widget that shows the active document; null until Monaco is loaded. */
  readonly editor: ReadonlySignal<monaco.editor.IStandaloneCodeEditor | null> = this.panes.editor;
  readonly hasEditorFailed: Signal<boolean> = signal(false);
  readonly revealRequest: Signal<RevealRequest | null> = signal(null);
  /** Cursor and scroll positions of documents that are not shown. */
  readonly viewStates = new Map<OpenDocument, monaco.editor.ICodeEditorViewState>();
  readonly anyDirty: ReadonlySignal<boolean> = computed(() => this.#all.value.some((one) => one.dirty.value));
  #resolveRestored = () => {};
  /** Resolves when the tabs from before a reload are open again. */
  readonly restored = new Promise<void>((resolve) => (this.#resolveRestored = resolve));
  readonly #events = new Set<Partial<DocumentEvents>>();
  readonly #pendingOpens = new Map<string, Promise<TextDocument>>();
  readonly #saver: DocumentSaver;
  readonly #watcher: DiskWatcher;
  readonly #tabStorage: TabStorage;

  constructor(
    readonly config: Config,
    tools: Tools,
    agent: Agent,
  ) {
    this.disk = new Disk(tools);
    this.#saver = new DocumentSaver(this.disk, (document) => this.#emit("saved", document));
    this.#watcher = new DiskWatcher(this, agent);
    this.#tabStorage = new TabStorage(this);
    registerFileMethods(agent, this, new Disk(tools.withConsent(new AgentConsent().ask)));
  }

  /** Restore the tabs from before a reload, and start watching the files. */
  async start(): Promise<void> {
    void loadMonaco();
    await this.#tabStorage.restore();
    this.#resolveRestored();
    this.#tabStorage.start();
    this.#watcher.start();
  }

  on(events: Partial<DocumentEvents>): () => void {
    this.#events.add(events);
    return () => this.#events.delete(events);
  }

  /** By an absolute path, a tool's path, or a file URI in any escaping. */
  find(pathOrUri: string): OpenDocument | undefined {
    return this.findTextDocument(pathOrUri);
  }

  /** Rejects with a ToolError if the file cannot be opened; `reveal` notifies the user instead. */
  async open(path: string, options: OpenOptions = {}): Promise<OpenDocument> {
    const document = this.findTextDocument(path) ?? (await this.#load(path));
    const tab = this.tabs.add(document);
    if (options.show === false) return document;
    this.revealRequest.value = { document, selection: options.selection, focus: options.focus ?? true };
    this.tabs.show(tab);
    return document;
  }

  /** Open for the user, who is notified if it cannot be opened. What is not text is shown in a viewer. */
  async reveal(path: string, options: OpenOptions = {}): Promise<OpenDocument | null> {
    const absolute = this.absolute(path);
    try {
      if (isImagePath(absolute)) return this.view(absolute);
      return await this.open(path, options);
    } catch (error) {
      if (error instanceof ToolError && error.reason === "binary_file") return this.view(absolute);
      notify(errorText(error), "error");
      return null;
    }
  }

  /** Show the tab of an open document. */
  show(document: OpenDocument, options: Omit<OpenOptions, "show"> = {}): void {
    this.revealRequest.value = { document, selection: options.selection, focus: options.focus ?? true };
    this.tabs.show(this.tabs.add(document));
  }

  /** Open in a pane beside the focused one. */
  async revealBeside(path: string): Promise<OpenDocument | null> {
    this.panes.focusBeside();
    return await this.reveal(path);
  }

  /** Show a file that is not edited: an image, or bytes. */
  view(path: string): null {
    this.tabs.show(this.tabs.addView(path));
    return null;
  }

  /** Show a diff in a tab of its own. */
  showDiff(diff: Diff): void {
    this.tabs.show(this.tabs.addDiff(diff));
  }

  /** The text as the user sees it: of the buffer if the file is open, otherwise of the file. */
  async text(path: string): Promise<string> {
    const document = this.findTextDocument(path);
    if (document?.isComplete) return document.model.getValue();
    const disk = await this.disk.read(this.absolute(path));
    const linkTarget = this.findTextDocument(disk.path);
    if (linkTarget?.isComplete) return linkTarget.model.getValue();
    if (!disk.isComplete) throw tooLargeError(path);
    return disk.text;
  }

  /** Edit a document as one undo step, opened in the background if necessary. It stays unsaved. */
  async edit(path: string, edits: readonly TextEdit[]): Promise<OpenDocument> {
    const document = (await this.open(path, { show: false })) as TextDocument;
    if (document.readOnly) throw new ToolError(document.readOnlyReason, "PERMISSION_DENIED");
    document.edit(edits);
    return document;
  }

  /** Replace the whole text with minimal edits, as one undo step. It stays unsaved. */
  async replace(path: string, text: string): Promise<OpenDocument> {
    const document = (await this.open(path, { show: false })) as TextDocument;
    if (document.readOnly) throw new ToolError(document.readOnlyReason, "PERMISSION_DENIED");
    document.setText(text);
    return document;
  }

  /** Create a file and its folders, and open it. Rejects if it exists. */
  async create(path: string, text = ""): Promise<OpenDocument> {
    await this.disk.write({ path: this.absolute(path), text, encoding: "utf-8", expected: null });
    return await this.open(path);
  }

  /** Returns false if the document was not saved, after notifying the user. */
  async save(document: OpenDocument): Promise<boolean> {
    return await this.#saver.save(document as TextDocument);
  }

  async saveAll(): Promise<boolean> {
    const saved = await Promise.all(
      this.#all.value.filter((document) => document.dirty.value).map((document) => this.save(document)),
    );
    return saved.every(Boolean);
  }

  /** Returns false if the user cancels. Unsaved changes are dropped only on request. */
  async close(document: OpenDocument, unsaved: "ask" | "drop" = "ask"): Promise<boolean> {
    if (document.dirty.value && unsaved === "ask") {
      const choice = await ask(`Save ${document.name}?`, "It has changes that are not saved.", [
        { id: "save", label: "Save" },
        { id: "drop", label: "Don't save", danger: true },
        { id: "keep", label: "Cancel" },
      ]);
      if (choice !== "save" && choice !== "drop") return false;
      if (choice === "save" && !(await this.save(document))) return false;
    }
    if (!this.#all.value.includes(document as TextDocument)) return true;
    const tab = this.tabs.tabOf(document);
    if (tab) this.tabs.remove(tab);
    this.#all.value = this.#all.value.filter((other) => other !== document);
    this.viewStates.delete(document);
    this.#emit("closed", document);
    document.model.dispose();
    return true;
  }

  /** Paths of the open files below a path, in the order of their tabs; the shown one last. */
  openBelow(path: string): string[] {
    const below = this.tabs.all.value.filter((tab) => isInside(pathOfTab(tab), path));
    const shown = this.tabs.shown.value;
    return [...below.filter((tab) => tab !== shown), ...below.filter((tab) => tab === shown)].map(pathOfTab);
  }

  /** A file or folder was moved: its tabs follow, with cursor and unsaved text. */
  async moved(from: string, to: string): Promise<void> {
    for (const tab of this.tabs.all.value) {
      if (tab.kind === "diff" || !isInside(pathOfTab(tab), from)) continue;
      const path = to + pathOfTab(tab).slice(from.length);
      if (tab.kind === "view") this.tabs.replace(tab, this.tabs.addView(path));
      else await this.#follow(tab.document as TextDocument, path);
    }
  }

  async #follow(document: TextDocument, path: string): Promise<void> {
    const text = document.dirty.value ? document.model.getValue() : null;
    const isShown = this.active.value === document;
    const view = isShown ? this.editor.value?.saveViewState() : this.viewStates.get(document);
    const opened = (await this.open(path, { show: false })) as TextDocument;
    if (view) this.viewStates.set(opened, view);
    if (text !== null && !opened.readOnly) opened.setText(text);
    const [old, tab] = [this.tabs.tabOf(document), this.tabs.tabOf(opened)];
    if (old && tab) this.tabs.replace(old, tab);
    await this.close(document, "drop");
  }

  /** A file or folder was deleted by the user: its tabs are closed. */
  async removed(path: string): Promise<void> {
    for (const tab of this.tabs.all.value) {
      if (tab.kind === "diff" || !isInside(pathOfTab(tab), path)) continue;
      if (tab.kind === "text") await this.close(tab.document, "drop");
      else this.tabs.remove(tab);
    }
  }

  async closeTab(tab: Tab): Promise<boolean> {
    if (tab.kind === "text") return await this.close(tab.document);
    this.tabs.remove(tab);
    return true;
  }

  /** Called shortly after tool calls of the agent have ended, because files may have changed. */
  onAgentToolEnd(listener: () => void): () => void {
    return this.#watcher.onAgentToolEnd(listener);
  }

  /** Check now whether the open files changed on disk. */
  async checkDisk(): Promise<void> {
    await this.#watcher.check();
  }

  /** Replace the buffer with the file's text. */
  async revertToDisk(document: OpenDocument): Promise<void> {
    await this.#saver.revertToDisk(document as TextDocument);
  }

  /** Keep the buffer; the next save overwrites the file's current content. */
  async keepBuffer(document: OpenDocument): Promise<void> {
    await this.#saver.keepBuffer(document as TextDocument);
  }

  /** Show the differences between file and buffer. */
  async compare(document: OpenDocument): Promise<void> {
    const diff = await this.#saver.comparison(document as TextDocument);
    if (diff) this.showDiff(diff);
  }

  // For modules of this folder.

  findTextDocument(pathOrUri: string): TextDocument | undefined {
    const path = this.absolute(pathOrUri);
    return this.#all.value.find((document) => document.path === path);
  }

  get textDocuments(): readonly TextDocument[] {
    return this.#all.value;
  }

  absolute(pathOrUri: string): string {
    return toAbsolute(pathOf(pathOrUri), this.config.roots);
  }

  checkAfterAgentWrite(): void {
    this.#watcher.checkSoon();
  }

  /** The buffer becomes the file's text, which this page may have written. */
  reload(document: TextDocument, disk: DiskText): void {
    document.reload(disk);
    this.#emit("saved", document);
  }

  /** Open a document whose file was deleted, for unsaved text restored after a reload. */
  async restoreUnsaved(path: string, text: string, encoding: string): Promise<TextDocument> {
    const monacoApi = await loadMonaco();
    const disk = { path, text: "", hash: "", encoding, size: 0, isComplete: true, lossy: false };
    const document = this.#add(new TextDocument(monacoApi, disk, this.#root(path)));
    document.setText(text);
    document.setConflict("deleted");
    return document;
  }

  async #load(path: string): Promise<TextDocument> {
    const key = this.absolute(path);
    const pending =
      this.#pendingOpens.get(key) ??
      Promise.all([this.disk.read(key), loadMonaco()])
        .then(([disk, monacoApi]) => {
          // A symbolic link to an open file is that file.
          return this.findTextDocument(disk.path) ?? this.#add(new TextDocument(monacoApi, disk, this.#root(disk.path)));
        })
        .finally(() => this.#pendingOpens.delete(key));
    this.#pendingOpens.set(key, pending);
    return await pending;
  }

  #add(document: TextDocument): TextDocument {
    this.#all.value = [...this.#all.value, document];
    document.model.onDidChangeContent((event) => this.#emit("changed", document, event));
    this.tabs.add(document);
    this.#emit("opened", document);
    return document;
  }

  #root(path: string): Root {
    return rootOf(path, this.config.roots) ?? this.config.roots[0]!;
  }

  #emit<E extends keyof DocumentEvents>(event: E, ...args: Parameters<DocumentEvents[E]>): void {
    for (const listener of this.#events) {
      const handler = listener[event] as ((...all: Parameters<DocumentEvents[E]>) => void) | undefined;
      try {
        handler?.(...args);
      } catch (error) {
        // A failing listener must not prevent the others from being called.
        console.error(`A listener of ${event} failed`, error);
      }
    }
  }
}

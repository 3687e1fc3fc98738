// An open document: its model, the state of its file when both were last equal, and its conflict with the
// file since. Does not read or write the file.

import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type * as monaco from "monaco-editor";
import type { Root } from "../config";
import type { Monaco } from "../editor/monaco";
import type { DiskText } from "./disk";
import { minimalEdits, withLineEndingsOf } from "./minimal-edits";
import { relativeName, uriOf } from "./paths";

export type Conflict = "changed" | "deleted";

export interface OpenDocument {
  /** file:///… as the agent spells it. */
  readonly uri: string;
  /** Absolute path. */
  readonly path: string;
  /** The innermost root that contains it. */
  readonly root: Root;
  /** Relative to its root, with `/`. */
  readonly name: string;
  readonly model: monaco.editor.ITextModel;
  readonly dirty: ReadonlySignal<boolean>;
  /** What happened to the file on disk while the buffer has unsaved changes. */
  readonly conflict: ReadonlySignal<Conflict | null>;
  readonly readOnly: boolean;
  /** Why it is read only, as a sentence; empty if it is not. */
  readonly readOnlyReason: string;
  /** Whether the model contains the file's whole text. */
  readonly isComplete: boolean;
  /** The tools' name of the encoding, such as `utf-8 with BOM`. */
  readonly encoding: string;
}

export interface TextEdit {
  readonly range: monaco.IRange;
  readonly text: string;
}

export class TextDocument implements OpenDocument {
  readonly uri: string;
  readonly path: string;
  readonly name: string;
  readonly model: monaco.editor.ITextModel;
  readonly isComplete: boolean;
  readonly #readOnlyReason: Signal<string>;
  readonly #dirty = signal(false);
  readonly #conflict = signal<Conflict | null>(null);
  readonly dirty: ReadonlySignal<boolean> = this.#dirty;
  readonly conflict: ReadonlySignal<Conflict | null> = this.#conflict;
  readonly #encoding: Signal<string>;
  /** The file's hash when it was last read or written. */
  hash: string;
  #lastTask: Promise<unknown> = Promise.resolve();
  #savedVersion: number;
  /** The file's text if its line endings are mixed: a model has only one kind. */
  #mixedEolText: string | null;

  constructor(
    monacoApi: Monaco,
    disk: DiskText,
    readonly root: Root,
  ) {
    this.path = disk.path;
    this.uri = uriOf(disk.path);
    this.name = relativeName(disk.path, root);
    this.#encoding = signal(disk.encoding);
    this.hash = disk.hash;
    this.isComplete = disk.isComplete;
    this.#readOnlyReason = signal(readOnlyReasonFor(disk));
    this.#mixedEolText = textIfMixedEol(disk.text);
    this.model = monacoApi.editor.createModel(disk.text, undefined, monacoApi.Uri.parse(this.uri));
    this.#savedVersion = this.model.getAlternativeVersionId();
    this.model.onDidChangeContent(() => this.#updateDirty());
  }

  get encoding(): string {
    return this.#encoding.value;
  }

  set encoding(name: string) {
    this.#encoding.value = name;
  }

  get readOnlyReason(): string {
    return this.#readOnlyReason.value;
  }

  get readOnly(): boolean {
    return this.#readOnlyReason.value !== "";
  }

  /** The text to write to the file. */
  get text(): string {
    const text = this.model.getValue();
    return this.#mixedEolText === null
      ? text
      : withLineEndingsOf(this.#mixedEolText, text, this.model.getEOL());
  }

  get version(): number {
    return this.model.getAlternativeVersionId();
  }

  /** Replace the text with minimal edits, as one undo step. Keeps the cursor position. */
  setText(text: string): void {
    const eol = uniformEol(text);
    this.model.pushStackElement();
    if (eol && eol !== this.model.getEOL()) this.model.pushEOL(eol === "\n" ? 0 : 1);
    const normalized = text.replace(/\r\n|\r|\n/g, this.model.getEOL());
    const edits = minimalEdits(this.model.getValue(), normalized).map((edit) => {
      const from = this.model.getPositionAt(edit.start);
      const to = this.model.getPositionAt(edit.end);
      return {
        range: {
          startLineNumber: from.lineNumber,
          startColumn: from.column,
          endLineNumber: to.lineNumber,
          endColumn: to.column,
        },
        text: edit.text,
      };
    });
    if (edits.length > 0) this.model.pushEditOperations(null, edits, () => null);
    this.model.pushStackElement();
  }

  edit(edits: readonly TextEdit[]): void {
    this.model.pushStackElement();
    this.model.pushEditOperations(null, [...edits], () => null);
    this.model.pushStackElement();
  }

  /** The file on disk now has this text, at this version of the model. */
  markSaved(text: string, hash: string, version = this.version): void {
    this.hash = hash;
    this.#mixedEolText = textIfMixedEol(text);
    this.#savedVersion = version;
    this.#conflict.value = null;
    this.#updateDirty();
  }

  /** Replace the buffer with the file's text and mark it as saved. */
  reload(disk: DiskText): void {
    this.setText(disk.text);
    this.encoding = disk.encoding;
    this.#readOnlyReason.value = readOnlyReasonFor(disk);
    this.markSaved(disk.text, disk.hash);
  }

  /**
   * Run tasks that compare or change both the buffer and its file one after the other: saves, checks of the
   * disk, and the choice between buffer and file. A failed task does not stop the next one.
   */
  serialized<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#lastTask.then(task);
    this.#lastTask = turn.catch(() => {});
    return turn;
  }

  setConflict(conflict: Conflict | null): void {
    this.#conflict.value = conflict;
  }

  #updateDirty(): void {
    this.#dirty.value = this.version !== this.#savedVersion;
  }
}

function readOnlyReasonFor(disk: DiskText): string {
  if (!disk.isComplete) {
    const [all, shown] = [disk.size, disk.text.length].map((count) => Math.round(count / 2 ** 20));
    return `This file has ${all} MiB. Its first ${shown} MiB are shown, read only.`;
  }
  if (!disk.lossy) return "";
  return "This file has bytes that are not valid UTF-8. It is read only, so that none of them is lost.";
}

/** The text if it has more than one kind of line ending, otherwise null. */
function textIfMixedEol(text: string): string | null {
  if (!text.includes("\r")) return null;
  return uniformEol(text) === null ? text : null;
}

/** The line ending of all lines; null if there is none or they differ. */
function uniformEol(text: string): "\n" | "\r\n" | null {
  if (!text.includes("\n")) return null;
  if (!text.includes("\r")) return "\n";
  return /(^|[^\r])\n|\r(?!\n)/.test(text) ? null : "\r\n";
}

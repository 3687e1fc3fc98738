// The open texts: where each came from, whether it is saved, and what happens to its file meanwhile.

import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type * as monaco from "monaco-editor";
import type { Agent } from "../agent/agent";
import type { Config, Root } from "../config";
import type { Tools } from "../tools/tools";

export interface OpenDocument {
  /** file:///… as the agent knows it. */
  readonly uri: string;
  /** Absolute. */
  readonly path: string;
  /** The innermost root that holds it. */
  readonly root: Root;
  /** Relative to its root, with `/`. */
  readonly name: string;
  readonly model: monaco.editor.ITextModel;
  readonly dirty: ReadonlySignal<boolean>;
  /** What became of the file on disk while the text has unsaved changes. */
  readonly conflict: ReadonlySignal<"changed" | "deleted" | null>;
  readonly readOnly: boolean;
}

export interface TextEdit {
  readonly range: monaco.IRange;
  readonly text: string;
}

export interface DocumentEvents {
  opened(document: OpenDocument): void;
  changed(document: OpenDocument, event: monaco.editor.IModelContentChangedEvent): void;
  saved(document: OpenDocument): void;
  closed(document: OpenDocument): void;
}

export interface OpenOptions {
  /** Select and reveal this. */
  selection?: monaco.IRange;
  /** Whether the editor gets the keyboard; true by default. */
  focus?: boolean;
  /** Whether its tab is shown; true by default. False opens it behind the others. */
  show?: boolean;
}

export class Documents {
  readonly all: Signal<readonly OpenDocument[]> = signal([]);
  /** The one whose tab is shown. */
  readonly active: Signal<OpenDocument | null> = signal(null);
  /** The editor widget that shows the active document; null until Monaco is there. */
  readonly editor: Signal<monaco.editor.IStandaloneCodeEditor | null> = signal(null);

  constructor(_config: Config, _tools: Tools, _agent: Agent) {}

  async start(): Promise<void> {}

  on(_events: Partial<DocumentEvents>): () => void {
    return () => {};
  }

  find(_pathOrUri: string): OpenDocument | undefined {
    return undefined;
  }

  async open(_path: string, _options: OpenOptions = {}): Promise<OpenDocument> {
    throw new Error("not yet");
  }

  /** The text as the user sees it: of the buffer if it is open, else of the file. */
  async text(_path: string): Promise<string> {
    throw new Error("not yet");
  }

  /** Change a text as one step of undo, opened behind the others if need be. It stays unsaved. */
  async edit(_path: string, _edits: readonly TextEdit[]): Promise<OpenDocument> {
    throw new Error("not yet");
  }

  async save(_document: OpenDocument): Promise<boolean> {
    return false;
  }

  async close(_document: OpenDocument): Promise<boolean> {
    return false;
  }
}

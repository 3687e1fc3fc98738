// Performs a task of the tour for the user: types in the editor key by key, or accepts suggestions.

import type * as monaco from "monaco-editor";
import type { NextEdits } from "../nes/next-edits";
import type { Documents } from "../workspace/documents";
import { editRange, type EditTask } from "./steps";
import {
  JUMP_TIMEOUT_MS,
  KEY_INTERVAL_MS,
  MAX_ACCEPTED,
  POLL_INTERVAL_MS,
  PREVIEW_MS,
  START_TIMEOUT_MS,
  SUGGESTION_TIMEOUT_MS,
} from "./limits";

export class Demonstrator {
  constructor(
    private readonly documents: Documents,
    private readonly nes: NextEdits,
  ) {}

  /** Wait until the agent follows the documents: text typed before is no edit for it. Limited in time. */
  async nextEditsStarted(signal: AbortSignal): Promise<void> {
    await waitUntil(() => this.nes.state.value.kind !== "starting", signal, START_TIMEOUT_MS);
  }

  /**
   * Show the location of an edit, with the text to replace selected. Returns false if it does not exist. A
   * user who already types on that line is not interrupted, unless `force` is set.
   */
  async showLocation(task: EditTask, path: string, signal: AbortSignal, force = false): Promise<boolean> {
    const document = await this.documents.open(path, { show: false });
    if (signal.aborted) return false;
    const spot = editRange(task, document.model.getValue());
    if (!spot) {
      await this.documents.open(path);
      return false;
    }
    const from = document.model.getPositionAt(spot.start);
    const to = document.model.getPositionAt(spot.end);
    const editor = this.documents.editor.value;
    const isThere =
      editor?.getModel() === document.model && editor.getPosition()?.lineNumber === from.lineNumber;
    if (isThere && !force && editor.hasTextFocus()) return true;
    const selection: monaco.IRange = {
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    };
    await this.documents.open(path, { selection });
    return true;
  }

  /** Type the edit key by key, once next edits have started. Returns false if the location no longer exists. */
  async type(task: EditTask, path: string, signal: AbortSignal): Promise<boolean> {
    await this.nextEditsStarted(signal);
    if (signal.aborted) return false;
    if (!(await this.showLocation(task, path, signal, true))) return false;
    const editor = await this.#editorShowing(path, signal);
    if (!editor) return false;
    editor.focus();
    for (const key of task.type) {
      await pause(KEY_INTERVAL_MS);
      if (signal.aborted) return false;
      editor.trigger("tour", "type", { text: key });
    }
    return true;
  }

  /** Accept suggestions until `done`. Returns false if no further suggestion appears. */
  async acceptSuggestions(done: () => boolean, signal: AbortSignal): Promise<boolean> {
    for (let accepted = 0; accepted < MAX_ACCEPTED && !done(); accepted += 1) {
      if (!(await this.#suggestionAppears(done, signal))) return false;
      if (done()) return true;
      await pause(PREVIEW_MS);
      if (signal.aborted) return false;
      this.documents.editor.value?.focus();
      const before = this.nes.shown.value;
      if (before === null) continue;
      this.nes.accept();
      // Accepting a distant suggestion first jumps to it; it is still shown then.
      await waitUntil(() => this.nes.shown.value !== before || done(), signal, JUMP_TIMEOUT_MS);
    }
    return done();
  }

  /**
   * Wait for a suggestion, or until `done`. A request in progress is waited for, however long a busy agent
   * takes. If nothing comes by itself, a suggestion is requested once, as Alt+\ does.
   */
  async #suggestionAppears(done: () => boolean, signal: AbortSignal): Promise<boolean> {
    const appeared = () => this.nes.shown.value !== null || done();
    await this.nes.whenIdle();
    if (await waitUntil(appeared, signal)) return true;
    if (signal.aborted) return false;
    this.nes.requestNow();
    await this.nes.whenIdle();
    return await waitUntil(appeared, signal);
  }

  /** The editor, once it shows this file. */
  async #editorShowing(
    path: string,
    signal: AbortSignal,
  ): Promise<monaco.editor.IStandaloneCodeEditor | null> {
    const shows = () => {
      const model = this.documents.editor.value?.getModel();
      return model !== null && model !== undefined && model === this.documents.find(path)?.model;
    };
    return (await waitUntil(shows, signal)) ? this.documents.editor.value : null;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function waitUntil(
  condition: () => boolean,
  signal: AbortSignal,
  timeoutMs = SUGGESTION_TIMEOUT_MS,
): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    if (signal.aborted || performance.now() > end) return false;
    await pause(POLL_INTERVAL_MS);
  }
  return true;
}

// Does a task in a person's stead: types in the editor key by key, or takes what is suggested.

import type * as monaco from "monaco-editor";
import type { NextEdits } from "../nes/next-edits";
import type { Documents } from "../workspace/documents";
import { spotOf, type EditTask } from "./steps";

const BETWEEN_KEYS = 28;
/** Milliseconds for a suggestion to come: the agent waits until a person seems to have finished a word. */
const PATIENCE = 6_000;
const LOOK_EVERY = 40;
/** So that one can see what is suggested before it is taken. */
const SEEN = 450;
const GONE_TO = 500;
const MOST_TAKEN = 30;

export class Hands {
  constructor(
    private readonly documents: Documents,
    private readonly nes: NextEdits,
  ) {}

  /**
   * Show the place of an edit, with what is to be replaced selected. False if it is not there. Who writes on its
   * line already is left alone, unless it must be exactly there.
   */
  async point(task: EditTask, path: string, signal: AbortSignal, exactly = false): Promise<boolean> {
    const document = await this.documents.open(path, { show: false });
    if (signal.aborted) return false;
    const spot = spotOf(task, document.model.getValue());
    if (!spot) {
      await this.documents.open(path);
      return false;
    }
    const from = document.model.getPositionAt(spot.start);
    const to = document.model.getPositionAt(spot.end);
    const editor = this.documents.editor.value;
    const isThere =
      editor?.getModel() === document.model && editor.getPosition()?.lineNumber === from.lineNumber;
    if (isThere && !exactly && editor.hasTextFocus()) return true;
    const selection: monaco.IRange = {
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    };
    await this.documents.open(path, { selection });
    return true;
  }

  /** False if the place is no longer there. */
  async type(task: EditTask, path: string, signal: AbortSignal): Promise<boolean> {
    if (!(await this.point(task, path, signal, true))) return false;
    const editor = await this.#shown(path, signal);
    if (!editor) return false;
    editor.focus();
    for (const key of task.type) {
      await pause(BETWEEN_KEYS);
      if (signal.aborted) return false;
      editor.trigger("tour", "type", { text: key });
    }
    return true;
  }

  /** Take suggestions until `done`. False if none comes any more. */
  async take(done: () => boolean, signal: AbortSignal): Promise<boolean> {
    for (let taken = 0; taken < MOST_TAKEN && !done(); taken += 1) {
      const came = await until(() => this.nes.showing.value !== null || done(), signal);
      if (!came) return false;
      if (done()) return true;
      await pause(SEEN);
      if (signal.aborted) return false;
      this.documents.editor.value?.focus();
      const before = this.nes.showing.value;
      if (before === null) continue;
      this.nes.accept();
      // What is far away is only gone to at first, and still there to be taken.
      await until(() => this.nes.showing.value !== before || done(), signal, GONE_TO);
    }
    return done();
  }

  /** The editor, once it shows this file. */
  async #shown(path: string, signal: AbortSignal): Promise<monaco.editor.IStandaloneCodeEditor | null> {
    const shows = () => {
      const model = this.documents.editor.value?.getModel();
      return model !== null && model !== undefined && model === this.documents.find(path)?.model;
    };
    return (await until(shows, signal)) ? this.documents.editor.value : null;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function until(holds: () => boolean, signal: AbortSignal, patience = PATIENCE): Promise<boolean> {
  const end = performance.now() + patience;
  while (!holds()) {
    if (signal.aborted || performance.now() > end) return false;
    await pause(LOOK_EVERY);
  }
  return true;
}

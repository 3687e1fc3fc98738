// Monaco's own rendering of next edits, steered. The one place that reaches behind Monaco's public face: it
// has no way to say that a suggestion is to be looked for again at the same place, nor to ask what Tab
// would do.

import type * as monaco from "monaco-editor";
import { IStorageService } from "monaco-editor/platform/storage/common/storage.js";
import { StandaloneServices } from "monaco-editor/editor/standalone/browser/standaloneServices.js";

interface Steered {
  stop(reason: "automatic" | "explicitCancel"): void;
  trigger(transaction: undefined, options: { noDelay: boolean }): Promise<void>;
  accept(): Promise<void>;
  jump(): void;
  readonly tabShouldJumpToInlineEdit: { get(): boolean };
  readonly state: { get(): { readonly cursorAtInlineEdit?: { get(): boolean } } | undefined };
}

export class Inline {
  constructor(private readonly editor: monaco.editor.ICodeEditor) {}

  get #model(): Steered | undefined {
    const found = this.editor.getContribution("editor.contrib.inlineCompletionsController") as unknown as {
      model?: { get(): Steered | undefined };
    } | null;
    return found?.model?.get();
  }

  get isVisible(): boolean {
    return this.#model?.state.get() !== undefined;
  }

  /** Let Monaco ask its provider again. */
  refresh(): void {
    const model = this.#model;
    model?.stop("automatic");
    // What is asked for again meanwhile cancels it.
    model?.trigger(undefined, { noDelay: true }).catch(() => {});
  }

  hide(): void {
    this.#model?.stop("automatic");
  }

  /** What Tab does: go there, or take it. */
  take(): void {
    const model = this.#model;
    if (model?.tabShouldJumpToInlineEdit.get()) model.jump();
    else model?.accept().catch(() => {});
  }

  /** The same where Monaco would indent: go there unless the cursor is there. */
  takeAnyway(): void {
    const model = this.#model;
    if (model?.state.get()?.cursorAtInlineEdit?.get() === false) model.jump();
    else model?.accept().catch(() => {});
  }

  dismiss(): void {
    this.#model?.stop("explicitCancel");
  }
}

/** Monaco greets who sees a first next edit with a pulse, which fails if it comes before the picture. */
export function skipGreeting(): void {
  const storage = StandaloneServices.get(IStorageService) as {
    store?(key: string, value: string, scope: number, target: number): void;
  };
  storage.store?.("inlineEditsGutterIndicatorUserKind", "active", -1, 0);
}

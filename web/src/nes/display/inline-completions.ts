// Monaco's own rendering of next edits, steered. This and hints.ts reach behind Monaco's public face: it
// has no way to say that a suggestion is to be looked for again at the same place, nor to ask what Tab
// would do.

import type * as monaco from "monaco-editor";
import { IStorageService } from "monaco-editor/platform/storage/common/storage.js";
import { StandaloneServices } from "monaco-editor/editor/standalone/browser/standaloneServices.js";

/** What Tab does with what is shown: take it, or go where it is. */
export type Tab = "take" | "go";

/** Of these depends what Tab does. */
const KEYS: ReadonlySet<string> = new Set([
  "inlineEditIsVisible",
  "inlineSuggestionVisible",
  "tabShouldJumpToInlineEdit",
  "tabShouldAcceptInlineEdit",
  "cursorAtInlineEdit",
  "suggestWidgetVisible",
]);

const ELSEWHERE = ["suggestWidgetVisible", "inSnippetMode", "editorTabMovesFocus", "editorReadonly"];

interface KeysChange {
  affectsSome(keys: ReadonlySet<string>): boolean;
}

interface Keys {
  getContextKeyValue(key: string): unknown;
  onDidChangeContext(told: (event: KeysChange) => void): monaco.IDisposable;
}

interface Steered {
  stop(reason: "automatic" | "explicitCancel"): void;
  trigger(transaction: undefined, options: { noDelay: boolean; explicit?: boolean }): Promise<void>;
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

  /** What Tab does; null if nothing of this can be seen, or Tab is for the list of completions. */
  get tab(): Tab | null {
    const keys = this.#keys;
    if (!this.isVisible || keys.getContextKeyValue("suggestWidgetVisible") === true) return null;
    if (keys.getContextKeyValue("tabShouldJumpToInlineEdit") === true) return "go";
    if (keys.getContextKeyValue("tabShouldAcceptInlineEdit") === true) return "take";
    return this.#model?.state.get()?.cursorAtInlineEdit?.get() === false ? "go" : "take";
  }

  /** Tab is for the list of completions, a snippet, or the way out of the editor. */
  get isTabElsewhere(): boolean {
    return ELSEWHERE.some((key) => this.#keys.getContextKeyValue(key) === true);
  }

  /** What Tab does may be another thing. */
  onTab(told: () => void): monaco.IDisposable {
    return this.#keys.onDidChangeContext((event) => {
      if (event.affectsSome(KEYS)) told();
    });
  }

  get #keys(): Keys {
    return (this.editor as unknown as { readonly contextKeyService: Keys }).contextKeyService;
  }

  /** Let Monaco ask its provider again. Done when it has drawn what there is. */
  async refresh(): Promise<void> {
    const model = this.#model;
    model?.stop("automatic");
    // What is asked for again meanwhile cancels it.
    await model?.trigger(undefined, { noDelay: true }).catch(() => {});
    // After an undo Monaco asks nobody unless it is told to. Whether to suggest then is for the agent to say.
    if (model === this.#model && !this.isVisible) {
      await model?.trigger(undefined, { noDelay: true, explicit: true }).catch(() => {});
    }
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

// Monaco's own rendering of next edits, steered. This and hints.ts reach behind Monaco's public face: it
// has no way to say that a suggestion is to be looked for again at the same place, nor to ask what Tab
// would do.

import type * as monaco from "monaco-editor";
import { IStorageService } from "monaco-editor/platform/storage/common/storage.js";
import { StandaloneServices } from "monaco-editor/editor/standalone/browser/standaloneServices.js";

/** What Tab does with what is shown: take it, or go where it is. */
export type TabAction = "accept" | "jump";

/** Of these depends what Tab does. */
const TAB_CONTEXT_KEYS: ReadonlySet<string> = new Set([
  "inlineEditIsVisible",
  "inlineSuggestionVisible",
  "tabShouldJumpToInlineEdit",
  "tabShouldAcceptInlineEdit",
  "cursorAtInlineEdit",
  "suggestWidgetVisible",
]);

const OTHER_TAB_USES = ["suggestWidgetVisible", "inSnippetMode", "editorTabMovesFocus", "editorReadonly"];

interface ContextKeyChange {
  affectsSome(keys: ReadonlySet<string>): boolean;
}

interface ContextKeys {
  getContextKeyValue(key: string): unknown;
  onDidChangeContext(listener: (event: ContextKeyChange) => void): monaco.IDisposable;
}

interface InlineModel {
  stop(reason: "automatic" | "explicitCancel"): void;
  trigger(transaction: undefined, options: { noDelay: boolean; explicit?: boolean }): Promise<void>;
  accept(): Promise<void>;
  jump(): void;
  readonly tabShouldJumpToInlineEdit: { get(): boolean };
  readonly state: { get(): { readonly cursorAtInlineEdit?: { get(): boolean } } | undefined };
}

export class InlineCompletions {
  constructor(private readonly editor: monaco.editor.ICodeEditor) {}

  get #model(): InlineModel | undefined {
    const found = this.editor.getContribution("editor.contrib.inlineCompletionsController") as unknown as {
      model?: { get(): InlineModel | undefined };
    } | null;
    return found?.model?.get();
  }

  get isVisible(): boolean {
    return this.#model?.state.get() !== undefined;
  }

  /** What Tab does; null if nothing of this can be seen, or Tab is for the list of completions. */
  get tabAction(): TabAction | null {
    const keys = this.#keys;
    if (!this.isVisible || keys.getContextKeyValue("suggestWidgetVisible") === true) return null;
    if (keys.getContextKeyValue("tabShouldJumpToInlineEdit") === true) return "jump";
    if (keys.getContextKeyValue("tabShouldAcceptInlineEdit") === true) return "accept";
    return this.#model?.state.get()?.cursorAtInlineEdit?.get() === false ? "jump" : "accept";
  }

  /** Tab is for the list of completions, a snippet, or the way out of the editor. */
  get isTabUsedElsewhere(): boolean {
    return OTHER_TAB_USES.some((key) => this.#keys.getContextKeyValue(key) === true);
  }

  /** What Tab does may be another thing. */
  onTabActionChange(listener: () => void): monaco.IDisposable {
    return this.#keys.onDidChangeContext((event) => {
      if (event.affectsSome(TAB_CONTEXT_KEYS)) listener();
    });
  }

  get #keys(): ContextKeys {
    return (this.editor as unknown as { readonly contextKeyService: ContextKeys }).contextKeyService;
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
  acceptOrJump(): void {
    const model = this.#model;
    if (model?.tabShouldJumpToInlineEdit.get()) model.jump();
    else model?.accept().catch(() => {});
  }

  /** The same where Monaco would indent: go there unless the cursor is there. */
  forceAcceptOrJump(): void {
    const model = this.#model;
    if (model?.state.get()?.cursorAtInlineEdit?.get() === false) model.jump();
    else model?.accept().catch(() => {});
  }

  dismiss(): void {
    this.#model?.stop("explicitCancel");
  }
}

/** Monaco greets who sees a first next edit with a pulse, which fails if it comes before the picture. */
export function skipOnboardingPulse(): void {
  const storage = StandaloneServices.get(IStorageService) as {
    store?(key: string, value: string, scope: number, target: number): void;
  };
  storage.store?.("inlineEditsGutterIndicatorUserKind", "active", -1, 0);
}

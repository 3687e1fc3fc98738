// Controls Monaco's rendering of next edits. This module and hint-placement.ts use Monaco's internals: its
// public API can neither request suggestions again at the same position nor tell what Tab would do.

import type * as monaco from "monaco-editor";
import { IStorageService } from "monaco-editor/platform/storage/common/storage.js";
import { StandaloneServices } from "monaco-editor/editor/standalone/browser/standaloneServices.js";

/** What Tab does with the shown suggestion: accept it, or jump to it. */
export type TabAction = "accept" | "jump";

/** The context keys that determine what Tab does. */
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

  /** What Tab does; null if no suggestion is visible, or if Tab belongs to the completion list. */
  get tabAction(): TabAction | null {
    const keys = this.#keys;
    if (!this.isVisible || keys.getContextKeyValue("suggestWidgetVisible") === true) return null;
    if (keys.getContextKeyValue("tabShouldJumpToInlineEdit") === true) return "jump";
    if (keys.getContextKeyValue("tabShouldAcceptInlineEdit") === true) return "accept";
    return this.#model?.state.get()?.cursorAtInlineEdit?.get() === false ? "jump" : "accept";
  }

  /** Tab belongs to the completion list, a snippet, or focus navigation. */
  get isTabUsedElsewhere(): boolean {
    return OTHER_TAB_USES.some((key) => this.#keys.getContextKeyValue(key) === true);
  }

  /** Called when the Tab action may have changed. */
  onTabActionChange(listener: () => void): monaco.IDisposable {
    return this.#keys.onDidChangeContext((event) => {
      if (event.affectsSome(TAB_CONTEXT_KEYS)) listener();
    });
  }

  get #keys(): ContextKeys {
    return (this.editor as unknown as { readonly contextKeyService: ContextKeys }).contextKeyService;
  }

  /** Make Monaco query its provider again. Resolves when the result is rendered. */
  async refresh(): Promise<void> {
    const model = this.#model;
    model?.stop("automatic");
    // A newer trigger cancels this one.
    await model?.trigger(undefined, { noDelay: true }).catch(() => {});
    // After an undo Monaco queries only explicitly. Whether to suggest then is the agent's decision.
    if (model === this.#model && !this.isVisible) {
      await model?.trigger(undefined, { noDelay: true, explicit: true }).catch(() => {});
    }
  }

  hide(): void {
    this.#model?.stop("automatic");
  }

  /** What Tab does: jump to the suggestion, or accept it. */
  acceptOrJump(): void {
    const model = this.#model;
    if (model?.tabShouldJumpToInlineEdit.get()) model.jump();
    else model?.accept().catch(() => {});
  }

  /** The same where Monaco would indent: jump unless the cursor is at the edit. */
  forceAcceptOrJump(): void {
    const model = this.#model;
    if (model?.state.get()?.cursorAtInlineEdit?.get() === false) model.jump();
    else model?.accept().catch(() => {});
  }

  reject(): void {
    this.#model?.stop("explicitCancel");
  }
}

/**
 * Monaco marks a user's first next edit with a pulse animation, which fails if it starts before the
 * rendering.
 */
export function skipOnboardingPulse(): void {
  const storage = StandaloneServices.get(IStorageService) as {
    store?(key: string, value: string, scope: number, target: number): void;
  };
  storage.store?.("inlineEditsGutterIndicatorUserKind", "active", -1, 0);
}

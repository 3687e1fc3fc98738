// Shows suggestions: as Monaco's ghost text, inline diffs, jumps and hints, or as the preview of a bulk edit.
// Reports what the user did with them; makes no decisions.

import type * as monaco from "monaco-editor";
import type { Monaco } from "../../editor/monaco";
import { keepHintsVisible } from "./hint-placement";
import { InlineCompletions, skipOnboardingPulse, type TabAction } from "./inline-completions";
import { Debounce } from "../debounce";
import type { PreparedSuggestion } from "../suggestions/prepared-suggestion";
import { PreviewWidget } from "./PreviewWidget";
import { TabKeyFilter } from "./tab-key-filter";
import { firstWord, hintLabel } from "./labels";
import { DRAW_TIMEOUT_MS } from "../limits";

const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph"]);

export interface ViewListener {
  /** Monaco moved the cursor to the target of a jump. */
  jumped(prepared: PreparedSuggestion): void;
  /** Monaco finished applying an accepted edit. */
  finished(id: string): void;
  rejected(prepared: PreparedSuggestion): void;
  /** Open the suggestion's document and show it there. Resolves to false if that fails. */
  navigate(prepared: PreparedSuggestion): Promise<boolean>;
  /** Apply the bulk edit. */
  apply(prepared: PreparedSuggestion): void;
  /** Whether an accepted suggestion is still being applied. */
  isBusy(): boolean;
  /** What Tab does from now on; null if no suggestion is visible. */
  tabActionChanged(action: TabAction | null): void;
}

export class SuggestionView {
  readonly #inline: InlineCompletions;
  readonly #preview: PreviewWidget;
  readonly #activeKey: monaco.editor.IContextKey<boolean>;
  readonly #disposables: monaco.IDisposable[] = [];
  #shown: PreparedSuggestion | null = null;
  /** Whether it is shown as ghost text. Once shown as an edit, it stays one. */
  #isGhost = false;
  #version = 0;
  readonly #tabFilter = new TabKeyFilter();
  readonly #hiddenCheck = new Debounce(() => this.listener.tabActionChanged(this.#tabAction));
  /** performance.now() when this suggestion was first visible. */
  #shownAt = 0;

  constructor(
    private readonly monaco: Monaco,
    private readonly editor: monaco.editor.IStandaloneCodeEditor,
    private readonly listener: ViewListener,
  ) {
    skipOnboardingPulse();
    keepHintsVisible(editor);
    this.#inline = new InlineCompletions(editor);
    this.#preview = new PreviewWidget(editor, {
      apply: (prepared) => this.listener.apply(prepared),
      reject: (prepared) => this.listener.rejected(prepared),
    });
    this.#activeKey = editor.createContextKey("understudyNextEdit", false);
    window.addEventListener("unhandledrejection", ignoreCanceled);
    this.#disposables.push(
      { dispose: () => window.removeEventListener("unhandledrejection", ignoreCanceled) },
      monaco.languages.registerInlineCompletionsProvider("*", this.#provider()),
      monaco.editor.registerEditorOpener({
        openCodeEditor: (_source, resource) => this.#open(resource),
      }),
      this.#inline.onTabActionChange(() => this.#reportTabAction()),
      editor.onKeyDown((event) => this.#handleKey(event)),
      editor.onMouseDown(() => this.#tabFilter.reset()),
      // Otherwise Monaco would render it once more in the next document, which may not have that line.
      editor.onWillChangeModel(() => this.#inline.hide()),
      // Monaco lets Tab indent an empty line even if a suggestion is shown. The key must do what the page
      // says.
      editor.addAction({
        id: "understudy.nes.accept",
        label: "Accept the next edit",
        keybindings: [monaco.KeyCode.Tab],
        precondition: undefined,
        keybindingContext:
          "understudyNextEdit && inlineEditIsVisible && editorTextFocus && !suggestWidgetVisible && " +
          "!editorTabMovesFocus && !tabShouldJumpToInlineEdit && !tabShouldAcceptInlineEdit",
        run: () => this.#inline.forceAcceptOrJump(),
      }),
      // Monaco's own action accepts the space before a word as a word.
      editor.addAction({
        id: "understudy.nes.acceptWord",
        label: "Accept one word of the next edit",
        keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.RightArrow],
        precondition: undefined,
        keybindingContext: "understudyNextEdit && inlineSuggestionVisible && editorTextFocus",
        run: () => this.#acceptWord(),
      }),
    );
  }

  get shown(): PreparedSuggestion | null {
    return this.#shown;
  }

  show(prepared: PreparedSuggestion | null): void {
    const wasShown = this.#shown !== null;
    const isNew = prepared !== null && prepared.id !== this.#shown?.id;
    this.#shown = prepared;
    if (isNew) {
      this.#shownAt = performance.now();
      this.listener.tabActionChanged(this.#expectedTabAction(prepared));
    }
    this.#activeKey.set(prepared !== null);
    this.#preview.show(prepared?.bulkEdit ? prepared : null);
    this.#isGhost = prepared !== null && this.#canBeGhost(prepared);
    if (prepared) void this.#draw(prepared);
    else if (wasShown) this.#inline.hide();
    this.#reportTabAction();
  }

  /** The cursor moved: Monaco drops ghost text then, so a suggestion elsewhere is shown as an edit. */
  cursorMoved(): void {
    const version = this.editor.getModel()?.getVersionId() ?? 0;
    const hasTyped = version !== this.#version;
    this.#version = version;
    if (!this.#shown) return;
    const canBeGhost = this.#canBeGhost(this.#shown);
    // A suggestion becomes ghost text once the user types its beginning. Monaco queries by itself after
    // typing.
    if (hasTyped && canBeGhost) this.#isGhost = true;
    if (hasTyped || !this.#isGhost) return;
    if (canBeGhost && this.#inline.isVisible) return;
    this.#isGhost = canBeGhost;
    // Not within the event, because Monaco is about to drop the suggestion.
    queueMicrotask(() => this.#shown && void this.#draw(this.#shown));
  }

  /**
   * A suggestion that cannot be rendered as ghost text is rendered as an edit, so that it is always visible.
   */
  async #draw(prepared: PreparedSuggestion): Promise<void> {
    await this.#inline.refresh();
    if (this.#shown !== prepared || !this.#isGhost) return;
    if (this.#inline.isVisible || this.#inline.isTabUsedElsewhere) return;
    this.#isGhost = false;
    await this.#inline.refresh();
  }

  /** Another document is shown: Monaco has dropped its rendering. */
  documentSwitched(): void {
    if (this.#shown) this.show(this.#shown);
  }

  /** What Tab does. */
  accept(): void {
    if (this.#shown?.bulkEdit) this.listener.apply(this.#shown);
    else this.#inline.acceptOrJump();
  }

  /** Insert the next word of the ghost text; the rest stays. */
  #acceptWord(): void {
    const edit = this.#isGhost ? this.#shown?.edit : null;
    const word = edit ? firstWord(edit.text) : "";
    if (!edit || !word) return;
    this.editor.pushUndoStop();
    this.editor.executeEdits("understudy", [{ range: edit.range, text: word, forceMoveMarkers: true }]);
    this.editor.pushUndoStop();
  }

  reject(): void {
    const prepared = this.#shown;
    if (!prepared) return;
    this.#inline.reject();
    if (this.#shown === prepared) this.listener.rejected(prepared);
  }

  dispose(): void {
    this.show(null);
    this.#hiddenCheck.cancel();
    this.#preview.dispose();
    for (const one of this.#disposables) one.dispose();
  }

  /** Called before Monaco handles the key. */
  #handleKey(event: monaco.IKeyboardEvent): void {
    const { KeyCode } = this.monaco;
    if (MODIFIERS.has(event.browserEvent.key)) return;
    if (event.keyCode !== KeyCode.Tab || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) {
      this.#tabFilter.reset();
      return;
    }
    if (this.#inline.isTabUsedElsewhere) return;
    const press = this.#tabFilter.press({
      // When the key was pressed: a busy page handles it later.
      now: event.browserEvent.timeStamp,
      visibleSince: this.#tabAction ? this.#shownAt : null,
      busy: this.listener.isBusy(),
      isRepeat: event.browserEvent.repeat,
    });
    if (press === "handle") return;
    event.preventDefault();
    event.stopPropagation();
    if (press === "indent") this.editor.trigger("keyboard", "tab", null);
  }

  get #tabAction(): TabAction | null {
    if (!this.#shown) return null;
    const tab = this.#inline.tabAction;
    if (!tab || this.#shown.bulkEdit) return tab && "accept";
    return this.#isEditHere(this.#shown) ? tab : "jump";
  }

  /** What Tab will do once Monaco has rendered the suggestion. */
  #expectedTabAction(prepared: PreparedSuggestion): TabAction {
    if (prepared.bulkEdit) return "accept";
    const line = this.editor.getPosition()?.lineNumber ?? 0;
    const isNear = prepared.position !== null && Math.abs(prepared.position.lineNumber - line) <= 1;
    return isNear && this.#isEditHere(prepared) ? "accept" : "jump";
  }

  #isEditHere(prepared: PreparedSuggestion): boolean {
    return prepared.model === this.editor.getModel() && prepared.suggestion.kind !== "jump";
  }

  #reportTabAction(): void {
    const tab = this.#tabAction;
    if (tab || !this.#shown) this.#hiddenCheck.cancel();
    else this.#hiddenCheck.scheduleWithin(DRAW_TIMEOUT_MS);
    if (tab) this.listener.tabActionChanged(tab);
  }

  #provider(): monaco.languages.InlineCompletionsProvider {
    const { Accepted, Rejected } = this.monaco.languages.InlineCompletionEndOfLifeReasonKind;
    return {
      debounceDelayMs: 0,
      displayName: "Understudy",
      provideInlineCompletions: (model, position, context) => {
        // While a completion is selected in the list, no suggestion is shown.
        const prepared = context.selectedSuggestionInfo ? null : this.#shown;
        const item = model === this.editor.getModel() && prepared
          ? this.#item(prepared, model, position)
          : null;
        return { items: item ? [item] : [], suppressSuggestions: true };
      },
      disposeInlineCompletions: () => {},
      handleEndOfLifetime: (_list, item, reason) => {
        const prepared = this.#shown;
        const isShown = prepared !== null && item.correlationId === prepared.id;
        if (reason.kind === Rejected && isShown) this.listener.rejected(prepared);
        else if (reason.kind !== Accepted) return;
        else if (!isShown) this.listener.finished(item.correlationId ?? "");
        else if (prepared.bulkEdit) this.listener.apply(prepared);
        else if (this.#jumpsToOtherFile(prepared)) void this.listener.navigate(prepared);
        else if (prepared.suggestion.kind === "jump") this.listener.jumped(prepared);
      },
    };
  }

  #item(
    prepared: PreparedSuggestion,
    model: monaco.editor.ITextModel,
    position: monaco.IPosition,
  ): monaco.languages.InlineCompletion | null {
    const common = { correlationId: prepared.id, isInlineEdit: true };
    if (prepared.bulkEdit || this.#jumpsToOtherFile(prepared)) {
      const line = position.lineNumber;
      const end = model.getLineMaxColumn(line);
      const range = { startLineNumber: line, startColumn: end, endLineNumber: line, endColumn: end };
      const style = this.monaco.languages.InlineCompletionHintStyle.Label;
      return { ...common, insertText: undefined, hint: { range, style, content: hintLabel(prepared) } };
    }
    if (!prepared.model || prepared.model.isDisposed()) return null;
    if (prepared.suggestion.kind === "jump") {
      return prepared.position && { ...common, insertText: undefined, jumpToPosition: prepared.position };
    }
    const elsewhere = prepared.model === model ? {} : { uri: prepared.model.uri };
    const edit = prepared.edit;
    if (!edit) return null;
    const { text: insertText, range } = edit;
    return { ...common, ...elsewhere, isInlineEdit: !this.#isGhost, insertText, range };
  }

  /** Jumps to other files are shown as a label: Monaco would also mark the position in this file. */
  #jumpsToOtherFile(prepared: PreparedSuggestion): boolean {
    return prepared.suggestion.kind === "jump" && prepared.model !== this.editor.getModel();
  }

  /** Whether the suggestion only inserts text at the cursor. */
  #canBeGhost(prepared: PreparedSuggestion): boolean {
    const model = this.editor.getModel();
    const position = this.editor.getPosition();
    const edit = prepared.model === model ? prepared.edit : null;
    if (!edit || !position || !model) return false;
    const { startLineNumber: line, startColumn: column, endLineNumber, endColumn } = edit.range;
    if (line !== endLineNumber || column !== endColumn) return false;
    if (line !== position.lineNumber || column !== position.column) return false;
    // Monaco renders no ghost text that ends with a line ending.
    if (/[\r\n]$/.test(edit.text)) return false;
    return !/[\r\n]/.test(edit.text) || column === model.getLineMaxColumn(line);
  }

  #open(resource: monaco.Uri): boolean | Promise<boolean> {
    const prepared = this.#shown;
    if (!prepared?.model || prepared.model.uri.toString() !== resource.toString()) return false;
    return this.listener.navigate(prepared);
  }
}

/**
 * Monaco leaves an unhandled rejection named "Canceled" when a suggestion disappears right after it was
 * shown.
 */
function ignoreCanceled(event: PromiseRejectionEvent): void {
  if (event.reason instanceof Error && event.reason.name === "Canceled") event.preventDefault();
}

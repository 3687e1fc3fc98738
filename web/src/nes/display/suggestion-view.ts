// Where suggestions are shown: Monaco's ghost text, inline diffs, jumps and hints, and the list for what
// changes many places. Says what the user did with them; decides nothing.

import type * as monaco from "monaco-editor";
import type { Monaco } from "../../editor/monaco";
import { keepHintsVisible } from "./hint-placement";
import { InlineCompletions, skipOnboardingPulse, type TabAction } from "./inline-completions";
import { Debounce } from "../debounce";
import type { PreparedSuggestion } from "../suggestions/prepared-suggestion";
import { PreviewWidget } from "./PreviewWidget";
import { TabKeyFilter } from "./tab-key-filter";
import { hintLabel } from "./labels";
import { DRAW_TIMEOUT_MS } from "../limits";

const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph"]);

export interface ViewListener {
  /** Monaco has gone where a jump leads. */
  jumped(prepared: PreparedSuggestion): void;
  /** Monaco has finished with an edit that was taken. */
  finished(id: string): void;
  dismissed(prepared: PreparedSuggestion): void;
  /** Open its document and show it there. False if that cannot be done. */
  navigate(prepared: PreparedSuggestion): Promise<boolean>;
  /** Do what the list says. */
  apply(prepared: PreparedSuggestion): void;
  /** Something that was taken is still being done. */
  isBusy(): boolean;
  /** What Tab does from now on; null if nothing of this can be seen. */
  tabActionChanged(action: TabAction | null): void;
}

export class SuggestionView {
  readonly #inline: InlineCompletions;
  readonly #preview: PreviewWidget;
  readonly #activeKey: monaco.editor.IContextKey<boolean>;
  readonly #disposables: monaco.IDisposable[] = [];
  #shown: PreparedSuggestion | null = null;
  /** Shown as ghost text. One that became an edit stays one. */
  #isGhost = false;
  #version = 0;
  readonly #tabFilter = new TabKeyFilter();
  readonly #hiddenCheck = new Debounce(() => this.listener.tabActionChanged(this.#tabAction));
  /** performance.now() when this one could first be seen. */
  #shownAt = 0;

  constructor(
    private readonly monaco: Monaco,
    private readonly editor: monaco.editor.IStandaloneCodeEditor,
    private readonly listener: ViewListener,
  ) {
    skipOnboardingPulse();
    keepHintsVisible(editor);
    this.#inline = new InlineCompletions(editor);
    this.#preview = new PreviewWidget(monaco, editor, {
      apply: (prepared) => this.listener.apply(prepared),
      dismiss: (prepared) => this.listener.dismissed(prepared),
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
      // Monaco would draw it once more in the text that comes, where the line may not be.
      editor.onWillChangeModel(() => this.#inline.hide()),
      // Monaco lets Tab indent an empty line, whatever is shown. A key must do what the screen says.
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

  /** The cursor has moved: Monaco drops ghost text then, and what stands elsewhere is shown as an edit. */
  cursorMoved(): void {
    const version = this.editor.getModel()?.getVersionId() ?? 0;
    const hasTyped = version !== this.#version;
    this.#version = version;
    if (!this.#shown) return;
    const canBeGhost = this.#canBeGhost(this.#shown);
    // Who types what is suggested sees it as ghost text from then on. Monaco asks by itself after typing.
    if (hasTyped && canBeGhost) this.#isGhost = true;
    if (hasTyped || !this.#isGhost) return;
    if (canBeGhost && this.#inline.isVisible) return;
    this.#isGhost = canBeGhost;
    // Not inside of the event: Monaco is about to drop it.
    queueMicrotask(() => this.#shown && void this.#draw(this.#shown));
  }

  /** What cannot be drawn as ghost text is drawn as an edit: whatever is offered must be seen. */
  async #draw(prepared: PreparedSuggestion): Promise<void> {
    await this.#inline.refresh();
    if (this.#shown !== prepared || !this.#isGhost) return;
    if (this.#inline.isVisible || this.#inline.isTabUsedElsewhere) return;
    this.#isGhost = false;
    await this.#inline.refresh();
  }

  /** Another text is shown: Monaco has forgotten what it drew. */
  documentSwitched(): void {
    if (this.#shown) this.show(this.#shown);
  }

  /** What Tab does. */
  accept(): void {
    if (this.#shown?.bulkEdit) this.listener.apply(this.#shown);
    else this.#inline.acceptOrJump();
  }

  dismiss(): void {
    const prepared = this.#shown;
    if (!prepared) return;
    this.#inline.dismiss();
    if (this.#shown === prepared) this.listener.dismissed(prepared);
  }

  dispose(): void {
    this.show(null);
    this.#hiddenCheck.cancel();
    this.#preview.dispose();
    for (const one of this.#disposables) one.dispose();
  }

  /** Before Monaco hears of the key. */
  #handleKey(event: monaco.IKeyboardEvent): void {
    const { KeyCode } = this.monaco;
    if (MODIFIERS.has(event.browserEvent.key)) return;
    if (event.keyCode !== KeyCode.Tab || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) {
      this.#tabFilter.reset();
      return;
    }
    if (this.#inline.isTabUsedElsewhere) return;
    const press = this.#tabFilter.press({
      now: performance.now(),
      visibleSince: this.#tabAction ? this.#shownAt : null,
      busy: this.listener.isBusy(),
      held: event.browserEvent.repeat,
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

  /** What Tab will do once Monaco has drawn it. */
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
        // While a completion is picked from the list, the list is what the user looks at.
        const prepared = context.selectedSuggestionInfo ? null : this.#shown;
        const item = model === this.editor.getModel() && prepared ? this.#item(prepared, model, position) : null;
        return { items: item ? [item] : [], suppressSuggestions: true };
      },
      disposeInlineCompletions: () => {},
      handleEndOfLifetime: (_list, item, reason) => {
        const prepared = this.#shown;
        const isShown = prepared !== null && item.correlationId === prepared.id;
        if (reason.kind === Rejected && isShown) this.listener.dismissed(prepared);
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

  /** Jumps into other files are said in words: Monaco would mark the place in this one too. */
  #jumpsToOtherFile(prepared: PreparedSuggestion): boolean {
    return prepared.suggestion.kind === "jump" && prepared.model !== this.editor.getModel();
  }

  /** Whether it only puts something in at the cursor. */
  #canBeGhost(prepared: PreparedSuggestion): boolean {
    const model = this.editor.getModel();
    const position = this.editor.getPosition();
    const edit = prepared.model === model ? prepared.edit : null;
    if (!edit || !position || !model) return false;
    const { startLineNumber: line, startColumn: column, endLineNumber, endColumn } = edit.range;
    if (line !== endLineNumber || column !== endColumn) return false;
    if (line !== position.lineNumber || column !== position.column) return false;
    // Monaco draws no ghost text that ends with a line end.
    if (/[\r\n]$/.test(edit.text)) return false;
    return !/[\r\n]/.test(edit.text) || column === model.getLineMaxColumn(line);
  }

  #open(resource: monaco.Uri): boolean | Promise<boolean> {
    const prepared = this.#shown;
    if (!prepared?.model || prepared.model.uri.toString() !== resource.toString()) return false;
    return this.listener.navigate(prepared);
  }
}

/** Monaco leaves a promise behind when a suggestion goes within its first moment. It says so by this name. */
function ignoreCanceled(event: PromiseRejectionEvent): void {
  if (event.reason instanceof Error && event.reason.name === "Canceled") event.preventDefault();
}

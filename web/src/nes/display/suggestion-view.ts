// Where suggestions are shown: Monaco's ghost text, inline diffs, jumps and hints, and the list for what
// changes many places. Says what the user did with them; decides nothing.

import type * as monaco from "monaco-editor";
import type { Monaco } from "../../editor/monaco";
import { keepHintsInSight } from "./hint-placement";
import { Inline, skipGreeting, type Tab } from "./inline-completions";
import { Later } from "../debounce";
import type { Offer } from "../suggestions/prepared-suggestion";
import { PreviewWidget } from "./PreviewWidget";
import { Rhythm } from "./tab-key-filter";
import { labelOf } from "./labels";

/** Milliseconds that Monaco may take to draw what is offered before it counts as hidden. */
const DRAWING = 300;
const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph"]);

export interface Played {
  /** Monaco has gone where a jump leads. */
  jumped(offer: Offer): void;
  /** Monaco has finished with an edit that was taken. */
  finished(id: string): void;
  dismissed(offer: Offer): void;
  /** Open its document and show it there. False if that cannot be done. */
  go(offer: Offer): Promise<boolean>;
  /** Do what the list says. */
  apply(offer: Offer): void;
  /** Something that was taken is still being done. */
  isBusy(): boolean;
  /** What Tab does from now on; null if nothing of this can be seen. */
  tab(does: Tab | null): void;
}

export class Stage {
  readonly #inline: Inline;
  readonly #preview: PreviewWidget;
  readonly #active: monaco.editor.IContextKey<boolean>;
  readonly #disposables: monaco.IDisposable[] = [];
  #offer: Offer | null = null;
  /** Shown as ghost text. One that became an edit stays one. */
  #isGhost = false;
  #version = 0;
  readonly #rhythm = new Rhythm();
  readonly #hiding = new Later(() => this.played.tab(this.#tab));
  /** performance.now() when this one could first be seen. */
  #since = 0;

  constructor(
    private readonly monaco: Monaco,
    private readonly editor: monaco.editor.IStandaloneCodeEditor,
    private readonly played: Played,
  ) {
    skipGreeting();
    keepHintsInSight(editor);
    this.#inline = new Inline(editor);
    this.#preview = new PreviewWidget(monaco, editor, {
      apply: (offer) => this.played.apply(offer),
      dismiss: (offer) => this.played.dismissed(offer),
    });
    this.#active = editor.createContextKey("understudyNextEdit", false);
    window.addEventListener("unhandledrejection", calm);
    this.#disposables.push(
      { dispose: () => window.removeEventListener("unhandledrejection", calm) },
      monaco.languages.registerInlineCompletionsProvider("*", this.#provider()),
      monaco.editor.registerEditorOpener({
        openCodeEditor: (_source, resource) => this.#open(resource),
      }),
      this.#inline.onTab(() => this.#tellTab()),
      editor.onKeyDown((event) => this.#pressed(event)),
      editor.onMouseDown(() => this.#rhythm.end()),
      // Monaco would draw it once more in the text that comes, where the line may not be.
      editor.onWillChangeModel(() => this.#inline.hide()),
      // Monaco lets Tab indent an empty line, whatever is shown. A key must do what the screen says.
      editor.addAction({
        id: "understudy.nes.take",
        label: "Take the next edit",
        keybindings: [monaco.KeyCode.Tab],
        precondition: undefined,
        keybindingContext:
          "understudyNextEdit && inlineEditIsVisible && editorTextFocus && !suggestWidgetVisible && " +
          "!editorTabMovesFocus && !tabShouldJumpToInlineEdit && !tabShouldAcceptInlineEdit",
        run: () => this.#inline.takeAnyway(),
      }),
    );
  }

  get offer(): Offer | null {
    return this.#offer;
  }

  show(offer: Offer | null): void {
    const wasShown = this.#offer !== null;
    const isNew = offer !== null && offer.id !== this.#offer?.id;
    this.#offer = offer;
    if (isNew) {
      this.#since = performance.now();
      this.played.tab(this.#expectedTab(offer));
    }
    this.#active.set(offer !== null);
    this.#preview.show(offer?.plan ? offer : null);
    this.#isGhost = offer !== null && this.#canBeGhost(offer);
    if (offer) void this.#draw(offer);
    else if (wasShown) this.#inline.hide();
    this.#tellTab();
  }

  /** The cursor has moved: Monaco drops ghost text then, and what stands elsewhere is shown as an edit. */
  moved(): void {
    const version = this.editor.getModel()?.getVersionId() ?? 0;
    const hasTyped = version !== this.#version;
    this.#version = version;
    if (!this.#offer) return;
    const still = this.#canBeGhost(this.#offer);
    // Who types what is suggested sees it as ghost text from then on. Monaco asks by itself after typing.
    if (hasTyped && still) this.#isGhost = true;
    if (hasTyped || !this.#isGhost) return;
    if (still && this.#inline.isVisible) return;
    this.#isGhost = still;
    // Not inside of the event: Monaco is about to drop it.
    queueMicrotask(() => this.#offer && void this.#draw(this.#offer));
  }

  /** What cannot be drawn as ghost text is drawn as an edit: whatever is offered must be seen. */
  async #draw(offer: Offer): Promise<void> {
    await this.#inline.refresh();
    if (this.#offer !== offer || !this.#isGhost) return;
    if (this.#inline.isVisible || this.#inline.isTabElsewhere) return;
    this.#isGhost = false;
    await this.#inline.refresh();
  }

  /** Another text is shown: Monaco has forgotten what it drew. */
  switched(): void {
    if (this.#offer) this.show(this.#offer);
  }

  /** What Tab does. */
  take(): void {
    if (this.#offer?.plan) this.played.apply(this.#offer);
    else this.#inline.take();
  }

  dismiss(): void {
    const offer = this.#offer;
    if (!offer) return;
    this.#inline.dismiss();
    if (this.#offer === offer) this.played.dismissed(offer);
  }

  dispose(): void {
    this.show(null);
    this.#hiding.cancel();
    this.#preview.dispose();
    for (const one of this.#disposables) one.dispose();
  }

  /** Before Monaco hears of the key. */
  #pressed(event: monaco.IKeyboardEvent): void {
    const { KeyCode } = this.monaco;
    if (MODIFIERS.has(event.browserEvent.key)) return;
    if (event.keyCode !== KeyCode.Tab || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) {
      this.#rhythm.end();
      return;
    }
    if (this.#inline.isTabElsewhere) return;
    const press = this.#rhythm.press({
      now: performance.now(),
      since: this.#tab ? this.#since : null,
      busy: this.played.isBusy(),
      held: event.browserEvent.repeat,
    });
    if (press === "means it") return;
    event.preventDefault();
    event.stopPropagation();
    if (press === "plain") this.editor.trigger("keyboard", "tab", null);
  }

  get #tab(): Tab | null {
    if (!this.#offer) return null;
    const tab = this.#inline.tab;
    if (!tab || this.#offer.plan) return tab && "take";
    return this.#isEditHere(this.#offer) ? tab : "go";
  }

  /** What Tab will do once Monaco has drawn it. */
  #expectedTab(offer: Offer): Tab {
    if (offer.plan) return "take";
    const line = this.editor.getPosition()?.lineNumber ?? 0;
    const isNear = offer.place !== null && Math.abs(offer.place.lineNumber - line) <= 1;
    return isNear && this.#isEditHere(offer) ? "take" : "go";
  }

  #isEditHere(offer: Offer): boolean {
    return offer.model === this.editor.getModel() && offer.suggestion.kind !== "jump";
  }

  #tellTab(): void {
    const tab = this.#tab;
    if (tab || !this.#offer) this.#hiding.cancel();
    else this.#hiding.within(DRAWING);
    if (tab) this.played.tab(tab);
  }

  #provider(): monaco.languages.InlineCompletionsProvider {
    const { Accepted, Rejected } = this.monaco.languages.InlineCompletionEndOfLifeReasonKind;
    return {
      debounceDelayMs: 0,
      displayName: "Understudy",
      provideInlineCompletions: (model, position, context) => {
        // While a completion is picked from the list, the list is what the user looks at.
        const offer = context.selectedSuggestionInfo ? null : this.#offer;
        const item = model === this.editor.getModel() && offer ? this.#item(offer, model, position) : null;
        return { items: item ? [item] : [], suppressSuggestions: true };
      },
      disposeInlineCompletions: () => {},
      handleEndOfLifetime: (_list, item, reason) => {
        const offer = this.#offer;
        const isShown = offer !== null && item.correlationId === offer.id;
        if (reason.kind === Rejected && isShown) this.played.dismissed(offer);
        else if (reason.kind !== Accepted) return;
        else if (!isShown) this.played.finished(item.correlationId ?? "");
        else if (offer.plan) this.played.apply(offer);
        else if (this.#leadsAway(offer)) void this.played.go(offer);
        else if (offer.suggestion.kind === "jump") this.played.jumped(offer);
      },
    };
  }

  #item(
    offer: Offer,
    model: monaco.editor.ITextModel,
    position: monaco.IPosition,
  ): monaco.languages.InlineCompletion | null {
    const common = { correlationId: offer.id, isInlineEdit: true };
    if (offer.plan || this.#leadsAway(offer)) {
      const line = position.lineNumber;
      const end = model.getLineMaxColumn(line);
      const range = { startLineNumber: line, startColumn: end, endLineNumber: line, endColumn: end };
      const style = this.monaco.languages.InlineCompletionHintStyle.Label;
      return { ...common, insertText: undefined, hint: { range, style, content: labelOf(offer) } };
    }
    if (!offer.model || offer.model.isDisposed()) return null;
    if (offer.suggestion.kind === "jump") {
      return offer.place && { ...common, insertText: undefined, jumpToPosition: offer.place };
    }
    const elsewhere = offer.model === model ? {} : { uri: offer.model.uri };
    const edit = offer.edit;
    if (!edit) return null;
    const { text: insertText, range } = edit;
    return { ...common, ...elsewhere, isInlineEdit: !this.#isGhost, insertText, range };
  }

  /** Jumps into other files are said in words: Monaco would mark the place in this one too. */
  #leadsAway(offer: Offer): boolean {
    return offer.suggestion.kind === "jump" && offer.model !== this.editor.getModel();
  }

  /** Whether it only puts something in at the cursor. */
  #canBeGhost(offer: Offer): boolean {
    const model = this.editor.getModel();
    const position = this.editor.getPosition();
    const edit = offer.model === model ? offer.edit : null;
    if (!edit || !position || !model) return false;
    const { startLineNumber: line, startColumn: column, endLineNumber, endColumn } = edit.range;
    if (line !== endLineNumber || column !== endColumn) return false;
    if (line !== position.lineNumber || column !== position.column) return false;
    // Monaco draws no ghost text that ends with a line end.
    if (/[\r\n]$/.test(edit.text)) return false;
    return !/[\r\n]/.test(edit.text) || column === model.getLineMaxColumn(line);
  }

  #open(resource: monaco.Uri): boolean | Promise<boolean> {
    const offer = this.#offer;
    if (!offer?.model || offer.model.uri.toString() !== resource.toString()) return false;
    return this.played.go(offer);
  }
}

/** Monaco leaves a promise behind when a suggestion goes within its first moment. It says so by this name. */
function calm(event: PromiseRejectionEvent): void {
  if (event.reason instanceof Error && event.reason.name === "Canceled") event.preventDefault();
}

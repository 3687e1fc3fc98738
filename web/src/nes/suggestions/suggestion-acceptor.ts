// Taking a suggestion: going where it is, doing what it says, and putting the cursor where it belongs.

import type * as monaco from "monaco-editor";
import { notify } from "../../shell/notices";
import type { OpenDocument } from "../../workspace/documents";
import type { PreparedSuggestion } from "./prepared-suggestion";
import { fromWirePosition, isValidPosition } from "../positions";
import type { SuggestionPreparer } from "./suggestion-preparer";
import { selectedLocations } from "../display/PreviewWidget";

export interface AcceptorHost {
  /** The document that is shown in the editor. */
  shownDocument(): OpenDocument | null;
  editor(): monaco.editor.ICodeEditor | null;
  /** What is on the screen. */
  shownSuggestion(): PreparedSuggestion | null;
  /** Show this one again, in the document that is shown now. */
  show(prepared: PreparedSuggestion): void;
  /** Nothing is shown any more. */
  hide(): void;
  /** The user has it; false if it was answered before. */
  accepted(prepared: PreparedSuggestion): boolean;
  /** It cannot be done after all. */
  invalid(prepared: PreparedSuggestion): void;
  /** The document that is shown may be another one. */
  documentSwitched(): void;
  request(): void;
}

interface CursorTarget {
  readonly id: string;
  readonly document: OpenDocument;
  readonly position: monaco.IPosition;
}

export class SuggestionAcceptor {
  #navigations = 0;
  /** Where the cursor is to go once Monaco has applied what was taken. */
  #cursorTarget: CursorTarget | null = null;

  constructor(
    private readonly host: AcceptorHost,
    private readonly preparer: SuggestionPreparer,
  ) {}

  /** While this page itself leads the user somewhere, moving there is no reason to ask. */
  get isNavigating(): boolean {
    return this.#navigations > 0;
  }

  /** The text is as it was to be: the user took it, or typed it to the last letter. */
  completed(prepared: PreparedSuggestion, document: OpenDocument): void {
    const { suggestion } = prepared;
    if (suggestion.kind === "edit" && suggestion.cursorPosition) {
      this.#cursorTarget = { id: prepared.id, document, position: fromWirePosition(suggestion.cursorPosition) };
    }
    this.host.hide();
    this.host.accepted(prepared);
  }

  /** Monaco has finished with what was taken. */
  finished(id: string): void {
    const editor = this.host.editor();
    const target = this.#cursorTarget;
    this.#cursorTarget = null;
    if (!editor) return;
    editor.pushUndoStop();
    if (target?.id === id && target.document === this.host.shownDocument() && isValidPosition(target.document.model, target.position)) {
      editor.setPosition(target.position);
    }
    this.host.request();
  }

  /** A jump was taken: the cursor is there. */
  jumped(prepared: PreparedSuggestion): void {
    if (prepared.suggestion.kind !== "jump") return;
    this.host.hide();
    this.host.documentSwitched();
    this.host.accepted(prepared);
    this.host.request();
  }

  /** Open the document that the suggestion is about. A jump is done then; an edit is shown there. */
  async navigate(prepared: PreparedSuggestion): Promise<boolean> {
    const position = prepared.position;
    if (!position) return false;
    this.#navigations++;
    try {
      const document = await this.preparer.open(prepared, position);
      if (this.host.shownSuggestion() !== prepared) return true;
      if (prepared.suggestion.kind === "edit") prepared.attach(document.model);
      this.host.documentSwitched();
      if (prepared.suggestion.kind === "jump") this.jumped(prepared);
      return true;
    } catch (error) {
      this.host.invalid(prepared);
      notifyError(error);
      return false;
    } finally {
      this.#navigations--;
      // What Monaco carries over from the other text is replaced by what is right for this one.
      setTimeout(() => this.host.shownSuggestion() === prepared && this.host.show(prepared), 0);
    }
  }

  /** Do what the list says, but for what was left out. */
  async apply(prepared: PreparedSuggestion): Promise<void> {
    const locations = selectedLocations(prepared);
    if (!prepared.bulkEdit || locations.length === 0 || this.host.shownSuggestion() !== prepared) return;
    this.host.hide();
    this.#navigations++;
    try {
      await this.preparer.apply(prepared.bulkEdit, locations);
      this.host.accepted(prepared);
    } catch (error) {
      this.host.invalid(prepared);
      notifyError(error);
    } finally {
      this.#navigations--;
      this.host.editor()?.focus();
      this.host.request();
    }
  }
}

function notifyError(error: unknown): void {
  notify(error instanceof Error ? error.message : String(error), "warning");
}

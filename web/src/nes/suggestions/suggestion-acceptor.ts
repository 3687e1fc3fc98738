// Accepts a suggestion: navigates to it, applies it, and moves the cursor.

import type * as monaco from "monaco-editor";
import { notify } from "../../shell/notices";
import type { OpenDocument } from "../../workspace/documents";
import type { PreparedSuggestion } from "./prepared-suggestion";
import { fromWirePosition, isValidPosition } from "../positions";
import type { SuggestionPreparer } from "./suggestion-preparer";
import { selectedLocations } from "../display/PreviewWidget";

export interface AcceptorHost {
  /** The document shown in the editor. */
  shownDocument(): OpenDocument | null;
  editor(): monaco.editor.ICodeEditor | null;
  /** The suggestion that is shown. */
  shownSuggestion(): PreparedSuggestion | null;
  /** Show it again, in the document that is shown now. */
  show(prepared: PreparedSuggestion): void;
  /** Hide the suggestion. */
  hide(): void;
  /** Report it as accepted; false if its outcome was reported before. */
  accepted(prepared: PreparedSuggestion): boolean;
  /** It cannot be applied after all. */
  invalid(prepared: PreparedSuggestion): void;
  /** The shown document may have changed. */
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
  /** Where the cursor goes once Monaco has applied the accepted edit. */
  #cursorTarget: CursorTarget | null = null;

  constructor(
    private readonly host: AcceptorHost,
    private readonly preparer: SuggestionPreparer,
  ) {}

  /** While this page moves the cursor itself, cursor movements cause no request. */
  get isNavigating(): boolean {
    return this.#navigations > 0;
  }

  /** The text is as suggested: the user accepted the edit, or typed it in full. */
  completed(prepared: PreparedSuggestion, document: OpenDocument): void {
    const { suggestion } = prepared;
    if (suggestion.kind === "edit" && suggestion.cursorPosition) {
      this.#cursorTarget = { id: prepared.id, document, position: fromWirePosition(suggestion.cursorPosition) };
    }
    this.host.hide();
    this.host.accepted(prepared);
  }

  /** Monaco finished applying the accepted edit. */
  finished(id: string): void {
    const editor = this.host.editor();
    const target = this.#cursorTarget;
    this.#cursorTarget = null;
    if (!editor) return;
    editor.pushUndoStop();
    const isShown = target?.id === id && target.document === this.host.shownDocument();
    if (isShown && isValidPosition(target.document.model, target.position)) {
      editor.setPosition(target.position);
    }
    this.host.request();
  }

  /** A jump was accepted: the cursor is at its target. */
  jumped(prepared: PreparedSuggestion): void {
    if (prepared.suggestion.kind !== "jump") return;
    this.host.hide();
    this.host.documentSwitched();
    this.host.accepted(prepared);
    this.host.request();
  }

  /** Open the suggestion's document. That completes a jump; an edit is shown there. */
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
      // Replace what Monaco carried over from the other document.
      setTimeout(() => this.host.shownSuggestion() === prepared && this.host.show(prepared), 0);
    }
  }

  /** Apply the bulk edit, without the excluded locations. */
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

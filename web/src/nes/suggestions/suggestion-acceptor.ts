// Taking a suggestion: going where it is, doing what it says, and putting the cursor where it belongs.

import type * as monaco from "monaco-editor";
import { notify } from "../../shell/notices";
import type { OpenDocument } from "../../workspace/documents";
import type { Offer } from "./prepared-suggestion";
import { fromWire, isInside } from "../positions";
import type { Preparing } from "./suggestion-preparer";
import { chosen } from "../display/PreviewWidget";

export interface Taker {
  /** The document that is shown in the editor. */
  here(): OpenDocument | null;
  editor(): monaco.editor.ICodeEditor | null;
  /** What is on the screen. */
  offer(): Offer | null;
  /** Show this one again, in the document that is shown now. */
  show(offer: Offer): void;
  /** Nothing is shown any more. */
  hide(): void;
  /** The user has it; false if it was answered before. */
  accepted(offer: Offer): boolean;
  /** It cannot be done after all. */
  unfit(offer: Offer): void;
  /** The document that is shown may be another one. */
  switched(): void;
  ask(): void;
}

interface Aim {
  readonly id: string;
  readonly document: OpenDocument;
  readonly place: monaco.IPosition;
}

export class Taking {
  #leading = 0;
  /** Where the cursor is to go once Monaco has applied what was taken. */
  #aim: Aim | null = null;

  constructor(
    private readonly taker: Taker,
    private readonly preparing: Preparing,
  ) {}

  /** While this page itself leads the user somewhere, moving there is no reason to ask. */
  get isLeading(): boolean {
    return this.#leading > 0;
  }

  /** The text is as it was to be: the user took it, or typed it to the last letter. */
  fulfilled(offer: Offer, document: OpenDocument): void {
    const { suggestion } = offer;
    if (suggestion.kind === "edit" && suggestion.cursorPosition) {
      this.#aim = { id: offer.id, document, place: fromWire(suggestion.cursorPosition) };
    }
    this.taker.hide();
    this.taker.accepted(offer);
  }

  /** Monaco has finished with what was taken. */
  finished(id: string): void {
    const editor = this.taker.editor();
    const aim = this.#aim;
    this.#aim = null;
    if (!editor) return;
    editor.pushUndoStop();
    if (aim?.id === id && aim.document === this.taker.here() && isInside(aim.document.model, aim.place)) {
      editor.setPosition(aim.place);
    }
    this.taker.ask();
  }

  /** A jump was taken: the cursor is there. */
  jumped(offer: Offer): void {
    if (offer.suggestion.kind !== "jump") return;
    this.taker.hide();
    this.taker.switched();
    this.taker.accepted(offer);
    this.taker.ask();
  }

  /** Open the document that the suggestion is about. A jump is done then; an edit is shown there. */
  async go(offer: Offer): Promise<boolean> {
    const place = offer.place;
    if (!place) return false;
    this.#leading++;
    try {
      const document = await this.preparing.open(offer, place);
      if (this.taker.offer() !== offer) return true;
      if (offer.suggestion.kind === "edit") offer.settle(document.model);
      this.taker.switched();
      if (offer.suggestion.kind === "jump") this.jumped(offer);
      return true;
    } catch (error) {
      this.taker.unfit(offer);
      complain(error);
      return false;
    } finally {
      this.#leading--;
      // What Monaco carries over from the other text is replaced by what is right for this one.
      setTimeout(() => this.taker.offer() === offer && this.taker.show(offer), 0);
    }
  }

  /** Do what the list says, but for what was left out. */
  async apply(offer: Offer): Promise<void> {
    const wanted = chosen(offer);
    if (!offer.plan || wanted.length === 0 || this.taker.offer() !== offer) return;
    this.taker.hide();
    this.#leading++;
    try {
      await this.preparing.apply(offer.plan, wanted);
      this.taker.accepted(offer);
    } catch (error) {
      this.taker.unfit(offer);
      complain(error);
    } finally {
      this.#leading--;
      this.taker.editor()?.focus();
      this.taker.ask();
    }
  }
}

function complain(error: unknown): void {
  notify(error instanceof Error ? error.message : String(error), "warning");
}

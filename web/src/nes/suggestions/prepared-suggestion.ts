// One suggestion as it stands in the texts of now, ready to be shown.

import type * as monaco from "monaco-editor";
import type { NesSuggestion } from "../../protocol/acp";
import type { Change } from "../session/content-changes";
import { Stretch, type Fate } from "./tracked-range";
import { fromWire, fromWireRange, isInside } from "../positions";
import { BadSuggestion, type Plan } from "./bulk-edit";

export type Suggestion = Exclude<NesSuggestion, { kind: "action" }>;
export type EditSuggestion = Extract<Suggestion, { kind: "edit" }>;

/** What the agent says of a suggestion, if it is ours: under this name in `_meta`. */
const META = "understudy.dev/nes";

export interface Account {
  readonly family?: string;
  readonly chance?: number;
  readonly why?: string;
  readonly reason?: string;
  readonly sentence?: string;
}

export function accountOf(meta: Record<string, unknown> | null | undefined): Account {
  const told = meta?.[META];
  return told !== null && typeof told === "object" ? (told as Account) : {};
}

/** Lines over which edits are shown as one; those further apart become a list. */
const MOST_LINES = 40;

export function isSpread({ edits }: EditSuggestion): boolean {
  const lines = edits.flatMap(({ range }) => [range.start.line, range.end.line]);
  return Math.max(...lines) - Math.min(...lines) > MOST_LINES;
}

export class Offer {
  /** The text that it is about; null for a list, which may be about many. */
  #model: monaco.editor.ITextModel | null = null;
  #stretch: Stretch | null = null;
  #place: monaco.IPosition | null = null;
  /** Whether the user was led to it. */
  visited = false;

  private constructor(
    readonly suggestion: Suggestion,
    readonly plan: Plan | null,
  ) {}

  get id(): string {
    return this.suggestion.id;
  }

  get account(): Account {
    return accountOf(this.suggestion._meta);
  }

  get model(): monaco.editor.ITextModel | null {
    return this.#model;
  }

  static list(suggestion: Suggestion, plan: Plan): Offer {
    return new Offer(suggestion, plan);
  }

  /** Throws BadSuggestion where it does not fit the text. */
  static at(
    suggestion: Extract<Suggestion, { kind: "edit" | "jump" }>,
    model: monaco.editor.ITextModel,
  ): Offer {
    const offer = new Offer(suggestion, null);
    offer.settle(model);
    return offer;
  }

  /** Let it stand in this text, which is the one that it was made for. */
  settle(model: monaco.editor.ITextModel): void {
    this.#model = model;
    if (this.suggestion.kind === "edit") this.#stretch = stretched(this.suggestion, model);
    else if (this.suggestion.kind === "jump") {
      this.#place = fromWire(this.suggestion.position);
      if (!isInside(model, this.#place)) {
        throw new BadSuggestion("It leads to a place that the text does not have.");
      }
    }
  }

  /** What is left to be done in the text, with Monaco's places. */
  get edit(): { readonly range: monaco.IRange; readonly text: string } | null {
    const { left } = this.#stretch ?? {};
    if (!left || !this.#model) return null;
    const start = this.#model.getPositionAt(left.start);
    const end = this.#model.getPositionAt(left.end);
    return {
      range: {
        startLineNumber: start.lineNumber,
        startColumn: start.column,
        endLineNumber: end.lineNumber,
        endColumn: end.column,
      },
      text: left.text,
    };
  }

  /** Where a person looks for it. */
  get place(): monaco.IPosition | null {
    const range = this.edit?.range;
    return range ? { lineNumber: range.startLineNumber, column: range.startColumn } : this.#place;
  }

  /** Its text was changed. */
  follow(changes: readonly Change[]): Fate {
    if (this.#stretch) return this.#stretch.follow(changes);
    const place = this.#place;
    if (!place) return "holds";
    let grown = 0;
    for (const { range, text } of changes) {
      if (range.startLineNumber > place.lineNumber) continue;
      if (range.endLineNumber > place.lineNumber) return "broken";
      const isJoined = range.startLineNumber < place.lineNumber && range.endLineNumber === place.lineNumber;
      if (isJoined) return "broken";
      if (range.endLineNumber < place.lineNumber) {
        grown += text.split(/\r\n|\n|\r/).length - 1 - (range.endLineNumber - range.startLineNumber);
      }
    }
    this.#place = { lineNumber: place.lineNumber + grown, column: place.column };
    return "holds";
  }

  /** Whether another answer says the very same in the texts of now. */
  isSame(other: Offer): boolean {
    if (this.id !== other.id || this.#model !== other.#model || this.plan || other.plan) return false;
    return JSON.stringify([this.edit, this.place]) === JSON.stringify([other.edit, other.place]);
  }
}

/** All edits as one stretch. They mean the text as it is. */
function stretched(suggestion: EditSuggestion, model: monaco.editor.ITextModel): Stretch {
  const edits = suggestion.edits
    .map(({ range, newText }) => {
      const placed = fromWireRange(range);
      const start = { lineNumber: placed.startLineNumber, column: placed.startColumn };
      const end = { lineNumber: placed.endLineNumber, column: placed.endColumn };
      if (!isInside(model, start) || !isInside(model, end)) {
        throw new BadSuggestion("It edits a place that the text does not have.");
      }
      return { start: model.getOffsetAt(start), end: model.getOffsetAt(end), text: newText };
    })
    .sort((one, other) => one.start - other.start || one.end - other.end);
  const first = edits[0];
  const last = edits.at(-1);
  if (!first || !last) throw new BadSuggestion("It has no edits.");
  let target = "";
  let at = first.start;
  for (const edit of edits) {
    if (edit.start < at || edit.end < edit.start) {
      throw new BadSuggestion("Its edits overlap, or are turned around.");
    }
    target += between(model, at, edit.start) + edit.text;
    at = edit.end;
  }
  const base = between(model, first.start, last.end);
  // Monaco has one kind of line end in a text, whatever is put into it.
  return new Stretch(first.start, base, target.replace(/\r\n|\r|\n/g, model.getEOL()));
}

function between(model: monaco.editor.ITextModel, start: number, end: number): string {
  if (start === end) return "";
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(end);
  return model.getValueInRange({
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  });
}

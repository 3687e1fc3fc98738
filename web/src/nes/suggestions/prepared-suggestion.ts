// A suggestion resolved against the current documents, ready to be shown.

import type * as monaco from "monaco-editor";
import type { NesSuggestion } from "../../protocol/acp";
import type { Change } from "../session/content-changes";
import { TrackedRange, type TrackingResult } from "./tracked-range";
import { fromWirePosition, fromWireRange, isValidPosition } from "../positions";
import { InvalidSuggestion, type BulkEdit } from "./bulk-edit";
import { MAX_INLINE_SPAN_LINES } from "../limits";

export type Suggestion = Exclude<NesSuggestion, { kind: "action" }>;
export type EditSuggestion = Extract<Suggestion, { kind: "edit" }>;

/** The key of our agent's details in `_meta`. */
const META_KEY = "understudy.dev/nes";

/** The family of our agent's completions of the line at the cursor. */
export const COMPLETION_FAMILY = "completion";

export interface SuggestionDetails {
  readonly family?: string;
  readonly chance?: number;
  readonly why?: string;
  readonly reason?: string;
  readonly sentence?: string;
}

export function detailsOf(meta: Record<string, unknown> | null | undefined): SuggestionDetails {
  const details = meta?.[META_KEY];
  return details !== null && typeof details === "object" ? (details as SuggestionDetails) : {};
}

export function isSpread({ edits }: EditSuggestion): boolean {
  const lines = edits.flatMap(({ range }) => [range.start.line, range.end.line]);
  return Math.max(...lines) - Math.min(...lines) > MAX_INLINE_SPAN_LINES;
}

export class PreparedSuggestion {
  /** The document's model; null for a bulk edit, which may affect several documents. */
  #model: monaco.editor.ITextModel | null = null;
  #trackedRange: TrackedRange | null = null;
  #jumpTarget: monaco.IPosition | null = null;

  private constructor(
    readonly suggestion: Suggestion,
    readonly bulkEdit: BulkEdit | null,
  ) {}

  get id(): string {
    return this.suggestion.id;
  }

  get details(): SuggestionDetails {
    return detailsOf(this.suggestion._meta);
  }

  get model(): monaco.editor.ITextModel | null {
    return this.#model;
  }

  static ofBulkEdit(suggestion: Suggestion, plan: BulkEdit): PreparedSuggestion {
    return new PreparedSuggestion(suggestion, plan);
  }

  /** Throws InvalidSuggestion if it does not fit the text. */
  static inModel(
    suggestion: Extract<Suggestion, { kind: "edit" | "jump" }>,
    model: monaco.editor.ITextModel,
  ): PreparedSuggestion {
    const prepared = new PreparedSuggestion(suggestion, null);
    prepared.attach(model);
    return prepared;
  }

  /** Attach it to the model of the document that it was made for. */
  attach(model: monaco.editor.ITextModel): void {
    this.#model = model;
    if (this.suggestion.kind === "edit") this.#trackedRange = trackEdits(this.suggestion, model);
    else if (this.suggestion.kind === "jump") {
      this.#jumpTarget = fromWirePosition(this.suggestion.position);
      if (!isValidPosition(model, this.#jumpTarget)) {
        throw new InvalidSuggestion("Its target is outside of the text.");
      }
    }
  }

  /** The remaining edit, in Monaco's coordinates. */
  get edit(): { readonly range: monaco.IRange; readonly text: string } | null {
    const { remaining } = this.#trackedRange ?? {};
    if (!remaining || !this.#model) return null;
    const start = this.#model.getPositionAt(remaining.start);
    const end = this.#model.getPositionAt(remaining.end);
    return {
      range: {
        startLineNumber: start.lineNumber,
        startColumn: start.column,
        endLineNumber: end.lineNumber,
        endColumn: end.column,
      },
      text: remaining.text,
    };
  }

  /** Where the suggestion is located. */
  get position(): monaco.IPosition | null {
    const range = this.edit?.range;
    return range ? { lineNumber: range.startLineNumber, column: range.startColumn } : this.#jumpTarget;
  }

  /** Update the suggestion after a change of its document. */
  applyChanges(changes: readonly Change[]): TrackingResult {
    if (this.#trackedRange) return this.#trackedRange.applyChanges(changes);
    const target = this.#jumpTarget;
    if (!target) return "valid";
    let addedLines = 0;
    for (const { range, text } of changes) {
      if (range.startLineNumber > target.lineNumber) continue;
      if (range.endLineNumber > target.lineNumber) return "broken";
      const isJoined = range.startLineNumber < target.lineNumber && range.endLineNumber === target.lineNumber;
      if (isJoined) return "broken";
      if (range.endLineNumber < target.lineNumber) {
        addedLines += text.split(/\r\n|\n|\r/).length - 1 - (range.endLineNumber - range.startLineNumber);
      }
    }
    this.#jumpTarget = { lineNumber: target.lineNumber + addedLines, column: target.column };
    return "valid";
  }

  /** Whether another response contains the same suggestion, in the current documents. */
  isSameAs(other: PreparedSuggestion): boolean {
    if (this.id !== other.id || this.#model !== other.#model || this.bulkEdit || other.bulkEdit) return false;
    return JSON.stringify([this.edit, this.position]) === JSON.stringify([other.edit, other.position]);
  }
}

/** All edits as one tracked range. They refer to the current text. */
function trackEdits(suggestion: EditSuggestion, model: monaco.editor.ITextModel): TrackedRange {
  const edits = suggestion.edits
    .map(({ range, newText }) => {
      const placed = fromWireRange(range);
      const start = { lineNumber: placed.startLineNumber, column: placed.startColumn };
      const end = { lineNumber: placed.endLineNumber, column: placed.endColumn };
      if (!isValidPosition(model, start) || !isValidPosition(model, end)) {
        throw new InvalidSuggestion("It edits a position outside of the text.");
      }
      return { start: model.getOffsetAt(start), end: model.getOffsetAt(end), text: newText };
    })
    .sort((one, other) => one.start - other.start || one.end - other.end);
  const first = edits[0];
  const last = edits.at(-1);
  if (!first || !last) throw new InvalidSuggestion("It has no edits.");
  let target = "";
  let at = first.start;
  for (const edit of edits) {
    if (edit.start < at || edit.end < edit.start) {
      throw new InvalidSuggestion("Its edits overlap or have reversed ranges.");
    }
    target += textBetween(model, at, edit.start) + edit.text;
    at = edit.end;
  }
  const base = textBetween(model, first.start, last.end);
  // A Monaco model has one kind of line ending, whatever is inserted.
  return new TrackedRange(first.start, base, target.replace(/\r\n|\r|\n/g, model.getEOL()));
}

function textBetween(model: monaco.editor.ITextModel, start: number, end: number): string {
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

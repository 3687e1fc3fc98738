// Monaco's change of a text as the wire has it: ranges that are applied one after the other.

import type * as monaco from "monaco-editor";
import type { TextDocumentContentChangeEvent } from "../../protocol/acp";
import { toWireRange } from "../positions";
import { MAX_CHANGE_RANGES } from "../limits";

export type Change = Pick<
  monaco.editor.IModelContentChange,
  "range" | "rangeOffset" | "rangeLength" | "text"
>;

export interface ChangeEvent {
  readonly changes: readonly Change[];
  readonly isFlush: boolean;
  readonly isEolChange: boolean;
}

/**
 * All of Monaco's ranges mean the text before the event. From the last place to the first none of them moves
 * one that is still to come, so the same ranges can be applied in order.
 */
export function lastToFirst(changes: readonly Change[]): Change[] {
  return [...changes].sort((one, other) => other.rangeOffset - one.rangeOffset);
}

/** `whole` is asked only where the ranges do not tell it. */
export function contentChanges(event: ChangeEvent, fullText: () => string): TextDocumentContentChangeEvent[] {
  if (needsFullText(event)) return [{ text: fullText() }];
  return lastToFirst(event.changes).map(({ range, text }) => ({ range: toWireRange(range), text }));
}

/** Whether the ranges of an event tell too little, or too much. */
export function needsFullText(event: ChangeEvent): boolean {
  return event.isFlush || event.isEolChange || event.changes.length > MAX_CHANGE_RANGES;
}

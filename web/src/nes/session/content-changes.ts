// Converts Monaco's change events to the protocol: ranges that are applied one after the other.

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
 * All ranges of Monaco's event refer to the text before it. Sorted from the last to the first, none of them
 * shifts a later one, so they can be applied in order.
 */
export function lastToFirst(changes: readonly Change[]): Change[] {
  return [...changes].sort((one, other) => other.rangeOffset - one.rangeOffset);
}

/** `fullText` is called only if ranges are not sufficient. */
export function contentChanges(event: ChangeEvent, fullText: () => string): TextDocumentContentChangeEvent[] {
  if (needsFullText(event)) return [{ text: fullText() }];
  return lastToFirst(event.changes).map(({ range, text }) => ({ range: toWireRange(range), text }));
}

/** Whether the full text must be sent: the event has no usable ranges, or too many. */
export function needsFullText(event: ChangeEvent): boolean {
  return event.isFlush || event.isEolChange || event.changes.length > MAX_CHANGE_RANGES;
}

// Where Monaco lays its hint of a suggestion that is far away or in another file. Monaco looks for free room
// beside the lines around the cursor. If there is none it counts lines that the text may not have: then the
// place is NaN, the box empty, and drawing fails. In what is scrolled it may be out of sight. Ours is used
// then: below the line, or above it.

import type * as monaco from "monaco-editor";
import { WidgetPlacementContext as Room, type Outline } from "monaco-editor/editor/contrib/inlineCompletions/browser/view/inlineEdits/inlineEditsViews/longDistanceHint/longDistnaceWidgetPlacement.js";
import { placeHint, isVisible, type Viewport } from "./hint-layout";

const find = Room.prototype.tryFindWidgetOutline;

/** For all of Monaco's editors; only this one has hints. */
export function keepHintsVisible(editor: monaco.editor.ICodeEditor): void {
  Room.prototype.tryFindWidgetOutline = function (line, height, right, sizes): Outline {
    const found = find.call(this, line, height, right, sizes);
    const viewport = viewportOf(editor, right);
    if (found && isVisible(found, viewport)) return found;
    const { start, endExclusive } = this.getWidgetVerticalOutline(
      this._lineRangeInfo.lineRange.startLineNumber,
      height,
      sizes,
    );
    return placeHint(endExclusive - start, anchorLine(editor, line, viewport), viewport);
  };
}

function viewportOf(editor: monaco.editor.ICodeEditor, right: number): Viewport {
  const { contentLeft, height, horizontalScrollbarHeight } = editor.getLayoutInfo();
  const [left, top] = [editor.getScrollLeft(), editor.getScrollTop()];
  return {
    left: left + contentLeft,
    right: left + Math.max(right, contentLeft),
    top,
    bottom: top + height - horizontalScrollbarHeight,
  };
}

/** The line where the cursor was when the suggestion came, or the one where it is now. */
function anchorLine(editor: monaco.editor.ICodeEditor, line: number, viewport: Viewport) {
  const [was, now] = [line, editor.getPosition()?.lineNumber ?? line].map((one) => ({
    top: editor.getTopForLineNumber(one),
    bottom: editor.getBottomForLineNumber(one),
  }));
  return was!.top >= viewport.top && was!.bottom <= viewport.bottom ? was! : now!;
}

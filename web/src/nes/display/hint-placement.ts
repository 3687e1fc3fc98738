// Overrides where Monaco places its hint for a suggestion that is far away or in another file. Monaco looks
// for free space beside the lines around the cursor. If there is none, it refers to lines that the text may
// not have: then the position is NaN, the box is empty, and rendering fails. In scrolled text the hint may be
// outside of the visible area. In both cases it is placed below or above the line instead.

import type * as monaco from "monaco-editor";
import {
  WidgetPlacementContext as Room,
  type Outline,
} from "monaco-editor/editor/contrib/inlineCompletions/browser/view/inlineEdits/inlineEditsViews/longDistanceHint/longDistnaceWidgetPlacement.js";
import { placeHint, isVisible, type Viewport } from "./hint-layout";

const find = Room.prototype.tryFindWidgetOutline;

/** Patches all of Monaco's editors; only this one shows hints. */
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

/** The cursor's line when the suggestion was shown if it is visible, otherwise its current line. */
function anchorLine(editor: monaco.editor.ICodeEditor, line: number, viewport: Viewport) {
  const [was, now] = [line, editor.getPosition()?.lineNumber ?? line].map((one) => ({
    top: editor.getTopForLineNumber(one),
    bottom: editor.getBottomForLineNumber(one),
  }));
  return was!.top >= viewport.top && was!.bottom <= viewport.bottom ? was! : now!;
}

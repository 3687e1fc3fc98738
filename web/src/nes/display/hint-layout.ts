// Computes where a hint is placed if there is no free space beside the text. In pixels of the scrolled
// content.

import { HINT_GAP_PX } from "../limits";

/** The width that Monaco allows over text. */
const MAX_HINT_WIDTH_PX = 375;

interface Interval {
  readonly start: number;
  readonly endExclusive: number;
}

export interface Outline {
  readonly horizontalWidgetRange: Interval;
  readonly verticalWidgetRange: Interval;
}

/** The visible part of the content. */
export interface Viewport {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function isVisible(
  { horizontalWidgetRange: across, verticalWidgetRange: down }: Outline,
  viewport: Viewport,
) {
  return (
    across.start >= viewport.left &&
    across.endExclusive <= viewport.right &&
    down.start >= viewport.top &&
    down.endExclusive <= viewport.bottom
  );
}

/** Below the line if it fits there, otherwise above. */
export function placeHint(
  height: number,
  line: { readonly top: number; readonly bottom: number },
  viewport: Viewport,
): Outline {
  const below = line.bottom + HINT_GAP_PX;
  const above = line.top - HINT_GAP_PX - height;
  const start = below + height > viewport.bottom && above >= viewport.top ? above : below;
  return {
    horizontalWidgetRange: {
      start: Math.max(viewport.left, viewport.right - MAX_HINT_WIDTH_PX),
      endExclusive: viewport.right,
    },
    verticalWidgetRange: { start, endExclusive: start + height },
  };
}

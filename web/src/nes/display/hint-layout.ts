// Where a hint stands if there is no free room beside the text. In pixels of the whole text, which scrolls.

/** As wide as Monaco lets it be over text. */
const MOST_WIDTH = 375;
/** Between the line and the hint. */
const GAP = 5;

interface Stretch {
  readonly start: number;
  readonly endExclusive: number;
}

export interface Outline {
  readonly horizontalWidgetRange: Stretch;
  readonly verticalWidgetRange: Stretch;
}

/** The part of the text that can be seen. */
export interface Sight {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function isSeen({ horizontalWidgetRange: across, verticalWidgetRange: down }: Outline, sight: Sight) {
  return (
    across.start >= sight.left &&
    across.endExclusive <= sight.right &&
    down.start >= sight.top &&
    down.endExclusive <= sight.bottom
  );
}

/** Below the line if it can be seen there, or else above. */
export function layHint(
  height: number,
  line: { readonly top: number; readonly bottom: number },
  sight: Sight,
): Outline {
  const below = line.bottom + GAP;
  const above = line.top - GAP - height;
  const start = below + height > sight.bottom && above >= sight.top ? above : below;
  return {
    horizontalWidgetRange: {
      start: Math.max(sight.left, sight.right - MOST_WIDTH),
      endExclusive: sight.right,
    },
    verticalWidgetRange: { start, endExclusive: start + height },
  };
}

// Computes which rows of a virtual list are rendered. Arithmetic only.

export interface RowRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** The visible rows, plus overscan. */
export function rowRange(
  top: number,
  height: number,
  rowHeight: number,
  count: number,
  overscan: number,
): RowRange {
  if (count <= 0) return { first: 0, end: 0 };
  const first = Math.min(count - 1, Math.max(0, Math.floor(top / rowHeight) - overscan));
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + overscan);
  return { first, end: Math.max(end, first + 1) };
}

/**
 * The scroll position that makes a row visible: the nearest one, or with the row at the start or in the
 * middle.
 */
export function scrollTopFor(
  index: number,
  top: number,
  height: number,
  rowHeight: number,
  where: "nearest" | "start" | "middle" = "nearest",
): number {
  const start = index * rowHeight;
  const end = start + rowHeight;
  if (where === "start") return start;
  if (where === "middle") return Math.max(0, start - (height - rowHeight) / 2);
  if (start < top) return start;
  if (end > top + height) return Math.max(0, end - height);
  return top;
}

/** The row that a navigation key leads to; null for any other key. */
export function rowForKey(key: string, here: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const clamp = (row: number) => Math.min(count - 1, Math.max(0, row));
  switch (key) {
    case "ArrowDown":
      return clamp(here + 1);
    case "ArrowUp":
      return clamp(here < 0 ? count - 1 : here - 1);
    case "PageDown":
      return clamp(here + Math.max(1, page));
    case "PageUp":
      return clamp(here - Math.max(1, page));
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

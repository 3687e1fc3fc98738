// Which rows of a long list are painted. Arithmetic only.

export interface RowRange {
  readonly first: number;
  /** One behind the last. */
  readonly end: number;
}

/** The rows in sight and some around them. */
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

/** Where to scroll so that a row is in sight: no further than needed, or to the start or the middle. */
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

/** The row that a key leads to; null if the key does not move. */
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

// A virtual list of rows of equal height: only visible rows are rendered. Roles and labels are the caller's:
// other props are passed to the scrolling element, and `row` returns each row's element. Works for up to a
// million rows of 22 pixels, because browsers limit an element's height to some 33 million pixels.

import type { ComponentChildren, HTMLAttributes, RefObject } from "preact";
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "preact/hooks";
import { scrollTopFor, rowRange, type RowRange } from "./row-window";

export interface VirtualListHandle {
  readonly element: HTMLDivElement | null;
  scrollTo(index: number, where?: "nearest" | "start" | "middle"): void;
  scrollToEnd(): void;
  /**
   * Rows were removed from the front of the list: adjust the scroll position so that the visible rows stay.
   */
  shift(rows: number): void;
  /** How many full rows fit. */
  page(): number;
}

interface Props extends Omit<HTMLAttributes<HTMLDivElement>, "children" | "onScroll" | "ref" | "style"> {
  count: number;
  rowHeight: number;
  /** Rows rendered beyond each edge, so that scrolling shows no gap. */
  overscan?: number;
  handle?: RefObject<VirtualListHandle | null>;
  /** Passed by the caller to keep the scroll position while the list is not mounted. */
  scrollState?: { top: number };
  /** The row's element. It must have a `key` and the height of a row. */
  row(index: number): ComponentChildren;
  /** Called when the user scrolls. */
  onScrolled?(top: number, atEnd: boolean): void;
}

const NO_ROWS: RowRange = { first: 0, end: 0 };

export function VirtualList({
  count,
  rowHeight,
  overscan = 8,
  handle,
  scrollState,
  row,
  onScrolled,
  ...rest
}: Props) {
  const outer = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<RowRange>(NO_ROWS);
  // Cached, so that scrolling does not force a layout.
  const height = useRef(0);
  const top = useRef(scrollState?.top ?? 0);
  const usable = range.end <= count && range.end > range.first;
  const painted = usable ? range : height.current === 0 ? NO_ROWS : visibleRows();

  function visibleRows(): RowRange {
    return rowRange(top.current, height.current, rowHeight, count, overscan);
  }

  function updateRows(): void {
    const next = visibleRows();
    setRange((before) => (before.first === next.first && before.end === next.end ? before : next));
  }

  function handleScroll(): void {
    const element = outer.current;
    if (!element) return;
    top.current = element.scrollTop;
    if (scrollState) scrollState.top = top.current;
    updateRows();
    onScrolled?.(top.current, top.current + height.current >= (count - 1) * rowHeight);
  }

  useLayoutEffect(updateRows, [count, rowHeight, overscan]);

  const latestUpdate = useRef(updateRows);
  latestUpdate.current = updateRows;
  useEffect(() => {
    const element = outer.current!;
    height.current = element.clientHeight;
    if (scrollState) element.scrollTop = scrollState.top;
    latestUpdate.current();
    const observer = new ResizeObserver(() => {
      height.current = element.clientHeight;
      latestUpdate.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useImperativeHandle(
    handle ?? null,
    () => ({
      get element() {
        return outer.current;
      },
      scrollTo(index, where) {
        const element = outer.current;
        if (!element) return;
        const next = scrollTopFor(index, top.current, height.current, rowHeight, where);
        if (next !== top.current) element.scrollTop = next;
      },
      scrollToEnd() {
        if (outer.current) outer.current.scrollTop = outer.current.scrollHeight;
      },
      shift(rows) {
        if (outer.current) outer.current.scrollTop = top.current - rows * rowHeight;
      },
      page: () => Math.max(1, Math.floor(height.current / rowHeight) - 1),
    }),
    [rowHeight],
  );

  const rows: ComponentChildren[] = [];
  for (let index = painted.first; index < painted.end; index += 1) rows.push(row(index));
  return (
    <div
      {...rest}
      ref={outer}
      onScroll={handleScroll}
      style={{ overflow: "auto", position: "relative", contain: "strict", overflowAnchor: "none" }}
    >
      <div role="presentation" style={{ height: `${count * rowHeight}px`, position: "relative" }}>
        <div
          role="presentation"
          style={{
            position: "absolute",
            left: 0,
            right: 0,
            top: 0,
            transform: `translateY(${painted.first * rowHeight}px)`,
          }}
        >
          {rows}
        </div>
      </div>
    </div>
  );
}

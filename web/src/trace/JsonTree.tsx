// A JSON value as a tree. Arrow keys move and fold; only visible rows are rendered.

import { useMemo, useRef, useState } from "preact/hooks";
import { VirtualList, type VirtualListHandle } from "../ui/VirtualList";
import { rowForKey } from "../ui/row-window";
import { parentOf, rowsOf, type Row } from "./json-rows";

const ROW_HEIGHT_PX = 20;
let trees = 0;

export function JsonTree({ value }: { value: unknown }) {
  const [overrides, setOverrides] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [selected, setSelected] = useState("$");
  const name = useMemo(() => `json-${++trees}`, []);
  const list = useRef<VirtualListHandle>(null);
  const rows = useMemo(() => rowsOf(value, overrides), [value, overrides]);
  const here = Math.max(
    0,
    rows.findIndex((row) => row.path === selected),
  );

  function select(index: number): void {
    const row = rows[index];
    if (!row) return;
    setSelected(row.path);
    list.current?.scrollTo(index);
  }

  function fold(row: Row, open: boolean): void {
    setOverrides((before) => new Map(before).set(row.path, open));
  }

  function handleKey(event: KeyboardEvent): void {
    const row = rows[here];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowForKey(event.key, here, rows.length, list.current?.page() ?? 10);
    if (next !== null) select(next);
    else if (event.key === "ArrowRight" && row.foldable) row.open ? select(here + 1) : fold(row, true);
    else if (event.key === "ArrowLeft") row.open ? fold(row, false) : select(parentOf(rows, here));
    else if ((event.key === "Enter" || event.key === " ") && row.foldable) fold(row, !row.open);
    else return;
    event.preventDefault();
  }

  return (
    <VirtualList
      class="json-tree"
      role="tree"
      tabIndex={0}
      data-detail-first
      data-testid="json-tree"
      aria-label="The message as a tree"
      aria-activedescendant={`${name}-${here}`}
      count={rows.length}
      rowHeight={ROW_HEIGHT_PX}
      handle={list}
      onKeyDown={handleKey}
      row={(index) => {
        const row = rows[index]!;
        return (
          <div
            key={row.path}
            id={`${name}-${index}`}
            class={`json-row${index === here ? " chosen" : ""}`}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-posinset={row.place}
            aria-setsize={row.siblings}
            aria-selected={index === here}
            aria-expanded={row.foldable ? row.open : undefined}
            style={{ paddingLeft: `${6 + row.depth * 14}px` }}
            onClick={() => {
              setSelected(row.path);
              if (row.foldable) fold(row, !row.open);
            }}
          >
            <span class="json-fold" aria-hidden="true">
              {row.foldable ? (row.open ? "▾" : "▸") : ""}
            </span>
            {row.key !== "" && <span class="json-key">{row.key}: </span>}
            <span class={`json-${row.type}`}>{row.label}</span>
          </div>
        );
      }}
    />
  );
}

// A JSON value as a tree: arrows move and fold, only the rows in sight are painted.

import { useMemo, useRef, useState } from "preact/hooks";
import { VirtualList, type VirtualListHandle } from "../shell/VirtualList";
import { rowAfter } from "../shell/row-window";
import { parentOf, rowsOf, type Row } from "./json-rows";

const ROW = 20;
let trees = 0;

export function JsonTree({ value }: { value: unknown }) {
  const [turned, turn] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [chosen, choose] = useState("$");
  const name = useMemo(() => `json-${++trees}`, []);
  const list = useRef<VirtualListHandle>(null);
  const rows = useMemo(() => rowsOf(value, turned), [value, turned]);
  const here = Math.max(
    0,
    rows.findIndex((row) => row.path === chosen),
  );

  function go(index: number): void {
    const row = rows[index];
    if (!row) return;
    choose(row.path);
    list.current?.scrollTo(index);
  }

  function fold(row: Row, open: boolean): void {
    turn((before) => new Map(before).set(row.path, open));
  }

  function press(event: KeyboardEvent): void {
    const row = rows[here];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowAfter(event.key, here, rows.length, list.current?.page() ?? 10);
    if (next !== null) go(next);
    else if (event.key === "ArrowRight" && row.foldable) row.open ? go(here + 1) : fold(row, true);
    else if (event.key === "ArrowLeft") row.open ? fold(row, false) : go(parentOf(rows, here));
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
      rowHeight={ROW}
      handle={list}
      onKeyDown={press}
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
              choose(row.path);
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

// The rows of the trace. A single tab stop: arrow keys select, Enter opens, C copies, P copies the pair.

import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { VirtualList, type VirtualListHandle } from "../ui/VirtualList";
import { rowForKey } from "../ui/row-window";
import { copyMessage, copyPair } from "./clipboard";
import type { Entry } from "./entries";
import { clockLabel, durationLabel, sinceLabel, sizeLabel } from "./format";
import type { TraceView } from "./view";

const ROW_HEIGHT_PX = 22;
const KEYS_HELP =
  "Enter opens the selected one, C copies it, P copies it with its answer, " +
  "left and right go between a request and its answer.";
const OUTCOMES = {
  open: "open",
  answered: "",
  failed: "failed",
  cancelled: "cancelled",
  lost: "no answer",
} as const;

export function TraceList({ view }: { view: TraceView }) {
  const list = useRef<VirtualListHandle>(null);
  const listed = view.listed.value;
  const selected = view.selected.value;
  const here = selected ? indexOf(listed, selected) : -1;
  const first = useRef(listed[0]?.number ?? 0);

  useEffect(() => {
    // Rows dropped from the front would move the visible ones.
    const was = first.current;
    first.current = listed[0]?.number ?? 0;
    if (view.follow.value) list.current?.scrollToEnd();
    else if (was > 0 && first.current > was) list.current?.shift(droppedRows(first.current - was, view));
  }, [listed]);
  useSignalEffect(() => {
    if (view.follow.value) list.current?.scrollToEnd();
  });
  useEffect(() => {
    if (here >= 0) list.current?.scrollTo(here);
  }, [selected]);

  function handleKey(event: KeyboardEvent): void {
    const next = rowForKey(event.key, here, listed.length, list.current?.page() ?? 10);
    if (next !== null) {
      event.preventDefault();
      view.select(skipDivider(listed, next, next < here ? -1 : 1));
      if (next < listed.length - 1) view.follow.value = false;
      return;
    }
    if (!selected) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const copies = event.key.toLowerCase() === "c" && (plain || !getSelection()?.toString());
    if (event.key === "Enter") focusDetail();
    else if (event.key === "Escape") view.select(null);
    else if (copies) void copyMessage(selected);
    else if (event.key.toLowerCase() === "p" && plain) void copyPair(selected);
    else if ((event.key === "ArrowRight" || event.key === "ArrowLeft") && selected.pair)
      view.reveal(selected.pair);
    else return;
    event.preventDefault();
  }

  return (
    <div class="trace-list-part">
      <div class="trace-row trace-head" aria-hidden="true">
        <span>Time</span>
        <span />
        <span>Method</span>
        <span class="trace-id">Id</span>
        <span>Summary</span>
        <span class="trace-size">Size</span>
        <span class="trace-duration">Duration</span>
      </div>
      <VirtualList
        class="trace-list"
        role="listbox"
        tabIndex={0}
        data-first
        data-testid="trace-list"
        aria-label={`Messages. ${KEYS_HELP}`}
        aria-activedescendant={here >= 0 ? rowId(listed[here]!) : undefined}
        count={listed.length}
        rowHeight={ROW_HEIGHT_PX}
        handle={list}
        scrollState={view.scrollState}
        onKeyDown={handleKey}
        onScrolled={(_, atEnd) => (view.follow.value = atEnd)}
        row={(index) => {
          const entry = listed[index]!;
          const rowProps = { entry, index, count: listed.length, selected: entry === selected, view };
          return <Row key={entry.number} {...rowProps} />;
        }}
      />
      {listed.length === 0 && <p class="trace-none">{emptyLabel(view)}</p>}
    </div>
  );
}

function Row({
  entry,
  index,
  count,
  selected,
  view,
}: {
  entry: Entry;
  index: number;
  count: number;
  selected: boolean;
  view: TraceView;
}) {
  const time = sinceLabel(entry.at);
  const place = {
    id: rowId(entry),
    role: "option",
    "aria-posinset": index + 1,
    "aria-setsize": count,
  } as const;
  if (entry.kind === "divider") {
    return (
      <div {...place} class="trace-divider" aria-selected={false} aria-disabled="true">
        <span>
          {entry.summary} · {time}
        </span>
      </div>
    );
  }
  const outcome =
    entry.isCancelRequested && entry.outcome === "open" ? "cancelling" : OUTCOMES[entry.outcome ?? "answered"];
  const bad = entry.failed || entry.outcome === "failed" || entry.outcome === "lost";
  return (
    <div
      {...place}
      class={`trace-row ${entry.kind} ${entry.direction}${bad ? " bad" : ""}${selected ? " chosen" : ""}`}
      aria-selected={selected}
      aria-label={rowLabel(entry, outcome)}
      onClick={() => {
        view.select(entry);
        if (index < count - 1) view.follow.value = false;
      }}
      onDblClick={() => focusDetail()}
    >
      <span class="trace-time" title={clockLabel(entry.at, performance.timeOrigin)}>
        {time}
      </span>
      <span class="trace-arrow" title={entry.direction === "sent" ? "to the agent" : "from the agent"}>
        {entry.direction === "sent" ? "→" : "←"}
      </span>
      <span class="trace-method" title={entry.method}>
        {entry.kind === "answer" && <span class="trace-re">↳ </span>}
        {entry.method}
      </span>
      <span class="trace-id">{entry.id === undefined ? "" : String(entry.id)}</span>
      <span class="trace-summary" title={entry.summary}>
        {bad && <b class="trace-flag">✕ {entry.failed ? "error" : outcome} </b>}
        {!bad && outcome && <b class="trace-flag">{outcome} </b>}
        {entry.summary}
      </span>
      <span class="trace-size">{sizeLabel(entry.size)}</span>
      <span class="trace-duration">{entry.kind === "answer" ? durationLabel(entry.duration) : ""}</span>
    </div>
  );
}

function rowLabel(entry: Entry, outcome: string): string {
  const way = entry.direction === "sent" ? "sent" : "received";
  const took = entry.kind === "answer" ? durationLabel(entry.duration) : "";
  const status = entry.failed ? "error" : outcome;
  return [way, entry.kind, entry.method, status, entry.summary, took].filter(Boolean).join(", ");
}

function emptyLabel(view: TraceView): string {
  const filter = view.filter.value;
  const filtered = filter.text || filter.method || filter.errors || filter.direction !== "both";
  if (view.searching.value) return "Searching…";
  return filtered ? "No message matches the filter." : "No message yet.";
}

/** The list is sorted by number. */
function indexOf(listed: readonly Entry[], entry: Entry): number {
  let low = 0;
  let high = listed.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = listed[middle]!.number;
    if (found === entry.number) return middle;
    if (found < entry.number) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** How many listed rows were dropped. With a filter that is not known, so the list is not shifted. */
function droppedRows(numbers: number, view: TraceView): number {
  const { text, method, direction, errors, quiet } = view.filter.value;
  return text || method || errors || quiet || direction !== "both" ? 0 : numbers;
}

function skipDivider(listed: readonly Entry[], index: number, step: number): Entry | null {
  for (let at = index; at >= 0 && at < listed.length; at += step) {
    if (listed[at]!.kind !== "divider") return listed[at]!;
  }
  return listed.find((entry) => entry.kind !== "divider") ?? null;
}

function rowId(entry: Entry): string {
  return `trace-${entry.number}`;
}

/** The detail is rendered after the row is selected. */
function focusDetail(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(".trace-detail [data-detail-first]")?.focus(),
  );
}

export function focusList(): void {
  document.querySelector<HTMLElement>(".trace-list")?.focus();
}

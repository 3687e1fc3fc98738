// The rows of the trace. One stop for the keyboard: the arrows choose, Enter opens, C copies, P copies the
// pair.

import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { VirtualList, type VirtualListHandle } from "../shell/VirtualList";
import { rowAfter } from "../shell/row-window";
import { copyMessage, copyPair } from "./clipboard";
import type { Entry } from "./entries";
import { clockLabel, durationLabel, sinceLabel, sizeLabel } from "./format";
import type { TraceView } from "./view";

const ROW = 22;
const KEYS =
  "Enter opens the chosen one, C copies it, P copies it with its answer, " +
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
  const chosen = view.chosen.value;
  const here = chosen ? indexOf(listed, chosen) : -1;
  const first = useRef(listed[0]?.number ?? 0);

  useEffect(() => {
    // Rows that went from the front would move those in sight.
    const was = first.current;
    first.current = listed[0]?.number ?? 0;
    if (view.follow.value) list.current?.scrollToEnd();
    else if (was > 0 && first.current > was) list.current?.shift(goneBefore(first.current - was, view));
  }, [listed]);
  useSignalEffect(() => {
    if (view.follow.value) list.current?.scrollToEnd();
  });
  useEffect(() => {
    if (here >= 0) list.current?.scrollTo(here);
  }, [chosen]);

  function press(event: KeyboardEvent): void {
    const next = rowAfter(event.key, here, listed.length, list.current?.page() ?? 10);
    if (next !== null) {
      event.preventDefault();
      view.choose(skipDivider(listed, next, next < here ? -1 : 1));
      if (next < listed.length - 1) view.follow.value = false;
      return;
    }
    if (!chosen) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const copies = event.key.toLowerCase() === "c" && (plain || !getSelection()?.toString());
    if (event.key === "Enter") focusDetail();
    else if (event.key === "Escape") view.choose(null);
    else if (copies) void copyMessage(chosen);
    else if (event.key.toLowerCase() === "p" && plain) void copyPair(chosen);
    else if ((event.key === "ArrowRight" || event.key === "ArrowLeft") && chosen.pair)
      view.reveal(chosen.pair);
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
        <span>What</span>
        <span class="trace-size">Size</span>
        <span class="trace-duration">Took</span>
      </div>
      <VirtualList
        class="trace-list"
        role="listbox"
        tabIndex={0}
        data-first
        data-testid="trace-list"
        aria-label={`Messages. ${KEYS}`}
        aria-activedescendant={here >= 0 ? rowId(listed[here]!) : undefined}
        count={listed.length}
        rowHeight={ROW}
        handle={list}
        place={view.place}
        onKeyDown={press}
        onScrolled={(_, atEnd) => (view.follow.value = atEnd)}
        row={(index) => {
          const entry = listed[index]!;
          const how = { entry, index, count: listed.length, chosen: entry === chosen, view };
          return <Row key={entry.number} {...how} />;
        }}
      />
      {listed.length === 0 && <p class="trace-none">{nothing(view)}</p>}
    </div>
  );
}

function Row({
  entry,
  index,
  count,
  chosen,
  view,
}: {
  entry: Entry;
  index: number;
  count: number;
  chosen: boolean;
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
    entry.takenBack && entry.outcome === "open" ? "taken back" : OUTCOMES[entry.outcome ?? "answered"];
  const bad = entry.failed || entry.outcome === "failed" || entry.outcome === "lost";
  return (
    <div
      {...place}
      class={`trace-row ${entry.kind} ${entry.direction}${bad ? " bad" : ""}${chosen ? " chosen" : ""}`}
      aria-selected={chosen}
      aria-label={spoken(entry, outcome)}
      onClick={() => {
        view.choose(entry);
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

function spoken(entry: Entry, outcome: string): string {
  const way = entry.direction === "sent" ? "sent" : "received";
  const took = entry.kind === "answer" ? durationLabel(entry.duration) : "";
  const fate = entry.failed ? "error" : outcome;
  return [way, entry.kind, entry.method, fate, entry.summary, took].filter(Boolean).join(", ");
}

function nothing(view: TraceView): string {
  const wanted = view.wanted.value;
  const filtered = wanted.text || wanted.method || wanted.errors || wanted.direction !== "both";
  if (view.searching.value) return "Searching…";
  return filtered ? "No message fits the filter." : "No message yet.";
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

/** How many listed rows went; with a filter only the unfiltered count is known, so nothing is guessed. */
function goneBefore(numbers: number, view: TraceView): number {
  const { text, method, direction, errors, quiet } = view.wanted.value;
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

/** The detail is painted after the row is chosen. */
function focusDetail(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(".trace-detail [data-detail-first]")?.focus(),
  );
}

export function focusList(): void {
  document.querySelector<HTMLElement>(".trace-list")?.focus();
}

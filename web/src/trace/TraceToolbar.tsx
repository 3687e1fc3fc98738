// The trace's toolbar: search, filters, pause, export, clear.

import { Icon } from "../ui/Icon";
import { notify } from "../shell/notices";
import type { TraceFilter } from "./filter";
import { exportLines } from "./format";
import type { Trace } from "./trace";
import type { TraceView } from "./view";

export function TraceToolbar({ trace, view }: { trace: Trace; view: TraceView }) {
  void trace.changed.value;
  const filter = view.filter.value;
  const paused = view.pausedAt.value !== null;
  return (
    <div class="trace-toolbar" role="toolbar" aria-label="Trace">
      <input
        type="search"
        class="trace-search"
        data-testid="trace-search"
        aria-label="Search in methods and messages"
        placeholder="Search, or method:nes/"
        title="Words in methods and messages. method:nes/ id:7 session:abc match only that field."
        value={filter.text}
        onInput={(event) => view.setFilter({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Escape" && filter.text) {
            event.stopPropagation();
            view.setFilter({ text: "" });
          }
        }}
      />
      <select
        aria-label="Method"
        data-testid="trace-method"
        value={filter.method}
        onChange={(event) => view.setFilter({ method: event.currentTarget.value })}
      >
        <option value="">All methods</option>
        {trace.methods.map((method) => (
          <option key={method} value={method}>
            {method}
          </option>
        ))}
      </select>
      <select
        aria-label="Direction"
        value={filter.direction}
        onChange={(event) => view.setFilter({ direction: event.currentTarget.value as TraceFilter["direction"] })}
      >
        <option value="both">Both ways</option>
        <option value="sent">→ Sent</option>
        <option value="received">← Received</option>
      </select>
      <Toggle
        on={filter.errors}
        label="Errors"
        title="Only errors and cancelled requests"
        onToggle={(errors) => view.setFilter({ errors })}
      />
      <Toggle
        on={filter.quiet}
        label="Quiet"
        title="Hide document/didFocus and document/didChange"
        onToggle={(quiet) => view.setFilter({ quiet })}
      />
      <span class="trace-count" data-testid="trace-count" title={droppedTitle(trace)}>
        {countLabel(trace, view)}
      </span>
      <button
        type="button"
        aria-pressed={paused}
        data-testid="trace-pause"
        title={paused ? "Resume the list" : "Pause the list; messages are still recorded"}
        onClick={() => (paused ? view.resume() : view.pause())}
      >
        {paused ? `Resume (${view.pausedCount()} new)` : "Pause"}
      </button>
      <Toggle
        on={view.follow.value}
        label="Follow"
        title="Keep the newest message visible"
        onToggle={(on) => (view.follow.value = on)}
      />
      <button
        type="button"
        data-testid="trace-export"
        title="Save all messages as a JSONL file"
        disabled={trace.entries.length === 0}
        onClick={() => saveAll(trace)}
      >
        Export
      </button>
      <button
        type="button"
        class="plain"
        aria-label="Clear the trace"
        title="Clear the trace"
        data-testid="trace-clear"
        onClick={() => view.clear()}
      >
        <Icon name="trash" size={16} />
      </button>
    </div>
  );
}

function Toggle({
  on,
  label,
  title,
  onToggle: flip,
}: {
  on: boolean;
  label: string;
  title: string;
  onToggle(on: boolean): void;
}) {
  return (
    <button type="button" aria-pressed={on} title={title} onClick={() => flip(!on)}>
      {label}
    </button>
  );
}

function countLabel(trace: Trace, view: TraceView): string {
  const listed = view.listed.value.filter((entry) => entry.kind !== "divider").length;
  const all = trace.entries.filter((entry) => entry.kind !== "divider").length;
  if (view.searching.value) return `${listed} of ${all}, searching…`;
  return listed === all ? `${all} messages` : `${listed} of ${all}`;
}

function droppedTitle(trace: Trace): string {
  return trace.dropped > 0
    ? `${trace.dropped} older messages were dropped`
    : "All messages since the page was opened";
}

function saveAll(trace: Trace): void {
  const lines = exportLines(trace.entries, performance.timeOrigin);
  const address = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `understudy-trace-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.jsonl`;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  notify(`${lines.length} messages were saved as ${link.download}.`);
}

// The selected message: its facts and timing, and its JSON as a folding tree or as text.

import { useMemo } from "preact/hooks";
import { Icon } from "../ui/Icon";
import { copyMessage, copyPair } from "./clipboard";
import type { Entry } from "./entries";
import { clockLabel, durationLabel, prettyText, sizeLabel } from "./format";
import { JsonTree } from "./JsonTree";
import { focusList } from "./TraceList";
import type { TraceView } from "./view";
import { MAX_SHOWN_CHARS } from "./limits";

export function TraceDetail({ entry, view }: { entry: Entry; view: TraceView }) {
  const value = useMemo(() => parsed(entry), [entry]);
  const as = view.detailAs.value;

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    focusList();
  }

  return (
    <section
      class="trace-detail"
      aria-label={`${entry.kind} ${entry.method}`}
      data-testid="trace-detail"
      onKeyDown={handleKey}
    >
      <div class="trace-detail-head">
        <strong title={entry.method}>{entry.method}</strong>
        <button
          type="button"
          class="plain"
          aria-label="Copy this message"
          title="Copy this message (C)"
          data-testid="trace-copy"
          onClick={() => void copyMessage(entry)}
        >
          <Icon name="copy" size={15} />
        </button>
        {entry.pair && (
          <button
            type="button"
            class="plain"
            title="Copy the request and its answer (P)"
            data-testid="trace-copy-pair"
            onClick={() => void copyPair(entry)}
          >
            Copy pair
          </button>
        )}
        {entry.pair && (
          <button
            type="button"
            class="plain"
            data-testid="trace-pair"
            onClick={() => view.reveal(entry.pair!)}
          >
            {entry.kind === "request" ? "Answer ›" : "‹ Request"}
          </button>
        )}
        <button
          type="button"
          class="plain"
          aria-pressed={as === "text"}
          onClick={() => (view.detailAs.value = as === "tree" ? "text" : "tree")}
        >
          {as === "tree" ? "As text" : "As tree"}
        </button>
        <button
          type="button"
          class="plain"
          aria-label="Close the message"
          onClick={() => {
            view.select(null);
            focusList();
          }}
        >
          <Icon name="close" size={15} />
        </button>
      </div>
      <p class="trace-facts">{facts(entry)}</p>
      {as === "tree" && value !== undefined ? <JsonTree value={value} /> : <Text entry={entry} />}
    </section>
  );
}

function Text({ entry }: { entry: Entry }) {
  const text = useMemo(() => prettyText(entry), [entry]);
  const rest = text.length - MAX_SHOWN_CHARS;
  return (
    <pre class="trace-text" tabIndex={0} data-detail-first aria-label="The message as text">
      {rest > 0 ? text.slice(0, MAX_SHOWN_CHARS) : text}
      {rest > 0 && `\n… ${sizeLabel(rest)} more characters; copy gives all of it.`}
    </pre>
  );
}

function facts(entry: Entry): string {
  const parts = [
    entry.direction === "sent" ? "to the agent" : "from the agent",
    entry.kind,
    clockLabel(entry.at, performance.timeOrigin),
    `${entry.size.toLocaleString("en")} characters`,
  ];
  if (entry.duration !== null) parts.push(`answered after ${durationLabel(entry.duration)}`);
  if (entry.outcome === "open")
    parts.push(entry.isCancelRequested ? "cancel requested, not answered yet" : "not answered yet");
  if (entry.outcome === "lost") parts.push("the connection ended before the answer");
  if (entry.outcome === "cancelled") parts.push("cancelled");
  if (entry.text.length < entry.size) parts.push("truncated");
  return parts.join(" · ");
}

function parsed(entry: Entry): unknown {
  try {
    return JSON.parse(entry.text) as unknown;
  } catch {
    return undefined;
  }
}

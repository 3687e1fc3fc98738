// The transcript as it is seen: sticks to its end unless somebody scrolled up. Entries out of sight cost
// little, for the browser skips them (content-visibility), and a new one touches only the last slice.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useWorkbench } from "../../workbench";
import { Boundary } from "../ErrorBoundary";
import { EmptyView } from "./EmptyView";
import { EntryView } from "./EntryView";
import { copyFrom } from "../markdown/Markdown";
import { openPlace } from "../open-location";
import type { Slice } from "./transcript";
import { duration } from "../labels";

const NEAR = 40;

export function TranscriptView() {
  const { chat, documents } = useWorkbench();
  const { transcript } = chat;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const last = useRef(0);
  const behind = useSignal(false);

  function toEnd(): void {
    const at = scroller.current;
    if (!at) return;
    sticks.current = true;
    behind.value = false;
    at.scrollTop = at.scrollHeight;
    last.current = at.scrollTop;
  }

  useEffect(() => {
    if (!content.current || !scroller.current) return;
    // What stands in an empty chat is read from its beginning.
    const observer = new ResizeObserver(() => sticks.current && !transcript.empty.peek() && toEnd());
    observer.observe(content.current);
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  useSignalEffect(() => {
    void transcript.changes.value;
    if (!sticks.current) behind.value = true;
  });
  // What the user sends is always seen.
  useSignalEffect(() => {
    if (chat.turns.running.value) toEnd();
  });

  function scrolled(): void {
    const at = scroller.current;
    if (!at) return;
    if (at.scrollHeight - at.scrollTop - at.clientHeight < NEAR) {
      sticks.current = true;
      behind.value = false;
    } else if (at.scrollTop < last.current) {
      sticks.current = false;
    }
    last.current = at.scrollTop;
  }

  function clicked(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const copy = target?.closest<HTMLElement>("[data-copy]");
    if (copy) return copyFrom(copy);
    const link = target?.closest<HTMLElement>("a[data-path]");
    if (!link) return;
    event.preventDefault();
    const line = Number(link.dataset.line ?? "") || null;
    void openPlace(documents, { path: link.dataset.path ?? "", line });
  }

  return (
    <div class="transcript-frame">
      <div
        ref={scroller}
        class="transcript"
        role="log"
        aria-label="Chat transcript"
        aria-live="off"
        aria-busy={chat.busy.value}
        tabIndex={0}
        data-testid="transcript"
        onScroll={scrolled}
        onClick={clicked}
        onKeyDown={(event) => event.key === "Escape" && chat.stop()}
      >
        <div ref={content} class="transcript-content">
          {transcript.dropped.value && <div class="remark">Earlier entries are no longer shown.</div>}
          {transcript.slices.value.map((slice) => (
            <SliceView key={slice.id} slice={slice} />
          ))}
          <Boundary words="">
            <EmptyView />
          </Boundary>
          <Opening />
          <Working />
        </div>
      </div>
      {behind.value && (
        <button type="button" class="to-end" data-testid="to-end" onClick={toEnd}>
          New messages ↓
        </button>
      )}
    </div>
  );
}

function SliceView({ slice }: { slice: Slice }) {
  return (
    <>
      {slice.entries.value.map((entry) => (
        <div key={entry.id} class={`entry is-${entry.type}`}>
          <Boundary words="This could not be shown. The trace has it.">
            <EntryView entry={entry} />
          </Boundary>
        </div>
      ))}
    </>
  );
}

/** So that an agent that says nothing for a while is not taken for dead. */
function Working() {
  const { chat } = useWorkbench();
  const seconds = useSignal(0);
  const running = chat.turns.running.value;
  const since = running?.since ?? null;
  useEffect(() => {
    seconds.value = 0;
    if (since === null) return;
    const timer = setInterval(() => (seconds.value = Math.floor((performance.now() - since) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [since]);
  if (!running) return null;
  const isAsking = chat.questions.open.value.length > 0;
  const words = running.stopping ? "Stopping…" : isAsking ? "Waiting for your answer" : "Working…";
  return (
    <p class="quiet opening" data-testid="working">
      {!isAsking && <span class="spinner" aria-hidden="true" />} {words}
      {seconds.value >= 3 && <span>{duration(seconds.value)}</span>}
    </p>
  );
}

function Opening() {
  const { chat, agent } = useWorkbench();
  const phase = chat.phase.value;
  if (phase.kind === "opening") {
    return (
      <p class="quiet opening">
        <span class="spinner" aria-hidden="true" /> {phase.words}
      </p>
    );
  }
  // The card of the login says it.
  if (phase.kind !== "failed" || phase.login) return null;
  return (
    <div class="turn-end trouble" role="alert" data-testid="opening-failed">
      <p class="end-message">No session could be opened: {phase.why}</p>
      <button type="button" disabled={!agent.ready.value} onClick={() => void chat.retry()}>
        Try again
      </button>
    </div>
  );
}

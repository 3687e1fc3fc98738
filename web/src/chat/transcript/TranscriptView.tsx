// Renders the transcript. Stays scrolled to the end unless the user scrolled up. The browser skips entries
// that are not visible (content-visibility), and a new entry updates only the last slice.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useWorkbench } from "../../workbench";
import { ErrorBoundary } from "../ErrorBoundary";
import { EmptyView } from "./EmptyView";
import { EntryView } from "./EntryView";
import { copyCode } from "../markdown/Markdown";
import { openLocation } from "../open-location";
import type { Slice } from "./transcript";
import { durationLabel } from "../labels";
import { STICK_DISTANCE_PX } from "../limits";

export function TranscriptView() {
  const { chat, documents } = useWorkbench();
  const { transcript } = chat;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticksToEnd = useRef(true);
  const lastScrollTop = useRef(0);
  const hasNewBelow = useSignal(false);

  function scrollToEnd(): void {
    const at = scroller.current;
    if (!at) return;
    sticksToEnd.current = true;
    hasNewBelow.value = false;
    at.scrollTop = at.scrollHeight;
    lastScrollTop.current = at.scrollTop;
  }

  useEffect(() => {
    if (!content.current || !scroller.current) return;
    // An empty chat stays scrolled to its start.
    const observer =
      new ResizeObserver(() => sticksToEnd.current && !transcript.empty.peek() && scrollToEnd());
    observer.observe(content.current);
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  useSignalEffect(() => {
    void transcript.changes.value;
    if (!sticksToEnd.current) hasNewBelow.value = true;
  });
  // Show the end when the user sends a prompt.
  useSignalEffect(() => {
    if (chat.turns.running.value) scrollToEnd();
  });

  function handleScroll(): void {
    const at = scroller.current;
    if (!at) return;
    if (at.scrollHeight - at.scrollTop - at.clientHeight < STICK_DISTANCE_PX) {
      sticksToEnd.current = true;
      hasNewBelow.value = false;
    } else if (at.scrollTop < lastScrollTop.current) {
      sticksToEnd.current = false;
    }
    lastScrollTop.current = at.scrollTop;
  }

  function handleClick(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const copy = target?.closest<HTMLElement>("[data-copy]");
    if (copy) return copyCode(copy);
    const link = target?.closest<HTMLElement>("a[data-path]");
    if (!link) return;
    event.preventDefault();
    const line = Number(link.dataset.line ?? "") || null;
    void openLocation(documents, { path: link.dataset.path ?? "", line });
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
        onScroll={handleScroll}
        onClick={handleClick}
        onKeyDown={(event) => event.key === "Escape" && !isInContent(event.target) && chat.stop()}
      >
        <div ref={content} class="transcript-content">
          {transcript.dropped.value && <div class="remark">Earlier entries are no longer shown.</div>}
          {transcript.slices.value.map((slice) => (
            <SliceView key={slice.id} slice={slice} />
          ))}
          <ErrorBoundary fallback="">
            <EmptyView />
          </ErrorBoundary>
          <OpeningIndicator />
          <WorkingIndicator />
        </div>
      </div>
      {hasNewBelow.value && (
        <button type="button" class="to-end" data-testid="to-end" onClick={scrollToEnd}>
          New messages ↓
        </button>
      )}
    </div>
  );
}

/** Whether the element is text that is read and copied: a diff, an output, a form. Esc there stops no turn. */
function isInContent(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".diff, .output, input, textarea, select") !== null;
}

function SliceView({ slice }: { slice: Slice }) {
  return (
    <>
      {slice.entries.value.map((entry) => (
        <div key={entry.id} class={`entry is-${entry.type}`}>
          <ErrorBoundary fallback="This could not be shown. The trace has it.">
            <EntryView entry={entry} />
          </ErrorBoundary>
        </div>
      ))}
    </>
  );
}

/** Shows that the agent is still working, and for how long. */
function WorkingIndicator() {
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
  const label = running.stopping ? "Stopping…" : isAsking ? "Waiting for your answer" : "Working…";
  return (
    <p class="quiet opening" data-testid="working">
      {!isAsking && <span class="spinner" aria-hidden="true" />} {label}
      {seconds.value >= 3 && <span>{durationLabel(seconds.value)}</span>}
    </p>
  );
}

function OpeningIndicator() {
  const { chat, agent } = useWorkbench();
  const phase = chat.phase.value;
  if (phase.kind === "opening") {
    return (
      <p class="quiet opening">
        <span class="spinner" aria-hidden="true" /> {phase.label}
      </p>
    );
  }
  // The login card shows the reason.
  if (phase.kind !== "failed" || phase.login) return null;
  return (
    <div class="turn-end trouble" role="alert" data-testid="opening-failed">
      <p class="end-message">No session could be opened: {phase.message}</p>
      <button type="button" disabled={!agent.ready.value} onClick={() => void chat.retry()}>
        Try again
      </button>
    </div>
  );
}

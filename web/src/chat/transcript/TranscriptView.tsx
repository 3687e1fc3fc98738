// Renders the transcript. Stays scrolled to the end unless the user scrolled up. Only some slices around what is
// visible are in the page, and a new entry updates only the last slice.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useWorkbench } from "../../workbench";
import { ErrorBoundary } from "../ErrorBoundary";
import { EmptyView } from "./EmptyView";
import { EntryView } from "./EntryView";
import { copyCode } from "../markdown/Markdown";
import { openLocation } from "../open-location";
import type { Slice } from "./transcript";
import { AT_END, movedWindow, renderedRange, type SliceWindow } from "./slice-window";
import { durationLabel } from "../labels";
import { STICK_DISTANCE_PX, WINDOW_EDGE_PX } from "../limits";

export function TranscriptView() {
  const { chat, documents } = useWorkbench();
  const { transcript } = chat;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticksToEnd = useRef(true);
  const lastScrollTop = useRef(0);
  const hasNewBelow = useSignal(false);
  const window = useSignal<SliceWindow>(AT_END);
  /** An element and its place before the rendered slices changed, which it keeps. */
  const anchor = useRef<{ element: Element; top: number } | null>(null);
  const slices = transcript.slices.value;
  const firstId = slices[0]?.id ?? 0;
  const range = renderedRange(window.value, firstId, slices.length);

  function scrollToEnd(): void {
    const at = scroller.current;
    if (!at) return;
    sticksToEnd.current = true;
    hasNewBelow.value = false;
    // Its slices are rendered after this; the size of the content changes then, and the observer scrolls again.
    window.value = AT_END;
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

  /** Render the slices above or below those that are rendered. */
  function moveWindow(direction: "up" | "down"): void {
    const at = scroller.current;
    if (!at || anchor.current) return;
    const top = at.getBoundingClientRect().top;
    const entries = [...at.querySelectorAll(".entry")];
    const element = entries.find((entry) => entry.getBoundingClientRect().bottom > top);
    if (element) anchor.current = { element, top: element.getBoundingClientRect().top };
    window.value = movedWindow(range, direction, firstId, slices.length);
  }

  useLayoutEffect(() => {
    const kept = anchor.current;
    anchor.current = null;
    if (!kept || !scroller.current || !kept.element.isConnected) return;
    scroller.current.scrollTop += kept.element.getBoundingClientRect().top - kept.top;
    lastScrollTop.current = scroller.current.scrollTop;
  }, [window.value]);

  function handleScroll(): void {
    const at = scroller.current;
    if (!at) return;
    const isUp = at.scrollTop < lastScrollTop.current;
    const below = at.scrollHeight - at.scrollTop - at.clientHeight;
    if (range[1] < slices.length) {
      sticksToEnd.current = false;
      lastScrollTop.current = at.scrollTop;
      if (!isUp && below < WINDOW_EDGE_PX) return moveWindow("down");
      if (isUp && at.scrollTop < WINDOW_EDGE_PX && range[0] > 0) moveWindow("up");
      return;
    }
    if (isUp && at.scrollTop < WINDOW_EDGE_PX && range[0] > 0) moveWindow("up");
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
          {transcript.dropped.value && range[0] === 0 && <div class="remark">Earlier entries are no longer shown.</div>}
          {range[0] > 0 && <div class="remark">Scroll up for earlier entries.</div>}
          {slices.slice(...range).map((slice) => (
            <SliceView key={slice.id} slice={slice} />
          ))}
          <ErrorBoundary fallback="">
            <EmptyView />
          </ErrorBoundary>
          <OpeningIndicator />
          <WorkingIndicator />
        </div>
      </div>
      {(hasNewBelow.value || range[1] < slices.length) && (
        <button type="button" class="to-end" data-testid="to-end" onClick={scrollToEnd}>
          {hasNewBelow.value ? "New messages ↓" : "To the end ↓"}
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

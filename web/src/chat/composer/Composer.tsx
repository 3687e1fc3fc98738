// Where prompts are written: Enter sends, Shift+Enter makes a line, Esc stops the turn, Up brings back what
// was sent last. Above it what goes with the prompt, what waits, and what the agent asks.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../../shell/Icon";
import { useWorkbench } from "../../workbench";
import { Boundary } from "../ErrorBoundary";
import { Chips } from "./ContextChips";
import { completed, completingAt, namedIn, type Completing } from "./completion";
import { CompletionList, useCompletion, type Completion } from "./CompletionList";
import { focusQuestion, whileHidden } from "../focus";
import { UsageView } from "./UsageView";

const MOST_HEIGHT = 220;
/** A longer text fills the field anyway; to measure it would take the browser seconds. */
const LONG = 20_000;

export function Composer() {
  const { chat, agent } = useWorkbench();
  const field = useRef<HTMLTextAreaElement>(null);
  const where = useSignal<Completing | null>(null);
  const recalled = useRef<number | null>(null);
  const list = useCompletion(where.value);
  const draft = chat.draft.text.value;
  const running = chat.turns.running.value;
  const isAway = !agent.ready.value;

  useEffect(() => {
    const keep = () => chat.draft.keep();
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, []);
  useLayoutEffect(() => {
    const at = field.current;
    if (!at) return;
    at.style.height = "auto";
    const wanted = draft.length > LONG ? MOST_HEIGHT : Math.min(MOST_HEIGHT, at.scrollHeight + 2);
    at.style.height = `${wanted}px`;
  }, [draft]);

  function look(): void {
    const at = field.current;
    where.value =
      at && at.selectionStart === at.selectionEnd ? completingAt(at.value, at.selectionStart) : null;
  }

  function send(): void {
    const text = draft.trim();
    if (!text || isAway) return;
    chat.send({ text, links: namedIn(text, chat.draft.files) });
    chat.draft.clear();
    recalled.current = null;
    where.value = null;
  }

  function take(completion: Completion): void {
    if (!where.value) return;
    const next = completed(draft, where.value, completion.put);
    if (completion.file) chat.draft.name(completion.file);
    chat.draft.text.value = next.text;
    where.value = null;
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.cursor, next.cursor);
    });
  }

  function recall(step: number): boolean {
    const { sent } = chat;
    const at = (recalled.current ?? sent.length) + step;
    const isOwn = draft === "" || (recalled.current !== null && draft === sent[recalled.current]);
    if (!isOwn || at < 0 || sent.length === 0) return false;
    recalled.current = at < sent.length ? at : null;
    chat.draft.text.value = sent[at] ?? "";
    return true;
  }

  function press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (list.press(event, take)) return event.preventDefault();
    switch (event.key) {
      case "Enter":
        if (event.shiftKey) return;
        send();
        break;
      case "Escape":
        if (where.value) where.value = null;
        else if (running) chat.stop();
        else return;
        break;
      case "ArrowUp":
        if (!recall(-1)) return;
        break;
      case "ArrowDown":
        if (recalled.current === null || !recall(1)) return;
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  return (
    <div class="composer">
      <QuestionBar />
      <Queue />
      <Chips />
      <div class="composer-box">
        <CompletionList list={list} take={take} />
        <textarea
          ref={field}
          data-first
          data-testid="composer"
          aria-label="Prompt"
          rows={2}
          placeholder={isAway ? "The agent is away" : "Ask, or type / for commands and @ for files"}
          value={draft}
          aria-autocomplete="list"
          aria-controls={list.items.length > 0 ? "chat-completions" : undefined}
          aria-activedescendant={list.items.length > 0 ? `completion-${list.at}` : undefined}
          onInput={(event) => {
            chat.draft.text.value = event.currentTarget.value;
            recalled.current = null;
            look();
          }}
          onClick={look}
          onKeyUp={(event) => /^(Arrow(Left|Right)|Home|End)$/.test(event.key) && look()}
          onKeyDown={press}
          onBlur={() => (where.value = null)}
        />
        <div class="composer-foot">
          <Boundary words="">
            <UsageView />
          </Boundary>
          <span class="gap" />
          {running ? (
            <button
              type="button"
              class="stop"
              disabled={running.stopping}
              data-testid="stop"
              title="Stop (Esc)"
              onClick={() => chat.stop()}
            >
              <Icon name="stop" size={14} /> {running.stopping ? "Stopping…" : "Stop"}
            </button>
          ) : null}
          {(!running || draft.trim()) && (
            <button
              type="button"
              class="primary"
              disabled={isAway || !draft.trim()}
              data-testid="send"
              title={running ? "Waits for the end of this turn (Enter)" : "Send (Enter)"}
              onClick={send}
            >
              <Icon name="send" size={14} /> {running ? "Queue" : "Send"}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

/** While the question itself is out of sight. */
export function QuestionBar({
  answer = focusQuestion,
  covered = false,
}: {
  answer?(): void;
  /** Whether something else stands in place of the transcript. */
  covered?: boolean;
}) {
  const { chat } = useWorkbench();
  const hidden = useSignal(false);
  const [first, ...others] = chat.questions.open.value;
  useEffect(() => {
    hidden.value = false;
    if (!first) return;
    const control = new AbortController();
    // After its card is painted.
    setTimeout(
      () => !control.signal.aborted && whileHidden((now) => (hidden.value = now), control.signal),
      300,
    );
    return () => control.abort();
  }, [first]);
  if (!first || !(covered || hidden.value)) return null;
  return (
    <div class="question-bar" data-testid="question-bar">
      <span>
        The agent asks: <strong>{first.title}</strong>
        {others.length > 0 && ` and ${others.length} more`}
      </span>
      <button type="button" title="Alt+Q" onClick={answer}>
        Answer
      </button>
    </div>
  );
}

function Queue() {
  const { chat } = useWorkbench();
  const queue = chat.turns.queue.value;
  const early = chat.waiting.value;
  if (queue.length + early.length === 0) return null;
  const isHeld = chat.turns.running.value === null;
  return (
    <ul class="queue" aria-label="Prompts that wait" data-testid="queue">
      {early.map((prompt, index) => (
        <li key={`early-${index}`}>
          <span class="quiet">Waits for the session</span>
          <span class="queue-text">{prompt.text.slice(0, 500)}</span>
          <button
            type="button"
            class="plain"
            aria-label={`Do not send: ${prompt.text.slice(0, 60)}`}
            onClick={() => chat.unsend(prompt)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {queue.map((prompt, index) => (
        <li key={index}>
          <span class="quiet">{isHeld ? "Held" : "Next"}</span>
          <span class="queue-text">{prompt.text.slice(0, 500)}</span>
          {isHeld && index === 0 && (
            <button type="button" onClick={() => chat.turns.next()}>
              Send now
            </button>
          )}
          <button
            type="button"
            class="plain"
            aria-label={`Do not send: ${prompt.text.slice(0, 60)}`}
            onClick={() => chat.turns.unqueue(prompt)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}

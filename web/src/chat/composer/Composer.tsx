// The composer: Enter sends, Shift+Enter inserts a line, Esc stops the turn, Up recalls the last prompt.
// Above it are the context chips, the queued prompts, and a bar for the agent's question.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../../ui/Icon";
import { useWorkbench } from "../../workbench";
import { ErrorBoundary } from "../ErrorBoundary";
import { ContextChips } from "./ContextChips";
import { applyCompletion, completionAt, mentionedFiles, type CompletionContext } from "./completion";
import { CompletionList, useCompletion, type Completion } from "./CompletionList";
import { focusQuestion, observeQuestionHidden } from "../focus";
import { costLabel, compactNumber } from "../labels";
import { MAX_FIELD_HEIGHT_PX, MAX_MEASURED_CHARS } from "../limits";

export function Composer() {
  const { chat, agent } = useWorkbench();
  const field = useRef<HTMLTextAreaElement>(null);
  const where = useSignal<CompletionContext | null>(null);
  const recalled = useRef<number | null>(null);
  const list = useCompletion(where.value);
  const draft = chat.draft.text.value;
  const running = chat.turns.running.value;
  const isDisconnected = !agent.ready.value;

  useEffect(() => {
    const saveDraft = () => chat.draft.save();
    window.addEventListener("pagehide", saveDraft);
    return () => window.removeEventListener("pagehide", saveDraft);
  }, []);
  useLayoutEffect(() => {
    const at = field.current;
    if (!at) return;
    at.style.height = "auto";
    const height = draft.length > MAX_MEASURED_CHARS
      ? MAX_FIELD_HEIGHT_PX
      : Math.min(MAX_FIELD_HEIGHT_PX, at.scrollHeight + 2);
    at.style.height = `${height}px`;
  }, [draft]);

  function updateCompletion(): void {
    const at = field.current;
    where.value =
      at && at.selectionStart === at.selectionEnd ? completionAt(at.value, at.selectionStart) : null;
  }

  function send(): void {
    const text = draft.trim();
    if (!text || isDisconnected) return;
    chat.send({ text, links: mentionedFiles(text, chat.draft.files) });
    chat.draft.clear();
    recalled.current = null;
    where.value = null;
  }

  function insertCompletion(completion: Completion): void {
    if (!where.value) return;
    const next = applyCompletion(draft, where.value, completion.insertText);
    if (completion.file) chat.draft.addFile(completion.file);
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

  function handleKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (list.handleKey(event, insertCompletion)) return event.preventDefault();
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
      <ContextChips />
      <div class="composer-box">
        <CompletionList list={list} take={insertCompletion} />
        <textarea
          ref={field}
          data-first
          data-testid="composer"
          aria-label="Prompt"
          rows={2}
          placeholder={isDisconnected ? "Agent disconnected" : "Ask, or type / for commands and @ for files"}
          value={draft}
          aria-autocomplete="list"
          aria-controls={list.items.length > 0 ? "chat-completions" : undefined}
          aria-activedescendant={list.items.length > 0 ? `completion-${list.at}` : undefined}
          onInput={(event) => {
            chat.draft.text.value = event.currentTarget.value;
            recalled.current = null;
            updateCompletion();
          }}
          onClick={updateCompletion}
          onKeyUp={(event) => /^(Arrow(Left|Right)|Home|End)$/.test(event.key) && updateCompletion()}
          onKeyDown={handleKey}
          onBlur={() => (where.value = null)}
        />
        <div class="composer-foot">
          <ErrorBoundary fallback="">
            <UsageView />
          </ErrorBoundary>
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
              disabled={isDisconnected || !draft.trim()}
              data-testid="send"
              title={running ? "Queue until this turn ends (Enter)" : "Send (Enter)"}
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

/** Shown while the question itself is not visible. */
export function QuestionBar({
  answer = focusQuestion,
  covered = false,
}: {
  answer?(): void;
  /** Whether another view replaces the transcript. */
  covered?: boolean;
}) {
  const { chat } = useWorkbench();
  const hidden = useSignal(false);
  const [first, ...others] = chat.questions.open.value;
  useEffect(() => {
    hidden.value = false;
    if (!first) return;
    const control = new AbortController();
    // After the question's card is rendered.
    setTimeout(
      () => !control.signal.aborted && observeQuestionHidden((now) => (hidden.value = now), control.signal),
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
  const waiting = chat.waiting.value;
  if (queue.length + waiting.length === 0) return null;
  const isPaused = chat.turns.running.value === null;
  return (
    <ul class="queue" aria-label="Queued prompts" data-testid="queue">
      {waiting.map((prompt, index) => (
        <li key={`early-${index}`}>
          <span class="quiet">Waiting for the session</span>
          <span class="queue-text">{prompt.text.slice(0, 500)}</span>
          <button
            type="button"
            class="plain"
            aria-label={`Do not send: ${prompt.text.slice(0, 60)}`}
            onClick={() => chat.cancelWaiting(prompt)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {queue.map((prompt, index) => (
        <li key={index}>
          <span class="quiet">{isPaused ? "Paused" : "Next"}</span>
          <span class="queue-text">{prompt.text.slice(0, 500)}</span>
          {isPaused && index === 0 && (
            <button type="button" onClick={() => chat.turns.sendNext()}>
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

export function UsageView() {
  const { chat } = useWorkbench();
  const usage = chat.session.usage.value;
  if (!usage || typeof usage.used !== "number") return null;
  const { used, size, cost } = usage;
  const share = size > 0 ? Math.min(1, used / size) : 0;
  const words =
    `${used.toLocaleString("en")} of ${size.toLocaleString("en")} tokens of the model's context window`;
  return (
    <span class="usage" title={words} data-testid="usage">
      {size > 0 && (
        <span class="meter" aria-hidden="true">
          <span class={share > 0.85 ? "full" : ""} style={{ width: `${Math.round(share * 100)}%` }} />
        </span>
      )}
      {compactNumber(used)}
      {size > 0 && ` / ${compactNumber(size)}`}
      {cost && ` · ${costLabel(cost.amount, cost.currency)}`}
    </span>
  );
}

// The composer: Enter sends, Shift+Enter inserts a line, Esc stops the turn, Up recalls the last prompt, Alt+R
// searches them. Long pastes are folded, and images are attached by a paste or a drop. Above it are the context chips, the queued prompts, and a bar for the agent's question.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { registerCommands } from "../../shell/commands";
import { notify } from "../../shell/notices";
import { Icon } from "../../ui/Icon";
import { useWorkbench } from "../../workbench";
import { ErrorBoundary } from "../ErrorBoundary";
import { Attachments } from "./Attachments";
import { ContextChips } from "./ContextChips";
import { applyCompletion, completionAt, joinLineRange, type CompletionContext } from "./completion";
import { CompletionList, useCompletion, type Completion } from "./CompletionList";
import { imagesAmong, readImage } from "./images";
import { foldPaste } from "./pastes";
import { searchHistory } from "./history-search";
import { runOwnCommand, ToolLookup } from "./workspace-lookup";
import { focusQuestion, observeQuestionHidden } from "../focus";
import { costLabel, compactNumber, errorText } from "../labels";
import { MAX_FIELD_HEIGHT_PX, MAX_MEASURED_CHARS } from "../limits";

/** The hint of the empty field, by the state of the agent. */
const PLACEHOLDERS = {
  ready: "Ask, or type / for commands, @ for files, ! to run",
  connecting: "Connecting to the agent…",
  waiting: "Agent disconnected",
  failed: "Agent disconnected",
};

export function Composer() {
  const { chat, agent, tools, config } = useWorkbench();
  const lookup = useMemo(() => new ToolLookup(tools, config), [tools, config]);
  const field = useRef<HTMLTextAreaElement>(null);
  /** The end of the completion that was inserted last, with its space; null after any other input. */
  const completedEnd = useRef<number | null>(null);
  const isDroppable = useSignal(false);
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
  useEffect(
    () =>
      registerCommands({
        id: "chat.history",
        title: "Chat: search your prompts",
        keys: "alt+r",
        enabled: () => chat.history.all.length > 0,
        run: () => searchHistory(chat.history, (prompt) => setDraft(prompt, prompt.length)),
      }),
    [],
  );
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

  const canSend = !isDisconnected && (draft.trim() !== "" || chat.draft.images.value.length > 0);

  function send(): void {
    if (!canSend) return;
    chat.submit(lookup, (line) => runOwnCommand(tools, line));
    recalled.current = null;
    where.value = null;
  }

  function setDraft(text: string, cursor: number): void {
    chat.draft.text.value = text;
    const at = field.current;
    if (!at) return;
    // At once, not with the next frame: the user may type the next key before it.
    at.value = text;
    at.setSelectionRange(cursor, cursor);
    updateCompletion();
    // A click on a completion takes the focus away after this.
    at.focus();
    requestAnimationFrame(() => at.focus());
  }

  function insertCompletion(completion: Completion): void {
    if (!where.value) return;
    const next = applyCompletion(draft, where.value, completion.insertText);
    if (completion.file) chat.draft.addFile(completion.file);
    setDraft(next.text, next.cursor);
    const isFile = completion.file && next.text[next.cursor - 1] === " ";
    completedEnd.current = isFile ? next.cursor : null;
  }

  function handleInput(text: string): void {
    const joined = joinLineRange(text, completedEnd.current);
    completedEnd.current = null;
    recalled.current = null;
    if (joined) return setDraft(joined.text, joined.cursor);
    chat.draft.text.value = text;
    updateCompletion();
  }

  function handlePaste(event: ClipboardEvent): void {
    const images = imagesAmong(event.clipboardData?.files ?? []);
    if (images.length > 0) {
      event.preventDefault();
      return void attach(images);
    }
    const paste = foldPaste(event.clipboardData?.getData("text/plain") ?? "", chat.draft.pastes.peek());
    const at = field.current;
    if (!paste || !at) return;
    event.preventDefault();
    chat.draft.addPaste(paste);
    const { selectionStart, selectionEnd, value } = at;
    setDraft(
      value.slice(0, selectionStart) + paste.mark + value.slice(selectionEnd),
      selectionStart + paste.mark.length,
    );
  }

  async function attach(files: readonly File[]): Promise<void> {
    if (!chat.takesImages.peek()) return void notify("This agent takes no images.", "warning");
    for (const file of files) {
      try {
        if (!chat.draft.addImage(await readImage(file))) notify("No more images fit into a prompt.", "warning");
      } catch (error) {
        notify(errorText(error), "warning");
      }
    }
  }

  function handleDrop(event: DragEvent): void {
    isDroppable.value = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    const images = imagesAmong(files);
    if (images.length < files.length) notify("Only images can be dropped here. Mention files with @.", "warning");
    if (images.length > 0) void attach(images);
    field.current?.focus();
  }

  function recall(step: number): boolean {
    const sent = chat.history.all;
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
      <Attachments />
      <div
        class={isDroppable.value ? "composer-box droppable" : "composer-box"}
        onDragOver={(event) => {
          if (!event.dataTransfer?.types.includes("Files")) return;
          event.preventDefault();
          isDroppable.value = true;
        }}
        onDragLeave={() => (isDroppable.value = false)}
        onDrop={handleDrop}
      >
        <CompletionList list={list} take={insertCompletion} />
        <textarea
          ref={field}
          data-first
          data-testid="composer"
          aria-label="Prompt"
          rows={2}
          placeholder={PLACEHOLDERS[agent.state.value.kind]}
          value={draft}
          aria-autocomplete="list"
          aria-controls={list.items.length > 0 ? "chat-completions" : undefined}
          aria-activedescendant={list.items.length > 0 ? `completion-${list.at}` : undefined}
          onInput={(event) => handleInput(event.currentTarget.value)}
          onPaste={handlePaste}
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
          {(!running || canSend) && (
            <button
              type="button"
              class="primary"
              disabled={!canSend}
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

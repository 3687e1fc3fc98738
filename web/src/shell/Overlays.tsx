// Overlays over the page: questions, notices, the palette, and the live region for screen readers.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useTypingPause } from "../ui/typing-pause";
import { announcement, notices, questions } from "./notices";
import { palette, type PaletteItem, type PaletteSource } from "./palette";
import { Icon } from "../ui/Icon";

export function Overlays() {
  return (
    <>
      <div class="sr-only" aria-live="polite">
        {announcement.value}
      </div>
      <Notices />
      {palette.shown.value && <PaletteView source={palette.shown.value} />}
      <QuestionView />
    </>
  );
}

function Notices() {
  return (
    <div class="notices" role="log" aria-label="Notices">
      {notices.value.map((notice) => (
        <div
          key={notice.id}
          class={`notice ${notice.level}`}
          role={notice.level === "error" ? "alert" : "status"}
        >
          <span>{notice.text}</span>
          {notice.actions.map((action) => (
            <button
              key={action.label}
              type="button"
              onClick={() => {
                notices.value = notices.value.filter((other) => other !== notice);
                action.run();
              }}
            >
              {action.label}
            </button>
          ))}
          <button
            type="button"
            class="plain"
            aria-label="Dismiss"
            onClick={() => (notices.value = notices.value.filter((other) => other !== notice))}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>
  );
}

function QuestionView() {
  const dialog = useRef<HTMLDialogElement>(null);
  const question = questions.value[0];
  const isFromAgent = question?.source === "agent";
  const isAnswerable = useTypingPause(question?.id, isFromAgent);
  useEffect(() => {
    if (!question || dialog.current?.open) return;
    dialog.current?.showModal();
    if (isFromAgent) dialog.current?.focus();
  }, [question?.id]);
  if (!question) return null;
  return (
    <dialog
      key={question.id}
      ref={dialog}
      class="question"
      tabIndex={-1}
      aria-labelledby="question-title"
      onCancel={(event) => {
        event.preventDefault();
        question.answer(null);
      }}
    >
      <h2 id="question-title">{question.title}</h2>
      <p>{question.text}</p>
      <div class="question-choices">
        {question.choices.map((choice, index) => (
          <button
            key={choice.id}
            type="button"
            class={choice.danger ? "danger" : index === 0 ? "primary" : ""}
            autofocus={index === 0 && !isFromAgent}
            disabled={!isAnswerable}
            onClick={() => question.answer(choice.id)}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </dialog>
  );
}

function PaletteView({ source }: { source: PaletteSource }) {
  const [typed, setTyped] = useState(source.initial ?? "");
  const field = useRef<HTMLInputElement>(null);
  const [items, setItems] = useState<readonly PaletteItem[]>([]);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const control = new AbortController();
    void Promise.resolve(source.find(typed, control.signal))
      .then((found) => {
        if (control.signal.aborted) return;
        setItems(found.slice(0, 200));
        setAt(0);
      })
      .catch(() => {});
    return () => control.abort();
  }, [source, typed]);
  // Before the field is painted: whoever types at once replaces the selected name.
  useLayoutEffect(() => {
    field.current?.focus();
    const { initial } = source;
    if (!initial) return;
    const start = initial.lastIndexOf("/") + 1;
    const dot = initial.lastIndexOf(".");
    field.current?.setSelectionRange(start, dot > start ? dot : initial.length);
  }, []);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  function runItem(pick: PaletteItem | undefined): void {
    if (!pick) return;
    palette.close();
    pick.run();
  }

  function handleKey(event: KeyboardEvent): void {
    const last = items.length - 1;
    switch (event.key) {
      case "ArrowDown":
        setAt(Math.min(at + 1, last));
        break;
      case "ArrowUp":
        setAt(Math.max(at - 1, 0));
        break;
      case "Enter":
        runItem(items[at]);
        break;
      case "Escape":
        palette.close();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  return (
    <div
      class="palette-cover"
      onPointerDown={(event) => event.target === event.currentTarget && palette.close()}
    >
      <div class="palette" role="dialog" aria-modal="true" aria-label={source.title}>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={items[at] ? `pick-${at}` : undefined}
          aria-label={source.placeholder}
          placeholder={source.placeholder}
          value={typed}
          autofocus
          ref={field}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={handleKey}
          onBlur={() => palette.close()}
        />
        <ul id="palette-list" role="listbox" ref={list}>
          {items.map((pick, index) => (
            <li
              key={pick.id}
              id={`pick-${index}`}
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => {
                event.preventDefault();
                runItem(pick);
              }}
            >
              <span class="pick-label">{pick.label}</span>
              {pick.detail && <span class="pick-detail">{pick.detail}</span>}
              {pick.hint && <kbd>{pick.hint}</kbd>}
            </li>
          ))}
          {items.length === 0 && <li class="pick-none">Nothing found</li>}
        </ul>
      </div>
    </div>
  );
}

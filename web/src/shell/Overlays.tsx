// What lies over the page: questions, notices, the palette, and the voice for screen readers.

import { useEffect, useRef, useState } from "preact/hooks";
import { useArmed } from "./typing-pause";
import { announcement, notices, questions } from "./notices";
import { palette, type Pick, type Picking } from "./palette";
import { Icon } from "./Icon";

export function Overlays() {
  return (
    <>
      <div class="sr-only" aria-live="polite">
        {announcement.value}
      </div>
      <Notices />
      {palette.shown.value && <PaletteView picking={palette.shown.value} />}
      <QuestionView />
    </>
  );
}

function Notices() {
  return (
    <div class="notices" role="log" aria-label="Notices">
      {notices.value.map((notice) => (
        <div key={notice.id} class={`notice ${notice.level}`} role={notice.level === "error" ? "alert" : "status"}>
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
  const isAgents = question?.asker === "agent";
  const armed = useArmed(question?.id, isAgents);
  useEffect(() => {
    if (!question || dialog.current?.open) return;
    dialog.current?.showModal();
    if (isAgents) dialog.current?.focus();
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
            autofocus={index === 0 && !isAgents}
            disabled={!armed}
            onClick={() => question.answer(choice.id)}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </dialog>
  );
}

function PaletteView({ picking }: { picking: Picking }) {
  const [typed, setTyped] = useState("");
  const [picks, setPicks] = useState<readonly Pick[]>([]);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const control = new AbortController();
    void Promise.resolve(picking.find(typed, control.signal))
      .then((found) => {
        if (control.signal.aborted) return;
        setPicks(found.slice(0, 200));
        setAt(0);
      })
      .catch(() => {});
    return () => control.abort();
  }, [picking, typed]);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  function take(pick: Pick | undefined): void {
    if (!pick) return;
    palette.close();
    pick.run();
  }

  function press(event: KeyboardEvent): void {
    const last = picks.length - 1;
    switch (event.key) {
      case "ArrowDown":
        setAt(Math.min(at + 1, last));
        break;
      case "ArrowUp":
        setAt(Math.max(at - 1, 0));
        break;
      case "Enter":
        take(picks[at]);
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
    <div class="palette-cover" onPointerDown={(event) => event.target === event.currentTarget && palette.close()}>
      <div class="palette" role="dialog" aria-modal="true" aria-label={picking.title}>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={picks[at] ? `pick-${at}` : undefined}
          aria-label={picking.placeholder}
          placeholder={picking.placeholder}
          value={typed}
          autofocus
          ref={(field) => field?.focus()}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={press}
          onBlur={() => palette.close()}
        />
        <ul id="palette-list" role="listbox" ref={list}>
          {picks.map((pick, index) => (
            <li
              key={pick.id}
              id={`pick-${index}`}
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => {
                event.preventDefault();
                take(pick);
              }}
            >
              <span class="pick-label">{pick.label}</span>
              {pick.detail && <span class="pick-detail">{pick.detail}</span>}
              {pick.hint && <kbd>{pick.hint}</kbd>}
            </li>
          ))}
          {picks.length === 0 && <li class="pick-none">Nothing found</li>}
        </ul>
      </div>
    </div>
  );
}

// The card of an elicitation: a form to fill in, or a page to open.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useTypingPause } from "../../ui/typing-pause";
import type { ElicitationEntry } from "../transcript/entries";
import type { Elicitation } from "./elicitation";
import { FieldView } from "./FieldView";
import { focusComposer, canTakeFocus } from "../focus";
import { contentOf, validationError, type Values } from "./forms";

const STATE_LABELS = {
  open: "",
  accepted: "You answered this.",
  declined: "You declined this.",
  cancelled: "The question was cancelled.",
  completed: "The agent reports that this is done.",
};

export function ElicitationCard({ entry }: { entry: ElicitationEntry }) {
  const { elicitation } = entry;
  const card = useRef<HTMLDivElement>(null);
  const state = elicitation.state.value;
  useEffect(() => {
    if (state === "open" && canTakeFocus()) card.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={card}
      class={state === "open" ? "ask-card" : "ask-card over"}
      role="group"
      tabIndex={-1}
      aria-label={`The agent asks: ${elicitation.message}`}
      data-testid="elicitation"
      data-question={state === "open" ? "" : undefined}
      data-entry={entry.id}
    >
      {elicitation.title && <h3>{elicitation.title}</h3>}
      <p>{elicitation.message}</p>
      {elicitation.description && <p class="quiet">{elicitation.description}</p>}
      {state !== "open" && <p class="quiet">{STATE_LABELS[state]}</p>}
      {state === "open" &&
        (elicitation.page ? (
          <Page elicitation={elicitation} page={elicitation.page} />
        ) : (
          <Form elicitation={elicitation} />
        ))}
    </div>
  );
}

function Form({ elicitation }: { elicitation: Elicitation }) {
  const { fields } = elicitation;
  const values =
    useSignal<Values>(Object.fromEntries(fields.map((field) => [field.name, field.defaultValue])));
  const wasSubmitted = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const isAnswerable = useTypingPause(elicitation);

  function submit(event: Event): void {
    event.preventDefault();
    wasSubmitted.value = true;
    const invalid =
      fields.find((field) => validationError(field, values.value[field.name] ?? field.defaultValue));
    if (!invalid) {
      elicitation.accept(contentOf(fields, values.value));
      focusComposer();
      return;
    }
    form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(invalid.name)}"]`)?.focus();
  }

  return (
    <form ref={form} class="ask-form" noValidate onSubmit={submit}>
      {fields.map((field) => (
        <FieldView
          key={field.name}
          field={field}
          value={values.value[field.name] ?? field.defaultValue}
          error={wasSubmitted.value ? validationError(field, values.value[field.name] ?? field.defaultValue) : ""}
          change={(value) => (values.value = { ...values.value, [field.name]: value })}
        />
      ))}
      <div class="ask-choices">
        <button type="submit" class="primary" disabled={!isAnswerable}>
          Send
        </button>
        <RejectButtons elicitation={elicitation} />
      </div>
    </form>
  );
}

/** The two ways to reject: decline and cancel. */
function RejectButtons({ elicitation }: { elicitation: Elicitation }) {
  return (
    <>
      <button type="button" onClick={() => elicitation.decline()}>
        Decline
      </button>
      <button type="button" class="plain" onClick={() => elicitation.cancel()}>
        Cancel
      </button>
    </>
  );
}

function Page({ elicitation, page }: { elicitation: Elicitation; page: URL }) {
  const isAnswerable = useTypingPause(elicitation);
  return (
    <>
      <p>
        It asks you to open <strong>{page.host}</strong>
        {page.protocol === "http:" && " (not encrypted)"}. Full address:
      </p>
      <p class="address">{page.href}</p>
      <div class="ask-choices">
        <a
          class="button primary"
          href={page.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-disabled={!isAnswerable}
          onClick={(event) => (isAnswerable ? elicitation.accept() : event.preventDefault())}
        >
          Open {page.host}
        </a>
        <RejectButtons elicitation={elicitation} />
      </div>
    </>
  );
}

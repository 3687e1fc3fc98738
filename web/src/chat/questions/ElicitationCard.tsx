// A form that the agent asks to fill in, or a page that it asks to go to.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useArmed } from "../../shell/typing-pause";
import type { Asked } from "../transcript/entries";
import type { Elicitation } from "./elicitation";
import { FieldView } from "./FieldView";
import { focusComposer, mayTakeFocus } from "../focus";
import { contentOf, wrongWith, type Values } from "./forms";

const WORDS = {
  open: "",
  accepted: "You answered this.",
  declined: "You declined this.",
  cancelled: "The question was called off.",
  completed: "The agent says that this is done.",
};

export function ElicitationCard({ entry }: { entry: Asked }) {
  const { elicitation } = entry;
  const card = useRef<HTMLDivElement>(null);
  const state = elicitation.state.value;
  useEffect(() => {
    if (state === "open" && mayTakeFocus()) card.current?.focus({ preventScroll: true });
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
      {state !== "open" && <p class="quiet">{WORDS[state]}</p>}
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
  const values = useSignal<Values>(Object.fromEntries(fields.map((field) => [field.name, field.usual])));
  const tried = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const armed = useArmed(elicitation);

  function submit(event: Event): void {
    event.preventDefault();
    tried.value = true;
    const wrong = fields.find((field) => wrongWith(field, values.value[field.name] ?? field.usual));
    if (!wrong) {
      elicitation.accept(contentOf(fields, values.value));
      focusComposer();
      return;
    }
    form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wrong.name)}"]`)?.focus();
  }

  return (
    <form ref={form} class="ask-form" noValidate onSubmit={submit}>
      {fields.map((field) => (
        <FieldView
          key={field.name}
          field={field}
          value={values.value[field.name] ?? field.usual}
          wrong={tried.value ? wrongWith(field, values.value[field.name] ?? field.usual) : ""}
          change={(value) => (values.value = { ...values.value, [field.name]: value })}
        />
      ))}
      <div class="ask-choices">
        <button type="submit" class="primary" disabled={!armed}>
          Send
        </button>
        <Refusals elicitation={elicitation} />
      </div>
    </form>
  );
}

/** The two ways to say no, which every form of a question has. */
function Refusals({ elicitation }: { elicitation: Elicitation }) {
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
  const armed = useArmed(elicitation);
  return (
    <>
      <p>
        It asks you to go to <strong>{page.host}</strong>
        {page.protocol === "http:" && " (not encrypted)"}. The whole address:
      </p>
      <p class="address">{page.href}</p>
      <div class="ask-choices">
        <a
          class="button primary"
          href={page.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-disabled={!armed}
          onClick={(event) => (armed ? elicitation.accept() : event.preventDefault())}
        >
          Open {page.host}
        </a>
        <Refusals elicitation={elicitation} />
      </div>
    </>
  );
}

// The login card: a button for each login method, or instructions where a button cannot do it. Our own agent's
// card opens the model dialog instead.

import { useWorkbench } from "../../workbench";
import type { Login } from "../transcript/entries";
import { instructions } from "./login";

export function LoginCard({ entry }: { entry: Login }) {
  const { config } = useWorkbench();
  const state = entry.state.value;
  if (state === "over") return null;
  if (config.agent.own) return <ModelCard entry={entry} />;
  const methods =
    entry.methods.map((method) => ({ method, words: instructions(method, config.agent.title) }));
  const needsOtherProgram = methods.length === 0 || methods.some((way) => way.words);
  return (
    <div
      class={state === "done" ? "ask-card over" : "ask-card"}
      role="group"
      aria-label="Log in"
      data-testid="login"
    >
      <p>
        <strong>The agent requires a login.</strong> {entry.message}
      </p>
      {entry.methods.length === 0 && (
        <p>It offers no login method here: log in with the agent's own program, then try again.</p>
      )}
      {state === "done" && <p class="quiet">Done.</p>}
      {state !== "done" &&
        methods.map(({ method, words }) => (
          <div key={method.id} class="login-way">
            <div>
              <strong>{method.name}</strong>
              {method.description && <p class="quiet">{method.description}</p>}
              {words && <p class="quiet">{words}</p>}
            </div>
            {!words && (
              <button
                type="button"
                aria-label={`Use this: ${method.name}`}
                disabled={state === "busy"}
                onClick={() => entry.choose(method)}
              >
                Use this
              </button>
            )}
          </div>
        ))}
      {state !== "done" && needsOtherProgram && (
        <button type="button" disabled={state === "busy"} onClick={() => entry.choose(null)}>
          Try again
        </button>
      )}
      {entry.problem.value && (
        <p class="field-wrong" role="alert">
          {entry.problem.value}
        </p>
      )}
    </div>
  );
}

/** Our own agent needs a key: the dialog stores one. Its advice for a terminal is not shown. */
function ModelCard({ entry }: { entry: Login }) {
  const { modelSetup } = useWorkbench();
  const isDone = entry.state.value === "done";
  async function choose(): Promise<void> {
    if (await modelSetup.choose()) entry.choose(null);
  }
  return (
    <div
      class={isDone ? "ask-card over" : "ask-card"}
      role="group"
      aria-label="Choose a model"
      data-testid="login"
    >
      <p>
        <strong>The model needs a key, or its provider rejects the stored one.</strong>
      </p>
      {isDone ? (
        <p class="quiet">Done.</p>
      ) : (
        <div class="login-way">
          <button
            type="button"
            class="primary"
            disabled={entry.state.value === "busy"}
            onClick={() => void choose()}
          >
            Choose a model…
          </button>
          <button type="button" disabled={entry.state.value === "busy"} onClick={() => entry.choose(null)}>
            Try again
          </button>
        </div>
      )}
      {entry.problem.value && (
        <p class="field-wrong" role="alert">
          {entry.problem.value}
        </p>
      )}
    </div>
  );
}

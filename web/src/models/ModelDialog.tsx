// The model dialog: servers on this machine, a provider with its key or base URL, a test, and the list of models.

import { useEffect, useRef } from "preact/hooks";
import { countLabel } from "../chat/labels";
import { Icon } from "../ui/Icon";
import { useWorkbench } from "../workbench";
import { MAX_SHOWN_MODELS } from "./limits";
import { filterModels, type LocalServer, type ModelSetup } from "./model-setup";
import "./models.css";

export function ModelDialog() {
  const { modelSetup: setup } = useWorkbench();
  return setup.isOpen.value ? <OpenDialog setup={setup} /> : null;
}

function OpenDialog({ setup }: { setup: ModelSetup }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  const description = setup.description.value;
  const isOffered = description !== null || !setup.problem.value;
  return (
    <dialog
      ref={dialog}
      class="model-dialog"
      aria-labelledby="model-dialog-title"
      data-testid="model-dialog"
      onCancel={(event) => {
        event.preventDefault();
        setup.cancel();
      }}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void setup.use();
        }}
      >
        <header>
          <h2 id="model-dialog-title">Choose a model for the chat</h2>
          <button type="button" class="plain" aria-label="Close" onClick={() => setup.cancel()}>
            <Icon name="close" size={16} />
          </button>
        </header>
        <p class="model-quiet">
          A model on this machine, or a provider's with your own key. Next edits and commands need none.
        </p>
        {isOffered && (
          <>
            <LocalServers setup={setup} />
            <ProviderFields setup={setup} />
            <ModelList setup={setup} />
          </>
        )}
        {setup.problem.value && (
          <p class="model-problem" role="alert">
            {setup.problem.value}
          </p>
        )}
        <footer>
          {isOffered && (
            <button
              type="submit"
              class="primary"
              data-testid="model-use"
              disabled={!setup.form.value.model.trim() || !setup.provider.value || setup.isStoring.value}
            >
              Use this model
            </button>
          )}
          <button type="button" onClick={() => setup.cancel()}>
            {isOffered ? "Cancel" : "Close"}
          </button>
          {description && (
            <span class="model-quiet" title={description.configFile}>
              Stored in <span class="model-file">{description.configFile}</span>; a key is stored beside it.
            </span>
          )}
        </footer>
      </form>
    </dialog>
  );
}

function LocalServers({ setup }: { setup: ModelSetup }) {
  const servers = setup.local.value;
  return (
    <fieldset class="model-local">
      <legend>On this machine</legend>
      {servers === null && (
        <p class="model-quiet" role="status">
          <span class="spinner" aria-hidden="true" /> Looking for Ollama and llama.cpp…
        </p>
      )}
      {servers?.map((server) => (
        <LocalServerButton key={server.label} setup={setup} server={server} />
      ))}
      {servers?.length === 0 && (
        <p class="model-quiet">
          Neither Ollama nor llama.cpp answers here.{" "}
          <button type="button" class="plain" onClick={() => void setup.findLocal()}>
            <Icon name="refresh" size={14} /> Look again
          </button>
        </p>
      )}
    </fieldset>
  );
}

function LocalServerButton({ setup, server }: { setup: ModelSetup; server: LocalServer }) {
  return (
    <button
      type="button"
      class="model-server"
      aria-pressed={setup.isUsed(server)}
      data-testid="model-server"
      onClick={() => setup.useLocal(server)}
    >
      <strong>{server.label}</strong>
      <span class="model-quiet">
        {server.models.length > 0 ? countLabel(server.models.length, "model") : "no model yet"}
        {server.baseUrl && ` · ${server.baseUrl}`}
      </span>
    </button>
  );
}

function ProviderFields({ setup }: { setup: ModelSetup }) {
  const { provider: id, apiKey, baseUrl } = setup.form.value;
  const provider = setup.provider.value;
  const test = setup.test.value;
  function testOnEnter(event: KeyboardEvent): void {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void setup.runTest();
  }
  return (
    <fieldset class="model-provider">
      <legend>From a provider</legend>
      <label>
        <span>Provider</span>
        <select
          value={id}
          data-testid="model-provider"
          onChange={(event) => setup.edit({ provider: event.currentTarget.value })}
        >
          {!id && <option value="">Choose one…</option>}
          {setup.description.value?.providers.map((one) => (
            <option key={one.id} value={one.id}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      {provider && (
        <>
          <label>
            <span>Key</span>
            <input
              type="password"
              autocomplete="off"
              spellcheck={false}
              value={apiKey}
              placeholder={keyPlaceholder(provider.hasKey, provider.needsKey)}
              data-testid="model-key"
              onInput={(event) => setup.edit({ apiKey: event.currentTarget.value })}
              onKeyDown={testOnEnter}
            />
          </label>
          <label>
            <span>Base URL</span>
            <input
              type="text"
              inputMode="url"
              spellcheck={false}
              value={baseUrl}
              placeholder={provider.defaultUrl}
              data-testid="model-url"
              onInput={(event) => setup.edit({ baseUrl: event.currentTarget.value })}
              onKeyDown={testOnEnter}
            />
          </label>
          <div class="model-test">
            <button
              type="button"
              data-testid="model-test"
              disabled={test.kind === "busy"}
              onClick={() => void setup.runTest()}
            >
              Test and list the models
            </button>
            <TestResult setup={setup} />
          </div>
        </>
      )}
    </fieldset>
  );
}

function keyPlaceholder(hasKey: boolean, needsKey: boolean): string {
  if (hasKey) return "A key is stored already";
  return needsKey ? "Paste your key" : "Not needed";
}

function TestResult({ setup }: { setup: ModelSetup }) {
  const test = setup.test.value;
  switch (test.kind) {
    case "none":
      return null;
    case "busy":
      return (
        <span class="model-quiet" role="status">
          <span class="spinner" aria-hidden="true" /> Asking for its models…
        </span>
      );
    case "passed":
      return (
        <span class="model-passed" role="status" data-testid="model-passed">
          <Icon name="check" size={14} /> {countLabel(setup.models.value.length, "model")}
        </span>
      );
    case "failed":
      return (
        <span class="model-problem" role="alert" data-testid="model-failed">
          {test.message}
        </span>
      );
  }
}

function ModelList({ setup }: { setup: ModelSetup }) {
  const typed = setup.form.value.model;
  if (!setup.provider.value) return null;
  const found = filterModels(setup.models.value, typed);
  const shown = found.slice(0, MAX_SHOWN_MODELS);
  return (
    <fieldset class="model-choice">
      <legend>Model</legend>
      <input
        type="text"
        aria-label="Model"
        spellcheck={false}
        autocomplete="off"
        placeholder={setup.models.value.length > 0 ? "Type to filter" : "The name of a model, or test first"}
        value={typed}
        data-testid="model-name"
        onInput={(event) => setup.edit({ model: event.currentTarget.value })}
      />
      {shown.length > 0 && (
        <ul aria-label="Models" data-testid="model-list">
          {shown.map((model) => (
            <li key={model}>
              <button
                type="button"
                class="plain"
                aria-pressed={model === typed.trim()}
                onClick={() => setup.edit({ model })}
                onDblClick={() => void setup.use()}
              >
                {model}
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.length > shown.length && (
        <p class="model-quiet">and {found.length - shown.length} more: type a part of the name.</p>
      )}
    </fieldset>
  );
}

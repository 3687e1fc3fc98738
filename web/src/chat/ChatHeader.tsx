// The chat's header: the session's title and actions, its mode and its model.

import type { Signal } from "@preact/signals";
import type {
  SessionConfigOption,
  SessionConfigSelectGroup,
  SessionConfigSelectOption,
} from "../protocol/acp";
import { Icon } from "../ui/Icon";
import { useWorkbench } from "../workbench";
import { ErrorBoundary } from "./ErrorBoundary";
import { HistoryIcon } from "./transcript/KindIcon";

export function ChatHeader({ listing, startNew }: { listing: Signal<boolean>; startNew(): void }) {
  const { chat, agent } = useWorkbench();
  const id = chat.session.id.value;
  const can = chat.sessions.can;
  const title = chat.session.title.value;
  const here = { sessionId: id ?? "", title };
  return (
    <header class="chat-head">
      <div class="panel-head">
        <h2 title={title || "Chat"} data-testid="session-title">
          {listing.value ? "Sessions" : title || "Chat"}
        </h2>
        <button
          type="button"
          class="plain"
          aria-label="New session"
          title="New session (Alt+N)"
          disabled={!agent.ready.value}
          onClick={startNew}
        >
          <Icon name="plus" size={16} />
        </button>
        {can.fork && !listing.value && (
          <button
            type="button"
            class="plain"
            aria-label="Fork this session"
            title="Fork this session"
            disabled={id === null || chat.transcript.empty.value}
            onClick={() => void chat.fork(here)}
          >
            <Icon name="fork" size={16} />
          </button>
        )}
        {can.delete && !listing.value && (
          <button
            type="button"
            class="plain"
            aria-label="Delete this session"
            title="Delete this session"
            disabled={id === null || chat.transcript.empty.value}
            onClick={() => void chat.remove(here)}
          >
            <Icon name="trash" size={16} />
          </button>
        )}
        {can.list && (
          <button
            type="button"
            class="plain"
            aria-label={listing.value ? "Back to the chat" : "All sessions"}
            aria-pressed={listing.value}
            title={listing.value ? "Back to the chat" : "All sessions"}
            data-testid="sessions-button"
            onClick={() => (listing.value = !listing.value)}
          >
            {listing.value ? <Icon name="close" size={16} /> : <HistoryIcon />}
          </button>
        )}
      </div>
      {!listing.value && (
        <ErrorBoundary fallback="The agent's options could not be shown. The trace has them.">
          <SettingsRow />
        </ErrorBoundary>
      )}
      {chat.settings.remark.value && (
        <p class="head-remark" role="status" data-testid="chat-remark">
          <span>{chat.settings.remark.value}</span>
          <button
            type="button"
            class="plain"
            aria-label="Dismiss"
            onClick={() => (chat.settings.remark.value = "")}
          >
            <Icon name="close" size={12} />
          </button>
        </p>
      )}
    </header>
  );
}

function SettingsRow() {
  const { chat, config, modelSetup } = useWorkbench();
  const options = chat.session.options.value;
  const modes = chat.session.modes.value;
  // An agent that lists its modes among its options too shows them only once.
  const hasMode = options.some((option) => option.category === "mode" || option.id === "mode");
  if (options.length === 0 && !modes) return null;
  return (
    <div class="settings" role="group" aria-label="Mode and model">
      {modes && !hasMode && (
        <select
          aria-label="Mode"
          title={modes.availableModes.find((mode) => mode.id === modes.currentModeId)?.description ?? "Mode"}
          value={modes.currentModeId}
          onChange={(event) => void chat.settings.setMode(event.currentTarget.value)}
        >
          {modes.availableModes.map((mode) => (
            <option key={mode.id} value={mode.id} title={mode.description ?? ""}>
              {mode.name}
            </option>
          ))}
        </select>
      )}
      {options.slice(0, 20).map((option) => (
        <Option key={option.id} option={option} />
      ))}
      {config.agent.own && chat.session.model.value !== null && (
        <button
          type="button"
          class="plain models-button"
          title="Providers, keys, and models of this machine"
          data-testid="set-up-models"
          onClick={() => void modelSetup.choose()}
        >
          Models…
        </button>
      )}
    </div>
  );
}

function Option({ option }: { option: SessionConfigOption }) {
  const { chat } = useWorkbench();
  if (option.type === "boolean") {
    return (
      <label class="check" title={option.description ?? ""}>
        <input
          type="checkbox"
          checked={option.currentValue}
          onChange={(event) => void chat.settings.setOption(option.id, event.currentTarget.checked)}
        />
        {option.name}
      </label>
    );
  }
  if (option.type !== "select") return null;
  const current = choicesOf(option.options).find((one) => one.value === option.currentValue);
  return (
    <select
      aria-label={option.name}
      title={[option.description, current?.description].filter(Boolean).join("\n")}
      value={option.currentValue}
      data-testid={`option-${option.id}`}
      onChange={(event) => void chat.settings.setOption(option.id, event.currentTarget.value)}
    >
      {option.options.map((one) =>
        "group" in one ? (
          <optgroup key={one.group} label={one.name}>
            {one.options.map((inner) => (
              <Choice key={inner.value} one={inner} />
            ))}
          </optgroup>
        ) : (
          <Choice key={one.value} one={one} />
        ),
      )}
    </select>
  );
}

function Choice({ one }: { one: SessionConfigSelectOption }) {
  return (
    <option value={one.value} title={one.description ?? ""}>
      {one.name}
    </option>
  );
}

function choicesOf(
  options: readonly (SessionConfigSelectOption | SessionConfigSelectGroup)[],
): SessionConfigSelectOption[] {
  return options.flatMap((one) => ("group" in one ? one.options : [one]));
}

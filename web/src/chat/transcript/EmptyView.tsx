// Shown in an empty chat: what the user can do with this agent.

import { useWorkbench } from "../../workbench";
import { focusComposer } from "../focus";

export function EmptyView() {
  const { chat, agent, config, modelSetup } = useWorkbench();
  const phase = chat.phase.value;
  if (!chat.transcript.empty.value || phase.kind !== "open") return null;
  const info = agent.info.value?.agentInfo;
  const name = info?.title ?? info?.name ?? config.agent.title;
  const commands = chat.session.commands.value;

  function fill(command: string, hasInput: boolean): void {
    chat.draft.text.value = hasInput ? `/${command} ` : `/${command}`;
    focusComposer();
  }

  return (
    <div class="empty" data-testid="chat-empty">
      <h3>{name}</h3>
      {chat.lacksModel.value ? (
        <>
          <p>
            No model is chosen yet: one of Ollama or llama.cpp on this machine, or a provider's with your key.
            The commands below work without one.
          </p>
          <button
            type="button"
            class="primary choose-model"
            data-testid="choose-model"
            onClick={() => void modelSetup.choose()}
          >
            Choose a model…
          </button>
        </>
      ) : (
        <p>
          Ask for a change, or about the code. <kbd>@</kbd> names a file
          {commands.length > 0 && (
            <>
              , <kbd>/</kbd> a command
            </>
          )}
          .
          {chat.acceptsContext.value &&
            " Editor context is sent with your prompt; the chips below show what."}
        </p>
      )}
      {commands.length > 0 && (
        <ul aria-label="Commands">
          {commands.slice(0, 12).map((command) => (
            <li key={command.name}>
              <button type="button" onClick={() => fill(command.name, Boolean(command.input))}>
                <span class="command-name">/{command.name}</span>
                {command.input && <span class="command-hint">{command.input.hint}</span>}
                <span class="quiet description" title={command.description}>
                  {command.description}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

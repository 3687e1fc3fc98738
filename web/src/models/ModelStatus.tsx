// The status bar entry of the chat's model; a click opens the model dialog. Only for our own agent.

import { useWorkbench } from "../workbench";

export function ModelStatus() {
  const { chat, config, modelSetup } = useWorkbench();
  const model = chat.session.model.value;
  if (!config.agent.own || model === null) return null;
  const label = chat.lacksModel.value ? "No model" : model;
  return (
    <button
      type="button"
      class="plain status-button model-status"
      data-testid="model-status"
      title={chat.lacksModel.value ? "Choose a model for the chat" : `The chat answers with ${model}`}
      onClick={() => void modelSetup.choose()}
    >
      {label}
    </button>
  );
}

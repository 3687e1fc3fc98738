// Says that the agent is away, why, and what can be done. Silent while all is well.

import { useWorkbench } from "../workbench";

const UNSAVED_NOTE = " Open it in this tab: then your unsaved changes come along.";

export function ConnectionBar() {
  const { agent, documents } = useWorkbench();
  const state = agent.state.value;
  if (state.kind === "ready" || (state.kind === "connecting" && state.attempt === 0)) return null;
  return (
    <div class="connection-bar" role="alert">
      <span>
        {state.kind === "failed" && `The agent is away: ${state.why}`}
        {state.kind === "failed" && state.final && documents.anyDirty.value && UNSAVED_NOTE}
        {state.kind === "waiting" && `The agent is away: ${state.why} Trying again…`}
        {state.kind === "connecting" && "Connecting again…"}
      </span>
      {state.kind !== "connecting" && (
        <button type="button" onClick={() => void agent.connect()}>
          Connect now
        </button>
      )}
    </div>
  );
}

// The status bar: the agent's state, next edits, and the editor's status.

import { useWorkbench } from "../workbench";
import { EditorStatus } from "../editor/EditorStatus";
import { ModelStatus } from "../models/ModelStatus";
import { NesStatus } from "../nes/NesStatus";
import { escapeControls } from "../ui/escape-controls";
import { ProgressLine } from "./ProgressLine";

export function StatusBar() {
  const { agent, config, documents } = useWorkbench();
  const state = agent.state.value;
  const info = agent.info.value?.agentInfo;
  const name = info?.title ?? info?.name ?? config.agent.title;
  const stateLabels = {
    connecting: "connecting",
    ready: "connected",
    waiting: "reconnecting",
    failed: "not connected",
  };
  return (
    <footer class="status" aria-label="Status">
      <span class={`status-agent ${state.kind}`} data-testid="agent-state" title={config.agent.title}>
        <span class="dot" aria-hidden="true" /> {escapeControls(String(name))}
        {state.kind !== "ready" && `: ${stateLabels[state.kind]}`}
      </span>
      <ModelStatus />
      <NesStatus />
      {documents.tabs.shown.value && <ProgressLine />}
      <span class="status-gap" />
      <EditorStatus />
    </footer>
  );
}

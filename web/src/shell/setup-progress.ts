// What the page is still waiting for while it sets itself up, as a sentence. Shows nothing itself.

import type { Workbench } from "../workbench";

/** The first thing that is not ready yet; empty once everything is. */
export function setupStage(workbench: Pick<Workbench, "agent" | "documents" | "nes" | "chat" | "sample">): string {
  const { agent, documents, nes, chat, sample } = workbench;
  if (sample.isPreparing.value) return "Preparing the sample project";
  const state = agent.state.value;
  if (state.kind === "connecting" && state.attempt === 0) return "Starting the agent";
  if (state.kind !== "ready") return ""; // the connection bar says more
  if (documents.editor.value === null && !documents.hasEditorFailed.value) return "Loading the editor";
  if (nes.enabled.value && nes.state.value.kind === "starting") return "Starting next edits";
  const phase = chat.phase.value;
  return phase.kind === "opening" ? phase.label.replace(/…$/, "") : "";
}

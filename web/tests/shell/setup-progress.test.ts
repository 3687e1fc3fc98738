import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { setupStage } from "../../src/shell/setup-progress";

function workbench() {
  return {
    sample: { isPreparing: signal(false) },
    agent: { state: signal<object>({ kind: "ready" }) },
    documents: { editor: signal<object | null>({}), hasEditorFailed: signal(false) },
    nes: { enabled: signal(true), state: signal({ kind: "idle" }) },
    chat: { phase: signal<object>({ kind: "open" }) },
  };
}

const stage = (parts: ReturnType<typeof workbench>) => setupStage(parts as never);

describe("the set-up of the page", () => {
  it("is over when every part is ready", () => {
    expect(stage(workbench())).toBe("");
  });

  it("names the first part that is not ready", () => {
    const parts = workbench();
    parts.chat.phase.value = { kind: "opening", label: "Opening a session…" };
    expect(stage(parts)).toBe("Opening a session");
    parts.nes.state.value = { kind: "starting" };
    expect(stage(parts)).toBe("Starting next edits");
    parts.documents.editor.value = null;
    expect(stage(parts)).toBe("Loading the editor");
    parts.agent.state.value = { kind: "connecting", attempt: 0 };
    expect(stage(parts)).toBe("Starting the agent");
    parts.sample.isPreparing.value = true;
    expect(stage(parts)).toBe("Preparing the sample project");
  });

  it("does not wait for what failed or is off, and leaves a lost connection to its bar", () => {
    const parts = workbench();
    parts.documents.editor.value = null;
    parts.documents.hasEditorFailed.value = true;
    parts.nes.enabled.value = false;
    parts.nes.state.value = { kind: "starting" };
    expect(stage(parts)).toBe("");
    parts.agent.state.value = { kind: "waiting", message: "", attempt: 1 };
    expect(stage(parts)).toBe("");
  });
});

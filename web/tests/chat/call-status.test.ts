// What the card of a tool call says about how the call ended.

import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { statusLabel } from "../../src/chat/labels";
import { applyCallUpdate, Call } from "../../src/chat/transcript/entries";
import { Transcript } from "../../src/chat/transcript/transcript";

function callWith(update: object): Call {
  const call = new Call("c");
  applyCallUpdate(call, { toolCallId: "c", ...update });
  return call;
}

describe("a call", () => {
  it("that our agent reports as stopped or rejected is not failed, also when it is replayed", () => {
    const ended = (ending: string) => callWith({ status: "failed", _meta: { "understudy.dev/ending": ending } });
    expect(statusLabel(ended("stopped"))).toBe("stopped");
    expect(statusLabel(ended("rejected"))).toBe("rejected");
    expect(statusLabel(ended("anything"))).toBe("failed");
    expect(statusLabel(callWith({ status: "failed" }))).toBe("failed");
  });

  it("that the user rejected is rejected, whatever the agent says", () => {
    const call = callWith({ status: "failed" });
    const option = { optionId: "n", name: "No", kind: "reject_once" } as const;
    call.permissions.push({ options: [option], chosen: signal(option), answer: () => {} });
    expect(statusLabel(call)).toBe("rejected");
  });

  it("that ran when the user stopped the turn is stopped; one that failed before is failed", () => {
    const transcript = new Transcript((flush) => flush());
    const start = (toolCallId: string) =>
      transcript.apply({ sessionUpdate: "tool_call", toolCallId, title: toolCallId, status: "in_progress" });
    const end = (toolCallId: string) =>
      transcript.apply({ sessionUpdate: "tool_call_update", toolCallId, status: "failed" });
    start("before");
    end("before");
    start("ended");
    start("open");
    transcript.markStopped();
    end("ended");
    transcript.endTurn();
    const labels = transcript
      .all()
      .filter((entry): entry is Call => entry instanceof Call)
      .map(statusLabel);
    expect(labels).toEqual(["failed", "stopped", "stopped"]);
  });

  it("that was left by a lost connection is interrupted", () => {
    const call = callWith({ status: "in_progress" });
    call.interrupted = true;
    expect(statusLabel(call)).toBe("interrupted");
  });
});

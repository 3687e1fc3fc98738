// A sub-agent is one folded call: its title, its steps, its latest words, and how it ended.

import { expect, test } from "vitest";
import { statusLabel } from "../../src/chat/labels";
import { Call } from "../../src/chat/transcript/entries";
import { Transcript } from "../../src/chat/transcript/transcript";
import { MAX_SUBAGENT_STEPS } from "../../src/chat/limits";
import type { SessionUpdate } from "../../src/protocol/acp";

function transcript(): Transcript {
  return new Transcript((flush) => flush());
}

function started(state = "running"): SessionUpdate {
  return {
    sessionUpdate: "subagent_update",
    sessionId: "child",
    title: "find the parser",
    description: "Looks where dates are parsed.",
    state: { state },
  } as SessionUpdate;
}

function step(number: number): SessionUpdate {
  return { sessionUpdate: "tool_call", toolCallId: `c${number}`, title: `Read *${number}*.py` } as SessionUpdate;
}

function says(text: string): SessionUpdate {
  return { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } as SessionUpdate;
}

function calls(of: Transcript): Call[] {
  return of.all().filter((entry) => entry instanceof Call);
}

function text(call: Call | undefined): string {
  const [first] = call?.content ?? [];
  return first?.type === "content" && first.content.type === "text" ? first.content.text : "";
}

test("a sub-agent's work is one call with its steps and its answer", () => {
  const shown = transcript();
  shown.apply(started());
  expect(shown.applyToSubagent("child", step(1))).toBe(true);
  shown.applyToSubagent("child", says("I look fur"));
  shown.applyToSubagent("child", says("ther."));
  expect(text(calls(shown)[0])).toContain("I look further.");
  shown.applyToSubagent("child", step(2));
  shown.applyToSubagent("child", says("It is in dates.py."));
  const [call, ...others] = calls(shown);
  expect(others).toEqual([]);
  expect([call?.title, statusLabel(call!)]).toEqual(["Sub-agent: find the parser", "running"]);
  expect(text(call)).toBe(
    "Looks where dates are parsed.\n\n- Read \\*1\\*.py\n- Read \\*2\\*.py\n\nIt is in dates.py.",
  );
  shown.apply({ sessionUpdate: "subagent_update", sessionId: "child", state: { state: "idle" } } as SessionUpdate);
  expect(statusLabel(call!)).toBe("completed");
  expect(text(call)).toContain("It is in dates.py.");
});

test("a sub-agent that was stopped is stopped, and updates of other sessions are not its own", () => {
  const shown = transcript();
  shown.apply(started());
  expect(shown.applyToSubagent("other", step(1))).toBe(false);
  shown.apply({
    sessionUpdate: "subagent_update",
    sessionId: "child",
    state: { state: "idle", stopReason: "cancelled" },
  } as SessionUpdate);
  expect(statusLabel(calls(shown)[0]!)).toBe("stopped");
  shown.clear();
  expect(shown.applyToSubagent("child", step(1))).toBe(false);
});

test("of many steps the latest are kept", () => {
  const shown = transcript();
  shown.apply(started());
  for (let number = 0; number < MAX_SUBAGENT_STEPS + 5; number++) shown.applyToSubagent("child", step(number));
  const lines = text(calls(shown)[0]).split("\n");
  expect(lines).toContain("- … 5 earlier steps");
  expect(lines).not.toContain("- Read \\*4\\*.py");
  expect(lines).toContain("- Read \\*5\\*.py");
});

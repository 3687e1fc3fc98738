import { signal } from "@preact/signals";
import { beforeEach, describe, expect, it } from "vitest";
import { isAgentEnd, type AgentCrash } from "../../src/agent/agent";
import { CrashLogs } from "../../src/agent/crash-log";
import { notices } from "../../src/shell/notices";

beforeEach(() => void (notices.value = []));

describe("an agent that ended by itself", () => {
  it("is reported with what happened and with its log", async () => {
    const crash = signal<AgentCrash | null>(null);
    const asked: unknown[] = [];
    const logs = new CrashLogs({ crash }, "a tab", async (address) => {
      asked.push(address);
      return new Response(JSON.stringify({ end: "It ended with exit status 3.", log: "Traceback" }));
    });
    expect(notices.value).toEqual([]);
    crash.value = { message: "It ended with exit status 3." };
    expect(notices.value[0]).toMatchObject({ level: "error" });
    expect(notices.value[0]!.text).toContain("exit status 3");
    await logs.show();
    expect(asked).toEqual(["/agent-log?tab=a%20tab"]);
    expect(logs.shown.value).toEqual({ end: "It ended with exit status 3.", log: "Traceback" });
    logs.close();
    expect(logs.shown.value).toBeNull();
  });

  it("is told from a lost connection by the code of the socket", () => {
    expect(isAgentEnd({ code: 4002, reason: "" })).toBe(true);
    expect(isAgentEnd({ code: 1006, reason: "" })).toBe(false);
  });

  it("has no log if the server is gone", async () => {
    const logs = new CrashLogs({ crash: signal(null) }, "t", () => Promise.reject(new TypeError("gone")));
    await logs.show();
    expect(logs.shown.value?.end).toContain("cannot be reached");
  });
});

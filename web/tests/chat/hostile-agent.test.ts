// Attacks by a hostile agent or a hostile file name: texts that take quadratic time, floods, and misleading
// characters.

import { cpuUsage } from "node:process";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MarkdownBlocks } from "../../src/chat/markdown/blocks";
import { resolveLocation, resolveLink } from "../../src/chat/markdown/links";
import { plainOutput } from "../../src/chat/transcript/terminal-output";
import { Questions } from "../../src/chat/questions/questions";
import { Transcript } from "../../src/chat/transcript/transcript";
import {
  MAX_CONCURRENT_REQUESTS,
  Peer,
  type Transport,
  type Message,
  type TappedMessage,
} from "../../src/rpc/peer";
import { onTypingPause } from "../../src/ui/typing-pause";
import { ask, questions } from "../../src/shell/notices";
import { escapeControls, escapeControlsMultiline } from "../../src/ui/escape-controls";
import { AgentConsent } from "../../src/tools/consent";

/** Quadratic time takes minutes of the processor, whatever else runs on the machine. */
const MAX_CPU_S = 20;

function cpuSeconds(work: () => unknown): number {
  const before = cpuUsage();
  work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1e6;
}

describe("texts that take quadratic time", () => {
  test("a link with half a million segments", () => {
    const href = `${":1".repeat(500_000)}x`;
    expect(cpuSeconds(() => [resolveLink(href, ["/r"]), resolveLocation(href, ["/r"])])).toBeLessThan(MAX_CPU_S);
  });

  test("progress output with a million carriage returns", () => {
    expect(cpuSeconds(() => plainOutput(`${"\r".repeat(1_000_000)}x`))).toBeLessThan(MAX_CPU_S);
    expect(plainOutput("10%\r50%\r\r\nnext\r")).toBe("50%\nnext");
  });

  test("an endless line is rendered in pieces without losing text", () => {
    const blocks = new MarkdownBlocks();
    const text = "http://".repeat(60_000);
    expect(cpuSeconds(() => blocks.update(text, false))).toBeLessThan(MAX_CPU_S);
    expect(blocks.open.length).toBeLessThanOrEqual(16_000);
    blocks.update(text, true);
    expect(blocks.finished.join("")).toBe(text);
    expect(Math.max(...blocks.finished.map((one) => one.length))).toBeLessThanOrEqual(16_000);
  });
});

describe("names", () => {
  test("with characters that reverse, hide or break text are escaped", () => {
    expect(escapeControls("photo\u202egpj.exe")).toBe("photo⟨202E⟩gpj.exe");
    expect(escapeControls("a\u200bb\ufeff\x1b[31m\n")).toBe("a⟨200B⟩b⟨FEFF⟩⟨001B⟩[31m⟨000A⟩");
    expect(escapeControlsMultiline("one\n\ttwo\u2066")).toBe("one\n\ttwo⟨2066⟩");
    expect(escapeControls("größe – 数.py")).toBe("größe – 数.py");
  });
});

class FakeTransport implements Transport {
  readonly sent: Message[] = [];
  receive: (text: string) => void = () => {};
  send(text: string): boolean {
    this.sent.push(JSON.parse(text) as Message);
    return true;
  }
  listen(onText: (text: string) => void): void {
    this.receive = onText;
  }
  close(): void {}
}

describe("invalid messages", () => {
  const DEEP = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  test.each(["null", "5", "[]", '"x"', `{"id": ${DEEP}, "method": "slow"}`, "{"])(
    "%.20s is shown in the trace and not answered",
    (text) => {
      const transport = new FakeTransport();
      const tapped: TappedMessage[] = [];
      new Peer(transport, new Map([["slow", () => new Promise(() => {})]]), (one) => tapped.push(one));
      transport.receive(text);
      expect(tapped.map((one) => one.message.method)).toEqual(["(unreadable)"]);
      expect(transport.sent).toEqual([]);
    },
  );

  test("requests beyond the limit, or with an id in use, are rejected", () => {
    const transport = new FakeTransport();
    new Peer(transport, new Map([["slow", () => new Promise(() => {})]]), () => {});
    for (let id = 0; id <= MAX_CONCURRENT_REQUESTS; id += 1) transport.receive(JSON.stringify({ id, method: "slow" }));
    transport.receive(JSON.stringify({ id: 1, method: "slow" }));
    expect(transport.sent.map(({ id, error }) => [id, error?.code])).toEqual([
      [MAX_CONCURRENT_REQUESTS, -32600],
      [1, -32600],
    ]);
  });
});

describe("questions of an agent", () => {
  afterEach(() => {
    vi.useRealTimers();
    for (const one of questions.value) one.answer(null);
  });

  test("can be answered only after a pause in typing", () => {
    vi.useFakeTimers();
    const keys = new EventTarget();
    let pauses = 0;
    onTypingPause(keys, () => (pauses += 1), 600);
    for (let key = 0; key < 10; key += 1) {
      vi.advanceTimersByTime(500);
      keys.dispatchEvent(new Event("keydown"));
    }
    expect(pauses).toBe(0);
    vi.advanceTimersByTime(600);
    keys.dispatchEvent(new Event("keydown"));
    vi.advanceTimersByTime(5000);
    expect(pauses).toBe(1);
  });

  test("are limited in number, not counting the user's own", async () => {
    const open = Array.from({ length: 8 }, () => ask("t", "x", [], undefined, "agent"));
    expect(await ask("t", "x", [], undefined, "agent")).toBeNull();
    void ask("mine", "x", []);
    expect(questions.value.map((one) => one.title)).toContain("mine");
    for (const one of questions.value) one.answer(null);
    expect(await Promise.all(open)).toEqual(Array(8).fill(null));
  });

  test("for consent can be rejected permanently", async () => {
    const consent = new AgentConsent();
    const first = consent.ask("The agent wants to write .git/config.");
    expect(questions.value[0]?.source).toBe("agent");
    expect(questions.value[0]?.choices[0]?.id).toBe("reject");
    questions.value[0]?.answer("never");
    expect(await first).toBe(false);
    expect(await consent.ask("again")).toBe(false);
    expect(questions.value).toEqual([]);
  });

  test("for permission are limited to fifty, and invalid options are dropped", async () => {
    const transcript = new Transcript(() => {});
    const openQuestions = new Questions(transcript, () => true);
    const { signal } = new AbortController();
    const request = (number: number) => ({
      sessionId: "s",
      toolCall: { toolCallId: `${number}`, title: "t" },
      options: [null, 5, { optionId: "a", name: "Allow" }] as never,
    });
    const open = Array.from({ length: 50 }, (_, number) => openQuestions.permission(request(number), signal));
    expect(await openQuestions.permission(request(51), signal)).toEqual({ outcome: { outcome: "cancelled" } });
    expect(openQuestions.open.value.length).toBe(50);
    const [call] = transcript.all();
    expect(call?.type === "call" && call.permissions[0]?.options).toEqual([
      { optionId: "a", name: "Allow", kind: "undefined" },
    ]);
    openQuestions.cancelAll();
    await Promise.all(open);
  });
});

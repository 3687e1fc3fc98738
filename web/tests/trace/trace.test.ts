import { beforeEach, expect, test } from "vitest";
import type { Message, TappedMessage } from "../../src/rpc/peer";
import { NO_FILTER, FilterScan, predicateFor, searchWords } from "../../src/trace/filter";
import { durationLabel, exportLines, pairText, sizeLabel } from "../../src/trace/format";
import { summarize } from "../../src/trace/summary";
import { Trace } from "../../src/trace/trace";

let now = 0;
let listener: (tapped: TappedMessage) => void = () => {};
let trace: Trace;

function begin(limits?: { messages: number; characters: number }): void {
  trace = new Trace(
    {
      tap(added) {
        listener = added;
        return () => {};
      },
    },
    limits,
  );
}

function say(direction: TappedMessage["direction"], message: Omit<Message, "jsonrpc">): void {
  const whole: Message = { jsonrpc: "2.0", ...message };
  const text = JSON.stringify(whole);
  now += 10;
  listener({ direction, message: whole, text, size: text.length, at: now });
}

beforeEach(() => {
  now = 0;
  begin();
});

test("an answer is paired with its request and has its duration", () => {
  say("sent", { id: 1, method: "session/new", params: {} });
  say("sent", { id: 2, method: "nes/start", params: {} });
  say("received", { id: 1, result: { sessionId: "abc" } });
  const [request, other, answer] = trace.entries;
  expect(answer).toMatchObject({ kind: "answer", method: "session/new", duration: 20, pair: request });
  expect(request).toMatchObject({ outcome: "answered", duration: 20, pair: answer });
  expect(other).toMatchObject({ outcome: "open", pair: null });
});

test("both sides may use the same request id", () => {
  say("sent", { id: 1, method: "session/prompt" });
  say("received", { id: 1, method: "fs/read_text_file" });
  say("sent", { id: 1, result: { content: "" } });
  say("received", { id: 1, result: { stopReason: "end_turn" } });
  expect(trace.entries.map((entry) => entry.method)).toEqual([
    "session/prompt",
    "fs/read_text_file",
    "fs/read_text_file",
    "session/prompt",
  ]);
});

test("errors, cancelled requests and unmatched answers are distinguished", () => {
  say("sent", { id: 1, method: "a" });
  say("received", { id: 1, error: { code: -32603, message: "no" } });
  say("sent", { id: 2, method: "b" });
  say("sent", { method: "$/cancel_request", params: { requestId: 2 } });
  expect(trace.entries[2]).toMatchObject({ outcome: "open", isCancelRequested: true });
  say("received", { id: 2, error: { code: -32800, message: "cancelled" } });
  say("received", { id: 99, result: null });
  expect(trace.entries[0]).toMatchObject({ outcome: "failed" });
  expect(trace.entries[2]).toMatchObject({ outcome: "cancelled" });
  expect(trace.entries[5]).toMatchObject({ kind: "answer", pair: null, duration: null });
});

test("invalid messages are recorded too", () => {
  listener({ direction: "received", message: null as unknown as Message, text: "null", size: 4, at: 1 });
  expect(trace.entries).toHaveLength(1);
});

test("a new connection is marked, and open requests are lost", () => {
  say("sent", { id: 1, method: "initialize", params: { protocolVersion: 1 } });
  say("received", { id: 1, result: {} });
  say("sent", { id: 2, method: "session/prompt" });
  say("sent", { id: 1, method: "initialize", params: { protocolVersion: 1 } });
  say("received", { id: 2, result: {} });
  expect(trace.entries.map((entry) => entry.kind)).toEqual([
    "divider",
    "request",
    "answer",
    "request",
    "divider",
    "request",
    "answer",
  ]);
  expect(trace.entries[3]).toMatchObject({ outcome: "lost", pair: null });
});

test("the oldest are dropped when there are too many, and their pairs release them", () => {
  begin({ messages: 20, characters: 1_000_000 });
  for (let id = 1; id <= 15; id += 1) {
    say("sent", { id, method: "m" });
    say("received", { id, result: id });
  }
  expect(trace.entries.length).toBeLessThanOrEqual(20);
  expect(trace.entries.length + trace.dropped).toBe(30);
  expect(trace.entries.at(-1)!.number).toBe(30);
  expect(trace.find(30)).toBe(trace.entries.at(-1));
  expect(trace.find(1)).toBeUndefined();
});

test("the oldest are dropped when the texts are too long, but the newest stays", () => {
  begin({ messages: 100, characters: 3_000 });
  for (let at = 0; at < 10; at += 1) say("received", { method: "big", params: "x".repeat(1_000) });
  expect(trace.entries).toHaveLength(2);
  say("received", { method: "huge", params: "x".repeat(10_000) });
  expect(trace.entries).toHaveLength(1);
  trace.clear();
  expect(trace.characters).toBe(0);
});

test("words match methods and texts, prefixed words only their field", () => {
  say("sent", { id: 1, method: "nes/suggest", params: { sessionId: "s-77", uri: "file:///app/Main.py" } });
  say("sent", { method: "document/didFocus", params: { uri: "file:///nes/x.py" } });
  say("received", { id: 1, error: { code: -32603, message: "(broken)" } });
  const found = (change: object) => {
    const fits = predicateFor({ ...NO_FILTER, ...change });
    return trace.entries.filter((entry) => fits(entry)).map((entry) => entry.number);
  };
  expect(found({})).toEqual([1, 2, 3]);
  expect(found({ text: "nes" })).toEqual([1, 2, 3]);
  expect(found({ text: "method:nes/" })).toEqual([1, 3]);
  expect(found({ text: "main.PY" })).toEqual([1]);
  expect(found({ text: "(broken" })).toEqual([3]);
  expect(found({ text: "id:1" })).toEqual([1, 3]);
  expect(found({ text: "session:77" })).toEqual([1]);
  expect(found({ errors: true })).toEqual([3]);
  expect(found({ quiet: true })).toEqual([1, 3]);
  expect(found({ direction: "received" })).toEqual([3]);
  expect(found({ method: "document/didFocus" })).toEqual([2]);
  expect(searchWords('a "b c" d')).toEqual(["a", "b c", "d"]);
});

test("a scan runs in slices and checks each message once", () => {
  for (let at = 0; at < 200; at += 1) say("sent", { method: at % 2 ? "odd" : "even" });
  const matches = new FilterScan({ ...NO_FILTER, method: "odd" });
  let clock = 0;
  const slow = () => (clock += 5);
  expect(matches.advance(trace.entries, 8, slow)).toBe(false);
  while (!matches.advance(trace.entries, 8, slow));
  expect(matches.found).toHaveLength(100);
  say("sent", { method: "odd" });
  expect(matches.advance(trace.entries, 8, slow)).toBe(true);
  expect(matches.found).toHaveLength(101);
  expect(new Set(matches.found).size).toBe(101);
});

test("a scan removes dropped messages", () => {
  begin({ messages: 20, characters: 1_000_000 });
  const matches = new FilterScan(NO_FILTER);
  for (let at = 0; at < 50; at += 1) {
    say("sent", { method: "m" });
    matches.advance(trace.entries, 8);
    expect(matches.found).toEqual(trace.entries);
  }
  trace.clear();
  matches.advance(trace.entries, 8);
  expect(matches.found).toEqual([]);
});

test("summaries distinguish messages", () => {
  const chunk = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Hello\nyou" } };
  const update = { sessionId: "sess_1234567890", update: chunk };
  expect(summarize("session/update", { jsonrpc: "2.0", method: "session/update", params: update })).toBe(
    "…567890 · agent_message_chunk · “Hello you”",
  );
  const none = { suggestions: [], _meta: { "understudy.dev/nes": { reason: "nowhere" } } };
  expect(summarize("nes/suggest", { jsonrpc: "2.0", id: 1, result: none })).toBe("nothing: nowhere");
  const response = {
    sessionId: "s",
    uri: "file:///a/b%20c.py",
    version: 4,
    position: { line: 0, character: 2 },
  };
  expect(summarize("nes/suggest", { jsonrpc: "2.0", id: 1, method: "nes/suggest", params: response })).toBe(
    "s · b c.py · version: 4 · 1:3",
  );
  expect(summarize("x", { jsonrpc: "2.0", id: 1, error: { code: -1, message: "no" } })).toBe("-1 no");
});

test("an export has one line of JSON per message", () => {
  say("sent", { id: 1, method: "initialize" });
  say("received", { id: 1, result: { a: "x\ny" } });
  const lines = exportLines(trace.entries, 0);
  expect(lines).toHaveLength(2);
  const second = JSON.parse(lines[1]!) as { direction: string; milliseconds: number; message: unknown };
  expect(second).toMatchObject({
    direction: "received",
    milliseconds: 10,
    message: { result: { a: "x\ny" } },
  });
  expect(lines.every((line) => line.indexOf("\n") === line.length - 1)).toBe(true);
  expect(pairText(trace.entries[2]!).indexOf("initialize")).toBeLessThan(
    pairText(trace.entries[2]!).indexOf("result"),
  );
});

test("sizes and times are short", () => {
  expect([999, 1500, 45_000, 2_500_000].map(sizeLabel)).toEqual(["999", "1.5k", "45k", "2.5M"]);
  expect([null, 1.25, 340, 1500, 61_000].map(durationLabel)).toEqual([
    "",
    "1.3 ms",
    "340 ms",
    "1.50 s",
    "1 min 1 s",
  ]);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Message, TappedMessage } from "../../src/rpc/peer";
import { Trace } from "../../src/trace/trace";
import { TraceView } from "../../src/trace/view";

let listener: (tapped: TappedMessage) => void = () => {};
let trace: Trace;
let view: TraceView;

function say(message: Omit<Message, "jsonrpc">): void {
  const whole: Message = { jsonrpc: "2.0", ...message };
  const text = JSON.stringify(whole);
  listener({ direction: "sent", message: whole, text, size: text.length, at: 0 });
}

const listed = () => view.listed.value.map((entry) => entry.number);

beforeEach(() => {
  vi.useFakeTimers();
  trace = new Trace({
    tap(added) {
      listener = added;
      return () => {};
    },
  });
  view = new TraceView(trace);
});

afterEach(() => {
  vi.useRealTimers();
});

test("a paused list does not change, and nothing is lost", () => {
  say({ method: "a" });
  view.update();
  view.pause();
  say({ method: "b" });
  say({ method: "c" });
  view.update();
  expect(listed()).toEqual([1]);
  expect(view.pausedCount()).toBe(2);
  view.resume();
  expect(listed()).toEqual([1, 2, 3]);
});

test("the search waits for the last key", () => {
  say({ method: "apple" });
  say({ method: "pear" });
  view.update();
  view.setFilter({ text: "p" });
  view.setFilter({ text: "pea" });
  expect(listed()).toEqual([1, 2]);
  vi.advanceTimersByTime(200);
  expect(listed()).toEqual([2]);
});

test("a message excluded by the filter is shown when it is revealed", () => {
  say({ id: 1, method: "apple" });
  say({ method: "pear" });
  view.setFilter({ method: "pear" });
  vi.advanceTimersByTime(200);
  expect(listed()).toEqual([2]);
  view.reveal(trace.entries[0]!);
  expect(listed()).toEqual([1, 2]);
  expect(view.selected.value?.method).toBe("apple");
});

test("clearing starts a new list", () => {
  say({ method: "a" });
  view.update();
  view.select(trace.entries[0]!);
  view.clear();
  expect(listed()).toEqual([]);
  expect(view.selected.value).toBeNull();
  say({ method: "b" });
  view.update();
  expect(listed()).toEqual([2]);
});

test("listeners are notified once for many messages", () => {
  let notified = 0;
  trace.changed.subscribe(() => (notified += 1));
  for (let at = 0; at < 100; at += 1) say({ method: "m" });
  vi.advanceTimersByTime(50);
  expect(notified).toBe(2);
});

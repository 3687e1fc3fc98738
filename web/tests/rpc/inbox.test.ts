// A flood of messages is handed on in order, in slices between which the browser draws.

import { describe, expect, it } from "vitest";
import { Inbox } from "../../src/rpc/inbox";
import { MAX_SLICE_MS } from "../../src/rpc/limits";

/** An inbox with a clock: each message takes `cost` milliseconds to handle. */
function inboxWith(cost: number) {
  let now = 1000;
  const tasks: (() => void)[] = [];
  const delivered: string[] = [];
  const slices: number[] = [];
  const inbox = new Inbox(
    (text) => {
      delivered.push(text);
      now += cost;
    },
    (run) => tasks.push(run),
    () => now,
  );
  const runTask = () => {
    const before = delivered.length;
    tasks.shift()!();
    slices.push(delivered.length - before);
  };
  return { inbox, delivered, slices, tasks, runTask, wait: (ms: number) => void (now += ms) };
}

describe("an inbox", () => {
  it("hands a message that arrives alone on at once", () => {
    const { inbox, delivered, tasks, wait } = inboxWith(1);
    for (let count = 0; count < 20; count += 1) {
      inbox.receive(`${count}`);
      wait(100);
    }
    expect([delivered.length, tasks.length]).toEqual([20, 0]);
  });

  it("hands 100,000 messages on in order, never longer than a slice at a time", () => {
    const { inbox, delivered, slices, tasks, runTask } = inboxWith(0.5);
    for (let count = 0; count < 100_000; count += 1) inbox.receive(`${count}`);
    expect(delivered).toHaveLength(2 * MAX_SLICE_MS);
    expect(tasks).toHaveLength(1);
    while (tasks.length > 0) runTask();
    expect(Math.max(...slices)).toBe(2 * MAX_SLICE_MS);
    expect(delivered).toHaveLength(100_000);
    expect(delivered.every((text, index) => text === `${index}`)).toBe(true);
  });

  it("keeps the order of messages that arrive between two slices", () => {
    const { inbox, delivered, tasks, runTask, wait } = inboxWith(MAX_SLICE_MS);
    inbox.receive("a");
    inbox.receive("b");
    wait(1000);
    inbox.receive("c");
    expect(delivered).toEqual(["a"]);
    while (tasks.length > 0) runTask();
    expect(delivered).toEqual(["a", "b", "c"]);
  });

  it("hands everything on when the connection ends", () => {
    const { inbox, delivered } = inboxWith(MAX_SLICE_MS);
    for (const text of ["a", "b", "c"]) inbox.receive(text);
    inbox.flush();
    expect([delivered, inbox.length]).toEqual([["a", "b", "c"], 0]);
  });
});

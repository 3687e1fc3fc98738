// 100,000 updates at once: they are published once per frame, and a bounded part of them is rendered.

import { effect } from "@preact/signals";
import { describe, expect, it } from "vitest";
import {
  CHEAP_FRAME_MS,
  MAX_FRAME_DELAY_MS,
  MAX_RENDER_SHARE,
  MAX_RENDERED_SLICES,
  MAX_SLICES,
  SLICE_ENTRIES,
} from "../../src/chat/limits";
import { frameDelay } from "../../src/chat/transcript/frame-schedule";
import { AT_END, movedWindow, renderedRange, type SliceWindow } from "../../src/chat/transcript/slice-window";
import { Transcript } from "../../src/chat/transcript/transcript";
import type { SessionUpdate } from "../../src/protocol/acp";
import { chunk } from "./fake-agent";

const UPDATES = 100_000;

function flooded(update: (index: number) => SessionUpdate) {
  const frames: (() => void)[] = [];
  const transcript = new Transcript((flush) => frames.push(flush));
  for (let index = 0; index < UPDATES; index += 1) transcript.apply(update(index));
  return { transcript, frames };
}

describe("100,000 updates at once", () => {
  it("of one message are one entry that is rendered once per frame", () => {
    const { transcript, frames } = flooded(() => chunk("word "));
    expect(frames).toHaveLength(1);
    frames.shift()!();
    const [message] = transcript.all();
    let renders = 0;
    effect(() => {
      void message!.version.value;
      renders += 1;
    });
    for (let index = 0; index < UPDATES; index += 1) transcript.apply(chunk("word "));
    expect([frames.length, renders]).toEqual([1, 1]);
    frames.shift()!();
    expect([frames.length, renders, transcript.length]).toEqual([0, 2, 1]);
  });

  it("of as many calls need one frame, and keep only the newest entries", () => {
    const { transcript, frames } = flooded((index) => ({
      sessionUpdate: "tool_call",
      toolCallId: `c${index}`,
      title: "Read",
      status: "completed",
    }));
    expect(frames).toHaveLength(1);
    frames.shift()!();
    expect(frames).toHaveLength(0);
    expect(transcript.slices.value).toHaveLength(MAX_SLICES);
    expect(transcript.length).toBeLessThanOrEqual(MAX_SLICES * SLICE_ENTRIES);
    const [from, to] = renderedRange(AT_END, transcript.slices.value[0]!.id, MAX_SLICES);
    expect([from, to]).toEqual([MAX_SLICES - MAX_RENDERED_SLICES, MAX_SLICES]);
    // A call whose entry was dropped is forgotten: an update of it is a new entry.
    transcript.apply({ sessionUpdate: "tool_call_update", toolCallId: "c0", status: "failed" });
    expect(transcript.all().at(-1)).toMatchObject({ callId: "c0" });
  });
});

describe("frames", () => {
  it("that were costly are followed by a pause, in which the page answers", () => {
    expect([frameDelay(0), frameDelay(CHEAP_FRAME_MS)]).toEqual([0, 0]);
    expect(100 / (100 + frameDelay(100))).toBeCloseTo(MAX_RENDER_SHARE);
    expect(frameDelay(1e9)).toBe(MAX_FRAME_DELAY_MS);
  });
});

describe("the rendered slices", () => {
  it("are never more than the limit, and reach the beginning and the end", () => {
    let [firstId, count] = [1, 50];
    let window: SliceWindow = AT_END;
    const rendered = () => renderedRange(window, firstId, count);
    for (let step = 0; step < 60; step += 1) {
      window = movedWindow(rendered(), "up", firstId, count);
      const [from, to] = rendered();
      expect(to - from).toBeLessThanOrEqual(MAX_RENDERED_SLICES);
    }
    expect(rendered()[0]).toBe(0);
    count += 10; // new entries do not move what the user reads
    expect(rendered()).toEqual([0, MAX_RENDERED_SLICES]);
    for (let step = 0; step < 60; step += 1) window = movedWindow(rendered(), "down", firstId, count);
    expect(window).toEqual(AT_END);
  });

  it("stay valid when the oldest slices are dropped or the transcript is cleared", () => {
    const window: SliceWindow = { first: 3, end: 9 };
    expect(renderedRange(window, 1, 20)).toEqual([2, 8]);
    expect(renderedRange(window, 40, 20)).toEqual([0, 1]);
    expect(renderedRange(window, 0, 0)).toEqual([0, 0]);
    expect(renderedRange(AT_END, 0, 0)).toEqual([0, 0]);
    expect(renderedRange(AT_END, 1, 2)).toEqual([0, 2]);
  });
});

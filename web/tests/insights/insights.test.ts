import { expect, test } from "vitest";
import { Insights, type Store } from "../../src/insights/insights";
import { toBuckets, latencyAxis, msLabel, axisPosition, quantile } from "../../src/insights/latency";
import { acceptanceRate, pending, sumTallies, topReasons } from "../../src/insights/tallies";
import { MAX_POINTS } from "../../src/insights/limits";

class Memory implements Store {
  readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

function insights(store: Store | null = null): Insights {
  return new Insights(store, 1_000_000);
}

test("suggestions are counted by kind and family, with their outcomes", () => {
  const one = insights();
  one.recordShown({ id: "a", kind: "edit", latency: 5, at: 1, family: "replace" });
  one.recordOutcome("a", "accepted");
  one.recordShown({ id: "b", kind: "edit", latency: 5, at: 2, family: "replace" });
  one.recordOutcome("b", "rejected");
  one.recordShown({ id: "c", kind: "jump", latency: 5, at: 3 });
  const { kinds, families } = one.tallies.value;
  expect(kinds.edit).toEqual({ shown: 2, accepted: 1, rejected: 1, ignored: 0, replaced: 0 });
  expect(families).toEqual({ replace: kinds.edit });
  expect(pending(kinds.jump!)).toBe(1);
  expect(sumTallies(one.tallies.value)).toMatchObject({ shown: 3, accepted: 1 });
});

test("only the first outcome counts, and one without a shown suggestion is ignored", () => {
  const one = insights();
  one.recordShown({ id: "a", kind: "edit", latency: 5, at: 1 });
  one.recordOutcome("a", "accepted");
  one.recordOutcome("a", "ignored");
  one.recordOutcome("never", "rejected");
  expect(sumTallies(one.tallies.value)).toMatchObject({ accepted: 1, ignored: 0, rejected: 0 });
});

test("a suggestion shown again with the same id counts again", () => {
  const one = insights();
  for (const outcome of ["rejected", "accepted"] as const) {
    one.recordShown({ id: "a", kind: "rename", latency: 5, at: 1 });
    one.recordOutcome("a", outcome);
  }
  expect(one.tallies.value.kinds.rename).toMatchObject({ shown: 2, accepted: 1, rejected: 1 });
});

test("replaced suggestions do not count as decided", () => {
  expect(acceptanceRate({ shown: 4, accepted: 1, rejected: 1, ignored: 0, replaced: 2 })).toBe(0.5);
  expect(acceptanceRate({ shown: 2, accepted: 0, rejected: 0, ignored: 0, replaced: 2 })).toBeNull();
});

test("the oldest responses are dropped, but still counted", () => {
  const one = insights();
  for (let at = 0; at < MAX_POINTS + 5; at += 1) one.recordResponse({ at, latency: at, reason: null });
  expect(one.responses.value).toHaveLength(MAX_POINTS);
  expect(one.responses.value[0]).toEqual({ at: 1_000_005, latency: 5, reason: null });
  expect(one.tallies.value.answers).toBe(MAX_POINTS + 5);
});

test("reasons are sorted by frequency, and an agent cannot add words without limit", () => {
  const one = insights();
  for (const reason of ["nowhere", "no-edits", "nowhere", ""]) one.recordResponse({ at: 0, latency: 1, reason });
  expect(topReasons(one.tallies.value, 2)).toEqual([
    { word: "nowhere", count: 2 },
    { word: "no-edits", count: 1 },
  ]);
  for (let at = 0; at < 500; at += 1) one.recordResponse({ at: 0, latency: 1, reason: `word-${at}` });
  expect(Object.keys(one.tallies.value.reasons).length).toBeLessThan(70);
});

test("a reload of the tab restores the figures", () => {
  const store = new Memory();
  const one = insights(store);
  one.recordResponse({ at: 5, latency: 3.25, reason: "nowhere" });
  one.recordResponse({ at: 6, latency: 4, reason: null });
  one.recordShown({ id: "a", kind: "edit", latency: 4, at: 6, family: "replace" });
  one.recordOutcome("a", "accepted");
  one.flush();
  const again = insights(store);
  expect(again.responses.value).toEqual([
    { at: 1_000_005, latency: 3.3, reason: "nowhere" },
    { at: 1_000_006, latency: 4, reason: null },
  ]);
  expect(again.tallies.value).toEqual(one.tallies.value);
  again.reset();
  expect(store.items.size).toBe(0);
});

test("an invalid storage counts as empty", () => {
  const store = new Memory();
  store.setItem("understudy.insights", "{nonsense");
  expect(insights(store).tallies.value.answers).toBe(0);
});

test("quantiles are interpolated", () => {
  expect(quantile([], 0.5)).toBeNull();
  expect(quantile([7], 0.99)).toBe(7);
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(
    quantile(
      Array.from({ length: 101 }, (_, index) => index),
      0.99,
    ),
  ).toBe(99);
});

test("ten thousand responses become a few buckets that contain all of them", () => {
  const asked = Array.from({ length: 10_000 }, (_, at) => ({
    at,
    latency: at % 100,
    reason: at % 4 ? null : "x",
  }));
  const buckets = toBuckets(asked, 120);
  expect(buckets.length).toBeLessThanOrEqual(120);
  expect(buckets.reduce((sum, bucket) => sum + bucket.to - bucket.from + 1, 0)).toBe(10_000);
  expect(buckets.reduce((sum, bucket) => sum + bucket.empty, 0)).toBe(2_500);
  expect(toBuckets([], 120)).toEqual([]);
});

test("the axis covers all latencies and has few ticks", () => {
  const axis = latencyAxis([3, 14, 662]);
  expect(axis).toMatchObject({ min: 1, max: 1000 });
  expect(axis.ticks).toEqual([1, 10, 100, 1000]);
  expect(axisPosition(1, axis)).toBe(0);
  expect(axisPosition(1000, axis)).toBe(1);
  expect(latencyAxis([]).ticks.length).toBeGreaterThan(1);
  expect(latencyAxis([0]).ticks.every((tick) => tick > 0)).toBe(true);
  expect([0.5, 14.2, 1500, null].map(msLabel)).toEqual(["0.5 ms", "14 ms", "1.5 s", "–"]);
});

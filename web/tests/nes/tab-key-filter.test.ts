// Repeated presses of Tab.

import { expect, test } from "vitest";
import { TabKeyFilter } from "../../src/nes/display/tab-key-filter";
import { TAB_RUN_MS, MIN_VISIBLE_MS } from "../../src/nes/limits";

const idle = { busy: false, isRepeat: false };

test("a suggestion that was visible is accepted", () => {
  expect(new TabKeyFilter().press({ ...idle, now: 1_000, visibleSince: 1_000 - MIN_VISIBLE_MS })).toBe("handle");
});

test("a suggestion that appeared just before the key is not accepted", () => {
  expect(new TabKeyFilter().press({ ...idle, now: 1_000, visibleSince: 990 })).toBe("indent");
});

test("without a suggestion Tab indents", () => {
  const filter = new TabKeyFilter();
  expect(filter.press({ ...idle, now: 1_000, visibleSince: null })).toBe("handle");
  expect(filter.press({ ...idle, now: 1_050, visibleSince: null })).toBe("handle");
});

test("a run of presses inserts no tab, and accepts nothing unseen", () => {
  const filter = new TabKeyFilter();
  filter.press({ ...idle, now: 1_000, visibleSince: 0 });
  expect(filter.press({ ...idle, now: 1_050, visibleSince: null })).toBe("ignore");
  expect(filter.press({ ...idle, now: 1_100, visibleSince: 1_090 })).toBe("ignore");
  expect(filter.press({ ...idle, now: 1_200, visibleSince: 1_090 })).toBe("handle");
  expect(filter.press({ ...idle, now: 1_300, visibleSince: null })).toBe("ignore");
  expect(filter.press({ ...idle, now: 1_300 + TAB_RUN_MS, visibleSince: null })).toBe("handle");
});

test("another key ends the run", () => {
  const filter = new TabKeyFilter();
  filter.press({ ...idle, now: 1_000, visibleSince: 0 });
  filter.reset();
  expect(filter.press({ ...idle, now: 1_050, visibleSince: null })).toBe("handle");
});

test("a held key accepts one suggestion", () => {
  const filter = new TabKeyFilter();
  filter.press({ ...idle, now: 1_000, visibleSince: 0 });
  expect(filter.press({ ...idle, now: 1_400, visibleSince: 0, isRepeat: true })).toBe("ignore");
  expect(filter.press({ ...idle, now: 1_430, visibleSince: 0, isRepeat: true })).toBe("ignore");
});

test("nothing is accepted while a file is being opened", () => {
  expect(new TabKeyFilter().press({ now: 1_000, visibleSince: 0, busy: true, isRepeat: false })).toBe("ignore");
});

// Tab pressed again and again.

import { expect, test } from "vitest";
import { Rhythm, RUN, SEEN } from "../../src/nes/display/tab-key-filter";

const calm = { busy: false, held: false };

test("what could be seen is taken", () => {
  expect(new Rhythm().press({ ...calm, now: 1_000, since: 1_000 - SEEN })).toBe("means it");
});

test("what appeared while the key was on its way is not taken", () => {
  expect(new Rhythm().press({ ...calm, now: 1_000, since: 990 })).toBe("plain");
});

test("without a suggestion a tab is a tab", () => {
  const rhythm = new Rhythm();
  expect(rhythm.press({ ...calm, now: 1_000, since: null })).toBe("means it");
  expect(rhythm.press({ ...calm, now: 1_050, since: null })).toBe("means it");
});

test("a run of presses leaves no tab behind, and takes nothing unseen", () => {
  const rhythm = new Rhythm();
  rhythm.press({ ...calm, now: 1_000, since: 0 });
  expect(rhythm.press({ ...calm, now: 1_050, since: null })).toBe("swallowed");
  expect(rhythm.press({ ...calm, now: 1_100, since: 1_090 })).toBe("swallowed");
  expect(rhythm.press({ ...calm, now: 1_200, since: 1_090 })).toBe("means it");
  expect(rhythm.press({ ...calm, now: 1_300, since: null })).toBe("swallowed");
  expect(rhythm.press({ ...calm, now: 1_300 + RUN, since: null })).toBe("means it");
});

test("another key ends the run", () => {
  const rhythm = new Rhythm();
  rhythm.press({ ...calm, now: 1_000, since: 0 });
  rhythm.end();
  expect(rhythm.press({ ...calm, now: 1_050, since: null })).toBe("means it");
});

test("a key that is held takes one", () => {
  const rhythm = new Rhythm();
  rhythm.press({ ...calm, now: 1_000, since: 0 });
  expect(rhythm.press({ ...calm, now: 1_400, since: 0, held: true })).toBe("swallowed");
  expect(rhythm.press({ ...calm, now: 1_430, since: 0, held: true })).toBe("swallowed");
});

test("while a file is being opened nothing is taken", () => {
  expect(new Rhythm().press({ now: 1_000, since: 0, busy: true, held: false })).toBe("swallowed");
});

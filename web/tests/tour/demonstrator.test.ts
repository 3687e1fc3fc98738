import { signal } from "@preact/signals";
import { beforeEach, expect, test, vi } from "vitest";
import type { NextEdits } from "../../src/nes/next-edits";
import { Demonstrator } from "../../src/tour/demonstrator";
import type { Documents } from "../../src/workspace/documents";

beforeEach(() => {
  vi.useFakeTimers();
});

/** Next edits that suggest nothing by themselves, only on request. */
function askedNextEdits() {
  const shown = signal<object | null>(null);
  const left = signal(1);
  const nes = {
    shown,
    whenIdle: () => Promise.resolve(),
    requestNow: vi.fn(() => (shown.value = {})),
    accept: () => ((left.value = 0), (shown.value = null)),
  };
  return { nes, left };
}

test("a suggestion that does not come by itself is requested once", async () => {
  const { nes, left } = askedNextEdits();
  const documents = { editor: signal(null) } as unknown as Documents;
  const demonstrator = new Demonstrator(documents, nes as unknown as NextEdits);
  const done = demonstrator.acceptSuggestions(() => left.value === 0, new AbortController().signal);
  await vi.runAllTimersAsync();
  expect(await done).toBe(true);
  expect(nes.requestNow).toHaveBeenCalledTimes(1);
});

test("nothing is requested after the tour was left", async () => {
  const { nes } = askedNextEdits();
  const control = new AbortController();
  const demonstrator = new Demonstrator({} as Documents, nes as unknown as NextEdits);
  const done = demonstrator.acceptSuggestions(() => false, control.signal);
  control.abort();
  await vi.runAllTimersAsync();
  expect(await done).toBe(false);
  expect(nes.requestNow).not.toHaveBeenCalled();
});

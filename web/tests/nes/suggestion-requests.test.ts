// When questions are asked, and which answers count.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Asker, type Answer, type Questioner } from "../../src/nes/suggestion-requests";
import type { Offer } from "../../src/nes/suggestions/prepared-suggestion";
import { BadSuggestion } from "../../src/nes/suggestions/bulk-edit";
import type { NesTriggerKind, SuggestNesResponse } from "../../src/protocol/acp";

interface Asked {
  readonly trigger: NesTriggerKind;
  readonly signal: AbortSignal;
  answer(ids: readonly string[], reason?: string): void;
}

const position = { line: 0, character: 0 };
let asked: Asked[] = [];
let heard: string[] = [];
let version = 1;
let asker: Asker;
let prepare: (id: string) => Promise<Offer>;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  heard = [];
  version = 1;
  prepare = (id) => Promise.resolve({ id } as Offer);
  const session = {
    suggest: (question: { triggerKind: NesTriggerKind }, signal: AbortSignal) =>
      new Promise<SuggestNesResponse>((resolve) => {
        asked.push({
          trigger: question.triggerKind,
          signal,
          answer: (ids, reason) =>
            resolve({
              suggestions: ids.map((id) => ({ kind: "jump", id, uri: "u", position })),
              _meta: reason ? { "understudy.dev/nes": { reason, sentence: `${reason}.` } } : null,
            }),
        });
      }),
  };
  const document = { model: { isDisposed: () => false, getVersionId: () => version } };
  asker = new Asker({
    situation: () => ({ session, document, question: { uri: "u", version, position } }),
    prepare: (suggestion: { id: string }) => prepare(suggestion.id),
    isSettled: (id: string) => id === "dismissed",
    asked: () => {},
    heard: () => {},
    answered: ({ offer, reason }: Answer) => heard.push(offer ? `offer ${offer.id}` : reason),
    dropped: (ids: readonly string[]) => heard.push(`dropped ${ids.join()}`),
    unfit: (ids: readonly string[], why: string) => heard.push(`unfit ${ids.join()}: ${why}`),
    failed: () => heard.push("failed"),
  } as unknown as Questioner);
});

afterEach(() => vi.useRealTimers());

test("many keys are one question", async () => {
  for (let key = 0; key < 5; key++) {
    asker.afterChange(75);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(75);
  expect(asked).toHaveLength(1);
});

test("the newest question wins: the older is taken back, its answer dropped", async () => {
  asker.within(0);
  await vi.advanceTimersByTimeAsync(1);
  asker.within(0, "manual");
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map((one) => one.trigger)).toEqual(["automatic", "manual"]);
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer(["a"]);
  asked[1]?.answer(["b"]);
  await asker.settled();
  expect(heard).toEqual(["dropped a", "offer b"]);
});

test("an answer for a text that has changed is dropped", async () => {
  asker.within(0);
  await vi.advanceTimersByTimeAsync(1);
  version = 2;
  asked[0]?.answer(["a"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(["dropped a"]);
});

test("who rests after typing is asked again, and no more once something came", async () => {
  asker.afterChange(75);
  await vi.advanceTimersByTimeAsync(80);
  asked[0]?.answer([], "nothing-learned");
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toHaveLength(2);
  asked[1]?.answer([], "nothing-learned");
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveLength(3);
  asked[2]?.answer(["a"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(3);
  expect(heard).toEqual(["nothing-learned", "nothing-learned", "offer a"]);
});

test("a slow agent is not asked for the rests that it answered through", async () => {
  asker.afterChange(75);
  await vi.advanceTimersByTimeAsync(1_200);
  asked[0]?.answer([], "nothing-learned");
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(150);
  expect(asked).toHaveLength(2);
  asked[1]?.answer([], "nothing-learned");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(2);
});

test("what does not fit is said so", async () => {
  prepare = () => Promise.reject(new BadSuggestion("No."));
  asker.within(0);
  await vi.advanceTimersByTimeAsync(1);
  asked[0]?.answer(["a"]);
  await asker.settled();
  expect(heard).toEqual(["unfit a: No."]);
});

test("stopped, nothing is asked or heard any more", async () => {
  asker.within(0);
  await vi.advanceTimersByTimeAsync(1);
  asker.within(50);
  asker.stop();
  await asker.settled();
  asked[0]?.answer(["a"]);
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toHaveLength(1);
  expect(heard).toEqual(["dropped a"]);
});

test("what the user has dismissed is not shown again, unless asked for by hand", async () => {
  asker.within(0);
  await vi.advanceTimersByTimeAsync(1);
  asked[0]?.answer(["dismissed", "fresh"]);
  await asker.settled();
  asker.within(0, "manual");
  await vi.advanceTimersByTimeAsync(1);
  asked[1]?.answer(["dismissed"]);
  await asker.settled();
  expect(heard).toEqual(["offer fresh", "offer dismissed"]);
});

// When requests are sent, and which responses count.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SuggestionRequester, type RequestResult, type RequestHost } from "../../src/nes/suggestion-requests";
import type { PreparedSuggestion } from "../../src/nes/suggestions/prepared-suggestion";
import { InvalidSuggestion } from "../../src/nes/suggestions/bulk-edit";
import type { NesTriggerKind, SuggestNesResponse } from "../../src/protocol/acp";

interface SentRequest {
  readonly trigger: NesTriggerKind;
  readonly signal: AbortSignal;
  answer(ids: readonly string[], reason?: string): void;
}

const position = { line: 0, character: 0 };
let requests: SentRequest[] = [];
let events: string[] = [];
let version = 1;
let requester: SuggestionRequester;
let prepare: (id: string) => Promise<PreparedSuggestion>;

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  events = [];
  version = 1;
  prepare = (id) => Promise.resolve({ id } as PreparedSuggestion);
  const session = {
    suggest: (params: { triggerKind: NesTriggerKind }, signal: AbortSignal) =>
      new Promise<SuggestNesResponse>((resolve) => {
        requests.push({
          trigger: params.triggerKind,
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
  requester = new SuggestionRequester({
    situation: () => ({ session, document, params: { uri: "u", version, position } }),
    prepare: (suggestion: { id: string }) => prepare(suggestion.id),
    isDecided: (id: string) => id === "rejected",
    onRequest: () => {},
    onResponse: () => {},
    onResult: ({ prepared, reason }: RequestResult) => events.push(prepared ? `prepared ${prepared.id}` : reason),
    onOutdated: (ids: readonly string[]) => events.push(`dropped ${ids.join()}`),
    onInvalid: (ids: readonly string[], message: string) => events.push(`invalid ${ids.join()}: ${message}`),
    onError: () => events.push("failed"),
  } as unknown as RequestHost);
});

afterEach(() => vi.useRealTimers());

test("many keys cause one request", async () => {
  for (let key = 0; key < 5; key++) {
    requester.scheduleAfterChange(75);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(requests).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(75);
  expect(requests).toHaveLength(1);
});

test("the newest request wins: the older one is cancelled, its response dropped", async () => {
  requester.scheduleWithin(0);
  await vi.advanceTimersByTimeAsync(1);
  requester.scheduleWithin(0, "manual");
  await vi.advanceTimersByTimeAsync(1);
  expect(requests.map((one) => one.trigger)).toEqual(["automatic", "manual"]);
  expect(requests[0]?.signal.aborted).toBe(true);
  requests[0]?.answer(["a"]);
  requests[1]?.answer(["b"]);
  await requester.whenIdle();
  expect(events).toEqual(["dropped a", "prepared b"]);
});

test("a response for a changed text is dropped", async () => {
  requester.scheduleWithin(0);
  await vi.advanceTimersByTimeAsync(1);
  version = 2;
  requests[0]?.answer(["a"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toEqual(["dropped a"]);
});

test("the request is repeated during a pause in typing, until there is a suggestion", async () => {
  requester.scheduleAfterChange(75);
  await vi.advanceTimersByTimeAsync(80);
  requests[0]?.answer([], "nothing-learned");
  await vi.advanceTimersByTimeAsync(300);
  expect(requests).toHaveLength(2);
  requests[1]?.answer([], "nothing-learned");
  await vi.advanceTimersByTimeAsync(200);
  expect(requests).toHaveLength(3);
  requests[2]?.answer(["a"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests).toHaveLength(3);
  expect(events).toEqual(["nothing-learned", "nothing-learned", "prepared a"]);
});

test("a slow response covers the delays that passed meanwhile", async () => {
  requester.scheduleAfterChange(75);
  await vi.advanceTimersByTimeAsync(1_200);
  requests[0]?.answer([], "nothing-learned");
  await vi.advanceTimersByTimeAsync(100);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(150);
  expect(requests).toHaveLength(2);
  requests[1]?.answer([], "nothing-learned");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests).toHaveLength(2);
});

test("an invalid suggestion is reported", async () => {
  prepare = () => Promise.reject(new InvalidSuggestion("No."));
  requester.scheduleWithin(0);
  await vi.advanceTimersByTimeAsync(1);
  requests[0]?.answer(["a"]);
  await requester.whenIdle();
  expect(events).toEqual(["invalid a: No."]);
});

test("after stop, nothing is requested or reported", async () => {
  requester.scheduleWithin(0);
  await vi.advanceTimersByTimeAsync(1);
  requester.scheduleWithin(50);
  requester.stop();
  await requester.whenIdle();
  requests[0]?.answer(["a"]);
  await vi.advanceTimersByTimeAsync(500);
  expect(requests).toHaveLength(1);
  expect(events).toEqual(["dropped a"]);
});

test("a rejected suggestion is not shown again, unless requested manually", async () => {
  requester.scheduleWithin(0);
  await vi.advanceTimersByTimeAsync(1);
  requests[0]?.answer(["rejected", "fresh"]);
  await requester.whenIdle();
  requester.scheduleWithin(0, "manual");
  await vi.advanceTimersByTimeAsync(1);
  requests[1]?.answer(["rejected"]);
  await requester.whenIdle();
  expect(events).toEqual(["prepared fresh", "prepared rejected"]);
});

test("a request that is pending when a suggestion is rejected is sent again, and its response dropped", async () => {
  requester.scheduleWithin(0, "manual");
  await vi.advanceTimersByTimeAsync(1);
  requester.repeatPending();
  expect(requests[0]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  requests[0]?.answer(["a"]);
  requests[1]?.answer(["b"]);
  await requester.whenIdle();
  expect(requests.map((one) => one.trigger)).toEqual(["manual", "automatic"]);
  expect(events).toEqual(["dropped a", "prepared b"]);
});

test("a response that is being prepared when a suggestion is rejected is dropped", async () => {
  let finish = () => {};
  prepare = (id) => new Promise((resolve) => (finish = () => resolve({ id } as PreparedSuggestion)));
  requester.scheduleWithin(0);
  await vi.advanceTimersByTimeAsync(1);
  requests[0]?.answer(["a"]);
  await vi.advanceTimersByTimeAsync(0);
  requester.repeatPending();
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual(["dropped a"]);
});

test("without a pending request, a dismissal sends none", async () => {
  requester.repeatPending();
  await vi.advanceTimersByTimeAsync(500);
  expect(requests).toHaveLength(0);
});

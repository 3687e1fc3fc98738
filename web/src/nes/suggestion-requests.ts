// Sends one suggestion request at a time, debounced. A newer request cancels the older one, and a response
// for a text that changed meanwhile is dropped.

import type { NesTriggerKind, SuggestNesRequest, SuggestNesResponse } from "../protocol/acp";
import type { OpenDocument } from "../workspace/documents";
import { Debounce } from "./debounce";
import { detailsOf, type PreparedSuggestion, type Suggestion } from "./suggestions/prepared-suggestion";
import { InvalidSuggestion } from "./suggestions/bulk-edit";
import type { NesSession } from "./session/session";
import { RETRY_DELAYS_MS } from "./limits";

export interface Situation {
  readonly session: NesSession;
  readonly document: OpenDocument;
  /** All parameters but those set here. */
  readonly params: Omit<SuggestNesRequest, "sessionId" | "triggerKind">;
}

export interface RequestResult {
  /** All suggested ids; the first is the one that is shown. */
  readonly ids: readonly string[];
  readonly prepared: PreparedSuggestion | null;
  /** Why there is no suggestion: a reason word and a sentence. */
  readonly reason: string;
  readonly sentence: string;
  readonly latency: number;
  /** performance.now() when the request was sent. */
  readonly at: number;
}

export interface RequestHost {
  /** The current situation, after all pending events were sent; null if no request is possible. */
  situation(): Situation | null;
  prepare(suggestion: Suggestion): Promise<PreparedSuggestion>;
  /** Whether the user accepted or rejected it before. */
  isDecided(id: string): boolean;
  onRequest(): void;
  /** Called for every response, also for an outdated one. */
  onResponse(reason: string | null, latency: number, at: number): void;
  onResult(result: RequestResult): void;
  /** These arrived too late to be shown. */
  onOutdated(ids: readonly string[]): void;
  /** These do not fit the documents. */
  onInvalid(ids: readonly string[], message: string): void;
  onError(error: unknown): void;
}

export class SuggestionRequester {
  readonly #debounce = new Debounce(() => void this.#request());
  #trigger: NesTriggerKind = "automatic";
  #pending: AbortController | null = null;
  #idleWaiters: (() => void)[] = [];
  #changedAt = 0;
  #retryDelays: number[] = [];

  constructor(private readonly host: RequestHost) {}

  /** The text changed: request after a pause in typing, and again if there is no suggestion. */
  scheduleAfterChange(milliseconds: number): void {
    this.#changedAt = performance.now();
    this.#retryDelays = [...RETRY_DELAYS_MS];
    this.#debounce.schedule(milliseconds);
  }

  /** Request after this delay at the latest. */
  scheduleWithin(milliseconds: number, trigger: NesTriggerKind = "automatic"): void {
    if (trigger !== "automatic") this.#trigger = trigger;
    this.#debounce.scheduleWithin(milliseconds);
  }

  /**
   * The user rejected a suggestion: the response to a request sent before may contain it under another id.
   * Drop that response, and request again.
   */
  repeatPending(): void {
    if (!this.#pending) return;
    this.#pending.abort();
    this.#pending = null;
    this.#debounce.scheduleWithin(0);
  }

  stop(): void {
    this.#retryDelays = [];
    this.#debounce.cancel();
    this.#pending?.abort();
    this.#pending = null;
    this.#notifyIdle();
  }

  /** Resolves when no request is running or scheduled. */
  whenIdle(): Promise<void> {
    if (this.#isIdle) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  async #request(): Promise<void> {
    const trigger = this.#trigger;
    this.#trigger = "automatic";
    const situation = this.host.situation();
    if (!situation) {
      this.#notifyIdle();
      return;
    }
    this.#pending?.abort();
    const controller = (this.#pending = new AbortController());
    const at = performance.now();
    this.host.onRequest();
    try {
      await this.#fetch(situation, trigger, controller.signal, at);
    } catch (error) {
      if (!controller.signal.aborted) this.host.onError(error);
    } finally {
      if (this.#pending === controller) this.#pending = null;
      this.#notifyIdle();
    }
  }

  async #fetch(
    situation: Situation,
    trigger: NesTriggerKind,
    signal: AbortSignal,
    at: number,
  ): Promise<void> {
    const { session, document, params } = situation;
    const response: SuggestNesResponse = await session.suggest({ ...params, triggerKind: trigger }, signal);
    const latency = performance.now() - at;
    const suggestions = (response.suggestions ?? [])
      .filter((one): one is Suggestion => one.kind !== "action")
      // On manual request the user may see a rejected suggestion again.
      .filter((one) => trigger === "manual" || !this.host.isDecided(one.id));
    const ids = suggestions.map((one) => one.id);
    const details = detailsOf(response._meta);
    const reason = details.reason ?? "none";
    const isOutdated = () =>
      signal.aborted || document.model.isDisposed() || document.model.getVersionId() !== params.version;
    this.host.onResponse(suggestions.length > 0 ? null : reason, latency, at);
    let prepared: PreparedSuggestion | null = null;
    let invalid: string | null = null;
    try {
      if (suggestions[0] && !isOutdated()) prepared = await this.host.prepare(suggestions[0]);
    } catch (error) {
      if (!(error instanceof InvalidSuggestion)) throw error;
      invalid = error.message;
    }
    if (isOutdated()) return this.host.onOutdated(ids);
    if (invalid !== null) return this.host.onInvalid(ids, invalid);
    if (prepared) this.#retryDelays = [];
    else this.#scheduleRetry();
    const sentence = details.sentence ?? "The agent suggests nothing here.";
    this.host.onResult({ ids, prepared, reason, sentence, latency, at });
  }

  /** Nothing can be learned from a half-typed name; the longer the pause, the more likely it is complete. */
  #scheduleRetry(): void {
    const idleMs = performance.now() - this.#changedAt;
    // A slow response covers the earlier delays too.
    this.#retryDelays = this.#retryDelays.filter((delay) => delay > idleMs);
    const next = this.#retryDelays.shift();
    if (next !== undefined) this.#debounce.scheduleWithin(next - idleMs);
  }

  get #isIdle(): boolean {
    return !this.#debounce.isPending && this.#pending === null;
  }

  #notifyIdle(): void {
    if (!this.#isIdle) return;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const resolve of waiters) resolve();
  }
}

// One question at a time: asked a little later, once for all that happens meanwhile; a newer one takes the
// older back. An answer for a text that has changed since is dropped.

import type { NesTriggerKind, SuggestNesRequest, SuggestNesResponse } from "../protocol/acp";
import type { OpenDocument } from "../workspace/documents";
import { Later } from "./debounce";
import { accountOf, type Offer, type Suggestion } from "./suggestions/prepared-suggestion";
import { BadSuggestion } from "./suggestions/bulk-edit";
import type { Session } from "./session/session";

export interface Situation {
  readonly session: Session;
  readonly document: OpenDocument;
  /** All but what is known here. */
  readonly question: Omit<SuggestNesRequest, "sessionId" | "triggerKind">;
}

export interface Answer {
  /** All that was suggested; the first is the one that is shown. */
  readonly ids: readonly string[];
  readonly offer: Offer | null;
  /** Why there is none: a word and a sentence. */
  readonly reason: string;
  readonly sentence: string;
  readonly latency: number;
  /** performance.now() when it was asked. */
  readonly at: number;
}

export interface Questioner {
  /** What the question is about, with all told that was still to be told; null if nothing can be asked. */
  situation(): Situation | null;
  prepare(suggestion: Suggestion): Promise<Offer>;
  /** Whether the user has taken or dismissed it before. */
  isSettled(id: string): boolean;
  asked(): void;
  /** Every answer, also one that comes too late. */
  heard(reason: string | null, latency: number, at: number): void;
  answered(answer: Answer): void;
  /** These came too late. */
  dropped(ids: readonly string[]): void;
  /** These do not fit the texts. */
  unfit(ids: readonly string[], why: string): void;
  failed(error: unknown): void;
}

/**
 * Milliseconds after the last change at which it is asked again, if nothing came of it before. An agent waits
 * for a word that it knows to be whole, before it leads elsewhere, and for a word that it does not know; the
 * last is for one whose clock runs a little behind.
 */
const RESTS = [340, 560, 1_060, 1_400];

export class Asker {
  readonly #later = new Later(() => void this.#ask());
  #trigger: NesTriggerKind = "automatic";
  #open: AbortController | null = null;
  #waiting: (() => void)[] = [];
  #changed = 0;
  #rests: number[] = [];

  constructor(private readonly questioner: Questioner) {}

  /** The text was changed: ask when the user stops for a moment, and again if nothing comes of it. */
  afterChange(milliseconds: number): void {
    this.#changed = performance.now();
    this.#rests = [...RESTS];
    this.#later.in(milliseconds);
  }

  /** Ask in so many milliseconds at the latest. */
  within(milliseconds: number, trigger: NesTriggerKind = "automatic"): void {
    if (trigger !== "automatic") this.#trigger = trigger;
    this.#later.within(milliseconds);
  }

  stop(): void {
    this.#rests = [];
    this.#later.cancel();
    this.#open?.abort();
    this.#open = null;
    this.#settle();
  }

  /** When no question is on its way and none is about to be. */
  settled(): Promise<void> {
    if (this.#isSettled) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #ask(): Promise<void> {
    const trigger = this.#trigger;
    this.#trigger = "automatic";
    const situation = this.questioner.situation();
    if (!situation) {
      this.#settle();
      return;
    }
    this.#open?.abort();
    const control = (this.#open = new AbortController());
    const at = performance.now();
    this.questioner.asked();
    try {
      await this.#hear(situation, trigger, control.signal, at);
    } catch (error) {
      if (!control.signal.aborted) this.questioner.failed(error);
    } finally {
      if (this.#open === control) this.#open = null;
      this.#settle();
    }
  }

  async #hear(situation: Situation, trigger: NesTriggerKind, signal: AbortSignal, at: number): Promise<void> {
    const { session, document, question } = situation;
    const answer: SuggestNesResponse = await session.suggest({ ...question, triggerKind: trigger }, signal);
    const latency = performance.now() - at;
    const known = (answer.suggestions ?? [])
      .filter((one): one is Suggestion => one.kind !== "action")
      // Who asks for it by hand may have it again.
      .filter((one) => trigger === "manual" || !this.questioner.isSettled(one.id));
    const ids = known.map((one) => one.id);
    const told = accountOf(answer._meta);
    const reason = told.reason ?? "none";
    const isOutdated = () =>
      signal.aborted || document.model.isDisposed() || document.model.getVersionId() !== question.version;
    this.questioner.heard(known.length > 0 ? null : reason, latency, at);
    let offer: Offer | null = null;
    let unfit: string | null = null;
    try {
      if (known[0] && !isOutdated()) offer = await this.questioner.prepare(known[0]);
    } catch (error) {
      if (!(error instanceof BadSuggestion)) throw error;
      unfit = error.message;
    }
    if (isOutdated()) return this.questioner.dropped(ids);
    if (unfit !== null) return this.questioner.unfit(ids, unfit);
    if (offer) this.#rests = [];
    else this.#rest();
    const sentence = told.sentence ?? "The agent suggests nothing here.";
    this.questioner.answered({ ids, offer, reason, sentence, latency, at });
  }

  /** A name that is half typed teaches nothing; the longer its author rests, the more likely it is whole. */
  #rest(): void {
    const rested = performance.now() - this.#changed;
    // A slow agent has answered for the earlier ones too.
    this.#rests = this.#rests.filter((rest) => rest > rested);
    const next = this.#rests.shift();
    if (next !== undefined) this.#later.within(next - rested);
  }

  get #isSettled(): boolean {
    return !this.#later.isPending && this.#open === null;
  }

  #settle(): void {
    if (!this.#isSettled) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

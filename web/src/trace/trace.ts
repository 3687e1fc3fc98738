// Records every protocol message in both directions, with its timing; the oldest are dropped. Answers are
// paired with their requests. Pausing stops only the list: messages are still recorded.

import { signal, type ReadonlySignal } from "@preact/signals";
import type { Id, Message, TappedMessage } from "../rpc/peer";
import { createDivider, createEntry, kindOf, outcomeOf, type Entry } from "./entries";
import { DROP_BATCH, MAX_MESSAGES, MAX_TEXT_CHARS } from "./limits";

interface Tappable {
  tap(listener: (tapped: TappedMessage) => void): () => void;
}

export class Trace {
  readonly #changed = signal(0);
  /** A change counter: read it to be notified of new messages. Updated once per frame at most. */
  readonly changed: ReadonlySignal<number> = this.#changed;
  readonly #open = { sent: new Map<string, Entry>(), received: new Map<string, Entry>() };
  readonly #limits: { readonly messages: number; readonly characters: number };
  readonly #methods = new Set<string>();
  #entries: Entry[] = [];
  #characters = 0;
  #number = 0;
  #dropped = 0;
  #isNotifyScheduled = false;

  constructor(agent: Tappable, limits = { messages: MAX_MESSAGES, characters: MAX_TEXT_CHARS }) {
    this.#limits = limits;
    agent.tap((tapped) => this.#record(tapped));
  }

  /** Oldest first. The array is mutated: read `changed` too. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** How many messages were dropped or cleared since the tab was opened. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Every method seen so far, sorted. */
  get methods(): readonly string[] {
    return [...this.#methods].sort();
  }

  /** Total length of the stored texts. */
  get characters(): number {
    return this.#characters;
  }

  find(number: number): Entry | undefined {
    const first = this.#entries[0];
    // Numbers have no gaps.
    return first && number >= first.number ? this.#entries[number - first.number] : undefined;
  }

  clear(): void {
    this.#drop(this.#entries.length);
    this.#notify();
  }

  #record(tapped: TappedMessage): void {
    const { message, direction } = tapped;
    const kind = kindOf(message);
    if (kind === "request" && direction === "sent" && message.method === "initialize")
      this.#connectionStarted(tapped.at);
    const request = kind === "answer" ? this.#takeRequestOf(direction, message) : null;
    const entry = createEntry(tapped, ++this.#number, request);
    if (request) {
      request.pair = entry;
      request.duration = entry.duration;
      request.outcome = outcomeOf(request, message);
    }
    if (kind === "request") this.#open[direction].set(keyOf(message.id), entry);
    if (message?.method === "$/cancel_request") this.#markCancelRequested(direction, message);
    if (kind !== "answer") this.#methods.add(entry.method);
    this.#append(entry);
  }

  /** A new connection: request ids start again, and open requests will get no answer. */
  #connectionStarted(at: number): void {
    for (const open of [this.#open.sent, this.#open.received]) {
      for (const entry of open.values()) entry.outcome = "lost";
      open.clear();
    }
    this.#append(createDivider(++this.#number, at, "agent connected"));
  }

  #takeRequestOf(direction: TappedMessage["direction"], message: Message): Entry | null {
    const open = this.#open[direction === "sent" ? "received" : "sent"];
    const key = keyOf(message.id);
    const request = open.get(key) ?? null;
    open.delete(key);
    return request;
  }

  #markCancelRequested(direction: TappedMessage["direction"], message: Message): void {
    const id = (message.params as { requestId?: Id } | undefined)?.requestId;
    const request = this.#open[direction].get(keyOf(id));
    if (request) request.isCancelRequested = true;
  }

  #append(entry: Entry): void {
    this.#entries.push(entry);
    this.#characters += entry.text.length;
    if (this.#entries.length > this.#limits.messages) {
      this.#drop(Math.min(DROP_BATCH, Math.ceil(this.#limits.messages / 10)));
    }
    // The newest message is kept, whatever its size.
    while (this.#characters > this.#limits.characters && this.#entries.length > 1) this.#drop(1);
    this.#notify();
  }

  #drop(count: number): void {
    for (const entry of this.#entries.splice(0, count)) {
      this.#characters -= entry.text.length;
      this.#dropped += 1;
      // The other half of the pair must not keep it in memory.
      if (entry.pair) entry.pair.pair = null;
      if (entry.outcome === "open") this.#open[entry.direction].delete(keyOf(entry.id));
    }
  }

  #notify(): void {
    if (this.#isNotifyScheduled) return;
    this.#isNotifyScheduled = true;
    onNextFrame(() => {
      this.#isNotifyScheduled = false;
      this.#changed.value += 1;
    });
  }
}

function keyOf(id: Id | undefined): string {
  return `${typeof id}:${id}`;
}

/** Run before the next frame; a hidden tab has no frames, so a timer is used there. */
function onNextFrame(run: () => void): void {
  if (typeof requestAnimationFrame === "function" && !document.hidden) requestAnimationFrame(run);
  else setTimeout(run, 16);
}

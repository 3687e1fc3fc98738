// Hands messages on in the order of their arrival, in short slices: between two slices the browser draws and handles
// keys, however many messages arrive at once. A message that arrives alone is handed on at once.

import { MAX_SLICE_MS } from "./limits";

/** Calls `run` in a later task, after the browser had a chance to draw. */
export type NextTask = (run: () => void) => void;

export class Inbox {
  #queue: string[] = [];
  #next = 0;
  #isScheduled = false;
  #sliceStart = -Infinity;
  #spentMs = 0;

  constructor(
    private readonly deliver: (text: string) => void,
    private readonly nextTask: NextTask = postTask,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** How many messages wait. */
  get length(): number {
    return this.#queue.length - this.#next;
  }

  receive(text: string): void {
    const begin = this.now();
    // The time since the last slice belongs to the browser again.
    if (begin - this.#sliceStart > 2 * MAX_SLICE_MS) {
      this.#sliceStart = begin;
      this.#spentMs = 0;
    }
    if (this.length > 0 || this.#spentMs >= MAX_SLICE_MS) {
      this.#queue.push(text);
      this.#schedule();
      return;
    }
    this.deliver(text);
    this.#spentMs += this.now() - begin;
  }

  /** Hand on everything that waits, because the connection has ended. */
  flush(): void {
    while (this.length > 0) this.deliver(this.#queue[this.#next++]!);
    this.#queue = [];
    this.#next = 0;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.nextTask(() => this.#drain());
  }

  #drain(): void {
    this.#isScheduled = false;
    const begin = this.now();
    this.#sliceStart = begin;
    while (this.length > 0 && this.now() - begin < MAX_SLICE_MS) this.deliver(this.#queue[this.#next++]!);
    this.#spentMs = this.now() - begin;
    if (this.length > 0) return this.#schedule();
    this.#queue = [];
    this.#next = 0;
  }
}

/** A timer would wait for four milliseconds after some rounds; a message does not. */
function postTask(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

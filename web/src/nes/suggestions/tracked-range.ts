// One stretch of a text that is to become another: it moves with the text, and shrinks while the user types
// what was suggested. Counts in offsets; knows no editor.

import { inOrder, type Change } from "../session/content-changes";

export type Fate =
  /** It still holds; `now` may have changed. */
  | "holds"
  /** The text is as it was to be. */
  | "done"
  /** Something else was typed there. */
  | "broken";

/** Editors close what is opened: these may stand at the end before the middle is typed. */
const CLOSERS = /^[)\]}>"'`]*$/;

export class Stretch {
  #start: number;
  #now: string;

  constructor(
    start: number,
    private readonly base: string,
    readonly target: string,
  ) {
    this.#start = start;
    this.#now = base;
  }

  /** Where it begins now. */
  get start(): number {
    return this.#start;
  }

  /** What stands there now. */
  get now(): string {
    return this.#now;
  }

  /** What is left to be done: the shortest replacement that makes the text what it is to be. */
  get left(): { readonly start: number; readonly end: number; readonly text: string } {
    const head = sharedStart(this.#now, this.target);
    const tail = sharedEnd(this.#now.slice(head), this.target.slice(head));
    return {
      start: this.#start + head,
      end: this.#start + this.#now.length - tail,
      text: this.target.slice(head, this.target.length - tail),
    };
  }

  /** The text was changed. */
  follow(changes: readonly Change[]): Fate {
    // What is put at the edge may belong to the stretch, or only push it along.
    for (const edge of [true, false]) {
      const moved = this.#moved(changes, edge);
      if (!moved || (moved.now !== this.#now && !this.#isOnTheWay(moved.now))) continue;
      this.#start = moved.start;
      this.#now = moved.now;
      return this.#now === this.target ? "done" : "holds";
    }
    return "broken";
  }

  #moved(changes: readonly Change[], edge: boolean): { start: number; now: string } | null {
    let start = this.#start;
    let now = this.#now;
    const end = start + now.length;
    for (const { rangeOffset, rangeLength, text } of inOrder(changes)) {
      const after = rangeOffset + rangeLength;
      const inside = rangeOffset >= this.#start && after <= end;
      const isPushed = !edge && rangeLength === 0 && this.#isPushedBy(text, rangeOffset === this.#start);
      const atEdge = isPushed && (rangeOffset === this.#start || rangeOffset === end);
      if (inside && !atEdge) {
        const at = rangeOffset - this.#start;
        now = now.slice(0, at) + text + now.slice(at + rangeLength);
      } else if (after <= this.#start) start += text.length - rangeLength;
      else if (rangeOffset < end) return null;
    }
    return { start, now };
  }

  /** Whether text at its edge leaves it as it is: it must not join it to another word. */
  #isPushedBy(text: string, atStart: boolean): boolean {
    if (this.#now === "") return false;
    return atStart ? /\s$/.test(text) : /^[^\p{L}\p{N}_]/u.test(text);
  }

  /** Whether it is between what was and what is to be: the new text begun, the old text part gone. */
  #isOnTheWay(now: string): boolean {
    const head = sharedStart(this.base, this.target);
    const tail = sharedEnd(this.base.slice(head), this.target.slice(head));
    if (now.length < head + tail || !now.startsWith(this.base.slice(0, head))) return false;
    if (!now.endsWith(this.base.slice(this.base.length - tail))) return false;
    const old = this.base.slice(head, this.base.length - tail);
    const wanted = this.target.slice(head, this.target.length - tail);
    const middle = now.slice(head, now.length - tail);
    const begun = sharedStart(middle, wanted);
    const rest = middle.slice(begun);
    if (old.endsWith(rest) || old.startsWith(middle)) return true;
    return CLOSERS.test(rest) && wanted.endsWith(rest) && begun + rest.length <= wanted.length;
  }
}

export function sharedStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[at] === other[at]) at++;
  return at;
}

export function sharedEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[one.length - 1 - at] === other[other.length - 1 - at]) at++;
  return at;
}

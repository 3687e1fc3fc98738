// A range of text to be replaced: it moves with changes of the text, and shrinks while the user types the
// replacement. Uses offsets; knows no editor.

import { lastToFirst, type Change } from "../session/content-changes";

export type TrackingResult =
  /** Still applicable; `current` may have changed. */
  | "valid"
  /** The text is as suggested. */
  | "done"
  /** Something else was typed there. */
  | "broken";

/**
 * Editors insert closing brackets and quotes automatically: these may be at the end before the middle is
 * typed.
 */
const CLOSERS = /^[)\]}>"'`]*$/;

export class TrackedRange {
  #start: number;
  #current: string;

  constructor(
    start: number,
    private readonly base: string,
    readonly target: string,
  ) {
    this.#start = start;
    this.#current = base;
  }

  /** Current start offset. */
  get start(): number {
    return this.#start;
  }

  /** Current text of the range. */
  get current(): string {
    return this.#current;
  }

  /** The remaining edit: the shortest replacement that completes the target. */
  get remaining(): { readonly start: number; readonly end: number; readonly text: string } {
    const head = commonPrefixLength(this.#current, this.target);
    const tail = commonSuffixLength(this.#current.slice(head), this.target.slice(head));
    return {
      start: this.#start + head,
      end: this.#start + this.#current.length - tail,
      text: this.target.slice(head, this.target.length - tail),
    };
  }

  /** Update the range after a change of the text. */
  applyChanges(changes: readonly Change[]): TrackingResult {
    // Text inserted at the edge may be part of the range, or only shift it.
    for (const edge of [true, false]) {
      const moved = this.#afterChanges(changes, edge);
      if (!moved || (moved.now !== this.#current && !this.#isPartialEdit(moved.now))) continue;
      this.#start = moved.start;
      this.#current = moved.now;
      return this.#current === this.target ? "done" : "valid";
    }
    return "broken";
  }

  #afterChanges(changes: readonly Change[], edge: boolean): { start: number; now: string } | null {
    let start = this.#start;
    let now = this.#current;
    const end = start + now.length;
    for (const { rangeOffset, rangeLength, text } of lastToFirst(changes)) {
      const after = rangeOffset + rangeLength;
      const inside = rangeOffset >= this.#start && after <= end;
      const isShifted = !edge && rangeLength === 0 && this.#isShiftedBy(text, rangeOffset === this.#start);
      const atEdge = isShifted && (rangeOffset === this.#start || rangeOffset === end);
      if (inside && !atEdge) {
        const at = rangeOffset - this.#start;
        now = now.slice(0, at) + text + now.slice(at + rangeLength);
      } else if (after <= this.#start) start += text.length - rangeLength;
      else if (rangeOffset < end) return null;
    }
    return { start, now };
  }

  /** Whether text inserted at the edge leaves the range as it is: it must not join it to another word. */
  #isShiftedBy(text: string, atStart: boolean): boolean {
    if (this.#current === "") return false;
    return atStart ? /\s$/.test(text) : /^[^\p{L}\p{N}_]/u.test(text);
  }

  /** Whether the text is between base and target: the new text begun, the old text partly deleted. */
  #isPartialEdit(current: string): boolean {
    const head = commonPrefixLength(this.base, this.target);
    const tail = commonSuffixLength(this.base.slice(head), this.target.slice(head));
    if (current.length < head + tail || !current.startsWith(this.base.slice(0, head))) return false;
    if (!current.endsWith(this.base.slice(this.base.length - tail))) return false;
    const old = this.base.slice(head, this.base.length - tail);
    const inserted = this.target.slice(head, this.target.length - tail);
    const middle = current.slice(head, current.length - tail);
    const typedLength = commonPrefixLength(middle, inserted);
    const rest = middle.slice(typedLength);
    if (old.endsWith(rest) || old.startsWith(middle)) return true;
    return CLOSERS.test(rest) && inserted.endsWith(rest) && typedLength + rest.length <= inserted.length;
  }
}

export function commonPrefixLength(one: string, other: string): number {
  const max = Math.min(one.length, other.length);
  let at = 0;
  while (at < max && one[at] === other[at]) at++;
  return at;
}

export function commonSuffixLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[one.length - 1 - at] === other[other.length - 1 - at]) at++;
  return at;
}

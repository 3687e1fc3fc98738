// Which messages are listed. The search goes on in slices, so that a long trace never holds the page up.

import type { Entry } from "./entries";

export interface Wanted {
  /** Words; `method:nes/`, `id:7` and `session:abc` look only there. */
  readonly text: string;
  /** A whole method, or "". */
  readonly method: string;
  readonly direction: "both" | "sent" | "received";
  readonly errors: boolean;
  /** Leave out what comes with every keystroke and click. */
  readonly quiet: boolean;
}

export const EVERYTHING: Wanted = { text: "", method: "", direction: "both", errors: false, quiet: false };

const NOISE = new Set(["document/didFocus", "document/didChange"]);

export type Test = (entry: Entry) => boolean;

export function testOf(wanted: Wanted): Test {
  const tests: Test[] = [];
  if (wanted.method) tests.push((entry) => entry.method === wanted.method);
  if (wanted.direction !== "both") tests.push((entry) => entry.direction === wanted.direction);
  if (wanted.errors) tests.push((entry) => entry.failed || entry.outcome === "lost" || entry.takenBack);
  if (wanted.quiet) tests.push((entry) => !NOISE.has(entry.method));
  for (const word of wordsOf(wanted.text)) tests.push(testOfWord(word));
  // The divider is listed wherever all messages are.
  if (tests.length === 0 || onlyQuiet(wanted)) return (entry) => tests.every((test) => test(entry));
  return (entry) => entry.kind !== "divider" && tests.every((test) => test(entry));
}

function onlyQuiet(wanted: Wanted): boolean {
  return !wanted.text.trim() && !wanted.method && wanted.direction === "both" && !wanted.errors;
}

/** Words of a search; quotation marks hold several together. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [, quotedWord, word] of text.matchAll(/"([^"]+)"?|(\S+)/g)) words.push((quotedWord ?? word)!);
  return words;
}

function testOfWord(word: string): Test {
  const [, field, value] = /^(method|id|session):(.+)$/i.exec(word) ?? [];
  switch (field?.toLowerCase()) {
    case "method": {
      const start = value!.toLowerCase();
      return (entry) => entry.method.toLowerCase().startsWith(start);
    }
    case "id":
      return (entry) => String(entry.id) === value;
    case "session":
      return contains(`"sessionId":"[^"]*${escaped(value!)}`);
    default: {
      const inText = contains(escaped(word));
      const lower = word.toLowerCase();
      return (entry) => entry.method.toLowerCase().includes(lower) || inText(entry);
    }
  }
}

function contains(pattern: string): Test {
  const search = new RegExp(pattern, "i");
  return (entry) => search.test(entry.text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The messages that are wanted, found a slice at a time; new ones are only looked at once. */
export class Matches {
  readonly #test: Test;
  #found: Entry[] = [];
  /** The number of the next message to look at. */
  #next = 0;

  constructor(wanted: Wanted) {
    this.#test = testOf(wanted);
  }

  get found(): readonly Entry[] {
    return this.#found;
  }

  /** Look on for so many milliseconds. False if some are left. */
  advance(
    entries: readonly Entry[],
    milliseconds: number,
    now: () => number = () => performance.now(),
  ): boolean {
    const first = entries[0]?.number ?? Infinity;
    this.#forget(first);
    let at = Math.max(0, this.#next - first);
    const end = now() + milliseconds;
    while (at < entries.length) {
      const entry = entries[at]!;
      if (this.#test(entry)) this.#found.push(entry);
      at += 1;
      this.#next = entry.number + 1;
      // Asking the clock for each of many small ones would cost more than they do.
      if ((at % 32 === 0 || entry.size > 20_000) && now() > end) break;
    }
    return at >= entries.length;
  }

  /** Those that the trace let go. */
  #forget(first: number): void {
    let gone = 0;
    while (gone < this.#found.length && this.#found[gone]!.number < first) gone += 1;
    if (gone > 0) this.#found.splice(0, gone);
  }
}

// Which messages are listed. The search goes on in slices, so that a long trace never holds the page up.

import type { Entry } from "./entries";

export interface TraceFilter {
  /** Words; `method:nes/`, `id:7` and `session:abc` look only there. */
  readonly text: string;
  /** A whole method, or "". */
  readonly method: string;
  readonly direction: "both" | "sent" | "received";
  readonly errors: boolean;
  /** Leave out what comes with every keystroke and click. */
  readonly quiet: boolean;
}

export const NO_FILTER: TraceFilter = { text: "", method: "", direction: "both", errors: false, quiet: false };

const QUIET_METHODS = new Set(["document/didFocus", "document/didChange"]);

export type EntryPredicate = (entry: Entry) => boolean;

export function predicateFor(filter: TraceFilter): EntryPredicate {
  const tests: EntryPredicate[] = [];
  if (filter.method) tests.push((entry) => entry.method === filter.method);
  if (filter.direction !== "both") tests.push((entry) => entry.direction === filter.direction);
  if (filter.errors) tests.push((entry) => entry.failed || entry.outcome === "lost" || entry.isCancelRequested);
  if (filter.quiet) tests.push((entry) => !QUIET_METHODS.has(entry.method));
  for (const word of searchWords(filter.text)) tests.push(wordPredicate(word));
  // The divider is listed wherever all messages are.
  if (tests.length === 0 || onlyQuiet(filter)) return (entry) => tests.every((test) => test(entry));
  return (entry) => entry.kind !== "divider" && tests.every((test) => test(entry));
}

function onlyQuiet(filter: TraceFilter): boolean {
  return !filter.text.trim() && !filter.method && filter.direction === "both" && !filter.errors;
}

/** Words of a search; quotation marks hold several together. */
export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const [, quotedWord, word] of text.matchAll(/"([^"]+)"?|(\S+)/g)) words.push((quotedWord ?? word)!);
  return words;
}

function wordPredicate(word: string): EntryPredicate {
  const [, field, value] = /^(method|id|session):(.+)$/i.exec(word) ?? [];
  switch (field?.toLowerCase()) {
    case "method": {
      const start = value!.toLowerCase();
      return (entry) => entry.method.toLowerCase().startsWith(start);
    }
    case "id":
      return (entry) => String(entry.id) === value;
    case "session":
      return contains(`"sessionId":"[^"]*${escapeRegExp(value!)}`);
    default: {
      const inText = contains(escapeRegExp(word));
      const lower = word.toLowerCase();
      return (entry) => entry.method.toLowerCase().includes(lower) || inText(entry);
    }
  }
}

function contains(pattern: string): EntryPredicate {
  const search = new RegExp(pattern, "i");
  return (entry) => search.test(entry.text);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The messages that are wanted, found a slice at a time; new ones are only looked at once. */
export class FilterScan {
  readonly #test: EntryPredicate;
  #found: Entry[] = [];
  /** The number of the next message to look at. */
  #next = 0;

  constructor(filter: TraceFilter) {
    this.#test = predicateFor(filter);
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
    this.#removeDropped(first);
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
  #removeDropped(first: number): void {
    let removed = 0;
    while (removed < this.#found.length && this.#found[removed]!.number < first) removed += 1;
    if (removed > 0) this.#found.splice(0, removed);
  }
}

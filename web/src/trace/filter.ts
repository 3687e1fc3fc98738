// Filters the listed messages. A scan runs in slices, so that a long trace never blocks the page.

import type { Entry } from "./entries";

export interface TraceFilter {
  /** Search words; `method:nes/`, `id:7` and `session:abc` match only that field. */
  readonly text: string;
  /** An exact method, or "" for all. */
  readonly method: string;
  readonly direction: "both" | "sent" | "received";
  readonly errors: boolean;
  /** Omit the methods sent with every keystroke and click. */
  readonly quiet: boolean;
}

export const NO_FILTER: TraceFilter = { text: "", method: "", direction: "both", errors: false, quiet: false };

const QUIET_METHODS = new Set(["document/didFocus", "document/didChange"]);

export type EntryPredicate = (entry: Entry) => boolean;

export function predicateFor(filter: TraceFilter): EntryPredicate {
  const tests: EntryPredicate[] = [];
  if (filter.method) tests.push((entry) => entry.method === filter.method);
  if (filter.direction !== "both") tests.push((entry) => entry.direction === filter.direction);
  if (filter.errors)
    tests.push((entry) => entry.failed || entry.outcome === "lost" || entry.isCancelRequested);
  if (filter.quiet) tests.push((entry) => !QUIET_METHODS.has(entry.method));
  for (const word of searchWords(filter.text)) tests.push(wordPredicate(word));
  // Dividers are listed only if no filter but "quiet" is set.
  if (tests.length === 0 || onlyQuiet(filter)) return (entry) => tests.every((test) => test(entry));
  return (entry) => entry.kind !== "divider" && tests.every((test) => test(entry));
}

function onlyQuiet(filter: TraceFilter): boolean {
  return !filter.text.trim() && !filter.method && filter.direction === "both" && !filter.errors;
}

/** Words of a search; quotation marks group several into one. */
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

/** Scans messages in slices; each message is checked only once. */
export class FilterScan {
  readonly #test: EntryPredicate;
  #found: Entry[] = [];
  /** The number of the next message to check. */
  #next = 0;

  constructor(filter: TraceFilter) {
    this.#test = predicateFor(filter);
  }

  get found(): readonly Entry[] {
    return this.#found;
  }

  /** Scan for this many milliseconds. Returns false if messages are left. */
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
      // Reading the clock for each small message would cost more than the check.
      if ((at % 32 === 0 || entry.size > 20_000) && now() > end) break;
    }
    return at >= entries.length;
  }

  /** Remove the messages that the trace dropped. */
  #removeDropped(first: number): void {
    let removed = 0;
    while (removed < this.#found.length && this.#found[removed]!.number < first) removed += 1;
    if (removed > 0) this.#found.splice(0, removed);
  }
}

// The user's prompts of this browser, for recalling and searching them. Stored per set of roots, newest last.

import { MAX_HISTORY_CHARS, MAX_HISTORY_PROMPTS } from "../limits";
import type { DraftStorage } from "./draft";

export class PromptHistory {
  readonly #key: string;
  #all: string[];
  readonly #storage: DraftStorage | null;

  constructor(roots: readonly { readonly path: string }[], storage: DraftStorage | null) {
    this.#key = `understudy.prompts ${JSON.stringify(roots.map((root) => root.path))}`;
    this.#storage = storage;
    this.#all = this.#read();
  }

  /** Oldest first. */
  get all(): readonly string[] {
    return this.#all;
  }

  get last(): string | undefined {
    return this.#all.at(-1);
  }

  add(prompt: string): void {
    // Other tabs may have stored prompts meanwhile.
    const stored = this.#read();
    this.#all = appended(this.#all, prompt);
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(appended(stored, prompt)));
    } catch {
      // With a full storage the history ends with this tab.
    }
  }

  /** The prompts of a loaded session, which are stored with it. */
  addLoaded(prompts: readonly string[]): void {
    for (const prompt of prompts) this.#all = appended(this.#all, prompt);
  }

  /** Prompts that have all typed words, the newest first, each once. */
  find(typed: string): string[] {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const newestFirst = [...new Set([...this.#all].reverse())];
    return newestFirst.filter((prompt) => {
      const text = prompt.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  #read(): string[] {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(this.#key) ?? "null");
      return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
    } catch {
      return [];
    }
  }
}

/** With the prompt at its end, bounded in number and length. */
function appended(prompts: readonly string[], prompt: string): string[] {
  if (prompt.length > MAX_HISTORY_CHARS || prompts.at(-1) === prompt) return [...prompts];
  const all = [...prompts, prompt].slice(-MAX_HISTORY_PROMPTS);
  let chars = all.reduce((sum, one) => sum + one.length, 0);
  while (chars > MAX_HISTORY_CHARS) chars -= all.shift()!.length;
  return all;
}

/** The browser's storage; null if it denies access. */
export function browserStorage(): DraftStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

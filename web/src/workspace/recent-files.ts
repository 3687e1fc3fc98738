// The files that were shown last, stored in the browser for these roots. The most recent is first.

import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Root } from "../config";
import type { Documents } from "./documents";
import { MAX_RECENT_FILES } from "./limits";

export interface RecentFile {
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

type Store = Pick<Storage, "getItem" | "setItem">;

export class RecentFiles {
  readonly #files = signal<readonly RecentFile[]>([]);
  readonly files: ReadonlySignal<readonly RecentFile[]> = this.#files;
  readonly #key: string;

  /** Without a store the list lasts for this visit. */
  constructor(
    roots: readonly Root[],
    private readonly store: Store | null,
    private readonly now: () => number = Date.now,
  ) {
    this.#key = `understudy.recent:${roots.map((root) => root.path).join("\n")}`;
    this.#files.value = this.#read();
  }

  /** Add every file that is shown from now on. */
  follow(documents: Pick<Documents, "active">): void {
    effect(() => {
      const document = documents.active.value;
      if (document) this.add(document.path);
    });
  }

  add(path: string): void {
    const others = this.#files.peek().filter((file) => file.path !== path);
    this.#set([{ path, at: this.now() }, ...others].slice(0, MAX_RECENT_FILES));
  }

  /** Remove a file that does not exist any more. */
  remove(path: string): void {
    this.#set(this.#files.peek().filter((file) => file.path !== path));
  }

  #set(files: readonly RecentFile[]): void {
    this.#files.value = files;
    try {
      this.store?.setItem(this.#key, JSON.stringify(files));
    } catch {
      // The storage is full: the list lasts for this visit.
    }
  }

  #read(): readonly RecentFile[] {
    try {
      const found: unknown = JSON.parse(this.store?.getItem(this.#key) ?? "[]");
      return Array.isArray(found) ? found.filter(isRecentFile).slice(0, MAX_RECENT_FILES) : [];
    } catch {
      return [];
    }
  }
}

function isRecentFile(value: unknown): value is RecentFile {
  const file = value as Partial<RecentFile> | null;
  return typeof file?.path === "string" && typeof file.at === "number";
}

/** Null if the browser forbids storage. */
export function browserStorage(): Store | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

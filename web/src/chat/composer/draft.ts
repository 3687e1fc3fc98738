// The draft of a prompt and the files it mentions. Stored in the tab, so that it survives closing the chat
// and reloading the page.

import { signal } from "@preact/signals";
import { DRAFT_SAVE_DELAY_MS, MAX_DRAFT_CHARS, MAX_DRAFT_FILES } from "../limits";

export interface NamedFile {
  readonly name: string;
  readonly uri: string;
}

/** The tab's storage; a browser may have none. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class Draft {
  readonly text = signal("");
  /** Files completed in the draft, the most recent last. */
  files: readonly NamedFile[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #key: string;

  /** One draft per set of roots. */
  constructor(
    roots: readonly { readonly path: string }[],
    private readonly storage: DraftStorage | null,
  ) {
    this.#key = `understudy.draft ${JSON.stringify(roots.map((root) => root.path))}`;
    this.#restore();
    this.text.subscribe(() => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.save(), DRAFT_SAVE_DELAY_MS);
    });
  }

  addFile(file: NamedFile): void {
    this.files = [...this.files, file].slice(-MAX_DRAFT_FILES);
  }

  clear(): void {
    this.files = [];
    this.text.value = "";
    this.save();
  }

  /** Save immediately, because the page may be closing. */
  save(): void {
    clearTimeout(this.#timer);
    const text = this.text.peek();
    try {
      if (text && text.length <= MAX_DRAFT_CHARS) {
        this.storage?.setItem(this.#key, JSON.stringify({ text, files: this.files }));
      } else this.storage?.removeItem(this.#key);
    } catch {
      // With a full storage the draft does not survive the next reload.
    }
  }

  #restore(): void {
    try {
      const stored: unknown = JSON.parse(this.storage?.getItem(this.#key) ?? "null");
      const { text, files } = (stored ?? {}) as { text?: unknown; files?: unknown };
      if (typeof text !== "string") return;
      this.text.value = text;
      if (Array.isArray(files)) this.files = files.filter(isFile).slice(-MAX_DRAFT_FILES);
    } catch {
      // The stored value was not written by this page.
    }
  }
}

function isFile(value: unknown): value is NamedFile {
  const file = value as Partial<NamedFile> | null;
  return typeof file?.name === "string" && typeof file.uri === "string";
}

/** The tab's session storage; null if the browser denies access. */
export function tabDraftStorage(): DraftStorage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

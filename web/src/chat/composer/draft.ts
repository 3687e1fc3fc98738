// The prompt that is being written, and the files that it names: kept in the tab, so that neither closing the
// chat nor loading the page again loses it.

import { signal } from "@preact/signals";
import { DRAFT_SAVE_DELAY_MS, MAX_DRAFT_CHARS, MAX_DRAFT_FILES } from "../limits";

export interface NamedFile {
  readonly name: string;
  readonly uri: string;
}

/** What a tab keeps; a browser may keep nothing. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class Draft {
  readonly text = signal("");
  /** Files that were completed in it, the last one last. */
  files: readonly NamedFile[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #key: string;

  /** One for each set of roots: another project has another draft. */
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

  /** Now, for the page may be going. */
  save(): void {
    clearTimeout(this.#timer);
    const text = this.text.peek();
    try {
      if (text && text.length <= MAX_DRAFT_CHARS) {
        this.storage?.setItem(this.#key, JSON.stringify({ text, files: this.files }));
      } else this.storage?.removeItem(this.#key);
    } catch {
      // A full storage loses the draft at the next load, and nothing else.
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
      // What is kept there is not ours.
    }
  }
}

function isFile(value: unknown): value is NamedFile {
  const file = value as Partial<NamedFile> | null;
  return typeof file?.name === "string" && typeof file.uri === "string";
}

/** The tab's own storage, if the browser lets us have it. */
export function tabDraftStorage(): DraftStorage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

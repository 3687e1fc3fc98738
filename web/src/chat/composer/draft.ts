// The draft of a prompt: its text, the files it mentions, folded pastes and images. Text, files and pastes are stored
// in the tab, so that they survive closing the chat and reloading the page.

import { signal } from "@preact/signals";
import { DRAFT_SAVE_DELAY_MS, MAX_DRAFT_CHARS, MAX_DRAFT_FILES, MAX_DRAFT_IMAGES } from "../limits";
import type { AttachedImage } from "./images";
import { pastesIn, type Paste } from "./pastes";
import type { ComposedDraft } from "./prompt-builder";

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
  readonly pastes = signal<readonly Paste[]>([]);
  readonly images = signal<readonly AttachedImage[]>([]);
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

  addPaste(paste: Paste): void {
    this.pastes.value = [...pastesIn(this.text.peek(), this.pastes.peek()), paste];
  }

  /** Returns false if there are too many. */
  addImage(image: AttachedImage): boolean {
    if (this.images.peek().length >= MAX_DRAFT_IMAGES) return false;
    this.images.value = [...this.images.peek(), image];
    return true;
  }

  removeImage(image: AttachedImage): void {
    this.images.value = this.images.peek().filter((one) => one !== image);
  }

  /** Returns the draft as it is, and begins a new one. */
  take(): ComposedDraft {
    const text = this.text.peek();
    const taken: ComposedDraft = {
      text,
      files: this.files,
      pastes: pastesIn(text, this.pastes.peek()),
      images: this.images.peek(),
    };
    this.clear();
    return taken;
  }

  clear(): void {
    this.files = [];
    this.pastes.value = [];
    this.images.value = [];
    this.text.value = "";
    this.save();
  }

  /** Save immediately, because the page may be closing. */
  save(): void {
    clearTimeout(this.#timer);
    const text = this.text.peek();
    const pastes = pastesIn(text, this.pastes.peek());
    const length = pastes.reduce((sum, paste) => sum + paste.text.length, text.length);
    try {
      if (text && length <= MAX_DRAFT_CHARS) {
        this.storage?.setItem(this.#key, JSON.stringify({ text, files: this.files, pastes }));
      } else this.storage?.removeItem(this.#key);
    } catch {
      // With a full storage the draft does not survive the next reload.
    }
  }

  #restore(): void {
    try {
      const stored: unknown = JSON.parse(this.storage?.getItem(this.#key) ?? "null");
      const { text, files, pastes } = (stored ?? {}) as Record<string, unknown>;
      if (typeof text !== "string") return;
      this.text.value = text;
      if (Array.isArray(files)) this.files = files.filter(isFile).slice(-MAX_DRAFT_FILES);
      if (Array.isArray(pastes)) this.pastes.value = pastes.filter(isPaste);
    } catch {
      // The stored value was not written by this page.
    }
  }
}

function isFile(value: unknown): value is NamedFile {
  const file = value as Partial<NamedFile> | null;
  return typeof file?.name === "string" && typeof file.uri === "string";
}

function isPaste(value: unknown): value is Paste {
  const paste = value as Partial<Paste> | null;
  return typeof paste?.mark === "string" && typeof paste.text === "string";
}

/** The tab's session storage; null if the browser denies access. */
export function tabDraftStorage(): DraftStorage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

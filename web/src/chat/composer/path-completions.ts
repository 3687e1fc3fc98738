// Completes files and folders after an @, from a listing of everything below the roots that is read once in a while.

import type { Config } from "../../config";
import { FileListing } from "../../files/file-listing";
import type { Tools } from "../../tools/tools";
import { uriOf } from "../../workspace/paths";
import { shortPath } from "../markdown/links";
import { COMPLETION_LISTING_MAX_AGE_MS, MAX_FILE_COMPLETIONS } from "../limits";
import { spellMention, type LineRange } from "./mentions";

export interface Completion {
  readonly label: string;
  readonly hint: string;
  readonly detail: string;
  /** Replaces the typed text. */
  readonly insertText: string;
  readonly file?: { readonly name: string; readonly uri: string };
}

/** What the editor shows. */
export interface EditorPlace {
  /** Paths of the open files, the shown one first. */
  readonly open: readonly string[];
  readonly selection: { readonly path: string; readonly lines: LineRange } | null;
}

export class PathCompletions {
  #listing: FileListing | null = null;
  #next: FileListing | null = null;
  /** Called when more was listed. */
  onUpdate: () => void = () => {};

  constructor(
    private readonly tools: Tools,
    private readonly config: Config,
  ) {}

  find(typed: string, editor: EditorPlace): Completion[] {
    const listing = this.#current();
    const { roots } = this.config;
    const listed = listing.ranking.find(typed, MAX_FILE_COMPLETIONS).map((index) => listing.paths[index]!);
    const fitting = (path: string) => shortPath(path, roots).toLowerCase().includes(typed.toLowerCase());
    const paths = [...new Set([...editor.open.filter(fitting), ...listed])];
    const files = paths.slice(0, MAX_FILE_COMPLETIONS).map((path) => this.#item(path, null));
    const { selection } = editor;
    return selection && fitting(selection.path) ? [this.#item(selection.path, selection.lines), ...files] : files;
  }

  #item(path: string, lines: LineRange | null): Completion {
    const isFolder = path.endsWith("/");
    const name = shortPath(isFolder ? path.slice(0, -1) : path, this.config.roots) + (isFolder ? "/" : "");
    const base = /[^/]*\/?$/.exec(name)?.[0] ?? name;
    return {
      label: lines ? spellMention(base, lines).slice(1) : base,
      hint: "",
      detail: lines ? "the selected lines" : name,
      insertText: spellMention(name, lines),
      file: { name, uri: uriOf(isFolder ? path.slice(0, -1) : path) },
    };
  }

  /** The listing in use, while a newer one is still being read. */
  #current(): FileListing {
    if (this.#next?.complete) [this.#listing, this.#next] = [this.#next, null];
    const isFresh = this.#listing && performance.now() - this.#listing.at < COMPLETION_LISTING_MAX_AGE_MS;
    if (!isFresh && !this.#next) this.#next = new FileListing(this.tools, this.config, () => this.onUpdate(), true);
    return this.#listing ?? this.#next!;
  }
}

// "Go to a file": the names of all files below the roots, listed when asked for and kept for some seconds.

import type { Config, Root } from "../config";
import { notify } from "../shell/notices";
import { palette, type Pick } from "../shell/palette";
import { visible } from "../shell/escape-controls";
import { wordsOf, type Entry, type Tools } from "../tools/tools";
import type { Documents } from "../workspace/documents";
import { Ranking, withLine } from "./fuzzy";
import { absolute, baseName, folderOf, nameIn, rootOf } from "../workspace/paths";

/** Files that are listed at most, over all roots. */
const MOST_FILES = 100_000;
const FRESH = 15_000;
const MOST_RECENT = 20;
const TITLE = "Go to a file";

/** How often the picks are looked for again while the list still grows. */
const REPEAT = 400;

/** The command that opens the list. */
export function goToFile(documents: Documents, tools: Tools, config: Config): () => void {
  let listing: Listing | null = null;
  let next: Listing | null = null;

  /** The newest list; an old one is better than a new one that has just begun. */
  function listed(): Listing {
    if (next?.complete) [listing, next] = [next, null];
    const fresh = listing && performance.now() - listing.at < FRESH;
    if (!fresh && !next) next = new Listing(tools, config, again);
    return listing ?? next!;
  }

  function find(typed: string): readonly Pick[] {
    const [wanted, line] = withLine(typed);
    const list = listed();
    if (wanted === "") {
      const open = documents.all.value.slice(-MOST_RECENT).reverse();
      if (open.length > 0) return open.map((document) => pick(document.path, line));
    }
    const found = list.ranking.find(wanted).map((index) => pick(list.paths[index]!, line));
    if (found.length > 0 || list.complete) return found;
    return [{ id: "listing", label: "Listing the files…", run: () => {} }];
  }

  function pick(path: string, line: number | null): Pick {
    const root = rootOf(path, config.roots);
    const folder = folderOf(nameIn(path, root));
    const inRoot = nameIn(path, root).includes("/") ? folder : "";
    return {
      id: path,
      label: visible(baseName(path)),
      detail: visible(config.roots.length > 1 ? [root?.name, inRoot].filter(Boolean).join(" / ") : inRoot),
      run: () => {
        const selection = line === null ? undefined : at(line);
        void documents.reveal(path, { selection });
      },
    };
  }

  /** A picking that is another one is asked again. */
  function open(): void {
    palette.open({ title: TITLE, placeholder: "Name of a file, or name:line", find });
  }

  function again(): void {
    if (palette.shown.value?.title === TITLE) open();
  }

  return open;
}

class Listing {
  readonly at = performance.now();
  readonly paths: string[] = [];
  readonly ranking = new Ranking();
  complete = false;
  #told = performance.now();

  constructor(
    private readonly tools: Tools,
    private readonly config: Config,
    private readonly grown: () => void,
  ) {
    this.#read()
      .catch((error: unknown) => notify(wordsOf(error), "error"))
      .finally(() => {
        this.complete = true;
        grown();
      });
  }

  async #read(): Promise<void> {
    const { roots } = this.config;
    for (const root of roots) {
      // A root inside another is listed with that one.
      if (roots.some((other) => other !== root && root.path.startsWith(`${other.path}/`))) continue;
      let cursor: string | undefined;
      do {
        const page = await this.tools.call("exploreFiles", {
          path: root.path,
          recursive: true,
          maxDepth: 10_000,
          respectGitignore: true,
          ...(cursor ? { cursor } : {}),
        });
        this.#take(page.files, root);
        cursor = page.nextCursor;
      } while (cursor && this.paths.length < MOST_FILES);
    }
  }

  #take(entries: readonly Entry[], root: Root): void {
    const files = entries.filter((entry) => !entry.isDirectory);
    const paths = files.map((entry) => absolute(entry.path, this.config.roots));
    this.paths.push(...paths);
    // What is ranked: the path below the root, after the root's name if there are several.
    const several = this.config.roots.length > 1;
    const prefix = several ? `${root.name}/` : "";
    this.ranking.add(paths.map((path) => prefix + nameIn(path, root)));
    if (performance.now() - this.#told < REPEAT) return;
    this.#told = performance.now();
    this.grown();
  }
}

function at(line: number) {
  return { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
}

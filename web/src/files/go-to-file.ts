// The "Go to a file" palette: lists all files below the roots on demand, and caches the list for some
// seconds.

import type { Config, Root } from "../config";
import { notify } from "../shell/notices";
import { palette, type PaletteItem } from "../shell/palette";
import { escapeControls } from "../ui/escape-controls";
import { errorText, type FileEntry, type Tools } from "../tools/tools";
import type { Documents } from "../workspace/documents";
import { Ranking, splitLineNumber } from "./fuzzy";
import { toAbsolute, baseName, folderOf, relativeName, rootOf } from "../workspace/paths";
import { LISTING_MAX_AGE_MS, LISTING_UPDATE_INTERVAL_MS, MAX_LISTED_FILES, MAX_RECENT_FILES } from "./limits";

const TITLE = "Go to a file";

/** Returns the function that opens the palette. */
export function goToFileCommand(documents: Documents, tools: Tools, config: Config): () => void {
  let listing: FileListing | null = null;
  let next: FileListing | null = null;

  /** The cached listing while a newer one is still being read, or else the newer one. */
  function currentListing(): FileListing {
    if (next?.complete) [listing, next] = [next, null];
    const fresh = listing && performance.now() - listing.at < LISTING_MAX_AGE_MS;
    if (!fresh && !next) next = new FileListing(tools, config, refresh);
    return listing ?? next!;
  }

  function find(typed: string): readonly PaletteItem[] {
    const [query, line] = splitLineNumber(typed);
    const list = currentListing();
    if (query === "") {
      const open = documents.all.value.slice(-MAX_RECENT_FILES).reverse();
      if (open.length > 0) return open.map((document) => itemFor(document.path, line));
    }
    const found = list.ranking.find(query).map((index) => itemFor(list.paths[index]!, line));
    if (found.length > 0 || list.complete) return found;
    return [{ id: "listing", label: "Listing the files…", run: () => {} }];
  }

  function itemFor(path: string, line: number | null): PaletteItem {
    const root = rootOf(path, config.roots);
    const folder = folderOf(relativeName(path, root));
    const inRoot = relativeName(path, root).includes("/") ? folder : "";
    return {
      id: path,
      label: escapeControls(baseName(path)),
      detail: escapeControls(config.roots.length > 1 ? [root?.name, inRoot].filter(Boolean).join(" / ") : inRoot),
      run: () => {
        const selection = line === null ? undefined : lineRange(line);
        void documents.reveal(path, { selection });
      },
    };
  }

  /** A new source object makes the palette query again. */
  function open(): void {
    palette.open({ title: TITLE, placeholder: "Name of a file, or name:line", find });
  }

  function refresh(): void {
    if (palette.shown.value?.title === TITLE) open();
  }

  return open;
}

class FileListing {
  readonly at = performance.now();
  readonly paths: string[] = [];
  readonly ranking = new Ranking();
  complete = false;
  #lastUpdate = performance.now();

  constructor(
    private readonly tools: Tools,
    private readonly config: Config,
    private readonly onUpdate: () => void,
  ) {
    this.#read()
      .catch((error: unknown) => notify(errorText(error), "error"))
      .finally(() => {
        this.complete = true;
        onUpdate();
      });
  }

  async #read(): Promise<void> {
    const { roots } = this.config;
    for (const root of roots) {
      // A root inside another root is listed with the outer one.
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
        this.#add(page.files, root);
        cursor = page.nextCursor;
      } while (cursor && this.paths.length < MAX_LISTED_FILES);
    }
  }

  #add(entries: readonly FileEntry[], root: Root): void {
    const files = entries.filter((entry) => !entry.isDirectory);
    const paths = files.map((entry) => toAbsolute(entry.path, this.config.roots));
    this.paths.push(...paths);
    // Ranked text: the path relative to its root, prefixed with the root's name if there are several.
    const several = this.config.roots.length > 1;
    const prefix = several ? `${root.name}/` : "";
    this.ranking.add(paths.map((path) => prefix + relativeName(path, root)));
    if (performance.now() - this.#lastUpdate < LISTING_UPDATE_INTERVAL_MS) return;
    this.#lastUpdate = performance.now();
    this.onUpdate();
  }
}

function lineRange(line: number) {
  return { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
}

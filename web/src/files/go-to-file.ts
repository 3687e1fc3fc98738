// The "Go to a file" palette: lists all files below the roots on demand, and caches the list for some
// seconds.

import type { Config } from "../config";
import { palette, type PaletteItem } from "../shell/palette";
import { escapeControls } from "../ui/escape-controls";
import type { Tools } from "../tools/tools";
import type { Documents } from "../workspace/documents";
import { FileListing } from "./file-listing";
import { splitLineNumber } from "./fuzzy";
import { baseName, folderOf, relativeName, rootOf } from "../workspace/paths";
import { LISTING_MAX_AGE_MS, MAX_RECENT_FILES } from "./limits";

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

function lineRange(line: number) {
  return { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
}

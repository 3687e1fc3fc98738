// "Go to a file": the names of all files below the roots, listed when asked for and kept for some seconds.

import type { Config } from "../config";
import { notify } from "../shell/notices";
import { palette, type Pick } from "../shell/palette";
import type { Tools } from "../tools/tools";
import { wordsOf, type Documents } from "./documents";
import { Ranking } from "./fuzzy";
import { absolute, baseName, folderOf, nameIn, rootOf } from "./paths";

/** Files that are listed at most, over all roots. */
const MOST_FILES = 100_000;
const FRESH = 15_000;
const MOST_RECENT = 20;

interface Listing {
  readonly paths: readonly string[];
  readonly ranking: Ranking;
  readonly at: number;
  readonly complete: boolean;
}

/** The command that opens the list. */
export function goToFile(documents: Documents, tools: Tools, config: Config): () => void {
  let listing: Listing | null = null;
  let loading: Promise<Listing> | null = null;

  async function listed(): Promise<Listing> {
    if (listing && performance.now() - listing.at < FRESH) return listing;
    loading ??= list(tools, config)
      .then((found) => (listing = found))
      .finally(() => (loading = null));
    // An old list is better than none while the new one comes.
    return listing ?? (await loading);
  }

  async function find(typed: string, signal: AbortSignal): Promise<readonly Pick[]> {
    const [wanted, line] = withLine(typed);
    if (wanted === "") {
      void listed().catch(() => {});
      const open = documents.all.value.slice(-MOST_RECENT).reverse();
      if (open.length > 0) return open.map((document) => pick(document.path, line));
    }
    try {
      const { paths, ranking } = await listed();
      return signal.aborted ? [] : ranking.find(wanted).map((index) => pick(paths[index]!, line));
    } catch (error) {
      notify(wordsOf(error), "error");
      return [];
    }
  }

  function pick(path: string, line: number | null): Pick {
    const root = rootOf(path, config.roots);
    const folder = folderOf(nameIn(path, root));
    const inRoot = nameIn(path, root).includes("/") ? folder : "";
    return {
      id: path,
      label: baseName(path),
      detail: config.roots.length > 1 ? [root?.name, inRoot].filter(Boolean).join(" / ") : inRoot,
      run: () => {
        const selection = line === null ? undefined : at(line);
        void documents.reveal(path, { selection });
      },
    };
  }

  return () =>
    palette.open({
      title: "Go to a file",
      placeholder: "Name of a file, or name:line",
      find,
    });
}

async function list(tools: Tools, config: Config): Promise<Listing> {
  const paths: string[] = [];
  // What is ranked: the path below the root, after the root's name if there are several.
  const names: string[] = [];
  let complete = true;
  for (const root of config.roots) {
    // A root inside another is listed with that one.
    if (config.roots.some((other) => other !== root && root.path.startsWith(`${other.path}/`))) continue;
    let cursor: string | undefined;
    do {
      const page = await tools.call("exploreFiles", {
        path: root.path,
        recursive: true,
        maxDepth: 10_000,
        respectGitignore: true,
        ...(cursor ? { cursor } : {}),
      });
      for (const entry of page.files) {
        if (entry.isDirectory) continue;
        const path = absolute(entry.path, config.roots);
        paths.push(path);
        names.push(config.roots.length > 1 ? `${root.name}/${nameIn(path, root)}` : nameIn(path, root));
      }
      cursor = page.nextCursor;
    } while (cursor && paths.length < MOST_FILES);
    complete &&= !cursor;
  }
  return { paths, ranking: new Ranking(names), at: performance.now(), complete };
}

/** `name:12` is line 12 of what fits `name`. */
export function withLine(typed: string): [string, number | null] {
  const found = /^(.*?):(\d*)$/.exec(typed.trim());
  if (!found) return [typed.trim(), null];
  const line = Number(found[2]);
  return [found[1]!, line >= 1 ? line : null];
}

function at(line: number) {
  return { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
}

// A listing of everything below the roots, read page by page, and ranked against what was typed.

import type { Config, Root } from "../config";
import { notify } from "../shell/notices";
import { errorText, type FileEntry, type Tools } from "../tools/tools";
import { toAbsolute, relativeName } from "../workspace/paths";
import { Ranking } from "./fuzzy";
import { LISTING_UPDATE_INTERVAL_MS, MAX_LISTED_FILES } from "./limits";

export class FileListing {
  readonly at = performance.now();
  readonly paths: string[] = [];
  readonly ranking = new Ranking();
  complete = false;
  #lastUpdate = performance.now();

  constructor(
    private readonly tools: Tools,
    private readonly config: Config,
    private readonly onUpdate: () => void,
    /** Whether folders are listed too, with a slash at their end. */
    private readonly hasFolders = false,
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
    const listed = this.hasFolders ? entries : entries.filter((entry) => !entry.isDirectory);
    const paths = listed.map(
      (entry) => toAbsolute(entry.path, this.config.roots) + (entry.isDirectory ? "/" : ""),
    );
    this.paths.push(...paths);
    // Ranked text: the path relative to its root, prefixed with the root's name if there are several.
    const several = this.config.roots.length > 1;
    const prefix = several ? `${root.name}/` : "";
    // A folder is ranked by its own name, without its slash.
    this.ranking.add(paths.map((path) => prefix + relativeName(path.replace(/\/$/, ""), root)));
    if (performance.now() - this.#lastUpdate < LISTING_UPDATE_INTERVAL_MS) return;
    this.#lastUpdate = performance.now();
    this.onUpdate();
  }
}

// A search over all roots: the query, the results so far, and further pages on request.

import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Config } from "../config";
import { announce } from "../shell/notices";
import { errorText, type ToolTypes, type Tools } from "../tools/tools";
import { toAbsolute } from "../workspace/paths";
import { groupByFile, splitPatterns, rowsOf, type FileGroup, type ResultRow } from "./results";
import { SEARCH_DELAY_MS } from "./limits";

export interface SearchQuery {
  readonly query: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  readonly include: string;
  readonly exclude: string;
  /** Whether files matched by .gitignore are searched too. */
  readonly ignored: boolean;
}

export type SearchState =
  | { readonly kind: "idle" }
  | { readonly kind: "searching" }
  | { readonly kind: "done"; readonly total: number; readonly skipped: number }
  | { readonly kind: "failed"; readonly message: string };

export class Search {
  readonly query = signal<SearchQuery>({
    query: "",
    regex: false,
    matchCase: false,
    include: "",
    exclude: "",
    ignored: false,
  });
  readonly #state = signal<SearchState>({ kind: "idle" });
  readonly #groups = signal<readonly FileGroup[]>([]);
  readonly #folded = signal<ReadonlySet<string>>(new Set());
  readonly #cursor = signal<string | undefined>(undefined);
  readonly state: ReadonlySignal<SearchState> = this.#state;
  readonly groups: ReadonlySignal<readonly FileGroup[]> = this.#groups;
  readonly rows: ReadonlySignal<readonly ResultRow[]> = computed(() =>
    rowsOf(this.#groups.value, this.#folded.value),
  );
  /** Whether there are matches that have not been fetched. */
  readonly hasMore: ReadonlySignal<boolean> = computed(() => this.#cursor.value !== undefined);
  readonly found: ReadonlySignal<number> = computed(() =>
    this.#groups.value.reduce((sum, group) => sum + group.matches.length, 0),
  );
  #running: AbortController | null = null;
  #exclusions: Promise<string[]> | null = null;
  #timer = 0;

  constructor(
    private readonly tools: Tools,
    private readonly config: Config,
  ) {
    effect(() => {
      void this.query.value;
      this.#running?.abort();
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.run(), SEARCH_DELAY_MS);
    });
  }

  /** Run the search now, from the first page. */
  async run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#cursor.value = undefined;
    if (this.query.value.query === "") {
      this.#running?.abort();
      this.#groups.value = [];
      this.#state.value = { kind: "idle" };
      return;
    }
    await this.#fetch([]);
  }

  async more(): Promise<void> {
    if (this.#cursor.value) await this.#fetch(this.#groups.value);
  }

  fold(path: string, folded: boolean): void {
    const next = new Set(this.#folded.value);
    if (folded) next.add(path);
    else next.delete(path);
    this.#folded.value = next;
  }

  foldAll(folded: boolean): void {
    this.#folded.value = new Set(folded ? this.#groups.value.map((group) => group.path) : []);
  }

  async #fetch(before: readonly FileGroup[]): Promise<void> {
    this.#running?.abort();
    const control = new AbortController();
    this.#running = control;
    this.#state.value = { kind: "searching" };
    try {
      const found = await this.tools.call("searchFiles", await this.#args(), control.signal);
      if (control.signal.aborted) return;
      const { roots } = this.config;
      this.#groups.value = groupByFile(before, found.matches, (path) => toAbsolute(path, roots));
      this.#cursor.value = found.nextCursor;
      this.#state.value = {
        kind: "done",
        total: found.totalMatches,
        skipped: found.skippedFiles?.length ?? 0,
      };
      announce(`${found.totalMatches} matches.`);
    } catch (error) {
      if (control.signal.aborted) return;
      if (before.length === 0) this.#groups.value = [];
      this.#state.value = { kind: "failed", message: errorText(error) };
    } finally {
      if (this.#running === control) this.#running = null;
    }
  }

  async #args(): Promise<ToolTypes["searchFiles"]["args"]> {
    const query = this.query.value;
    const include = splitPatterns(query.include);
    const exclude = splitPatterns(query.exclude);
    const { roots } = this.config;
    // A root inside another root is searched with the outer one.
    const outer = roots.filter(
      (root) => !roots.some((other) => other !== root && root.path.startsWith(`${other.path}/`)),
    );
    return {
      paths: outer.map((root) => root.path),
      query: query.query,
      type: query.regex ? "regex" : "literal",
      recursive: true,
      caseSensitive: query.matchCase,
      respectGitignore: !query.ignored,
      ...(include.length > 0 ? { includePatterns: include } : {}),
      // Explicit exclusions replace the default ones, so the defaults are added.
      ...(exclude.length > 0 ? { excludePatterns: [...(await this.#defaultExclusions()), ...exclude] } : {}),
      ...(this.#cursor.value ? { cursor: this.#cursor.value } : {}),
    };
  }

  #defaultExclusions(): Promise<string[]> {
    this.#exclusions ??= this.tools
      .call("getWorkspaceInfo", {})
      .then((info) => info.defaultExclusions)
      .catch(() => {
        this.#exclusions = null;
        return [];
      });
    return this.#exclusions;
  }
}

const searches = new WeakMap<Tools, Search>();

/** The page's search state; it outlives the panel. */
export function searchFor(tools: Tools, config: Config): Search {
  let search = searches.get(tools);
  if (!search) {
    search = new Search(tools, config);
    searches.set(tools, search);
  }
  return search;
}

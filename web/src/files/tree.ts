// The file tree over all roots, loaded folder by folder. Nodes, their order and the visible rows are in
// tree-nodes.ts.

import { computed, effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import type { Config } from "../config";
import { errorText, type Tools } from "../tools/tools";
import type { Documents } from "../workspace/documents";
import { mergeChildren, createNode, rowsOf, type ListedEntry, type Node, type Row } from "./tree-nodes";
import { toAbsolute, baseName, isInside, rootOf } from "../workspace/paths";
import {
  MAX_FOLDER_ENTRIES,
  MAX_PARALLEL_LISTINGS,
  MAX_POLLED_ENTRIES,
  MAX_POLLED_FOLDERS,
  MIN_FOCUS_REFRESH_MS,
  TREE_REFRESH_INTERVAL_MS,
} from "./limits";

export class Tree {
  readonly #roots: readonly Node[];
  readonly #version = signal(0);
  readonly #selected = signal<Node | null>(null);
  readonly rows: ReadonlySignal<readonly Row[]> = computed(() => {
    void this.#version.value;
    return rowsOf(this.#roots);
  });
  /** The node that has the keyboard selection. */
  readonly selected: ReadonlySignal<Node | null> = this.#selected;
  readonly #listing = new Map<Node, Promise<void>>();
  #refreshing: Promise<void> | null = null;
  #lastRefresh = 0;

  constructor(
    private readonly config: Config,
    private readonly tools: Tools,
    private readonly documents: Documents,
  ) {
    this.#roots = config.roots.map((root) => createNode(root.path, root.name, true, null));
    this.#selected.value = this.#roots[0] ?? null;
  }

  async start(): Promise<void> {
    window.addEventListener("focus", () => {
      if (performance.now() - this.#lastRefresh > MIN_FOCUS_REFRESH_MS) void this.refresh();
    });
    setInterval(() => {
      if (document.visibilityState === "visible" && this.#isSmall()) void this.refresh();
    }, TREE_REFRESH_INTERVAL_MS);
    const refresh = () => void this.refresh();
    this.documents.onAgentToolEnd(refresh);
    this.documents.on({
      saved: (document) => {
        if (!this.#isListed(document.path)) refresh();
      },
    });
    effect(() => {
      const active = this.documents.active.value;
      if (active) void untracked(() => this.reveal(active.path));
    });
    await Promise.all(this.#roots.map((root) => this.open(root)));
  }

  /** List the open folders again. */
  async refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = null));
    await this.#refreshing;
  }

  async open(folder: Node): Promise<void> {
    if (!folder.isFolder) return;
    folder.open = true;
    this.#changed();
    if (!folder.children) await this.#list(folder);
  }

  close(folder: Node): void {
    folder.open = false;
    this.#changed();
  }

  closeAll(): void {
    for (const root of this.#roots) for (const child of root.children ?? []) child.open = false;
    this.#changed();
  }

  async toggle(folder: Node): Promise<void> {
    if (folder.open) this.close(folder);
    else await this.open(folder);
  }

  select(one: Node): void {
    this.#selected.value = one;
  }

  /** Open the ancestors of a path and select it. */
  async reveal(path: string): Promise<void> {
    const root = rootOf(path, this.config.roots);
    let at = this.#roots.find((one) => one.path === root?.path);
    while (at && at.path !== path) {
      if (!at.open || !at.children) await this.open(at);
      let next = childTowards(at, path);
      if (!next) {
        // The entry may have been created since the folder was listed.
        await this.#list(at);
        next = childTowards(at, path);
      }
      at = next;
    }
    // Another document may have been shown meanwhile.
    const active = this.documents.active.value;
    if (at && (!active || active.path === path)) this.#selected.value = at;
  }

  /** The folders that are open and have been listed. */
  #open(): Node[] {
    const open: Node[] = [];
    const collect = (one: Node) => {
      if (!one.open || !one.children) return;
      open.push(one);
      one.children.forEach(collect);
    };
    this.#roots.forEach(collect);
    return open;
  }

  #isSmall(): boolean {
    const open = this.#open();
    const entries = open.reduce((sum, folder) => sum + folder.children!.length, 0);
    return open.length <= MAX_POLLED_FOLDERS && entries <= MAX_POLLED_ENTRIES;
  }

  async #refresh(): Promise<void> {
    const open = this.#open();
    const worker = async () => {
      for (let next = open.shift(); next; next = open.shift()) await this.#list(next);
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_LISTINGS }, worker));
    this.#lastRefresh = performance.now();
  }

  #list(folder: Node): Promise<void> {
    const listing =
      this.#listing.get(folder) ?? this.#read(folder).finally(() => this.#listing.delete(folder));
    this.#listing.set(folder, listing);
    return listing;
  }

  async #read(folder: Node): Promise<void> {
    const first = folder.children === null;
    // Only the first listing shows a loading state; later ones run in the background.
    folder.loading = first;
    if (first) this.#changed();
    const before = fingerprint(folder);
    try {
      const listed: ListedEntry[] = [];
      let cursor: string | undefined;
      do {
        const page = await this.tools.call("exploreFiles", {
          path: folder.path,
          ...(cursor ? { cursor } : {}),
        });
        for (const entry of page.files) {
          const path = toAbsolute(entry.path, this.config.roots);
          listed.push({ path, name: baseName(path), isFolder: entry.isDirectory });
        }
        cursor = listed.length < MAX_FOLDER_ENTRIES ? page.nextCursor : undefined;
        folder.omitted = cursor || !page.nextCursor ? 0 : page.totalFound - listed.length;
        // Show the first page of a large folder at once.
        if (first && cursor && !folder.children) {
          folder.children = mergeChildren(folder, listed);
          this.#changed();
        }
      } while (cursor);
      folder.children = mergeChildren(folder, listed);
      folder.failure = "";
    } catch (error) {
      folder.failure = errorText(error);
    } finally {
      folder.loading = false;
      this.#repairSelection();
      if (first || fingerprint(folder) !== before) this.#changed();
    }
  }

  /** If the selected node was removed, select its nearest remaining ancestor. */
  #repairSelection(): void {
    let at = this.#selected.value;
    while (at?.parent && !at.parent.children?.includes(at)) at = at.parent;
    this.#selected.value = at;
  }

  #isListed(path: string): boolean {
    return this.rows.peek().some((row) => row.node.path === path);
  }

  #changed(): void {
    this.#version.value += 1;
  }
}

/** The child that is the path, or an ancestor of it. */
function childTowards(folder: Node, path: string): Node | undefined {
  return folder.children?.find((child) => (child.isFolder ? isInside(path, child.path) : child.path === path));
}

/** The visible state of a folder's entries, compared to detect changes. */
function fingerprint(folder: Node): string {
  const names = folder.children?.map((child) => (child.isFolder ? `${child.name}/` : child.name));
  return [folder.failure, folder.omitted, ...(names ?? [])].join("\n");
}

// The tabs, their order, and the shown one. Knows no files.

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { OpenDocument } from "./document";

export interface Diff {
  readonly title: string;
  /** Absolute path; determines the language. */
  readonly path: string;
  readonly original: string;
  readonly modified: string;
}

export type Tab =
  | { readonly kind: "text"; readonly id: string; readonly document: OpenDocument }
  | { readonly kind: "diff"; readonly id: string; readonly diff: Diff }
  /** A file that is shown but not edited: an image, or bytes that are no text. */
  | { readonly kind: "view"; readonly id: string; readonly path: string };

/** The absolute path of the file that a tab shows. */
export function pathOfTab(tab: Tab): string {
  if (tab.kind === "text") return tab.document.path;
  return tab.kind === "diff" ? tab.diff.path : tab.path;
}

export class Tabs {
  readonly #all = signal<readonly Tab[]>([]);
  readonly #shown = signal<Tab | null>(null);
  /** Most recently shown last. */
  #recent: Tab[] = [];
  #next = 0;

  readonly all: ReadonlySignal<readonly Tab[]> = this.#all;
  readonly shown: ReadonlySignal<Tab | null> = this.#shown;
  /** The document of the shown tab. */
  readonly active: ReadonlySignal<OpenDocument | null> = computed(() => {
    const tab = this.#shown.value;
    return tab?.kind === "text" ? tab.document : null;
  });

  tabOf(document: OpenDocument): Tab | undefined {
    return this.#all.value.find((tab) => tab.kind === "text" && tab.document === document);
  }

  /** A new tab is inserted right of the shown one. */
  add(document: OpenDocument): Tab {
    return this.tabOf(document) ?? this.#insert({ kind: "text", id: document.uri, document });
  }

  addView(path: string): Tab {
    const known = this.#all.value.find((tab) => tab.kind === "view" && tab.path === path);
    return known ?? this.#insert({ kind: "view", id: `view:${path}`, path });
  }

  /** Put a tab in the place of another one, in the order and in the recently shown ones. */
  replace(old: Tab, tab: Tab): void {
    const put = (tabs: readonly Tab[]) =>
      tabs.filter((other) => other !== tab).map((other) => (other === old ? tab : other));
    this.#all.value = put(this.#all.value);
    this.#recent = put(this.#recent);
    if (this.#shown.value === old) this.#shown.value = tab;
  }

  addDiff(diff: Diff): Tab {
    // The same diff is not shown twice.
    const known = this.#all.value.find(
      (tab) => tab.kind === "diff" && tab.diff.path === diff.path && tab.diff.title === diff.title,
    );
    this.#next += 1;
    const tab: Tab = { kind: "diff", id: `diff:${this.#next}`, diff };
    if (!known) return this.#insert(tab);
    this.#all.value = this.#all.value.map((other) => (other === known ? tab : other));
    this.#recent = this.#recent.filter((other) => other !== known);
    if (this.#shown.value === known) this.show(tab);
    return tab;
  }

  show(tab: Tab): void {
    this.#recent = [...this.#recent.filter((other) => other !== tab), tab];
    this.#shown.value = tab;
  }

  remove(tab: Tab): void {
    this.#recent = this.#recent.filter((other) => other !== tab);
    const at = this.#all.value.indexOf(tab);
    const left = this.#all.value.filter((other) => other !== tab);
    if (this.#shown.value === tab) {
      const beside = left[Math.min(at, left.length - 1)];
      this.#shown.value = this.#recent[this.#recent.length - 1] ?? beside ?? null;
    }
    this.#all.value = left;
  }

  /** Show the tab `by` positions further, wrapping around. */
  step(by: number): void {
    const all = this.#all.value;
    const here = all.findIndex((tab) => tab === this.#shown.value);
    const next = all[(here + by + all.length) % all.length];
    if (next) this.show(next);
  }

  #insert(tab: Tab): Tab {
    const all = [...this.#all.value];
    const here = this.#shown.value ? all.indexOf(this.#shown.value) : all.length - 1;
    all.splice(here + 1, 0, tab);
    this.#all.value = all;
    return tab;
  }
}

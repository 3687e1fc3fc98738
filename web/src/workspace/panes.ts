// The editors side by side. Each pane shows one tab; the shown tab of `Tabs` is that of the focused pane, and so is the
// editor that everything else works with. Knows no components.

import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals";
import type * as monaco from "monaco-editor";
import type { OpenDocument } from "./document";
import { MAX_PANES } from "./limits";
import type { Tab, Tabs } from "./tabs";

export class Pane {
  readonly tab: Signal<Tab | null> = signal(null);
  readonly editor: Signal<monaco.editor.IStandaloneCodeEditor | null> = signal(null);
  readonly document: ReadonlySignal<OpenDocument | null> = computed(() => {
    const tab = this.tab.value;
    return tab?.kind === "text" ? tab.document : null;
  });

  constructor(readonly id: number) {}
}

export class Panes {
  readonly #all = signal<readonly Pane[]>([new Pane(0)]);
  readonly #focused: Signal<Pane>;
  #next = 1;

  /** From left to right; at least one. */
  readonly all: ReadonlySignal<readonly Pane[]> = this.#all;
  readonly focused: ReadonlySignal<Pane>;
  readonly editor: ReadonlySignal<monaco.editor.IStandaloneCodeEditor | null>;

  constructor(private readonly tabs: Tabs) {
    this.#focused = signal(this.#all.peek()[0]!);
    this.focused = this.#focused;
    this.editor = computed(() => this.#focused.value.editor.value);
    // The shown tab is in the focused pane.
    effect(() => {
      const shown = tabs.shown.value;
      untracked(() => (this.#focused.value.tab.value = shown));
    });
    // A pane whose tab was closed is closed too, unless it is the last one.
    effect(() => {
      const open = tabs.all.value;
      untracked(() => {
        for (const pane of this.#all.value) {
          const tab = pane.tab.value;
          if (pane !== this.#focused.value && (tab === null || !open.includes(tab))) this.close(pane);
        }
      });
    });
  }

  /** Show the focused pane's tab in a new pane right of it, which gets the focus. Returns false if there are too many. */
  split(): boolean {
    const all = this.#all.value;
    if (all.length >= MAX_PANES || this.tabs.shown.value === null) return false;
    const pane = new Pane(this.#next++);
    pane.tab.value = this.tabs.shown.value;
    this.#all.value = all.toSpliced(all.indexOf(this.#focused.value) + 1, 0, pane);
    this.#focused.value = pane;
    return true;
  }

  /** Make the next pane the focused one; with one pane, create another. */
  focusBeside(): boolean {
    const all = this.#all.value;
    if (all.length === 1) return this.split();
    this.focus(all[(all.indexOf(this.#focused.value) + 1) % all.length]!);
    return true;
  }

  focus(pane: Pane): void {
    if (pane === this.#focused.value || !this.#all.value.includes(pane)) return;
    this.#focused.value = pane;
    const tab = pane.tab.value;
    if (tab) this.tabs.show(tab);
  }

  close(pane: Pane): void {
    const all = this.#all.value;
    if (all.length === 1 || !all.includes(pane)) return;
    const at = all.indexOf(pane);
    this.#all.value = all.filter((other) => other !== pane);
    if (this.#focused.value === pane) this.focus(this.#all.value[Math.max(0, at - 1)]!);
  }
}

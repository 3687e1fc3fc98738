// Which panels are open, how large they are, and the theme. Stored in the browser for the next visit.

import { effect, signal, type Signal } from "@preact/signals";

/** Left of the editor, right of it, or below it. One panel is open at each place at most. */
export type PanelPlace = "side" | "right" | "bottom";
export type Theme = "dark" | "light";

type Sizes = Readonly<Record<PanelPlace, number>>;

interface StoredLayout {
  side: string | null;
  right: string | null;
  bottom: string | null;
  theme: Theme;
  sizes: Sizes;
}

const STORAGE_KEY = "understudy.layout";
const stored = readLayout();

/** The id of the open panel of each place; null if the place is closed. */
export const openPanels: Readonly<Record<PanelPlace, Signal<string | null>>> = {
  side: signal(stored.side),
  right: signal(stored.right),
  bottom: signal(stored.bottom),
};
export const theme = signal<Theme>(stored.theme);
export const sizes = signal<Sizes>(stored.sizes);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
effect(() => {
  const layout: StoredLayout = {
    side: openPanels.side.value,
    right: openPanels.right.value,
    bottom: openPanels.bottom.value,
    theme: theme.value,
    sizes: sizes.value,
  };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(layout));
  } catch {
    // Without storage the next visit starts with the default layout.
  }
});

function readLayout(): StoredLayout {
  const preferred = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  const defaults: StoredLayout = {
    side: "files",
    right: "chat",
    bottom: null,
    theme: preferred,
    sizes: { side: 240, right: 400, bottom: 260 },
  };
  try {
    const found = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<StoredLayout>;
    return { ...defaults, ...found, sizes: { ...defaults.sizes, ...found.sizes } };
  } catch {
    return defaults;
  }
}

// Which panels are open, how large they are, and the theme. Stored in the browser for the next visit.

import { effect, signal, type Signal } from "@preact/signals";
import { parseLayout, type PanelPlace, type Sizes, type StoredLayout, type Theme } from "./stored-layout";

export type { PanelPlace, Theme } from "./stored-layout";

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
  let text: string | null = null;
  try {
    text = localStorage.getItem(STORAGE_KEY);
  } catch {
    // Without storage every visit starts with the default layout.
  }
  return parseLayout(text, preferred);
}

// Which parts of the page are open, how wide they are, and light or dark. Kept for the next visit.

import { effect, signal } from "@preact/signals";

export type SidePanel = "files" | "search";
export type BottomPanel = "trace" | "insights";
export type Theme = "dark" | "light";

interface StoredLayout {
  side: SidePanel | null;
  chat: boolean;
  bottom: BottomPanel | null;
  theme: Theme;
  sizes: { side: number; chat: number; bottom: number };
}

const STORAGE_KEY = "understudy.layout";
const stored = read();

export const side = signal<SidePanel | null>(stored.side);
export const chatOpen = signal(stored.chat);
export const bottom = signal<BottomPanel | null>(stored.bottom);
export const theme = signal<Theme>(stored.theme);
export const sizes = signal(stored.sizes);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
effect(() => {
  const now: StoredLayout = {
    side: side.value,
    chat: chatOpen.value,
    bottom: bottom.value,
    theme: theme.value,
    sizes: sizes.value,
  };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing still shows everything.
  }
});

function read(): StoredLayout {
  const preferred = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  const defaults: StoredLayout = {
    side: "files",
    chat: true,
    bottom: null,
    theme: preferred,
    sizes: { side: 240, chat: 400, bottom: 260 },
  };
  try {
    const found = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<StoredLayout>;
    return { ...defaults, ...found, sizes: { ...defaults.sizes, ...found.sizes } };
  } catch {
    return defaults;
  }
}

// Which parts of the page are open, how wide they are, and light or dark. Kept for the next visit.

import { effect, signal } from "@preact/signals";

export type SidePanel = "files" | "search";
export type BottomPanel = "trace" | "insights";
export type Theme = "dark" | "light";

interface Kept {
  side: SidePanel | null;
  chat: boolean;
  bottom: BottomPanel | null;
  theme: Theme;
  sizes: { side: number; chat: number; bottom: number };
}

const KEY = "understudy.layout";
const kept = read();

export const side = signal<SidePanel | null>(kept.side);
export const chatOpen = signal(kept.chat);
export const bottom = signal<BottomPanel | null>(kept.bottom);
export const theme = signal<Theme>(kept.theme);
export const sizes = signal(kept.sizes);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
effect(() => {
  const now: Kept = {
    side: side.value,
    chat: chatOpen.value,
    bottom: bottom.value,
    theme: theme.value,
    sizes: sizes.value,
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // A browser that keeps nothing still shows everything.
  }
});

function read(): Kept {
  const preferred = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  const usual: Kept = {
    side: "files",
    chat: true,
    bottom: null,
    theme: preferred,
    sizes: { side: 240, chat: 400, bottom: 260 },
  };
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return { ...usual, ...found, sizes: { ...usual.sizes, ...found.sizes } };
  } catch {
    return usual;
  }
}

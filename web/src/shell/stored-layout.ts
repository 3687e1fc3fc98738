// The layout as the browser stores it, and how a layout that an earlier version stored is read.

/** Left of the editor, right of it, or below it. One panel is open at each place at most. */
export type PanelPlace = "side" | "right" | "bottom";
export type Theme = "dark" | "light";
export type Sizes = Readonly<Record<PanelPlace, number>>;

export interface StoredLayout {
  side: string | null;
  right: string | null;
  bottom: string | null;
  theme: Theme;
  sizes: Sizes;
}

/** Before there were panels on the right, only the chat was there: whether it was open, and its width. */
interface EarlierLayout {
  chat?: boolean;
  sizes?: { chat?: number };
}

/** Read a stored layout; what it lacks is as by default. `text` is null if nothing is stored. */
export function parseLayout(text: string | null, preferredTheme: Theme): StoredLayout {
  const defaults: StoredLayout = {
    side: "files",
    right: "chat",
    bottom: null,
    theme: preferredTheme,
    sizes: { side: 240, right: 400, bottom: 260 },
  };
  try {
    const found = JSON.parse(text ?? "{}") as Partial<StoredLayout> & EarlierLayout;
    const { chat: chatOpen, sizes, ...rest } = found;
    const { chat: chatWidth, ...otherSizes } = (sizes ?? {}) as Partial<Sizes> & { chat?: number };
    const earlier = chatOpen === undefined ? {} : { right: chatOpen ? "chat" : null };
    const earlierSizes = chatWidth === undefined ? {} : { right: chatWidth };
    return { ...defaults, ...earlier, ...rest, sizes: { ...defaults.sizes, ...earlierSizes, ...otherSizes } };
  } catch {
    return defaults;
  }
}

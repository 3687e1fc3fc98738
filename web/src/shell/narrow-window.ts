// What changes in a narrow window: below 1,100 px one of the side and right panels is open at a time; below 700 px
// both lie over the editor, the chat as a sheet from below, and close when they lose the focus.

import { effect, signal, untracked, type Signal } from "@preact/signals";
import { openPanels } from "./layout";
import { ONE_SIDE_MAX_WIDTH_PX, SHEET_MAX_WIDTH_PX } from "./limits";
import { closePlace } from "./panels";

export type SidePlace = "side" | "right";

/** The part of a MediaQueryList that is used. */
export interface WidthQuery {
  readonly matches: boolean;
  addEventListener(type: "change", listener: () => void): void;
}

export function adaptToNarrowWindow(): void {
  keepOneSide(openPanels, matchMedia(`(max-width: ${ONE_SIDE_MAX_WIDTH_PX}px)`), focusedSide);
  closeCoveringPanels(matchMedia(`(max-width: ${SHEET_MAX_WIDTH_PX}px)`));
}

/**
 * While the window is narrow, opening one of the two closes the other. A window that becomes narrow keeps the
 * focused one, or else the left one; in a wide window the closed one is opened again.
 */
export function keepOneSide(
  open: Readonly<Record<SidePlace, Signal<string | null>>>,
  narrow: WidthQuery,
  focused: () => SidePlace | null,
): () => void {
  const isNarrow = signal(narrow.matches);
  narrow.addEventListener("change", () => (isNarrow.value = narrow.matches));
  const wasOpen = { side: open.side.peek() !== null, right: open.right.peek() !== null };
  let closed: { readonly place: SidePlace; readonly panel: string } | null = null;
  return effect(() => {
    const { side, right } = { side: open.side.value, right: open.right.value };
    const narrowNow = isNarrow.value;
    untracked(() => {
      if (!narrowNow) {
        if (closed && open[closed.place].value === null) open[closed.place].value = closed.panel;
        closed = null;
      } else if (side !== null && right !== null) {
        const other = !wasOpen.side || (wasOpen.right && focused() !== "right") ? "right" : "side";
        closed = { place: other, panel: other === "side" ? side : right };
        open[other].value = null;
      }
      wasOpen.side = open.side.value !== null;
      wasOpen.right = open.right.value !== null;
    });
  });
}

function focusedSide(): SidePlace | null {
  const part = document.activeElement?.closest<HTMLElement>("[data-part]")?.dataset.part;
  return part === "side" || part === "right" ? part : null;
}

function closeCoveringPanels(narrow: WidthQuery): void {
  const closeOthers = (part: string) => {
    if (!narrow.matches) return;
    if (part !== "side") closePlace("side");
    if (part !== "right") closePlace("right");
  };
  closeOthers("editor");
  narrow.addEventListener("change", () => closeOthers(focusedSide() ?? "editor"));
  window.addEventListener("focusin", (event) => {
    const part = event.target instanceof Element && event.target.closest<HTMLElement>("[data-part]");
    if (part && part.dataset.part !== "tour") closeOthers(part.dataset.part!);
  });
}

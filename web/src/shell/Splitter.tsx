// A movable border between two parts, for the mouse and the arrow keys.

import { sizes, type PanelPlace } from "./layout";
import { SPLITTER_STEP_PX } from "./limits";

const MIN_SIZE_PX = { side: 160, right: 260, bottom: 120 };
const MAX_SIZE_PX = { side: 700, right: 1000, bottom: 800 };

export function Splitter({ place, label }: { place: PanelPlace; label: string }) {
  const isVertical = place !== "bottom";
  // The side panel grows to the right; the others grow towards the left or the top.
  const direction = place === "side" ? 1 : -1;

  function maxSize(): number {
    const available = isVertical ? innerWidth : innerHeight;
    return Math.min(MAX_SIZE_PX[place], Math.max(MIN_SIZE_PX[place], available - 360));
  }

  function setSize(size: number): void {
    const clamped = Math.min(maxSize(), Math.max(MIN_SIZE_PX[place], size));
    sizes.value = { ...sizes.value, [place]: Math.round(clamped) };
  }

  /** In a small window a part may be rendered smaller than its stored size: then the rendered size counts. */
  function currentSize(splitter: HTMLElement): number {
    const part = place === "side" ? splitter.previousElementSibling : splitter.nextElementSibling;
    if (!(part instanceof HTMLElement)) return sizes.value[place];
    const box = part.getBoundingClientRect();
    const painted = isVertical ? box.width : box.height;
    const requested = parseFloat(isVertical ? part.style.width : part.style.height);
    // A stored size may not be rendered yet, so the rendered size is compared with the element's style.
    return painted < requested - 1 ? painted : sizes.value[place];
  }

  function drag(event: PointerEvent): void {
    event.preventDefault();
    const from = isVertical ? event.clientX : event.clientY;
    const before = currentSize(event.currentTarget as HTMLElement);
    const move = (at: PointerEvent) => {
      const moved = (isVertical ? at.clientX : at.clientY) - from;
      setSize(before + direction * moved);
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
  }

  function handleKey(event: KeyboardEvent): void {
    const grow = isVertical ? "ArrowRight" : "ArrowDown";
    const shrink = isVertical ? "ArrowLeft" : "ArrowUp";
    const splitter = event.currentTarget as HTMLElement;
    if (event.key === "Home") setSize(MIN_SIZE_PX[place]);
    else if (event.key === "End") setSize(maxSize());
    else if (event.key === grow) setSize(currentSize(splitter) + direction * SPLITTER_STEP_PX);
    else if (event.key === shrink) setSize(currentSize(splitter) - direction * SPLITTER_STEP_PX);
    else return;
    event.preventDefault();
  }

  return (
    <div
      class={`splitter ${isVertical ? "upright" : "flat"}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isVertical ? "vertical" : "horizontal"}
      aria-valuenow={sizes.value[place]}
      aria-valuemin={MIN_SIZE_PX[place]}
      aria-valuemax={Math.max(maxSize(), sizes.value[place])}
      onPointerDown={drag}
      onKeyDown={handleKey}
    />
  );
}

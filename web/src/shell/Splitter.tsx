// A border between two parts that can be moved, with the mouse or with the arrow keys.

import { sizes } from "./layout";

const LEAST = { side: 160, chat: 260, bottom: 120 };
const MOST = { side: 700, chat: 1000, bottom: 800 };
const STEP = 20;

type Name = keyof typeof LEAST;

export function Splitter({ name, label }: { name: Name; label: string }) {
  const upright = name !== "bottom";
  // The side panel grows to the right; the others grow towards the left or the top.
  const sign = name === "side" ? 1 : -1;

  function most(): number {
    const whole = upright ? innerWidth : innerHeight;
    return Math.min(MOST[name], Math.max(LEAST[name], whole - 360));
  }

  function set(size: number): void {
    sizes.value = { ...sizes.value, [name]: Math.round(Math.min(most(), Math.max(LEAST[name], size))) };
  }

  /** In a small window a part is painted smaller than it was wished to be: then that counts. */
  function now(splitter: HTMLElement): number {
    const part = name === "side" ? splitter.previousElementSibling : splitter.nextElementSibling;
    if (!(part instanceof HTMLElement)) return sizes.value[name];
    const box = part.getBoundingClientRect();
    const painted = upright ? box.width : box.height;
    const wished = parseFloat(upright ? part.style.width : part.style.height);
    // What was just set may not be painted yet, so the wish is asked and not the picture.
    return painted < wished - 1 ? painted : sizes.value[name];
  }

  function drag(event: PointerEvent): void {
    event.preventDefault();
    const from = upright ? event.clientX : event.clientY;
    const before = now(event.currentTarget as HTMLElement);
    const move = (at: PointerEvent) => set(before + sign * ((upright ? at.clientX : at.clientY) - from));
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
  }

  function press(event: KeyboardEvent): void {
    const grow = upright ? "ArrowRight" : "ArrowDown";
    const shrink = upright ? "ArrowLeft" : "ArrowUp";
    const splitter = event.currentTarget as HTMLElement;
    if (event.key === "Home") set(LEAST[name]);
    else if (event.key === "End") set(most());
    else if (event.key === grow) set(now(splitter) + sign * STEP);
    else if (event.key === shrink) set(now(splitter) - sign * STEP);
    else return;
    event.preventDefault();
  }

  return (
    <div
      class={`splitter ${upright ? "upright" : "flat"}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={upright ? "vertical" : "horizontal"}
      aria-valuenow={sizes.value[name]}
      aria-valuemin={LEAST[name]}
      aria-valuemax={Math.max(most(), sizes.value[name])}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}

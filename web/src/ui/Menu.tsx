// A context menu at a place of the page. Arrow keys choose, Enter runs, Esc and a click elsewhere close it.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

export interface MenuItem {
  readonly label: string;
  readonly keys?: string;
  readonly danger?: boolean;
  run(): void;
}

interface Props {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly items: readonly MenuItem[];
  close(): void;
}

export function Menu({ label, x, y, items, close }: Props) {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const menu = box.current;
    if (!menu) return;
    menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
    menu.querySelector<HTMLElement>("button")?.focus();
  }, [x, y]);
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (!(event.target instanceof Element) || !box.current?.contains(event.target)) close();
    };
    window.addEventListener("pointerdown", closeOutside, { capture: true });
    return () => window.removeEventListener("pointerdown", closeOutside, { capture: true });
  }, []);

  function handleKey(event: KeyboardEvent): void {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const here = buttons.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) buttons[(here + step + buttons.length) % buttons.length]?.focus();
    else if (event.key === "Home") buttons[0]?.focus();
    else if (event.key === "End") buttons.at(-1)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={box} class="menu" role="menu" aria-label={label} data-testid="menu" onKeyDown={handleKey}>
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          class={item.danger ? "danger" : ""}
          onClick={() => {
            close();
            item.run();
          }}
        >
          <span>{item.label}</span>
          {item.keys && <kbd>{item.keys}</kbd>}
        </button>
      ))}
    </div>
  );
}

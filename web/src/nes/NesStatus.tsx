// The status bar entry of next edits; a click opens the popover.

import { useEffect, useRef, useState } from "preact/hooks";
import { useWorkbench } from "../workbench";
import { NesPopover } from "./NesPopover";
import type { NextEdits } from "./next-edits";
import { reasonLabel } from "./display/labels";

const TAB_LABELS = { accept: "Tab accepts", jump: "Tab jumps", hidden: "hidden" } as const;

export function NesStatus() {
  const { nes } = useWorkbench();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const { kind, message, engine, latency } = nes.state.value;

  useEffect(() => {
    if (!open) return;
    const closeOnOutsideClick = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOnOutsideClick);
    return () => document.removeEventListener("pointerdown", closeOnOutsideClick);
  }, [open]);

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    place.current?.querySelector("button")?.focus();
  }

  return (
    <span class="nes-status-place" ref={place} onKeyDown={handleKey}>
      <button
        type="button"
        class={`plain nes-status ${kind}`}
        data-testid="nes-status"
        data-kind={kind}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={message || "Next edits"}
        onClick={() => setOpen(!open)}
      >
        <span class="dot" aria-hidden="true" />
        <span>
          Next edits: <span data-testid="nes-word">{statusLabel(nes)}</span>
        </span>
        {engine && kind !== "off" && <span class="nes-quiet">{engine}</span>}
        {latency !== null && kind !== "off" && (
          <span class="nes-quiet nes-latency">{millisecondsLabel(latency)}</span>
        )}
      </button>
      {open && <NesPopover nes={nes} left={place.current?.getBoundingClientRect().left ?? 0} />}
    </span>
  );
}

function statusLabel(nes: NextEdits): string {
  const { kind, reason } = nes.state.value;
  if (!nes.enabled.value) return "off";
  if (nes.shown.value) return TAB_LABELS[nes.tabAction.value ?? "hidden"];
  if (kind === "starting") return "starting";
  if (reason) return reasonLabel(reason);
  return kind === "off" ? "off" : "watching";
}

export function millisecondsLabel(latency: number): string {
  return latency < 10 ? `${latency.toFixed(1)} ms` : `${Math.round(latency)} ms`;
}

// Icons for the kinds of tool calls.

import type { ToolKind } from "../../protocol/acp";

const PATHS: Record<ToolKind, string> = {
  read: "M6 3h8l4 4v14H6z M14 3v4h4 M9 12h6 M9 16h6",
  edit: "M4 20l1-4L16 5l3 3L8 19z M14 7l3 3",
  delete: "M5 7h14 M10 7V4h4v3 M7 7l1 13h8l1-13",
  move: "M4 12h15 M14 7l5 5-5 5",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13z M15.5 15.5L20 20",
  execute: "M3 5h18v14H3z M7 10l3 2.5L7 15 M12 15h5",
  think: "M9 18h6 M10 21h4 M8 15a6 6 0 1 1 8 0c-.6.6-1 1.3-1 2H9c0-.7-.4-1.4-1-2z",
  fetch: "M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18z M3 12h18 M12 3c3 3 3 15 0 18c-3-3-3-15 0-18z",
  switch_mode: "M4 8h13l-3-3 M20 16H7l3 3",
  other: "M14 6a4 4 0 0 0 4.8 4.8L11 18.5a2.5 2.5 0 0 1-3.5-3.5L15.200 7.200",
};

export function KindIcon({ kind }: { kind: ToolKind }) {
  return (
    <svg class="icon" width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[kind] ?? PATHS.other} />
    </svg>
  );
}

/** The icon of the session list: a clock running backwards. */
export function HistoryIcon() {
  return (
    <svg class="icon" width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 12a8 8 0 1 0 2.500-5.800 M4 4v4h4 M12 8v4.500l3 2" />
    </svg>
  );
}

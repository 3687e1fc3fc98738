// Icons, drawn as lines in the color of the text.

const PATHS = {
  keys: "M3 7h18v10H3z M7 11h.01 M11 11h.01 M15 11h.01 M8 14h8",
  sun: "M12 8a4 4 0 1 1 0 8a4 4 0 0 1 0-8z M12 2v2 M12 20v2 M2 12h2 M20 12h2 M5 5l1.5 1.5 M17.5 17.5L19 19 M5 19l1.5-1.5 M17.5 6.5L19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  close: "M6 6l12 12 M18 6L6 18",
  chevron: "M9 6l6 6-6 6",
  file: "M6 3h8l4 4v14H6z M14 3v4h4",
  folder: "M4 5h6l2 2h8v12H4z",
  plus: "M12 5v14 M5 12h14",
  refresh: "M19 12a7 7 0 1 1-2-5 M19 4v4h-4",
  copy: "M9 9h11v11H9z M5 15H4V4h11v1",
  stop: "M7 7h10v10H7z",
  send: "M4 12l16-8-6 16-3-7z",
  more: "M5 12h.01 M12 12h.01 M19 12h.01",
  play: "M8 5l11 7-11 7z",
  check: "M5 12l5 5 9-11",
  warning: "M12 4l9 16H3z M12 10v4 M12 17h.01",
  fork: "M7 4v8a4 4 0 0 0 4 4h6 M14 13l3 3-3 3 M7 12v8",
  trash: "M5 7h14 M10 7V4h4v3 M7 7l1 13h8l1-13",
  undo: "M4 9h10a5 5 0 0 1 0 10H9 M8 5L4 9l4 4",
  diff: "M7 4v8 M3 8h8 M13 18h8 M4 20L20 4",
  eye: "M2 12s4-7 10-7s10 7 10 7s-4 7-10 7s-10-7-10-7z M12 9a3 3 0 1 1 0 6a3 3 0 0 1 0-6z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <LineIcon path={PATHS[name]} size={size} />;
}

/** An icon by the path of its SVG, in a box of 24 by 24. */
export function LineIcon({ path, size = 20 }: { path: string; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

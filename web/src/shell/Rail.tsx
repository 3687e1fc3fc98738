// The rail at the left: a button for each part of the page.

import { bottom, chatOpen, side, theme } from "./layout";
import { Icon, type IconName } from "./Icon";
import { palette } from "./palette";
import { showBottom, showChat, showSide } from "./shell-commands";

interface Door {
  icon: IconName;
  label: string;
  key: string;
  open: boolean;
  press(): void;
}

export function Rail() {
  const doors: Door[] = [
    {
      icon: "files",
      label: "Files",
      key: "Alt+1",
      open: side.value === "files",
      press: () => (side.value === "files" ? (side.value = null) : showSide("files")),
    },
    {
      icon: "search",
      label: "Search",
      key: "Ctrl+Shift+F",
      open: side.value === "search",
      press: () => (side.value === "search" ? (side.value = null) : showSide("search")),
    },
    {
      icon: "chat",
      label: "Chat",
      key: "Alt+3",
      open: chatOpen.value,
      press: () => (chatOpen.value ? (chatOpen.value = false) : showChat()),
    },
    {
      icon: "trace",
      label: "Trace",
      key: "Alt+4",
      open: bottom.value === "trace",
      press: () => (bottom.value === "trace" ? (bottom.value = null) : showBottom("trace")),
    },
    {
      icon: "insights",
      label: "Insights",
      key: "Alt+5",
      open: bottom.value === "insights",
      press: () => (bottom.value === "insights" ? (bottom.value = null) : showBottom("insights")),
    },
  ];
  const other = theme.value === "dark" ? "light" : "dark";
  return (
    <nav class="rail" aria-label="Parts of the workbench">
      {doors.map((door) => (
        <button
          key={door.label}
          type="button"
          class="rail-button"
          aria-pressed={door.open}
          aria-label={door.label}
          title={`${door.label} (${door.key})`}
          onClick={door.press}
        >
          <Icon name={door.icon} />
        </button>
      ))}
      <span class="rail-gap" />
      <button
        type="button"
        class="rail-button"
        aria-label="All commands and keys"
        title="All commands and keys (F1)"
        onClick={() => palette.open("commands")}
      >
        <Icon name="keys" />
      </button>
      <button
        type="button"
        class="rail-button"
        aria-label={`Switch to ${other}`}
        title={`Switch to ${other}`}
        onClick={() => (theme.value = other)}
      >
        <Icon name={theme.value === "dark" ? "sun" : "moon"} />
      </button>
    </nav>
  );
}

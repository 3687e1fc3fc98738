// The rail at the left edge: a button for each panel, for the palette and for the theme.

import { keyLabel } from "./commands";
import { Icon, LineIcon } from "../ui/Icon";
import { theme } from "./layout";
import { palette } from "./palette";
import { allPanels, isPanelOpen } from "./panels";
import { togglePanel } from "./shell-commands";

export function Rail() {
  const other = theme.value === "dark" ? "light" : "dark";
  return (
    <nav class="rail" aria-label="Parts of the workbench">
      {allPanels().map(({ id, title, key, icon }) => (
        <button
          key={id}
          type="button"
          class="rail-button"
          aria-pressed={isPanelOpen(id)}
          aria-label={title}
          title={`${title} (${keyLabel(key)})`}
          onClick={() => togglePanel(id)}
        >
          <LineIcon path={icon} />
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

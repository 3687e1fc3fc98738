// The tabs of the lower panel.

import { Icon } from "../ui/Icon";
import { openPanels } from "./layout";
import { closePlace, panelsAt } from "./panels";

export function BottomTabs() {
  const tabs = panelsAt("bottom");
  const open = openPanels.bottom;

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === open.value);
    const next = (at + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length;
    open.value = tabs[next]!.id;
    const row = event.currentTarget as HTMLElement;
    (row.children[next] as HTMLElement | undefined)?.focus();
  }

  return (
    <div class="bottom-tabs">
      <div class="bottom-tabs-row" role="tablist" aria-label="Lower panel" onKeyDown={handleKey}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={open.value === id}
            tabIndex={open.value === id ? 0 : -1}
            onClick={() => (open.value = id)}
          >
            {title}
          </button>
        ))}
      </div>
      <span class="status-gap" />
      <button
        type="button"
        class="plain"
        aria-label="Close the lower panel"
        onClick={() => closePlace("bottom")}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

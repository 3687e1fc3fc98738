// The tabs of the lower panel.

import { bottom, type BottomPanel } from "./layout";
import { Icon } from "./Icon";

const TABS: readonly { id: BottomPanel; label: string }[] = [
  { id: "trace", label: "Trace" },
  { id: "insights", label: "Insights" },
];

export function BottomTabs() {
  function press(event: KeyboardEvent): void {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const at = TABS.findIndex((tab) => tab.id === bottom.value);
    const next = (at + (event.key === "ArrowRight" ? 1 : TABS.length - 1)) % TABS.length;
    bottom.value = TABS[next]!.id;
    const row = event.currentTarget as HTMLElement;
    (row.children[next] as HTMLElement | undefined)?.focus();
  }

  return (
    <div class="bottom-tabs">
      <div class="bottom-tabs-row" role="tablist" aria-label="Lower panel" onKeyDown={press}>
        {TABS.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={bottom.value === id}
            tabIndex={bottom.value === id ? 0 : -1}
            onClick={() => (bottom.value = id)}
          >
            {label}
          </button>
        ))}
      </div>
      <span class="status-gap" />
      <button type="button" class="plain" aria-label="Close the lower panel" onClick={() => (bottom.value = null)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

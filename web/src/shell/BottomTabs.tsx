// The tabs of the lower panel.

import { bottom, type BottomPanel } from "./layout";
import { Icon } from "./Icon";

const TABS: readonly { id: BottomPanel; label: string }[] = [
  { id: "trace", label: "Trace" },
  { id: "insights", label: "Insights" },
];

export function BottomTabs() {
  return (
    <div class="bottom-tabs" role="tablist" aria-label="Lower panel">
      {TABS.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={bottom.value === id}
          onClick={() => (bottom.value = id)}
        >
          {label}
        </button>
      ))}
      <span class="status-gap" />
      <button type="button" class="plain" aria-label="Close the lower panel" onClick={() => (bottom.value = null)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

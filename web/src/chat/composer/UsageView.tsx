// How full the model's window is, and what the session has cost, as the agent tells it.

import { useWorkbench } from "../../workbench";
import { costLabel, compactNumber } from "../labels";

export function UsageView() {
  const { chat } = useWorkbench();
  const usage = chat.session.usage.value;
  if (!usage || typeof usage.used !== "number") return null;
  const { used, size, cost } = usage;
  const share = size > 0 ? Math.min(1, used / size) : 0;
  const words = `${used.toLocaleString("en")} of ${size.toLocaleString("en")} tokens of the model's window`;
  return (
    <span class="usage" title={words} data-testid="usage">
      {size > 0 && (
        <span class="meter" aria-hidden="true">
          <span class={share > 0.85 ? "full" : ""} style={{ width: `${Math.round(share * 100)}%` }} />
        </span>
      )}
      {compactNumber(used)}
      {size > 0 && ` / ${compactNumber(size)}`}
      {cost && ` · ${costLabel(cost.amount, cost.currency)}`}
    </span>
  );
}

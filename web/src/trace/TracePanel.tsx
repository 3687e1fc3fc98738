// The list of protocol messages, and the chosen one beside it.

import { untracked, useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useWorkbench } from "../workbench";
import { TraceDetail } from "./TraceDetail";
import { TraceList } from "./TraceList";
import { TraceToolbar } from "./TraceToolbar";
import type { Trace } from "./trace";
import { TraceView } from "./view";

// One view for each trace: it outlives the panel.
const views = new WeakMap<Trace, TraceView>();

export function TracePanel() {
  const { trace } = useWorkbench();
  const view = useMemo(() => {
    const kept = views.get(trace) ?? new TraceView(trace);
    views.set(trace, kept);
    return kept;
  }, [trace]);
  useSignalEffect(() => {
    void trace.changed.value;
    untracked(() => view.update());
  });
  // The answer to the chosen request may come while it is looked at.
  void trace.changed.value;
  const chosen = view.chosen.value;
  return (
    <div class="trace" data-testid="trace">
      <TraceToolbar trace={trace} view={view} />
      <div class="trace-body">
        <TraceList view={view} />
        {chosen && <TraceDetail key={chosen.number} entry={chosen} view={view} />}
      </div>
    </div>
  );
}

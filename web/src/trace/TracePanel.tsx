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
    const existing = views.get(trace) ?? new TraceView(trace);
    views.set(trace, existing);
    return existing;
  }, [trace]);
  useSignalEffect(() => {
    void trace.changed.value;
    untracked(() => view.update());
  });
  // The answer to the chosen request may come while it is looked at.
  void trace.changed.value;
  const selected = view.selected.value;
  return (
    <div class="trace" data-testid="trace">
      <TraceToolbar trace={trace} view={view} />
      <div class="trace-body">
        <TraceList view={view} />
        {selected && <TraceDetail key={selected.number} entry={selected} view={view} />}
      </div>
    </div>
  );
}

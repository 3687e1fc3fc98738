// The list of protocol messages, and the selected one beside it.

import { untracked, useSignalEffect } from "@preact/signals";
import { perWorkbench, useWorkbench, type Workbench } from "../workbench";
import { Trace } from "./trace";
import { TraceDetail } from "./TraceDetail";
import { TraceList } from "./TraceList";
import { TraceToolbar } from "./TraceToolbar";
import { TraceView } from "./view";
import "./trace.css";

const traceOf = perWorkbench(({ agent }) => new Trace(agent));
/** Outlives the panel, so that closing it loses neither the filter nor the selection. */
const viewOf = perWorkbench((workbench) => new TraceView(traceOf(workbench)));

/** Record messages from the start of the page, before the panel is opened. */
export function startTrace(workbench: Workbench): void {
  traceOf(workbench);
}

export function TracePanel() {
  const workbench = useWorkbench();
  const trace = traceOf(workbench);
  const view = viewOf(workbench);
  useSignalEffect(() => {
    void trace.changed.value;
    untracked(() => view.update());
  });
  // Render again when the answer to the selected request arrives.
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

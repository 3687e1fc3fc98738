// A line that says what the page waits for, shown once it takes longer than a second.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useWorkbench } from "../workbench";
import { PROGRESS_DELAY_MS } from "./limits";
import { setupStage } from "./setup-progress";

export function ProgressLine() {
  const stage = setupStage(useWorkbench());
  const seconds = useSignal(0);
  useEffect(() => {
    seconds.value = 0;
    if (!stage) return;
    const timer = setInterval(() => (seconds.value += 1), PROGRESS_DELAY_MS);
    return () => clearInterval(timer);
  }, [stage]);
  if (!stage || seconds.value === 0) return null;
  return (
    <p class="progress-line" role="status" data-testid="progress">
      <span class="spinner" aria-hidden="true" /> {stage}… {seconds.value} s
    </p>
  );
}

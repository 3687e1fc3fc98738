// The dialog with the log of an agent that ended.

import { useEffect, useRef } from "preact/hooks";
import { copyText } from "../chat/markdown/Markdown";
import { useWorkbench } from "../workbench";

export function CrashLogDialog() {
  const { crashLogs } = useWorkbench();
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = crashLogs.shown.value;
  useEffect(() => {
    if (shown && !dialog.current?.open) dialog.current?.showModal();
  }, [shown]);
  if (!shown) return null;
  return (
    <dialog
      ref={dialog}
      class="question crash-log"
      aria-labelledby="crash-log-title"
      data-testid="crash-log"
      onCancel={(event) => {
        event.preventDefault();
        crashLogs.close();
      }}
    >
      <h2 id="crash-log-title">The agent's log</h2>
      <p>{shown.end}</p>
      {shown.log && (
        <pre tabIndex={0} aria-label="Log">
          {shown.log}
        </pre>
      )}
      <div class="question-choices">
        <button type="button" class="primary" autofocus onClick={() => crashLogs.close()}>
          Close
        </button>
        {shown.log && (
          <button type="button" onClick={(event) => void copyText(shown.log, event.currentTarget)}>
            Copy
          </button>
        )}
      </div>
    </dialog>
  );
}

// Takes the file changes of a whole turn back. Files that were changed since are shown and left as they are.

import { Icon } from "../../ui/Icon";
import { escapeControls } from "../../ui/escape-controls";
import { useWorkbench } from "../../workbench";
import { countLabel } from "../labels";
import { shortPath } from "../markdown/links";
import type { Checkpoint } from "../session/checkpoints";

export function CheckpointView({ checkpoint, isBrief = false }: { checkpoint: Checkpoint; isBrief?: boolean }) {
  const { chat, config } = useWorkbench();
  const state = checkpoint.state.value;
  const isBusy = chat.busy.value;
  const name = (path: string) => escapeControls(shortPath(path, config.roots));
  if (state === "undone") {
    return isBrief ? null : (
      <p class="checkpoint quiet" data-testid="checkpoint">
        The changes of this turn were taken back.
      </p>
    );
  }
  if (state === "conflict") {
    if (isBrief) return null;
    return (
      <div class="checkpoint conflict" data-testid="checkpoint">
        <p>Changed since this turn, and left as they are:</p>
        <ul>
          {checkpoint.conflicts.map(({ path, reason }) => (
            <li key={path}>
              <code>{name(path)}</code> {escapeControls(reason)}
            </li>
          ))}
        </ul>
        {checkpoint.hasOthers && (
          <button type="button" disabled={isBusy} onClick={() => chat.undoTurn(checkpoint, true)}>
            <Icon name="undo" size={14} /> Take back the other files
          </button>
        )}
      </div>
    );
  }
  const count = countLabel(checkpoint.files.length, "file");
  return (
    <button
      type="button"
      class={isBrief ? "plain undo-turn brief" : "undo-turn"}
      disabled={isBusy}
      data-testid="undo-turn"
      title={`Take back what this turn changed:\n${checkpoint.files.map(name).join("\n")}`}
      onClick={() => chat.undoTurn(checkpoint)}
    >
      <Icon name="undo" size={14} /> {isBrief ? `Undo ${count}` : `Undo this turn’s changes (${count})`}
    </button>
  );
}

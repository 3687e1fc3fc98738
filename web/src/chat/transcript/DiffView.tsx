// A compact diff of an agent's change, with buttons to open, undo or apply it.

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Icon } from "../../ui/Icon";
import { announce } from "../../shell/notices";
import { useWorkbench } from "../../workbench";
import { apply, changeState, undo, type Change, type Outcome } from "./diff-apply";
import { lineDiff, type DiffLine } from "./line-diff";
import type { Call } from "./entries";
import { shortPath } from "../markdown/links";
import { openLocation } from "../open-location";
import { COLLAPSED_DIFF_LINES, MAX_DIFF_LINES } from "../limits";

type State = "made" | "not made" | "undone" | "applied";

export function DiffView({ call, change }: { call: Call; change: Change }) {
  const { documents, config } = useWorkbench();
  const { path, oldText, newText } = change;
  const diff = useMemo(() => lineDiff(oldText ?? "", newText), [oldText, newText]);
  const all = useSignal(false);
  const userState = useSignal<State | null>(null);
  const outcome = useSignal<Outcome | null>(null);
  const busy = useSignal(false);
  const made = call.status === "completed";
  const state: State = userState.value ?? (made ? "made" : "not made");
  const isApplied = state === "made" || state === "applied";
  const name = shortPath(path, config.roots);
  const shown = diff.lines.slice(0, all.value ? MAX_DIFF_LINES : COLLAPSED_DIFF_LINES);

  async function run(action: typeof undo, next: State): Promise<void> {
    busy.value = true;
    const result = await action(documents, change).catch((error: unknown): Outcome => ({
      done: false,
      message: String(error),
      current: null,
    }));
    busy.value = false;
    outcome.value = result;
    if (result.done || isAlreadyDone(result, next)) userState.value = next;
    announce(result.message);
  }

  /** The change was already undone or applied, in the editor or before a reload. */
  function isAlreadyDone(result: Outcome, next: State): boolean {
    if (result.done || result.current === null) return false;
    if (changeState(result.current, change) !== (next === "undone" ? "undone" : "applied")) return false;
    outcome.value = {
      done: true,
      message: next === "undone" ? "It is already undone." : "It is already applied.",
    };
    return true;
  }

  function compare(): void {
    const current = outcome.value?.done === false ? outcome.value.current : null;
    const title = current === null ? name : `${name} (current ↔ agent's text)`;
    documents.showDiff({ title, path, original: current ?? oldText ?? "", modified: newText });
  }

  return (
    <div class="diff" data-testid="diff">
      <div class="diff-head">
        <button
          type="button"
          class="plain path"
          onClick={() => void openLocation(documents, { path, line: null })}
        >
          {name}
        </button>
        <span class="diff-count">
          {oldText === null && <span class="tag">new</span>}
          <span class="added">+{diff.added}</span> <span class="removed">−{diff.removed}</span>
        </span>
        <span class="gap" />
        {(state === "undone" || state === "applied") && <span class="tag">{state}</span>}
        <button type="button" class="plain" aria-label={`Open the change of ${name}`} onClick={compare}>
          <Icon name="diff" size={14} /> Open
        </button>
        {call.ended && isApplied && (
          <button
            type="button"
            class="plain"
            disabled={busy.value}
            aria-label={`Undo the change of ${name}`}
            data-testid="diff-undo"
            onClick={() => void run(undo, "undone")}
          >
            <Icon name="undo" size={14} /> Undo
          </button>
        )}
        {call.ended && !isApplied && (
          <button
            type="button"
            class="plain"
            disabled={busy.value}
            aria-label={`Apply the change of ${name}`}
            data-testid="diff-apply"
            onClick={() => void run(apply, "applied")}
          >
            <Icon name="check" size={14} /> Apply
          </button>
        )}
      </div>
      <div class="diff-lines" tabIndex={0} role="group" aria-label={`Changed lines of ${name}`}>
        {shown.map((line, index) => (
          <Line key={index} line={line} />
        ))}
        {diff.lines.length === 0 && <div class="diff-none">No lines differ.</div>}
      </div>
      {diff.lines.length > COLLAPSED_DIFF_LINES && (
        <button type="button" class="plain more" onClick={() => (all.value = !all.value)}>
          {all.value ? "Show less" : `Show ${Math.min(diff.lines.length, MAX_DIFF_LINES) - COLLAPSED_DIFF_LINES} more lines`}
        </button>
      )}
      {outcome.value && (
        <div class={`diff-outcome ${outcome.value.done ? "" : "warning"}`} role="status">
          {outcome.value.message}
          {!outcome.value.done && outcome.value.current !== null && (
            <button type="button" onClick={compare}>
              Compare
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Line({ line }: { line: DiffLine | null }) {
  if (!line) return <div class="diff-gap">⋯</div>;
  const kind = line.marker === "+" ? "plus" : line.marker === "-" ? "minus" : "";
  return (
    <div class={`diff-line ${kind}`}>
      <span class="diff-number">{line.line}</span>
      <span class="diff-sign">{line.marker}</span>
      <span class="diff-text">{line.text.slice(0, 2000)}</span>
    </div>
  );
}

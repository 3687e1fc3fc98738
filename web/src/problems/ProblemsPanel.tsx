// The problems panel: what the editor's language services (JSON, CSS, HTML, TypeScript and JavaScript) find in the
// open files. Agents send no diagnostics over ACP, so there are none of theirs.

import { useSignal } from "@preact/signals";
import type * as monaco from "monaco-editor";
import { useEffect, useRef, useState } from "preact/hooks";
import { MAX_MARKERS } from "../chat/limits";
import { loadMonaco } from "../editor/monaco";
import { escapeControls } from "../ui/escape-controls";
import { Icon } from "../ui/Icon";
import { VirtualList, type VirtualListHandle } from "../ui/VirtualList";
import { useWorkbench } from "../workbench";
import { relativeName, rootOf } from "../workspace/paths";
import { problemRows, problemsLabel, type Problem } from "./rows";
import "./problems.css";

const ROW_HEIGHT_PX = 24;
const scrollState = { top: 0 };

export function ProblemsPanel() {
  const { documents, config } = useWorkbench();
  const problems = useSignal<readonly Problem[]>([]);
  const list = useRef<VirtualListHandle>(null);
  const [at, setAt] = useState(0);
  const open = documents.all.value;

  useEffect(() => {
    let subscription: monaco.IDisposable | null = null;
    let isGone = false;
    void loadMonaco().then(({ editor }) => {
      if (isGone) return;
      const read = () => {
        problems.value = problemRows(
          open
            .filter((document) => !document.model.isDisposed())
            .map((document) => ({
              path: document.path,
              marks: editor.getModelMarkers({ resource: document.model.uri, take: MAX_MARKERS }),
            })),
        );
      };
      subscription = editor.onDidChangeMarkers(read);
      read();
    });
    return () => {
      isGone = true;
      subscription?.dispose();
    };
  }, [open]);

  const rows = problems.value;
  const selected = Math.min(at, Math.max(rows.length - 1, 0));

  function show(index: number, focus: boolean): void {
    const problem = rows[index];
    if (!problem) return;
    setAt(index);
    void documents.open(problem.path, { selection: problem, focus });
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) return;
    const page = list.current?.page() ?? 10;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const ends: Record<string, number> = { Home: 0, End: rows.length - 1 };
    const step = steps[event.key];
    const next = step === undefined ? ends[event.key] : selected + step;
    if (next !== undefined) {
      const to = Math.min(Math.max(next, 0), rows.length - 1);
      setAt(to);
      list.current?.scrollTo(to, "nearest");
    } else if (event.key === "Enter" || event.key === " ") show(selected, event.key === "Enter");
    else return;
    event.preventDefault();
  }

  if (rows.length === 0) {
    return (
      <p class="problems-empty" role="status" data-testid="problems-empty">
        {open.length > 0
          ? "No problems in the open files. Checked are JSON, CSS, HTML, TypeScript and JavaScript (syntax)."
          : "Open a file to see its problems."}
      </p>
    );
  }
  return (
    <>
      <p class="problems-summary" role="status" data-testid="problems-summary">
        {problemsLabel(rows)} in the open files
      </p>
      <VirtualList
        class="problems"
        role="listbox"
        aria-label="Problems"
        data-testid="problems"
        tabIndex={0}
        aria-activedescendant={`problem-${selected}`}
        count={rows.length}
        rowHeight={ROW_HEIGHT_PX}
        handle={list}
        scrollState={scrollState}
        onKeyDown={handleKey}
        row={(index) => {
          const problem = rows[index]!;
          const name = relativeName(problem.path, rootOf(problem.path, config.roots));
          return (
            <div
              key={index}
              id={`problem-${index}`}
              class={`problem ${problem.severity}`}
              role="option"
              aria-selected={index === selected}
              title={problem.message}
              onClick={() => show(index, true)}
            >
              <Icon name="warning" size={14} />
              <span class="sr-only">{problem.severity}: </span>
              <span class="problem-message">{escapeControls(problem.message)}</span>
              <span class="problem-place">
                {name}:{problem.startLineNumber}
              </span>
            </div>
          );
        }}
      />
    </>
  );
}

// The completion list of the composer: the agent's commands after a /, files and folders after an @.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Documents } from "../../workspace/documents";
import { useWorkbench } from "../../workbench";
import { matchingCommands, type CompletionContext } from "./completion";
import { PathCompletions, type Completion, type EditorPlace } from "./path-completions";

export type { Completion } from "./path-completions";

export interface Completions {
  readonly items: readonly Completion[];
  readonly at: number;
  move(to: number): void;
  /** Returns true if the list consumed the key. */
  handleKey(event: KeyboardEvent, accept: (item: Completion) => void): boolean;
}

export function useCompletion(where: CompletionContext | null): Completions {
  const { chat, config, documents, tools } = useWorkbench();
  const paths = useMemo(() => new PathCompletions(tools, config), [tools, config]);
  const found = useSignal<readonly Completion[]>([]);
  const at = useSignal(0);
  const commands = chat.session.commands.value;
  const key = where ? `${where.kind} ${where.typed}` : "";

  useEffect(() => {
    at.value = 0;
    if (where?.kind !== "file") {
      found.value = [];
      return;
    }
    const show = () => (found.value = paths.find(where.typed, editorPlace(documents)));
    paths.onUpdate = show;
    show();
    return () => (paths.onUpdate = () => {});
  }, [key]);

  const items =
    where?.kind === "command"
      ? matchingCommands(commands, where.typed).map(({ name, description, input }): Completion => ({
          label: `/${name}`,
          hint: input?.hint ?? "",
          detail: description,
          insertText: `/${name}`,
        }))
      : where
        ? found.value
        : [];
  const place = Math.min(at.value, Math.max(0, items.length - 1));
  return {
    items,
    at: place,
    move: (to) => (at.value = to),
    handleKey(event, take) {
      const item = items[place];
      if (!item) return false;
      if (event.key === "ArrowDown") at.value = (place + 1) % items.length;
      else if (event.key === "ArrowUp") at.value = (place - 1 + items.length) % items.length;
      else if (event.key === "Tab" && !event.shiftKey) take(item);
      // Enter sends a command that is typed in full, instead of completing it again.
      else if (event.key === "Enter" && !event.shiftKey && !isFullyTyped(where, item)) take(item);
      else return false;
      return true;
    },
  };
}

function isFullyTyped(where: CompletionContext | null, item: Completion): boolean {
  return where?.kind === "command" && `/${where.typed}` === item.insertText && !item.hint;
}

function editorPlace(documents: Documents): EditorPlace {
  const active = documents.active.peek();
  const others = documents.all.peek().filter((document) => document !== active);
  const selected = documents.editor.peek()?.getSelection();
  const hasSelection = active && selected && !selected.isEmpty();
  return {
    open: [...(active ? [active] : []), ...others].map((document) => document.path),
    selection: hasSelection
      ? { path: active.path, lines: { start: selected.startLineNumber, end: selected.endLineNumber } }
      : null,
  };
}

export function CompletionList({ list, take }: { list: Completions; take(item: Completion): void }) {
  if (list.items.length === 0) return null;
  return (
    <ul
      class="completions"
      id="chat-completions"
      role="listbox"
      aria-label="Completions"
      data-testid="completions"
    >
      {list.items.map((item, index) => (
        <li
          key={item.insertText}
          id={`completion-${index}`}
          role="option"
          aria-selected={index === list.at}
          ref={(row) => {
            if (row && index === list.at) row.scrollIntoView({ block: "nearest" });
          }}
          onPointerMove={() => list.move(index)}
          onPointerDown={(event) => {
            event.preventDefault();
            take(item);
          }}
        >
          <span class="command-name">{item.label}</span>
          {item.hint && <span class="command-hint">{item.hint}</span>}
          <span class="quiet">{item.detail}</span>
        </li>
      ))}
    </ul>
  );
}

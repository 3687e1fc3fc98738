// The completion list of the composer: the agent's commands after a /, files after an @.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Config } from "../../config";
import type { Tools, ToolTypes } from "../../tools/tools";
import { useWorkbench } from "../../workbench";
import { fileRank, matchingCommands, type CompletionContext } from "./completion";
import { shortPath } from "../markdown/links";
import { MAX_FILE_COMPLETIONS } from "../limits";

export interface Completion {
  readonly label: string;
  readonly hint: string;
  readonly detail: string;
  /** Replaces the typed text. */
  readonly insertText: string;
  readonly file?: { readonly name: string; readonly uri: string };
}

export interface Completions {
  readonly items: readonly Completion[];
  readonly at: number;
  move(to: number): void;
  /** Returns true if the list consumed the key. */
  handleKey(event: KeyboardEvent, accept: (item: Completion) => void): boolean;
}

export function useCompletion(where: CompletionContext | null): Completions {
  const { chat, config, documents, tools } = useWorkbench();
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
    const open = documents.all.peek().map((document) => document.path);
    const show = (paths: readonly string[]) => (found.value = fileItems(paths, where.typed, config));
    show(open);
    const control = new AbortController();
    const timer = setTimeout(() => {
      findFiles(tools, config, where.typed, control.signal).then(
        (more) => show([...new Set([...open, ...more])]),
        () => {},
      );
    }, 120);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
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

function fileItems(paths: readonly string[], typed: string, config: Config): Completion[] {
  return paths
    .map((path) => ({ path, name: shortPath(path, config.roots) }))
    .map((file) => ({ ...file, rank: fileRank(file.name, typed) }))
    .filter((file) => file.rank !== null)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .slice(0, MAX_FILE_COMPLETIONS)
    .map(({ path, name }) => ({
      label: name.slice(name.lastIndexOf("/") + 1),
      hint: "",
      detail: name,
      insertText: `@${name}`,
      file: { name, uri: `file://${path.split("/").map(encodeURIComponent).join("/")}` },
    }));
}

async function findFiles(
  tools: Tools,
  config: Config,
  typed: string,
  signal: AbortSignal,
): Promise<string[]> {
  // Replace characters with a meaning in globs by the wildcard for any character.
  const named = typed.replace(/[^\w./-]/g, "?");
  const patterns = typed.includes("/") ? [`**/${named}*`, `${named}*`] : [`**/*${named}*`];
  const found = await Promise.all(
    config.roots.slice(0, 8).map(async (root) => {
      const result = await tools.call<ToolTypes["exploreFiles"]["result"]>(
        "exploreFiles",
        { path: root.path, recursive: true, includePatterns: patterns, respectGitignore: true },
        signal,
      );
      const first = config.roots[0]?.path ?? root.path;
      return result.files
        .filter((entry) => !entry.isDirectory)
        .slice(0, 500)
        .map((entry) => (entry.path.startsWith("/") ? entry.path : `${first}/${entry.path}`));
    }),
  );
  return found.flat();
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

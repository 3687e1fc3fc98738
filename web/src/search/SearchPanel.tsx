// The search panel: finds text in the files of all roots.

import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../ui/Icon";
import { VirtualList, type VirtualListHandle } from "../ui/VirtualList";
import { useWorkbench } from "../workbench";
import { relativeName, rootOf } from "../workspace/paths";
import { ResultLine } from "./ResultLine";
import { utf16Column, type ResultRow } from "./results";
import { searchFor, type Search } from "./search";
import { SearchForm } from "./SearchForm";
import "./search.css";

const ROW_HEIGHT_PX = 22;
const scrollState = { top: 0 };

export function SearchPanel() {
  const { documents, tools, config } = useWorkbench();
  const search = searchFor(tools, config);
  const list = useRef<VirtualListHandle>(null);
  const [at, setAt] = useState(0);
  const rows = search.rows.value;
  const query = search.query.value;

  const before = useRef(query);
  useEffect(() => {
    if (before.current === query) return;
    before.current = query;
    setAt(0);
    list.current?.scrollTo(0, "start");
  }, [query]);

  async function open(row: ResultRow, focus: boolean): Promise<void> {
    if (row.kind === "file") {
      search.fold(row.group.path, !row.folded);
      return;
    }
    const document = await documents.reveal(row.group.path, { focus });
    if (!document) return;
    const { match } = row;
    const line = Math.min(match.line, document.model.getLineCount());
    const column = utf16Column(document.model.getLineContent(line), match.column);
    const selection = {
      startLineNumber: line,
      startColumn: column,
      endLineNumber: line,
      endColumn: column + match.matchText.length,
    };
    documents.show(document, { selection, focus });
  }

  function move(to: number): void {
    const next = Math.min(Math.max(to, 0), rows.length - 1);
    setAt(next);
    list.current?.scrollTo(next, "nearest");
  }

  function handleKey(event: KeyboardEvent): void {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = list.current?.page() ?? 10;
    switch (event.key) {
      case "ArrowDown":
        move(at + 1);
        break;
      case "ArrowUp":
        move(at - 1);
        break;
      case "PageDown":
        move(at + page);
        break;
      case "PageUp":
        move(at - page);
        break;
      case "Home":
        move(0);
        break;
      case "End":
        move(rows.length - 1);
        break;
      case "ArrowLeft":
        if (row.kind === "file") search.fold(row.group.path, true);
        else move(rows.findIndex((other) => other.kind === "file" && other.group === row.group));
        break;
      case "ArrowRight":
        if (row.kind === "file" && row.folded) search.fold(row.group.path, false);
        else move(at + 1);
        break;
      case "Enter":
        void open(row, true);
        break;
      case " ":
        void open(row, false);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  return (
    <>
      <SearchForm
        search={search}
        onDown={() => {
          list.current?.element?.focus();
          move(at);
        }}
      />
      <Summary search={search} unsaved={documents.anyDirty.value} />
      <VirtualList
        class="results"
        role="tree"
        aria-label="Matches"
        data-testid="search-results"
        tabIndex={rows.length > 0 ? 0 : -1}
        aria-activedescendant={rows.length > 0 ? `result-${at}` : undefined}
        count={rows.length}
        rowHeight={ROW_HEIGHT_PX}
        handle={list}
        scrollState={scrollState}
        onKeyDown={handleKey}
        row={(index) => {
          const row = rows[index]!;
          const root = rootOf(row.group.path, config.roots);
          return (
            <ResultLine
              key={row.kind === "file" ? row.group.path : `${row.group.path} ${row.place}`}
              row={row}
              index={index}
              files={search.groups.value.length}
              name={relativeName(row.group.path, root)}
              root={config.roots.length > 1 ? (root?.name ?? "") : ""}
              selected={index === at}
              onActivate={() => {
                setAt(index);
                void open(row, true);
              }}
            />
          );
        }}
      />
      {search.hasMore.value && (
        <button
          type="button"
          class="results-more"
          // Not `disabled`, because that would remove the focus from the button.
          aria-disabled={search.state.value.kind === "searching"}
          onClick={() => search.state.value.kind !== "searching" && void search.more()}
        >
          Show more
        </button>
      )}
    </>
  );
}

function Summary({ search, unsaved }: { search: Search; unsaved: boolean }) {
  const state = search.state.value;
  const files = search.groups.value.length;
  const found = search.found.value;
  if (state.kind === "idle") {
    return <p class="search-summary">Finds a text or a pattern in the saved files of all open folders.</p>;
  }
  if (state.kind === "failed") {
    return (
      <p class="search-summary failed" role="alert">
        {state.message}
      </p>
    );
  }
  const all = state.kind === "done" && state.total > found ? ` of ${state.total.toLocaleString("en")}` : "";
  const inFiles = files === 1 ? "1 file" : `${files.toLocaleString("en")} files`;
  return (
    <div class="search-summary" data-testid="search-summary">
      <span role="status">
        {state.kind === "searching" && found === 0 && "Searching…"}
        {state.kind === "done" && found === 0 && "No match."}
        {found > 0 && `${found.toLocaleString("en")}${all} in ${inFiles}`}
        {unsaved && " · unsaved changes are not searched"}
      </span>
      {found > 0 && (
        <button
          type="button"
          class="plain"
          aria-label="Fold all files"
          title="Fold all files"
          onClick={() => search.foldAll(true)}
        >
          <Icon name="chevron" size={14} />
        </button>
      )}
    </div>
  );
}

// Search in the files of all roots.

import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../shell/Icon";
import { VirtualList, type VirtualListHandle } from "../shell/VirtualList";
import { useWorkbench } from "../workbench";
import { nameIn, rootOf } from "../workspace/paths";
import { ResultLine } from "./ResultLine";
import { utf16Column, type ResultRow } from "./results";
import { searchWith, type Asked, type Search } from "./search";

const ROW = 22;
const place = { top: 0 };

export function SearchPanel() {
  const { documents, tools, config } = useWorkbench();
  const search = searchWith(tools, config);
  const list = useRef<VirtualListHandle>(null);
  const [at, setAt] = useState(0);
  const rows = search.rows.value;
  const asked = search.asked.value;

  useEffect(() => setAt(0), [asked]);

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

  function press(event: KeyboardEvent): void {
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
        rowHeight={ROW}
        handle={list}
        place={place}
        onKeyDown={press}
        row={(index) => {
          const row = rows[index]!;
          const root = rootOf(row.group.path, config.roots);
          return (
            <ResultLine
              key={row.kind === "file" ? row.group.path : `${row.group.path} ${row.place}`}
              row={row}
              index={index}
              files={search.groups.value.length}
              name={nameIn(row.group.path, root)}
              root={config.roots.length > 1 ? (root?.name ?? "") : ""}
              selected={index === at}
              onUse={() => {
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
          disabled={search.state.value.kind === "searching"}
          onClick={() => void search.more()}
        >
          Show more
        </button>
      )}
    </>
  );
}

function SearchForm({ search, onDown }: { search: Search; onDown(): void }) {
  const asked = search.asked.value;
  const set = (change: Partial<Asked>) => (search.asked.value = { ...search.asked.value, ...change });
  const [filters, setFilters] = useState(asked.include !== "" || asked.exclude !== "");
  return (
    <form
      class="search-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void search.run();
      }}
    >
      <div class="search-field">
        <input
          type="text"
          data-first
          data-testid="search-query"
          aria-label="Search in all files"
          placeholder="Search in all files"
          spellcheck={false}
          value={asked.query}
          onInput={(event) => set({ query: event.currentTarget.value })}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            onDown();
          }}
        />
        <Switch label="Match case" text="Aa" on={asked.matchCase} press={(matchCase) => set({ matchCase })} />
        <Switch label="Regular expression" text=".*" on={asked.regex} press={(regex) => set({ regex })} />
        <Switch label="Which files" text="…" on={filters} press={setFilters} />
      </div>
      {filters && (
        <div class="search-filters">
          <input
            type="text"
            aria-label="Files to include"
            placeholder="Only in, such as *.py, src/**"
            spellcheck={false}
            value={asked.include}
            onInput={(event) => set({ include: event.currentTarget.value })}
          />
          <input
            type="text"
            aria-label="Files to exclude"
            placeholder="Not in, such as *.lock, docs/**"
            spellcheck={false}
            value={asked.exclude}
            onInput={(event) => set({ exclude: event.currentTarget.value })}
          />
          <label>
            <input
              type="checkbox"
              checked={asked.ignored}
              onChange={(event) => set({ ignored: event.currentTarget.checked })}
            />
            Also what .gitignore leaves out
          </label>
        </div>
      )}
    </form>
  );
}

interface SwitchProps {
  label: string;
  text: string;
  on: boolean;
  press(on: boolean): void;
}

function Switch({ label, text, on, press }: SwitchProps) {
  return (
    <button
      type="button"
      class="plain search-switch"
      aria-label={label}
      title={label}
      aria-pressed={on}
      onClick={() => press(!on)}
    >
      {text}
    </button>
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
        {state.why}
      </p>
    );
  }
  const all = state.kind === "done" && state.total > found ? ` of ${state.total.toLocaleString("en")}` : "";
  return (
    <div class="search-summary" data-testid="search-summary">
      <span role="status">
        {state.kind === "searching" && found === 0 && "Searching…"}
        {state.kind === "done" && found === 0 && "No match."}
        {found > 0 && `${found.toLocaleString("en")}${all} in ${files === 1 ? "1 file" : `${files.toLocaleString("en")} files`}`}
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

// The search form: the query and its options.

import { useState } from "preact/hooks";
import type { SearchQuery, Search } from "./search";

export function SearchForm({ search, onDown }: { search: Search; onDown(): void }) {
  const query = search.query.value;
  const set = (change: Partial<SearchQuery>) => (search.query.value = { ...search.query.value, ...change });
  const [filters, setFilters] = useState(query.include !== "" || query.exclude !== "");
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
          value={query.query}
          onInput={(event) => set({ query: event.currentTarget.value })}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            onDown();
          }}
        />
        <Switch
          label="Match case"
          text="Aa"
          on={query.matchCase}
          onToggle={(matchCase) => set({ matchCase })}
        />
        <Switch label="Regular expression" text=".*" on={query.regex} onToggle={(regex) => set({ regex })} />
        <Switch label="Filter files" text="…" on={filters} onToggle={setFilters} />
      </div>
      {filters && (
        <div class="search-filters">
          <input
            type="text"
            aria-label="Files to include"
            placeholder="Files to include, such as *.py, src/**"
            spellcheck={false}
            value={query.include}
            onInput={(event) => set({ include: event.currentTarget.value })}
          />
          <input
            type="text"
            aria-label="Files to exclude"
            placeholder="Files to exclude, such as *.lock, docs/**"
            spellcheck={false}
            value={query.exclude}
            onInput={(event) => set({ exclude: event.currentTarget.value })}
          />
          <label>
            <input
              type="checkbox"
              checked={query.ignored}
              onChange={(event) => set({ ignored: event.currentTarget.checked })}
            />
            Include files ignored by .gitignore
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
  onToggle(on: boolean): void;
}

function Switch({ label, text, on, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      class="plain search-switch"
      aria-label={label}
      title={label}
      aria-pressed={on}
      onClick={() => onToggle(!on)}
    >
      {text}
    </button>
  );
}

// What is searched for, and where.

import { useState } from "preact/hooks";
import type { Asked, Search } from "./search";

export function SearchForm({ search, onDown }: { search: Search; onDown(): void }) {
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

// The preview of a bulk edit (rename or search-and-replace), below the editor, which shrinks for it: no code is
// covered. Locations can be excluded. F6 focuses it; Tab in the editor, or Enter here, applies it.

import { signal, type Signal } from "@preact/signals";
import { render } from "preact";
import { useState } from "preact/hooks";
import type * as monaco from "monaco-editor";
import type { PreparedSuggestion } from "../suggestions/prepared-suggestion";
import type { EditLocation } from "../suggestions/bulk-edit";
import { locationCountLabel } from "./labels";
import { MAX_SHOWN_LOCATIONS } from "../limits";

interface PreviewActions {
  apply(prepared: PreparedSuggestion): void;
  reject(prepared: PreparedSuggestion): void;
}

/** The excluded locations of a suggestion, once the user changed them. */
const excludedLocations = new WeakMap<PreparedSuggestion, Set<EditLocation>>();

/** By default the uncertain locations are excluded. */
function excludedFrom(prepared: PreparedSuggestion): ReadonlySet<EditLocation> {
  const uncertain = prepared.bulkEdit?.locations.filter((location) => location.uncertain);
  return excludedLocations.get(prepared) ?? new Set(uncertain);
}

/** What the user excluded stays excluded when the same edit is suggested again. */
function keepExclusions(before: PreparedSuggestion, after: PreparedSuggestion): void {
  const excluded = excludedLocations.get(before);
  if (!excluded || before === after || before.bulkEdit?.title !== after.bulkEdit?.title) return;
  const keys = new Set([...excluded].map(locationKey));
  excludedLocations.set(after, new Set(after.bulkEdit?.locations.filter((place) => keys.has(locationKey(place)))));
}

function locationKey({ path, range }: EditLocation): string {
  return `${path}:${range.startLineNumber}:${range.startColumn}`;
}

/** The locations to edit. */
export function selectedLocations(prepared: PreparedSuggestion): readonly EditLocation[] {
  const excluded = excludedFrom(prepared);
  return (prepared.bulkEdit?.locations ?? []).filter((place) => !excluded.has(place));
}

export class PreviewWidget {
  readonly #node = document.createElement("div");
  readonly #shown: Signal<PreparedSuggestion | null> = signal(null);
  #last: PreparedSuggestion | null = null;
  readonly #resizes = new ResizeObserver(() => this.#makeRoom());

  constructor(
    private readonly editor: monaco.editor.ICodeEditor,
    acts: PreviewActions,
  ) {
    this.#node.className = "nes-preview-place";
    this.#resizes.observe(this.#node);
    // Monaco must not handle events of the preview as input to the text.
    for (const kind of ["keydown", "keypress", "mousedown"] as const) {
      this.#node.addEventListener(kind, (event) => event.stopPropagation());
    }
    render(<PreviewView shown={this.#shown} acts={acts} leave={() => editor.focus()} />, this.#node);
  }

  show(prepared: PreparedSuggestion | null): void {
    if (prepared && this.#last) keepExclusions(this.#last, prepared);
    this.#last = prepared ?? this.#last;
    const hadFocus = this.#node.contains(document.activeElement);
    this.#shown.value = prepared;
    const isAttached = this.#node.isConnected;
    if (prepared && !isAttached) this.editor.getContainerDomNode().after(this.#node);
    else if (!prepared && isAttached) this.#node.remove();
    if ((prepared !== null) !== isAttached) this.#makeRoom();
    if (!prepared && hadFocus) this.editor.focus();
  }

  dispose(): void {
    this.show(null);
    this.#resizes.disconnect();
    render(null, this.#node);
  }

  /** The editor ends above the preview, and the cursor stays visible. */
  #makeRoom(): void {
    const height = this.#node.isConnected ? this.#node.offsetHeight : 0;
    this.editor.getContainerDomNode().style.bottom = height > 0 ? `${height}px` : "";
    document.documentElement.style.setProperty("--preview-height", `${height}px`);
    if (height === 0) return;
    this.editor.layout();
    const position = this.editor.getPosition();
    if (position) this.editor.revealPosition(position);
  }
}

function PreviewView({
  shown,
  acts,
  leave,
}: {
  shown: Signal<PreparedSuggestion | null>;
  acts: PreviewActions;
  leave(): void;
}) {
  const prepared = shown.value;
  const [, rerender] = useState(0);
  if (!prepared?.bulkEdit) return null;
  const { title, locations } = prepared.bulkEdit;
  const excluded = excludedFrom(prepared);
  const selectedCount = locations.length - excluded.size;
  const files = new Set(selectedLocations(prepared).map((place) => place.path)).size;

  function handleKey(event: KeyboardEvent): void {
    if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) acts.apply(prepared!);
    else if (event.key === "Escape") {
      acts.reject(prepared!);
      leave();
    } else return;
    event.preventDefault();
  }

  return (
    <section
      class="nes-preview"
      data-part="suggestion"
      data-testid="nes-preview"
      aria-label={`Next edit: ${title}`}
      onKeyDown={handleKey}
    >
      <header>
        <strong>{title}</strong>
        <span class="nes-preview-count">{locationCountLabel(selectedCount, files)}</span>
      </header>
      <ul>
        {locations.slice(0, MAX_SHOWN_LOCATIONS).map((place, index) => (
          <LocationView
            key={locationKey(place)}
            location={place}
            first={index === 0}
            showsFile={place.path !== locations[index - 1]?.path}
            checked={!excluded.has(place)}
            toggle={() => {
              const next = new Set(excluded);
              if (!next.delete(place)) next.add(place);
              excludedLocations.set(prepared, next);
              rerender((times) => times + 1);
            }}
          />
        ))}
        {locations.length > MAX_SHOWN_LOCATIONS && (
          <li class="nes-preview-more">and {locations.length - MAX_SHOWN_LOCATIONS} more</li>
        )}
      </ul>
      <footer>
        <button
          type="button"
          class="primary"
          disabled={selectedCount === 0}
          onClick={() => acts.apply(prepared)}
        >
          Apply {selectedCount === locations.length ? "all" : `${selectedCount} of ${locations.length}`} <kbd>Tab</kbd>
        </button>
        <button type="button" onClick={() => acts.reject(prepared)}>
          Reject <kbd>Esc</kbd>
        </button>
      </footer>
    </section>
  );
}

interface LocationProps {
  readonly location: EditLocation;
  readonly first: boolean;
  /** Whether the file name is shown above the location. */
  readonly showsFile: boolean;
  readonly checked: boolean;
  toggle(): void;
}

function LocationView({ location, first, showsFile, checked, toggle }: LocationProps) {
  const line = location.range.startLineNumber;
  return (
    <li>
      {showsFile && <div class="nes-preview-file">{location.name}</div>}
      <label>
        <input
          type="checkbox"
          checked={checked}
          onChange={toggle}
          aria-label={`${location.name}, line ${line}: ${location.before} becomes ${location.after}`}
          {...(first ? { "data-first": true } : {})}
        />
        <span class="nes-preview-line">{line}</span>
        <span class="nes-preview-text">
          <del>{location.before}</del>
          <ins>{location.after}</ins>
        </span>
      </label>
    </li>
  );
}

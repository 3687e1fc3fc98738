// The preview of a bulk edit (rename or search-and-replace), in a corner of the editor. Locations can be
// excluded. F6 focuses it; Tab in the editor, or Enter here, applies it.

import { signal, type Signal } from "@preact/signals";
import { render } from "preact";
import { useState } from "preact/hooks";
import type * as monaco from "monaco-editor";
import type { Monaco } from "../../editor/monaco";
import type { PreparedSuggestion } from "../suggestions/prepared-suggestion";
import type { EditLocation } from "../suggestions/bulk-edit";
import { locationCountLabel } from "./labels";
import { MAX_SHOWN_LOCATIONS } from "../limits";

interface PreviewActions {
  apply(prepared: PreparedSuggestion): void;
  dismiss(prepared: PreparedSuggestion): void;
}

/** The excluded locations of a suggestion, once the user changed them. */
const excludedLocations = new WeakMap<PreparedSuggestion, Set<EditLocation>>();

/** By default the uncertain locations are excluded. */
function excludedFrom(prepared: PreparedSuggestion): ReadonlySet<EditLocation> {
  const uncertain = prepared.bulkEdit?.locations.filter((location) => location.uncertain);
  return excludedLocations.get(prepared) ?? new Set(uncertain);
}

/** The locations to edit. */
export function selectedLocations(prepared: PreparedSuggestion): readonly EditLocation[] {
  const excluded = excludedFrom(prepared);
  return (prepared.bulkEdit?.locations ?? []).filter((place) => !excluded.has(place));
}

export class PreviewWidget {
  readonly #node = document.createElement("div");
  readonly #shown: Signal<PreparedSuggestion | null> = signal(null);
  #isAttached = false;
  #corner: monaco.editor.OverlayWidgetPositionPreference = 0;

  constructor(
    private readonly monaco: Monaco,
    private readonly editor: monaco.editor.ICodeEditor,
    acts: PreviewActions,
  ) {
    this.#node.className = "nes-preview-place";
    // Monaco must not handle events of the preview as input to the text.
    for (const kind of ["keydown", "keypress", "mousedown"] as const) {
      this.#node.addEventListener(kind, (event) => event.stopPropagation());
    }
    render(<PreviewView shown={this.#shown} acts={acts} leave={() => editor.focus()} />, this.#node);
  }

  show(prepared: PreparedSuggestion | null): void {
    const hadFocus = this.#node.contains(document.activeElement);
    this.#shown.value = prepared;
    if (prepared) this.#corner = this.#freeCorner();
    if (prepared && !this.#isAttached) this.editor.addOverlayWidget(this.#widget);
    else if (prepared) this.editor.layoutOverlayWidget(this.#widget);
    else if (!prepared && this.#isAttached) this.editor.removeOverlayWidget(this.#widget);
    this.#isAttached = prepared !== null;
    if (!prepared && hadFocus) this.editor.focus();
  }

  dispose(): void {
    this.show(null);
    render(null, this.#node);
  }

  readonly #widget: monaco.editor.IOverlayWidget = {
    getId: () => "understudy.nes.preview",
    getDomNode: () => this.#node,
    getPosition: () => ({ preference: this.#corner }),
  };

  /** The corner that is farther from the cursor. */
  #freeCorner(): monaco.editor.OverlayWidgetPositionPreference {
    const { TOP_RIGHT_CORNER, BOTTOM_RIGHT_CORNER } = this.monaco.editor.OverlayWidgetPositionPreference;
    const position = this.editor.getPosition();
    const top = position ? (this.editor.getScrolledVisiblePosition(position)?.top ?? 0) : 0;
    return top < this.editor.getLayoutInfo().height / 2 ? BOTTOM_RIGHT_CORNER : TOP_RIGHT_CORNER;
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
      acts.dismiss(prepared!);
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
            key={`${place.path}:${place.range.startLineNumber}:${place.range.startColumn}`}
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
        <button type="button" onClick={() => acts.dismiss(prepared)}>
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

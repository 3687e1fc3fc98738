// The list of places that a rename or a search-and-replace would change, over the editor's corner. Each can
// be left out. Reached by F6; Tab in the editor, or Enter here, applies it.

import { signal, type Signal } from "@preact/signals";
import { render } from "preact";
import { useState } from "preact/hooks";
import type * as monaco from "monaco-editor";
import type { Monaco } from "../../editor/monaco";
import type { Offer } from "../suggestions/prepared-suggestion";
import type { Place } from "../suggestions/bulk-edit";
import { places } from "./labels";

/** Places that are drawn; the others are counted. */
const MOST_SHOWN = 200;

interface Acts {
  apply(offer: Offer): void;
  dismiss(offer: Offer): void;
}

/** Which places of which offer were left out. */
const leftOut = new WeakMap<Offer, Set<Place>>();

/** What is left out until the user says otherwise. */
function leftOutOf(offer: Offer): ReadonlySet<Place> {
  return leftOut.get(offer) ?? new Set(offer.plan?.places.filter((place) => place.doubtful));
}

/** The places that are to be changed. */
export function chosen(offer: Offer): readonly Place[] {
  const out = leftOutOf(offer);
  return (offer.plan?.places ?? []).filter((place) => !out.has(place));
}

export class PreviewWidget {
  readonly #node = document.createElement("div");
  readonly #shown: Signal<Offer | null> = signal(null);
  #placed = false;
  #corner: monaco.editor.OverlayWidgetPositionPreference = 0;

  constructor(
    private readonly monaco: Monaco,
    private readonly editor: monaco.editor.ICodeEditor,
    acts: Acts,
  ) {
    this.#node.className = "nes-preview-place";
    // Monaco must not take what is typed into the list for typing into the text.
    for (const kind of ["keydown", "keypress", "mousedown"] as const) {
      this.#node.addEventListener(kind, (event) => event.stopPropagation());
    }
    render(<PreviewView shown={this.#shown} acts={acts} leave={() => editor.focus()} />, this.#node);
  }

  show(offer: Offer | null): void {
    const hadFocus = this.#node.contains(document.activeElement);
    this.#shown.value = offer;
    if (offer) this.#corner = this.#freeCorner();
    if (offer && !this.#placed) this.editor.addOverlayWidget(this.#widget);
    else if (offer) this.editor.layoutOverlayWidget(this.#widget);
    else if (!offer && this.#placed) this.editor.removeOverlayWidget(this.#widget);
    this.#placed = offer !== null;
    if (!offer && hadFocus) this.editor.focus();
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

  /** The one that is farther from the cursor. */
  #freeCorner(): monaco.editor.OverlayWidgetPositionPreference {
    const { TOP_RIGHT_CORNER, BOTTOM_RIGHT_CORNER } = this.monaco.editor.OverlayWidgetPositionPreference;
    const position = this.editor.getPosition();
    const top = position ? (this.editor.getScrolledVisiblePosition(position)?.top ?? 0) : 0;
    return top < this.editor.getLayoutInfo().height / 2 ? BOTTOM_RIGHT_CORNER : TOP_RIGHT_CORNER;
  }
}

function PreviewView({ shown, acts, leave }: { shown: Signal<Offer | null>; acts: Acts; leave(): void }) {
  const offer = shown.value;
  const [, draw] = useState(0);
  if (!offer?.plan) return null;
  const { title, places: all } = offer.plan;
  const out = leftOutOf(offer);
  const kept = all.length - out.size;
  const files = new Set(chosen(offer).map((place) => place.path)).size;

  function press(event: KeyboardEvent): void {
    if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) acts.apply(offer!);
    else if (event.key === "Escape") {
      acts.dismiss(offer!);
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
      onKeyDown={press}
    >
      <header>
        <strong>{title}</strong>
        <span class="nes-preview-count">{places(kept, files)}</span>
      </header>
      <ul>
        {all.slice(0, MOST_SHOWN).map((place, index) => (
          <PlaceView
            key={`${place.path}:${place.range.startLineNumber}:${place.range.startColumn}`}
            place={place}
            first={index === 0}
            head={place.path !== all[index - 1]?.path}
            on={!out.has(place)}
            toggle={() => {
              const next = new Set(out);
              if (!next.delete(place)) next.add(place);
              leftOut.set(offer, next);
              draw((times) => times + 1);
            }}
          />
        ))}
        {all.length > MOST_SHOWN && <li class="nes-preview-more">and {all.length - MOST_SHOWN} more</li>}
      </ul>
      <footer>
        <button type="button" class="primary" disabled={kept === 0} onClick={() => acts.apply(offer)}>
          Apply {kept === all.length ? "all" : `${kept} of ${all.length}`} <kbd>Tab</kbd>
        </button>
        <button type="button" onClick={() => acts.dismiss(offer)}>
          Reject <kbd>Esc</kbd>
        </button>
      </footer>
    </section>
  );
}

interface PlaceProps {
  readonly place: Place;
  readonly first: boolean;
  /** Whether its file is named above it. */
  readonly head: boolean;
  readonly on: boolean;
  toggle(): void;
}

function PlaceView({ place, first, head, on, toggle }: PlaceProps) {
  const line = place.range.startLineNumber;
  return (
    <li>
      {head && <div class="nes-preview-file">{place.name}</div>}
      <label>
        <input
          type="checkbox"
          checked={on}
          onChange={toggle}
          aria-label={`${place.name}, line ${line}: ${place.before} becomes ${place.after}`}
          {...(first ? { "data-first": true } : {})}
        />
        <span class="nes-preview-line">{line}</span>
        <span class="nes-preview-text">
          <del>{place.before}</del>
          <ins>{place.after}</ins>
        </span>
      </label>
    </li>
  );
}

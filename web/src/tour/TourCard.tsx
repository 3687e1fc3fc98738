// The tour card: shows the current task over the page, and can be moved, folded and closed. The first screen
// offers the tour.

import { signal } from "@preact/signals";
import { Icon } from "../ui/Icon";
import { openPanels, sizes } from "../shell/layout";
import { useWorkbench } from "../workbench";
import { piecesOf, steps, taskAt } from "./steps";
import { TourSummary } from "./Summary";
import type { Tour } from "./tour";
import { BOTTOM_MARGIN_PX, MOVE_STEP_PX, RIGHT_MARGIN_PX } from "./limits";

/** How far the card was moved from its corner. */
const offset = signal({ x: 0, y: 0 });

export function TourCard() {
  const { tour } = useWorkbench();
  const { phase, place, folded } = tour.progress.value;
  if (phase !== "running" && phase !== "finished") return null;
  const title = phase === "finished" ? "That was the tour" : steps[place.step]!.title;
  return (
    <section
      class={`tour-card${folded ? " folded" : ""}`}
      data-part="tour"
      data-testid="tour"
      aria-label="Tour"
      style={{
        transform: `translate(${offset.value.x}px, ${offset.value.y}px)`,
        // Above the lower panel, and above the preview of a suggestion.
        bottom: `calc(${BOTTOM_MARGIN_PX + (openPanels.bottom.value ? sizes.value.bottom : 0)}px + var(--preview-height, 0px))`,
        // Beside the chat if there is space, and always inside the window.
        right: `min(${RIGHT_MARGIN_PX + (openPanels.right.value ? sizes.value.right : 0)}px, 100vw - min(400px, 92vw) - 8px)`,
      }}
    >
      <header>
        <button
          type="button"
          class="plain tour-move"
          aria-label="Move the tour: drag it, or use the arrow keys"
          title="Drag, or use the arrow keys"
          onPointerDown={drag}
          onKeyDown={moveByKey}
        >
          <svg class="icon" width="14" height="14" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M9 5h.01 M15 5h.01 M9 12h.01 M15 12h.01 M9 19h.01 M15 19h.01" />
          </svg>
        </button>
        <h2>{title}</h2>
        {phase === "running" && (
          <span class="tour-dots" role="img" aria-label={`Step ${place.step + 1} of ${steps.length}`}>
            {steps.map((step, index) => (
              <i key={step.id} class={index < place.step ? "done" : index === place.step ? "here" : ""} />
            ))}
          </span>
        )}
        <button
          type="button"
          class="plain"
          aria-expanded={!folded}
          aria-label={folded ? "Unfold the tour" : "Fold the tour"}
          onClick={() => tour.fold(!folded)}
        >
          <span class={folded ? "tour-chevron" : "tour-chevron open"}>
            <Icon name="chevron" size={14} />
          </span>
        </button>
        <button
          type="button"
          class="plain"
          aria-label="Close the tour"
          data-testid="tour-close"
          onClick={() => tour.close()}
        >
          <Icon name="close" size={14} />
        </button>
      </header>
      {!folded && (phase === "finished" ? <TourSummary /> : <CurrentTask tour={tour} />)}
    </section>
  );
}

function CurrentTask({ tour }: { tour: Tour }) {
  const { nes } = useWorkbench();
  const task = taskAt(tour.progress.value.place);
  if (!task) return null;
  const left = tour.left.value;
  const message = nes.state.value.message;
  return (
    <div class="tour-body">
      <p data-testid="tour-say">
        {piecesOf(task.say).map((piece, index) => {
          if (piece.as === "code") return <code key={index}>{piece.text}</code>;
          if (piece.as === "key") return <kbd key={index}>{piece.text}</kbd>;
          return piece.text;
        })}
      </p>
      {task.do === "take" && left > 1 && <p class="tour-quiet">{left} places left</p>}
      {task.do === "take" && left === 0 && <p class="tour-quiet">✓ Done.</p>}
      {task.do === "take" && tour.stuck.value && (
        <p class="tour-quiet" role="status">
          {message || "No suggestion yet."} Click into the editor, or skip this.
        </p>
      )}
      <div class="tour-buttons">
        <button
          type="button"
          class="primary"
          data-first
          data-testid="tour-do"
          disabled={tour.busy.value}
          onClick={() => void tour.demonstrate()}
        >
          {tour.busy.value ? "Watch…" : "Do it for me"}
        </button>
        <button type="button" data-testid="tour-skip" onClick={() => tour.skip()}>
          Skip
        </button>
      </div>
    </div>
  );
}

function drag(event: PointerEvent): void {
  event.preventDefault();
  const { x, y } = offset.value;
  const from = { x: event.clientX - x, y: event.clientY - y };
  const move = (at: PointerEvent) => moveTo(at.clientX - from.x, at.clientY - from.y);
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function moveByKey(event: KeyboardEvent): void {
  const ways: Record<string, readonly [number, number]> = {
    ArrowLeft: [-MOVE_STEP_PX, 0],
    ArrowRight: [MOVE_STEP_PX, 0],
    ArrowUp: [0, -MOVE_STEP_PX],
    ArrowDown: [0, MOVE_STEP_PX],
  };
  const way = ways[event.key];
  if (!way) return;
  event.preventDefault();
  moveTo(offset.value.x + way[0], offset.value.y + way[1]);
}

/** Keep the card inside the window. */
function moveTo(x: number, y: number): void {
  const card = document.querySelector(".tour-card");
  if (!card) return;
  const box = card.getBoundingClientRect();
  const home = { x: box.left - offset.value.x, y: box.top - offset.value.y };
  const clamp = (value: number, min: number, max: number) =>
    Math.min(Math.max(value, min), Math.max(min, max));
  offset.value = {
    x: clamp(x, -home.x, innerWidth - box.width - home.x),
    y: clamp(y, -home.y, innerHeight - box.height - home.y),
  };
}

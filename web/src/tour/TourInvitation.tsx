// Offers the tour where nothing is open: in an empty project, or when it was closed half way.

import { useWorkbench } from "../workbench";

export function TourInvitation() {
  const { tour } = useWorkbench();
  const { phase, ended } = tour.progress.value;
  if (phase !== "offered" && phase !== "closed") return null;
  const half = phase === "closed" && ended === 0;
  return (
    <div class="tour-invitation" data-testid="tour-invitation">
      <p>
        {half
          ? "The tour is not over yet."
          : "A rename, a repeated edit and a jump in a minute, on a small sample written into this folder."}
      </p>
      <button type="button" onClick={() => void tour.begin()}>
        {half ? "Go on with the tour" : "Take the tour"}
      </button>
    </div>
  );
}

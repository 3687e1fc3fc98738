// The end of the tour: how many suggestions there were, how fast they came, and what to do next.

import { msLabel, quantile } from "../insights/latency";
import { sumTallies } from "../insights/tallies";
import { showPanel } from "../shell/shell-commands";
import { useWorkbench } from "../workbench";

/** The agent's name of the engine that needs no model. */
const OWN_ENGINE = "Symbolic";

export function TourSummary() {
  const { tour, insights, nes, config } = useWorkbench();
  const { begun, ended, skipped, before } = tour.progress.value;
  const responses = insights.responses.value.filter((one) => one.at >= begun && one.at <= ended);
  const all = sumTallies(insights.tallies.value);
  const local = config.agent.own && nes.state.value.engine === OWN_ENGINE;
  const seconds = Math.max(1, Math.round((ended - begun) / 1000));
  return (
    <div class="tour-body" data-testid="tour-summary">
      <p>
        {all.shown - before.shown} suggestions, {all.accepted - before.accepted} accepted
        {responses.length > 0 && (
          <>
            , half of the answers within{" "}
            {msLabel(
              quantile(
                responses.map((one) => one.latency),
                0.5,
              ),
            )}
          </>
        )}
        {skipped.length === 0 && seconds < 600 && <>, in {seconds} seconds</>}.
        {local && " All of it on this machine: no key, no account, no model."}
      </p>
      <ul>
        <li>
          Your own folder: <code>{config.command} web path/to/project</code>
        </li>
        <li>
          Your own editor: any that speaks ACP can run <code>{config.command} acp</code>
        </li>
        <li>
          The chat beside: type <code>/help</code>
        </li>
      </ul>
      <div class="tour-buttons">
        <button type="button" class="primary" data-first onClick={() => tour.close()}>
          Done
        </button>
        <button type="button" onClick={() => showPanel("insights")}>
          Insights
        </button>
        <button type="button" data-testid="tour-again" onClick={() => void tour.begin()}>
          Start again
        </button>
      </div>
    </div>
  );
}

// The insights panel: key figures and plots about suggestions, or the same as tables.

import { signal } from "@preact/signals";
import { ask } from "../shell/notices";
import { useWorkbench } from "../workbench";
import { InsightTables } from "./InsightTables";
import type { Insights } from "./insights";
import { msLabel, quantile } from "./latency";
import { LatencyPlot } from "./LatencyPlot";
import {
  acceptanceRate,
  percent,
  sumTallies,
  type Tally,
  reasonLabel,
  topReasons,
  type Tallies,
} from "./tallies";
import { OutcomesPlot } from "./OutcomesPlot";
import { MAX_REASONS } from "./limits";
import "./insights.css";

const asTables = signal(false);

export function InsightsPanel() {
  const { insights } = useWorkbench();
  const tallies = insights.tallies.value;
  const isEmpty = tallies.answers === 0 && Object.keys(tallies.kinds).length === 0;
  return (
    <div class="insights" data-testid="insights">
      <div class="insights-head">
        <Figures insights={insights} />
        <div class="insights-actions">
          <button
            type="button"
            data-first
            aria-pressed={asTables.value}
            data-testid="insights-tables"
            onClick={() => (asTables.value = !asTables.value)}
          >
            {asTables.value ? "Show as plots" : "Show as table"}
          </button>
          <button
            type="button"
            disabled={isEmpty}
            data-testid="insights-reset"
            onClick={() => void reset(insights)}
          >
            Reset
          </button>
        </div>
      </div>
      {isEmpty && (
        <p class="insights-none">
          No suggestion has been requested yet. Edit a file: every response of the agent is counted
          here while this tab is open.
        </p>
      )}
      {!isEmpty && asTables.value && <InsightTables insights={insights} />}
      {!isEmpty && !asTables.value && (
        <div class="insights-plots">
          <OutcomesPlot tallies={tallies} />
          <LatencyPlot responses={insights.responses.value} />
          <ReasonsPlot tallies={tallies} />
        </div>
      )}
    </div>
  );
}

function Figures({ insights }: { insights: Insights }) {
  const tallies = insights.tallies.value;
  const responses = insights.responses.value;
  const all = sumTallies(tallies);
  const latencies = responses.map((one) => one.latency);
  const empty = Object.values(tallies.reasons).reduce((sum, count) => sum + count, 0);
  return (
    <dl class="insights-figures">
      <Figure name="Requests" value={String(tallies.answers)} more={`${empty} without a suggestion`} />
      <Figure name="Shown" value={String(all.shown)} more={outcomeSummary(all)} />
      <Figure
        name="Accepted"
        value={percent(acceptanceRate(all))}
        more={`${all.accepted} of ${all.accepted + all.rejected + all.ignored} decided`}
        title="The share of accepted among accepted, rejected and ignored suggestions. Replaced ones are not counted."
      />
      <Figure
        name="Latency"
        value={msLabel(quantile(latencies, 0.5))}
        more={`p99 ${msLabel(quantile(latencies, 0.99))}`}
        title="The median of all responses, and the 99th percentile."
      />
    </dl>
  );
}

function Figure({ name, value, more, title }: { name: string; value: string; more: string; title?: string }) {
  return (
    <div class="insights-figure" title={title}>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <span>{more}</span>
      </dd>
    </div>
  );
}

function outcomeSummary(all: Tally): string {
  return `${all.rejected} rejected, ${all.ignored} ignored, ${all.replaced} replaced`;
}

async function reset(insights: Insights): Promise<void> {
  const choice = await ask("Reset the insights?", "The counts and latencies of this tab are deleted.", [
    { id: "reset", label: "Reset" },
    { id: "keep", label: "Keep them" },
  ]);
  if (choice === "reset") insights.reset();
}

export function ReasonsPlot({ tallies }: { tallies: Tallies }) {
  const top = topReasons(tallies, MAX_REASONS);
  const max = Math.max(1, top[0]?.count ?? 0);
  return (
    <figure class="plot" data-testid="plot-reasons">
      <figcaption>Why nothing was suggested</figcaption>
      {top.length === 0 && <p class="insights-none">Every response had a suggestion.</p>}
      <ol class="reasons" aria-label="Why nothing was suggested">
        {top.map(({ word, count }) => (
          <li key={word} title={`${reasonLabel(word)}: ${count} times (${word})`}>
            <svg class="reason-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(count / max) * 100} height="10" />
            </svg>
            <span>{reasonLabel(word)}</span>
            <b>{count}</b>
          </li>
        ))}
      </ol>
    </figure>
  );
}

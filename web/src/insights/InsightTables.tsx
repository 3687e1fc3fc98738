// The insights as tables, for screen readers and for exact numbers.

import type { Insights } from "./insights";
import { clock } from "./LatencyPlot";
import { toBuckets, msLabel, quantile } from "./latency";
import { acceptanceRate, percent, reasonLabel, topReasons, type Tally } from "./tallies";
import { outcomeCount, OUTCOMES, KINDS } from "./OutcomesPlot";

const MAX_BUCKETS = 12;

export function InsightTables({ insights }: { insights: Insights }) {
  const tallies = insights.tallies.value;
  const kinds = KINDS.map(({ kind, label }) => [label, tallies.kinds[kind]] as const);
  const families = Object.entries(tallies.families).sort((one, other) => other[1].shown - one[1].shown);
  return (
    <div class="insights-tables">
      <OutcomeTable caption="By kind" rows={kinds} />
      {families.length > 0 && <OutcomeTable caption="By family" rows={families} />}
      <LatencyTable insights={insights} />
      <table>
        <caption>Why nothing was suggested</caption>
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col">Times</th>
          </tr>
        </thead>
        <tbody>
          {topReasons(tallies, 100).map(({ word, count }) => (
            <tr key={word}>
              <th scope="row">{reasonLabel(word)}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OutcomeTable({
  caption,
  rows,
}: {
  caption: string;
  rows: readonly (readonly [string, Tally | undefined])[];
}) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Suggestion</th>
          <th scope="col">shown</th>
          {OUTCOMES.map(({ outcome, label }) => (
            <th key={outcome} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">rate</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, tally]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{tally?.shown ?? 0}</td>
            {OUTCOMES.map(({ outcome }) => (
              <td key={outcome}>{tally ? outcomeCount(tally, outcome) : 0}</td>
            ))}
            <td>{tally ? percent(acceptanceRate(tally)) : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LatencyTable({ insights }: { insights: Insights }) {
  const responses = insights.responses.value;
  const latencies = responses.map((one) => one.latency);
  return (
    <table>
      <caption>Latency, oldest to newest</caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">responses</th>
          <th scope="col">empty</th>
          <th scope="col">p50</th>
          <th scope="col">p99</th>
        </tr>
      </thead>
      <tbody>
        {toBuckets(responses, MAX_BUCKETS).map((bucket) => (
          <tr key={bucket.from}>
            <th scope="row">{clock(bucket.at)}</th>
            <td>{bucket.to - bucket.from + 1}</td>
            <td>{bucket.empty}</td>
            <td>{msLabel(bucket.p50)}</td>
            <td>{msLabel(bucket.p99)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">all</th>
          <td>{responses.length}</td>
          <td>{responses.filter((one) => one.reason !== null).length}</td>
          <td>{msLabel(quantile(latencies, 0.5))}</td>
          <td>{msLabel(quantile(latencies, 0.99))}</td>
        </tr>
      </tbody>
    </table>
  );
}

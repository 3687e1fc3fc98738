// Why nothing was suggested, the most frequent reasons first.

import { reasonLabel, topReasons, type Tallies } from "./tallies";

const MAX_REASONS = 7;

export function ReasonsPlot({ tallies }: { tallies: Tallies }) {
  const top = topReasons(tallies, MAX_REASONS);
  const max = Math.max(1, top[0]?.count ?? 0);
  return (
    <figure class="plot" data-testid="plot-reasons">
      <figcaption>Why nothing was suggested</figcaption>
      {top.length === 0 && <p class="insights-none">Every question had an answer.</p>}
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

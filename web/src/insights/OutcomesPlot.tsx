// Bar plot of the outcomes of suggestions, one bar per kind. Outcomes differ by pattern and order, not by
// color alone.

import type { SuggestionKind } from "./insights";
import { acceptanceRate, NO_TALLY, pending, type Tallies, type Tally } from "./tallies";

const WIDTH = 360;
const NAME_WIDTH = 110;
const BAR_HEIGHT = 18;
const ROW_HEIGHT = 30;

export const KINDS: readonly { kind: SuggestionKind; label: string }[] = [
  { kind: "completion", label: "Completion" },
  { kind: "edit", label: "Edit" },
  { kind: "jump", label: "Jump" },
  { kind: "rename", label: "Rename" },
  { kind: "searchAndReplace", label: "Replace all" },
];

export const OUTCOMES = [
  { outcome: "accepted", label: "accepted" },
  { outcome: "rejected", label: "rejected" },
  { outcome: "ignored", label: "ignored" },
  { outcome: "replaced", label: "replaced" },
  { outcome: "pending", label: "shown now" },
] as const;

export type ShownOutcome = (typeof OUTCOMES)[number]["outcome"];

export function outcomeCount(tally: Tally, outcome: ShownOutcome): number {
  return outcome === "pending" ? pending(tally) : tally[outcome];
}

export function OutcomesPlot({ tallies }: { tallies: Tallies }) {
  const rows = KINDS.map(({ kind, label }) => ({ label, tally: tallies.kinds[kind] ?? NO_TALLY }));
  const max = Math.max(1, ...rows.map(({ tally }) => tally.shown));
  const barWidth = WIDTH - NAME_WIDTH - 44;
  return (
    <figure class="plot" data-testid="plot-outcomes">
      <figcaption>Suggestions by kind</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${rows.length * ROW_HEIGHT}`}
        role="img"
        aria-labelledby="plot-outcomes-title plot-outcomes-desc"
      >
        <title id="plot-outcomes-title">Suggestions by kind and outcome</title>
        <desc id="plot-outcomes-desc">{rows.map(({ label, tally }) => rowDescription(label, tally)).join(" ")}</desc>
        <defs>
          <pattern
            id="outcome-rejected"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect class="outcome-rejected-back" width="6" height="6" />
            <line class="outcome-rejected-line" x1="0" y1="0" x2="0" y2="6" />
          </pattern>
          <pattern id="outcome-ignored" width="6" height="6" patternUnits="userSpaceOnUse">
            <rect class="outcome-ignored-back" width="6" height="6" />
            <circle class="outcome-ignored-dot" cx="3" cy="3" r="1.4" />
          </pattern>
        </defs>
        {rows.map(({ label, tally }, index) => {
          let x = NAME_WIDTH;
          return (
            <g key={label} transform={`translate(0 ${index * ROW_HEIGHT})`}>
              <text class="plot-name" x={NAME_WIDTH - 8} y={ROW_HEIGHT / 2} text-anchor="end">
                {label}
              </text>
              <line class="plot-base" x1={NAME_WIDTH} x2={NAME_WIDTH} y1={2} y2={ROW_HEIGHT - 2} />
              {OUTCOMES.map(({ outcome, label: named }) => {
                const count = outcomeCount(tally, outcome);
                const width = (count / max) * barWidth;
                const from = x;
                x += width;
                return count === 0 ? null : (
                  <rect
                    key={outcome}
                    class={`outcome ${outcome}`}
                    x={from}
                    y={(ROW_HEIGHT - BAR_HEIGHT) / 2}
                    width={width}
                    height={BAR_HEIGHT}
                  >
                    <title>{`${label}: ${count} ${named}`}</title>
                  </rect>
                );
              })}
              <text class="plot-value" x={x + 6} y={ROW_HEIGHT / 2}>
                {tally.shown}
              </text>
            </g>
          );
        })}
      </svg>
      <ul class="plot-legend">
        {OUTCOMES.map(({ outcome, label }) => (
          <li key={outcome}>
            <svg width="16" height="12" aria-hidden="true">
              <rect class={`outcome ${outcome}`} x="0.5" y="0.5" width="15" height="11" />
            </svg>
            {label} {rows.reduce((sum, { tally }) => sum + outcomeCount(tally, outcome), 0)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function rowDescription(label: string, tally: Tally): string {
  const share = acceptanceRate(tally);
  const rate = share === null ? "" : `, ${Math.round(share * 100)} percent accepted`;
  const outcomes =
    OUTCOMES.map(({ outcome, label: named }) => `${outcomeCount(tally, outcome)} ${named}`).join(", ");
  return `${label}: ${tally.shown} shown, ${outcomes}${rate}.`;
}

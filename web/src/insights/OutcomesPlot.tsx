// Bar plot of the outcomes of suggestions, one bar per kind. Outcomes differ by pattern and order, not by
// color alone.

import type { SuggestionKind } from "./insights";
import { acceptanceRate, NO_TALLY, pending, type Tallies, type Tally } from "./tallies";

const WIDTH = 360;
const NAME = 110;
const BAR = 18;
const ROW = 30;

export const KINDS: readonly { kind: SuggestionKind; label: string }[] = [
  { kind: "edit", label: "Edit" },
  { kind: "jump", label: "Jump" },
  { kind: "rename", label: "Rename" },
  { kind: "searchAndReplace", label: "Replace all" },
];

export const OUTCOMES = [
  { fate: "accepted", label: "accepted" },
  { fate: "rejected", label: "rejected" },
  { fate: "ignored", label: "ignored" },
  { fate: "replaced", label: "replaced" },
  { fate: "pending", label: "on the screen" },
] as const;

export type ShownOutcome = (typeof OUTCOMES)[number]["fate"];

export function outcomeCount(tally: Tally, outcome: ShownOutcome): number {
  return outcome === "pending" ? pending(tally) : tally[outcome];
}

export function OutcomesPlot({ tallies }: { tallies: Tallies }) {
  const rows = KINDS.map(({ kind, label }) => ({ label, tally: tallies.kinds[kind] ?? NO_TALLY }));
  const max = Math.max(1, ...rows.map(({ tally }) => tally.shown));
  const barWidth = WIDTH - NAME - 44;
  return (
    <figure class="plot" data-testid="plot-verdicts">
      <figcaption>Suggestions by kind</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${rows.length * ROW}`}
        role="img"
        aria-labelledby="plot-verdicts-title plot-verdicts-desc"
      >
        <title id="plot-verdicts-title">Suggestions by kind and what became of them</title>
        <desc id="plot-verdicts-desc">{rows.map(({ label, tally }) => rowDescription(label, tally)).join(" ")}</desc>
        <defs>
          <pattern
            id="fate-rejected"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect class="fate-rejected-back" width="6" height="6" />
            <line class="fate-rejected-line" x1="0" y1="0" x2="0" y2="6" />
          </pattern>
          <pattern id="fate-ignored" width="6" height="6" patternUnits="userSpaceOnUse">
            <rect class="fate-ignored-back" width="6" height="6" />
            <circle class="fate-ignored-dot" cx="3" cy="3" r="1.4" />
          </pattern>
        </defs>
        {rows.map(({ label, tally }, index) => {
          let x = NAME;
          return (
            <g key={label} transform={`translate(0 ${index * ROW})`}>
              <text class="plot-name" x={NAME - 8} y={ROW / 2} text-anchor="end">
                {label}
              </text>
              <line class="plot-base" x1={NAME} x2={NAME} y1={2} y2={ROW - 2} />
              {OUTCOMES.map(({ fate, label: named }) => {
                const count = outcomeCount(tally, fate);
                const width = (count / max) * barWidth;
                const from = x;
                x += width;
                return count === 0 ? null : (
                  <rect
                    key={fate}
                    class={`fate ${fate}`}
                    x={from}
                    y={(ROW - BAR) / 2}
                    width={width}
                    height={BAR}
                  >
                    <title>{`${label}: ${count} ${named}`}</title>
                  </rect>
                );
              })}
              <text class="plot-value" x={x + 6} y={ROW / 2}>
                {tally.shown}
              </text>
            </g>
          );
        })}
      </svg>
      <ul class="plot-legend">
        {OUTCOMES.map(({ fate, label }) => (
          <li key={fate}>
            <svg width="16" height="12" aria-hidden="true">
              <rect class={`fate ${fate}`} x="0.5" y="0.5" width="15" height="11" />
            </svg>
            {label} {rows.reduce((sum, { tally }) => sum + outcomeCount(tally, fate), 0)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function rowDescription(label: string, tally: Tally): string {
  const share = acceptanceRate(tally);
  const rate = share === null ? "" : `, ${Math.round(share * 100)} percent accepted`;
  const fates = OUTCOMES.map(({ fate, label: named }) => `${outcomeCount(tally, fate)} ${named}`).join(", ");
  return `${label}: ${tally.shown} shown, ${fates}${rate}.`;
}

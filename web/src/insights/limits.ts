// Limits, timeouts and delays of the insights, grouped by the module that uses them.

// InsightsPanel.tsx

export const MAX_REASONS = 7;

// LatencyPlot.tsx

/** With more responses, a band is drawn instead of dots. */
export const MAX_DOTS = 400;
export const MAX_BUCKETS = 120;

// insights.ts

export const MAX_POINTS = 10_000;
/** Shown suggestions without an outcome. Only one is shown at a time, so more than a few were abandoned. */
export const MAX_UNDECIDED = 50;
export const SAVE_DELAY_MS = 1_000;

// tallies.ts

/** An agent may invent reason words; further ones are counted together. */
export const MAX_TALLY_KEYS = 60;

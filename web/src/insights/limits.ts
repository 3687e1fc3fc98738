// Limits, timeouts and delays of the insights, grouped by the module that uses them.

// InsightsPanel.tsx

export const MAX_REASONS = 7;

// LatencyPlot.tsx

/** More answers than this are drawn together. */
export const MAX_DOTS = 400;
export const MAX_BUCKETS = 120;

// insights.ts

export const MAX_POINTS = 10_000;
/** Shown and not judged yet: there is one on the screen, so more than a few were forgotten. */
export const MAX_UNDECIDED = 50;
export const SAVE_DELAY_MS = 1_000;

// tallies.ts

/** An agent may invent words; the rest is counted together. */
export const MAX_TALLY_KEYS = 60;

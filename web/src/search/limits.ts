// Limits, timeouts and delays of the search panel, grouped by the module that uses them.

// results.ts

/** Characters shown before a match. Few, because the panel is narrow and the match should be visible. */
export const EXCERPT_LEAD_CHARS = 14;
export const MAX_EXCERPT_CHARS = 200;

// search.ts

export const SEARCH_DELAY_MS = 250;

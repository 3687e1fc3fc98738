// Limits, timeouts and delays of the trace, grouped by the module that uses them.

// TraceDetail.tsx

export const MAX_SHOWN_CHARS = 200_000;

// entries.ts

/** Of a text longer than this only the beginning is kept. */
export const MAX_STORED_CHARS = 4_000_000;

// json-rows.ts

export const LONG_STRING_CHARS = 120;
export const LINE_CHARS = 200;
export const PREVIEW_CHARS = 100;
/** Opened by themselves if they hold no more than this. */
export const MAX_AUTO_OPEN_ITEMS = 40;
export const MAX_AUTO_OPEN_DEPTH = 3;

// summary.ts

export const MAX_SUMMARY_CHARS = 140;
export const MAX_SUMMARY_VALUES = 4;

// trace.ts

export const MAX_MESSAGES = 5_000;
export const MAX_TEXT_CHARS = 32_000_000;
/** Let go together, so that a full trace does not move all its rows with each message. */
export const DROP_BATCH = 100;

// view.ts

/** Milliseconds of one slice of a search: a frame still has room for painting. */
export const SCAN_SLICE_MS = 8;
/** After a key in the search field. */
export const SEARCH_DELAY_MS = 150;

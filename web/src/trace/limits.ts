// Limits, timeouts and delays of the trace, grouped by the module that uses them.

// TraceDetail.tsx

export const MAX_SHOWN_CHARS = 200_000;

// entries.ts

/** Longer texts are truncated. */
export const MAX_STORED_CHARS = 4_000_000;

// json-rows.ts

export const LONG_STRING_CHARS = 120;
export const LINE_CHARS = 200;
export const PREVIEW_CHARS = 100;
/** Values with at most this many items are open by default. */
export const MAX_AUTO_OPEN_ITEMS = 40;
export const MAX_AUTO_OPEN_DEPTH = 3;

// summary.ts

export const MAX_SUMMARY_CHARS = 140;
export const MAX_SUMMARY_VALUES = 4;

// trace.ts

export const MAX_MESSAGES = 5_000;
export const MAX_TEXT_CHARS = 32_000_000;
/** Dropped at once, so that a full trace does not shift its rows with each message. */
export const DROP_BATCH = 100;

// view.ts

/** Milliseconds per slice of a scan: leaves time for rendering in a frame. */
export const SCAN_SLICE_MS = 8;
/** Delay after a key in the search field. */
export const SEARCH_DELAY_MS = 150;

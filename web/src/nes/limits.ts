// Limits, timeouts and delays of next edits, grouped by the module that uses them.

// display/PreviewWidget.tsx

/** Further locations are only counted. */
export const MAX_SHOWN_LOCATIONS = 200;

// display/hint-layout.ts

/** Between the line and the hint. */
export const HINT_GAP_PX = 5;

// display/labels.ts

export const MAX_LABEL_CHARS = 60;

// display/suggestion-view.ts

/** How long Monaco may take to render a suggestion before it counts as hidden. */
export const DRAW_TIMEOUT_MS = 300;

// display/tab-key-filter.ts

/**
 * How long a suggestion must have been visible before Tab accepts it. With less, the key was pressed before
 * the user saw it.
 */
export const MIN_VISIBLE_MS = 100;
/** Maximum time between two presses of one run. */
export const TAB_RUN_MS = 450;

// editor-activity.ts

/** Distance from the cursor at which a diagnostic triggers a request. */
export const NEAR_CURSOR_LINES = 1;

// next-edits.ts

/** Short, because a completion is for the middle of a line. Other suggestions wait for a pause in the agent. */
export const TYPING_DELAY_MS = 30;
export const MOVE_DELAY_MS = 150;
export const FOCUS_REPORT_DELAY_MS = 100;
export const DIAGNOSTIC_DELAY_MS = 300;

// outcome-reports.ts

/** Recent ids that the user accepted or rejected. */
export const MAX_DECIDED_IDS = 200;

// session/content-changes.ts

/** With more ranges in one change, the full text is sent instead. */
export const MAX_CHANGE_RANGES = 200;

// session/context.ts

export const MAX_CONTEXT_FILES = 10;
export const MAX_CONTEXT_EDITS = 30;
export const MAX_USER_ACTIONS = 100;
export const MAX_DIAGNOSTICS = 100;
/** Total of all recent files; the document itself is always included. */
export const MAX_CONTEXT_CHARS = 2_000_000;
/** Larger files that the agent already tracks by events are not sent again with each request. */
export const MAX_RESENT_FILE_CHARS = 64_000;

// session/edit-history.ts

export const MAX_HISTORY_EDITS = 30;
/** An edit that would span more lines is continued as a new one. */
export const MAX_HISTORY_EDIT_LINES = 40;
/** A larger change was not made by hand, and is left out. */
export const MAX_HISTORY_DIFF_CHARS = 20_000;
/** Typing on the next line after this pause starts a new edit. */
export const NEW_EDIT_PAUSE_MS = 2_000;
export const DIFF_CONTEXT_LINES = 3;

// session/session.ts

/** A later response is not awaited. */
export const SUGGEST_TIMEOUT_MS = 30_000;
export const START_TIMEOUT_MS = 30_000;

// suggestion-requests.ts

/**
 * Milliseconds after the last change at which the request is repeated if there was no suggestion. An agent
 * waits for a word that it knows to be complete, before it jumps elsewhere, and for a word that it does not
 * know; the last delay is for an agent whose clock is slightly behind.
 */
export const RETRY_DELAYS_MS = [340, 560, 1_060, 1_400];

// suggestions/bulk-edit.ts

/** A pattern that takes longer is considered endless. */
export const MATCH_TIMEOUT_MS = 5_000;
export const FILE_SEARCH_TIMEOUT_MS = 10_000;
export const MAX_BULK_EDIT_FILES = 300;
/** Characters of a line in the preview. */
export const MAX_PREVIEW_LINE_CHARS = 160;

// suggestions/prepared-suggestion.ts

/** Edits that span more lines are shown as a bulk edit. */
export const MAX_INLINE_SPAN_LINES = 40;

// suggestions/text-matches.ts

/** Matches per text; a longer list is of no use. */
export const MAX_MATCHES = 2_000;
/** Total length of all replacements in one text. */
export const MAX_REPLACEMENT_CHARS = 8_000_000;

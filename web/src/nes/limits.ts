// Limits, timeouts and delays of next edits, grouped by the module that uses them.

// display/PreviewWidget.tsx

/** Places that are drawn; the others are counted. */
export const MAX_SHOWN_LOCATIONS = 200;

// display/hint-layout.ts

/** Between the line and the hint. */
export const HINT_GAP_PX = 5;

// display/labels.ts

export const MAX_LABEL_CHARS = 60;

// display/suggestion-view.ts

/** Milliseconds that Monaco may take to draw what is offered before it counts as hidden. */
export const DRAW_TIMEOUT_MS = 300;

// display/tab-key-filter.ts

/** Milliseconds that a suggestion must have been on the screen. Fewer, and the key was on its way before. */
export const MIN_VISIBLE_MS = 100;
/** Milliseconds from one press to the next that make them one run. */
export const TAB_RUN_MS = 450;

// editor-activity.ts

/** Lines from the cursor at which a complaint is still near. */
export const NEAR_CURSOR_LINES = 1;

// next-edits.ts

export const TYPING_DELAY_MS = 75;
export const MOVE_DELAY_MS = 150;
export const FOCUS_REPORT_DELAY_MS = 100;
export const DIAGNOSTIC_DELAY_MS = 300;

// outcome-reports.ts

/** Ids of late whose verdict was the user's own. */
export const MAX_DECIDED_IDS = 200;

// session/content-changes.ts

/** Ranges that one message names; beyond, the whole text is shorter to read for everybody. */
export const MAX_CHANGE_RANGES = 200;

// session/context.ts

export const MAX_CONTEXT_FILES = 10;
export const MAX_CONTEXT_EDITS = 30;
export const MAX_USER_ACTIONS = 100;
export const MAX_DIAGNOSTICS = 100;
/** Characters of all recent files together; the document itself is always among them. */
export const MAX_CONTEXT_CHARS = 2_000_000;
/** Of a text that the agent follows by events: a larger one is not sent again with each question. */
export const MAX_RESENT_FILE_CHARS = 64_000;

// session/edit-history.ts

export const MAX_HISTORY_EDITS = 30;
/** Lines that one edit grows over; what goes on beyond is the next one. */
export const MAX_HISTORY_EDIT_LINES = 40;
/** Characters. A larger change was not made by hand, and is left out. */
export const MAX_HISTORY_DIFF_CHARS = 20_000;
/** Milliseconds after which typing on the next line is something new. */
export const NEW_EDIT_PAUSE_MS = 2_000;
export const DIFF_CONTEXT_LINES = 3;

// session/session.ts

/** An answer that takes longer is not waited for. */
export const SUGGEST_TIMEOUT_MS = 30_000;
export const START_TIMEOUT_MS = 30_000;

// suggestion-requests.ts

/**
 * Milliseconds after the last change at which it is asked again, if nothing came of it before. An agent waits
 * for a word that it knows to be whole, before it leads elsewhere, and for a word that it does not know; the
 * last is for one whose clock runs a little behind.
 */
export const RETRY_DELAYS_MS = [340, 560, 1_060, 1_400];

// suggestions/bulk-edit.ts

/** Seconds for a pattern; one that takes longer would never end. */
export const MATCH_TIMEOUT_MS = 5_000;
export const FILE_SEARCH_TIMEOUT_MS = 10_000;
export const MAX_BULK_EDIT_FILES = 300;
/** Characters of a line that a list shows. */
export const MAX_PREVIEW_LINE_CHARS = 160;

// suggestions/prepared-suggestion.ts

/** Lines over which edits are shown as one; those further apart become a list. */
export const MAX_INLINE_SPAN_LINES = 40;

// suggestions/text-matches.ts

/** Places of one text that are looked at; beyond, nobody reads the list. */
export const MAX_MATCHES = 2_000;
/** Characters that all replacements of one text may have together. */
export const MAX_REPLACEMENT_CHARS = 8_000_000;

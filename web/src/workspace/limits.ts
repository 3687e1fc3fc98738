// Limits, timeouts and delays of documents and their files, grouped by the module that uses them.

// disk-watcher.ts

export const POLL_INTERVAL_MS = 2000;
/** Files looked at in one round beside the shown one; the others have their turn in the next. */
export const MAX_FILES_PER_POLL = 10;
export const MAX_PARALLEL_READS = 4;
/** After a tool of the agent: several end together. */
export const AGENT_SETTLE_MS = 150;

// disk.ts

/** Bytes that are opened for editing; of a larger file the beginning is shown. */
export const MAX_EDITABLE_BYTES = 8 << 20;

// minimal-edits.ts

/** Lines that differ; beyond this a text counts as replaced in one piece. */
export const MAX_LINE_DIFFERENCES = 600;

// tab-storage.ts

/** Characters of unsaved texts. */
export const MAX_UNSAVED_CHARS = 1_000_000;
export const MAX_STORED_TABS = 100;
export const TAB_SAVE_DELAY_MS = 400;

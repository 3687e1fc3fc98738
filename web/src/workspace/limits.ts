// Limits, timeouts and delays of documents and their files, grouped by the module that uses them.

// disk-watcher.ts

export const POLL_INTERVAL_MS = 2000;
/** Files checked in one poll besides the shown one; the others are checked in the next polls. */
export const MAX_FILES_PER_POLL = 10;
export const MAX_PARALLEL_READS = 4;
/** Delay after a tool call of the agent, because several often end together. */
export const AGENT_SETTLE_MS = 150;

// disk.ts

/** Larger files are shown read only, and only their beginning. */
export const MAX_EDITABLE_BYTES = 8 << 20;

// minimal-edits.ts

/** Above this the text is replaced as a whole. */
export const MAX_LINE_DIFFERENCES = 600;

// recent-files.ts

export const MAX_RECENT_FILES = 6;

// panes.ts

/** Editors side by side. */
export const MAX_PANES = 4;

// tab-storage.ts

/** Total size of unsaved texts that are stored. */
export const MAX_UNSAVED_CHARS = 1_000_000;
export const MAX_STORED_TABS = 100;
export const TAB_SAVE_DELAY_MS = 400;

// Limits, timeouts and delays of the file tree and "Go to a file", grouped by the module that uses them.

// FilesPanel.tsx

/** Maximum time between two keys of one type-ahead search. */
export const TYPE_AHEAD_MS = 700;

// entry-changes.ts

/** Renames, moves and deletions that can be taken back. */
export const MAX_ENTRY_UNDOS = 50;

// fuzzy.ts

export const MAX_RANKED_FILES = 100;

// go-to-file.ts

/** Maximum over all roots. */
export const MAX_LISTED_FILES = 100_000;
export const LISTING_MAX_AGE_MS = 15_000;
export const MAX_RECENT_FILES = 20;
/** How often the palette queries again while the listing still grows. */
export const LISTING_UPDATE_INTERVAL_MS = 400;

// tree-nodes.ts

/** Above this, names are compared by code unit: locale-aware comparison takes too long. */
export const MAX_COLLATED_ENTRIES = 5000;

// tree.ts

/** Maximum entries per folder. */
export const MAX_FOLDER_ENTRIES = 100_000;
export const MAX_PARALLEL_LISTINGS = 4;
/** The open folders are polled at this interval if they are few and small enough. */
export const TREE_REFRESH_INTERVAL_MS = 4000;
export const MAX_POLLED_FOLDERS = 30;
export const MAX_POLLED_ENTRIES = 3000;
/** Minimum time between two refreshes caused by focusing the window. */
export const MIN_FOCUS_REFRESH_MS = 3000;

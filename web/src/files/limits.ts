// Limits, timeouts and delays of the file tree and "Go to a file", grouped by the module that uses them.

// FilesPanel.tsx

/** Milliseconds between keys of one name. */
export const TYPE_AHEAD_MS = 700;

// fuzzy.ts

export const MAX_RANKED_FILES = 100;

// go-to-file.ts

/** Files that are listed at most, over all roots. */
export const MAX_LISTED_FILES = 100_000;
export const LISTING_MAX_AGE_MS = 15_000;
export const MAX_RECENT_FILES = 20;
/** How often the picks are looked for again while the list still grows. */
export const LISTING_UPDATE_INTERVAL_MS = 400;

// tree-nodes.ts

/** Above this names are compared letter by letter: the comparison of languages takes too long. */
export const MAX_COLLATED_ENTRIES = 5000;

// tree.ts

/** Entries of one folder. */
export const MAX_FOLDER_ENTRIES = 100_000;
export const MAX_PARALLEL_LISTINGS = 4;
/** Milliseconds between two looks at the open folders, if these are no more than some and not very large. */
export const TREE_REFRESH_INTERVAL_MS = 4000;
export const MAX_POLLED_FOLDERS = 30;
export const MAX_POLLED_ENTRIES = 3000;
/** Milliseconds: whoever comes back to the window twice is served once. */
export const MIN_FOCUS_REFRESH_MS = 3000;

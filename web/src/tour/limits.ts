// Limits, timeouts and delays of the tour, grouped by the module that uses them.

// TourCard.tsx

export const MOVE_STEP_PX = 40;
/** The lower right corner of the editor usually has the least text. */
export const BOTTOM_MARGIN_PX = 48;
export const RIGHT_MARGIN_PX = 32;

// demonstrator.ts

/** For next edits to start; without them the tour goes on, and its card shows the reason. */
export const START_TIMEOUT_MS = 60_000;
export const KEY_INTERVAL_MS = 28;
/** For a suggestion to appear: the agent waits until the user seems to have finished a word. */
export const SUGGESTION_TIMEOUT_MS = 6_000;
export const POLL_INTERVAL_MS = 40;
/** How long a suggestion is visible before it is accepted. */
export const PREVIEW_MS = 450;
export const JUMP_TIMEOUT_MS = 500;
export const MAX_ACCEPTED = 30;

// tour.ts

/** Delay before the next task, because users tend to press Tab once more. */
export const ADVANCE_DELAY_MS = 900;
/** After this time without a suggestion, the card shows the reason. */
export const STUCK_TIMEOUT_MS = 3_000;

// sample-project.ts

/** For the server to start the workbench of the sample. */
export const SAMPLE_TIMEOUT_MS = 90_000;

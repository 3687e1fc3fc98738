// Limits, timeouts and delays of the tour, grouped by the module that uses them.

// TourCard.tsx

export const MOVE_STEP_PX = 40;
/** In the lower right corner of the editor, where the least text is. */
export const BOTTOM_MARGIN_PX = 48;
export const RIGHT_MARGIN_PX = 32;

// demonstrator.ts

export const KEY_INTERVAL_MS = 28;
/** Milliseconds for a suggestion to come: the agent waits until a person seems to have finished a word. */
export const SUGGESTION_TIMEOUT_MS = 6_000;
export const POLL_INTERVAL_MS = 40;
/** So that one can see what is suggested before it is taken. */
export const PREVIEW_MS = 450;
export const JUMP_TIMEOUT_MS = 500;
export const MAX_ACCEPTED = 30;

// tour.ts

/** Before it goes on: who is used to Tab presses it once more. */
export const ADVANCE_DELAY_MS = 900;
/** Without a suggestion for so long, the card says why. */
export const STUCK_TIMEOUT_MS = 3_000;

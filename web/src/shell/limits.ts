// Limits, timeouts and delays of the shell, grouped by the module that uses them.

// narrow-window.ts

export const ONE_SIDE_MAX_WIDTH_PX = 1100;
/** Also in shell.css. */
export const SHEET_MAX_WIDTH_PX = 700;

// ProgressLine.tsx

/** What takes longer is shown with its seconds. */
export const PROGRESS_DELAY_MS = 1000;

// Splitter.tsx

export const SPLITTER_STEP_PX = 20;

// notices.ts

export const MAX_NOTICES = 5;
/** Questions from an agent that are queued; further ones are answered with null at once. */
export const MAX_PENDING_AGENT_QUESTIONS = 8;

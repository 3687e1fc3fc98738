// Limits, timeouts and delays of the shell, grouped by the module that uses them.

// Splitter.tsx

export const SPLITTER_STEP_PX = 20;

// notices.ts

export const MAX_NOTICES = 5;
/** Questions of an agent that wait; beyond, the answer is null at once. */
export const MAX_PENDING_AGENT_QUESTIONS = 8;

// typing-pause.ts

/** Milliseconds without a key after it appeared: more than lies between two keys of somebody who types. */
export const TYPING_PAUSE_MS = 600;

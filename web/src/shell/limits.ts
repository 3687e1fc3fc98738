// Limits, timeouts and delays of the shell, grouped by the module that uses them.

// Splitter.tsx

export const SPLITTER_STEP_PX = 20;

// notices.ts

export const MAX_NOTICES = 5;
/** Questions from an agent that are queued; further ones are answered with null at once. */
export const MAX_PENDING_AGENT_QUESTIONS = 8;

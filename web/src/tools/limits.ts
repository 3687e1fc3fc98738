// Limits, timeouts and delays of tool calls, grouped by the module that uses them.

// responses.ts

/** A stream whose event exceeds this is abandoned. */
export const MAX_EVENT_CHARS = 64 << 20;

// tools.ts

/** For one response; the time the user takes to answer a question does not count. */
export const CALL_TIMEOUT_MS = 60_000;
/** Maximum number of questions per call, so that a server cannot keep asking. */
export const MAX_CONSENT_ROUNDS = 4;

// Limits, timeouts and delays of tool calls, grouped by the module that uses them.

// responses.ts

/** Characters of one event: a stream that never ends an event is given up. */
export const MAX_EVENT_CHARS = 64 << 20;

// tools.ts

/** Milliseconds for one answer; a person's time for a question is not in it. */
export const CALL_TIMEOUT_MS = 60_000;
/** Questions of one call: each is answered once, so a server that asks on and on is not obeyed. */
export const MAX_CONSENT_ROUNDS = 4;

// Limits, timeouts and delays of the agent connection, grouped by the module that uses them.

// agent.ts

/** After so many attempts in a row the user has to ask. */
export const MAX_CONNECT_ATTEMPTS = 6;
/** A connection that held so long was a good one: attempts are counted anew. */
export const STABLE_CONNECTION_MS = 10_000;
/** Some agents are fetched from the net when they are started first. */
export const INITIALIZE_TIMEOUT_MS = 120_000;

// Limits, timeouts and delays of the agent connection, grouped by the module that uses them.

// agent.ts

/** Automatic attempts in a row; after that the user has to reconnect. */
export const MAX_CONNECT_ATTEMPTS = 6;
/** A connection that lasted this long resets the attempt counter. */
export const STABLE_CONNECTION_MS = 10_000;
/** Long, because some agents are downloaded when they are started for the first time. */
export const INITIALIZE_TIMEOUT_MS = 120_000;

// crash-log.ts

export const LOG_TIMEOUT_MS = 10_000;

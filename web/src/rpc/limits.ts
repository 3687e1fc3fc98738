// Limits of the connection to the agent, grouped by the module that uses them.

// inbox.ts

/** How long messages are handled before the browser may draw: half of a frame. */
export const MAX_SLICE_MS = 8;

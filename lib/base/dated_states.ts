/** States of what holds from one moment to another. @module */

/** In the order of lists. */
export const DATED_STATES = ["current", "coming", "past"] as const;

export type DatedState = typeof DATED_STATES[number];

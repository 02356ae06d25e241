/** Largest part of a file sent at once, and most values sent with it. @module */

/** Bytes of a file sent by a page in one request: whole chunks of the store, within the body timeout on a slow link. */
export const DEPOSIT_PART_BYTES = 8 * 60 * 1_024;

/** Maximum number of values of a deposit, those of all its sets. */
export const MOST_DEPOSIT_VALUES = 1_000;

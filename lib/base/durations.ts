/** Minutes, hours and days in milliseconds, seconds and minutes. @module */

export const MINUTE_MS = 60_000;

export const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 24 * HOUR_MS;

export const MINUTE_S = 60;

export const HOUR_S = 3_600;

/** Seconds of a day of 24 hours. */
export const DAY_S = 24 * HOUR_S;

/** Minutes of a day of 24 hours. */
export const DAY_MINUTES = 24 * 60;

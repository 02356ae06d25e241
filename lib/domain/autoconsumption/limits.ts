/** Generators of one operation at most. */
export const MOST_PRODUCERS = 50;

export const MOST_CONSUMERS = 500;

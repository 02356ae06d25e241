/** Maximum number of generators of an operation. */
export const MOST_PRODUCERS = 50;

export const MOST_CONSUMERS = 500;

/** A delivery point of electricity: fourteen digits. */
export const PRM_SHAPE = /^\d{14}$/;

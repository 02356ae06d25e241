/** Maximum difference between the clocks of two processes, ms: a larger one means that a clock was set. */
export const CLOCKS_DIFFER_MS = 60_000;

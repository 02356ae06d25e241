/** Why readings of a collector's source are refused. */
export const REFUSAL_CAUSES = ["too-old", "future", "value", "text", "source"] as const;

/** One of {@link REFUSAL_CAUSES}. */
export type RefusalCause = typeof REFUSAL_CAUSES[number];

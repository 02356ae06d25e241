export type * from "./schema.ts";

/** Methods of sharing a production between consumers. */
export const SHARING_KINDS = ["static", "dynamic", "full-dynamic"] as const;

export type SharingKind = typeof SHARING_KINDS[number];

/** Statuses of a consumer, in order. @spec autoconsumption.presences */
export const CONSUMER_STATUSES = ["invited", "active", "left"] as const;

export type ConsumerStatus = typeof CONSUMER_STATUSES[number];

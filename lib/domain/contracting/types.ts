export type * from "./schema.ts";

/** States of a document. @spec contracting.states */
export const DOCUMENT_STATES = [
  "none",
  "to-valid",
  "valid",
  "subject-valid",
  "refused",
  "not-transmitted",
  "from-refused",
] as const;

/** Actions on several documents. */
export const DOCUMENT_ACTIONS = ["drop", "postpone"] as const;

export type DocumentState = typeof DOCUMENT_STATES[number];

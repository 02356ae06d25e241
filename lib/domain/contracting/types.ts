import type { DocumentValue } from "./schema.ts";

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

/** What is done to many documents at once. */
export const DOCUMENT_ACTIONS = ["drop", "postpone"] as const;

/** One of {@link DOCUMENT_STATES}. */
export type DocumentState = typeof DOCUMENT_STATES[number];

/** One occurrence of a request. @spec contracting.occurrences */
export interface ContractDocument {
  id: string;
  dueDate: string;
  projectId: string;
  requestId: string;
  equipmentId: string | null;
  /** Instant of the deposit; null until then. */
  uploadDate: string | null;
  /** Civil day the work was done; null until the deposit. */
  completionDate: string | null;
  data: DocumentValue[];
  finalDueDate: string;
  /** Final due date that was set by hand, which then replaces the due date in lists; null for none. */
  requestFinalDueDate: string | null;
  state: DocumentState;
  /** Who deposited it; null until the deposit. */
  providerMail: string | null;
  /** Whether the reported state complies; null when unknown. */
  compliance: boolean | null;
  /** Instant; null until the verdict. */
  validateDate: string | null;
  /** E-mail of who gave the verdict; null until then. */
  validatorUser: string | null;
  comment: string;
}

/** A document deposited by its provider. @spec contracting.deposit */
export interface DocumentUpload {
  /** The PDF; absent when it was sent in parts. */
  file?: Uint8Array | undefined;
  /** Name of the file, as its form says it. */
  fileName?: string | undefined;
  /** What the sender calls the file that was sent in parts. */
  mark?: string | undefined;
  /** Bytes of that file. */
  size?: number | undefined;
  /** Id of the waiting file that is deposited. */
  waiting?: string | undefined;
  completionDate: string;
  data: { typedocValueId: string; rank: number; value: string }[];
}

import type { DocumentValue } from "./schema.ts";

export type * from "./schema.ts";

/** A provider to put in charge of a contract. */
export interface ContractProviderDraft {
  startDate: string;
  endDate: string | null;
  providerId: string;
}

/** Types of a document value. @spec B §3 "values[… type (number) …]" */
export type TypedocValueType = "number" | "text" | "date";

/** A value to write; the id of an existing value preserves its answers. */
export interface TypedocValueDraft {
  id: string | null;
  name: string;
  type: TypedocValueType;
  required: boolean;
  min: number | null;
  max: number | null;
  unit: string;
}

/** States of a document. @spec B §4 "Document states" */
export const DOCUMENT_STATES = [
  "none",
  "to-valid",
  "valid",
  "subject-valid",
  "refused",
  "not-transmitted",
  "from-refused",
] as const;

/** One of {@link DOCUMENT_STATES}. */
export type DocumentState = typeof DOCUMENT_STATES[number];

/** One occurrence of a request. @spec B §3 "Document" */
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
  /** Final due date requested by the provider; null when none. */
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

/** A document as lists show it, with the names of its subjects. */
export interface DocumentRow extends ContractDocument {
  typedocName: string;
  contractName: string;
  projectName: string;
  equipmentName: string | null;
  providerName: string;
}

/** A verdict on a document. @spec B §7 "validate with body state, compliance, comment" */
export interface DocumentVerdict {
  state: "valid" | "subject-valid" | "refused";
  /** Reset by a refusal. */
  compliance: boolean | null;
  comment: string;
  version?: string | undefined;
}

/** A document deposited by its provider. @spec B §7 "PUT document upload" */
export interface DocumentUpload {
  /** The PDF. */
  file: Uint8Array;
  completionDate: string;
  data: { typedocValueId: string; rank: number; value: string }[];
}

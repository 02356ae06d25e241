import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";

/** Who works for a landlord. @spec B §3 "Provider" */
export interface Provider {
  id: string;
  organizationId: string;
  name: string;
  emails: string[];
  version: string;
}

/** A provider to write. */
export interface ProviderDraft {
  name: string;
  emails: string[];
  version?: string | undefined;
}

/** A provider in charge of a contract between two days. @spec B §3 "dates[startDate, endDate, providerId, contractId]" */
export interface ContractProvider {
  id: string;
  startDate: string;
  /** null when open-ended. */
  endDate: string | null;
  providerId: string;
  contractId: string;
}

/** A provider to put in charge of a contract. */
export interface ContractProviderDraft {
  startDate: string;
  endDate: string | null;
  providerId: string;
}

/** A contract. @spec B §3 "Contract" */
export interface Contract {
  id: string;
  name: string;
  code: string;
  /** Kind of equipment it is about; null for a whole residence. */
  equipment: EquipmentKind | null;
  dates: ContractProvider[];
  nbProjects: number;
  allprojects: boolean;
  /** Residences, when it is not about all. */
  projects: string[];
  version: string;
}

/** A contract to write. */
export interface ContractDraft {
  name: string;
  code: string;
  equipment: EquipmentKind | null;
  allprojects: boolean;
  projects: string[];
  version?: string | undefined;
}

/** Types of a document value. @spec B §3 "values[… type (number) …]" */
export type TypedocValueType = "number" | "text" | "date";

/** A value required with a document. @spec B §3 "values[id, name, type (number), required, min, max, unit]" */
export interface TypedocValue {
  id: string;
  name: string;
  type: TypedocValueType;
  required: boolean;
  /** Bounds of what complies; null = none. */
  min: number | null;
  max: number | null;
  unit: string;
}

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

/** A kind of document. @spec B §3 "Document type (typedoc)" */
export interface Typedoc {
  id: string;
  name: string;
  organizationId: string;
  equipment: EquipmentKind | null;
  /** Months between occurrences; 0 means one-off. */
  defaultRate: number;
  /** Values may be repeated, by rank. */
  multiple: boolean;
  archived: boolean;
  values: TypedocValue[];
  version: string;
}

/** A kind of document to write. */
export interface TypedocDraft {
  name: string;
  equipment: EquipmentKind | null;
  defaultRate: number;
  multiple: boolean;
  values: TypedocValueDraft[];
  version?: string | undefined;
}

/** A kind of document put aside, or taken back. @spec B §7 "Typedoc archive: body archived" */
export interface TypedocArchiving {
  archived: boolean;
}

/** A recurring request to a provider. @spec B §3 "Document request" */
export interface DocumentRequest {
  id: string;
  projects: string[];
  /** Civil day the first document is due. */
  firstRequest: string;
  /** Months between occurrences; 0 means one-off. */
  rate: number;
  /** Days before the due date. */
  reminder: number;
  nbDaysForNewDeadline: number;
  close: boolean;
  providerId: string;
  typedocId: string;
  contractId: string;
  version: string;
}

/** A request to write. */
export interface DocumentRequestDraft {
  projects: string[];
  firstRequest: string;
  rate: number;
  reminder: number;
  nbDaysForNewDeadline: number;
  providerId: string;
  typedocId: string;
  contractId: string;
  version?: string | undefined;
}

/** A request ended, or opened again. @spec B §7 "Request close: body close" */
export interface RequestClosing {
  close: boolean;
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

/** A value sent with a document. @spec B §3 "data[documentId, typedocValueId, rank, value]" */
export interface DocumentValue {
  documentId: string;
  typedocValueId: string;
  /** 0 for the first set of values. */
  rank: number;
  /** A number is written with a dot. */
  value: string;
}

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

/** All that the viewer shows. @spec B §2 "Document viewer shows" */
export interface DocumentInfo {
  document: ContractDocument;
  typedoc: { id: string; name: string; multiple: boolean; values: TypedocValue[] };
  contract: { id: string; name: string; code: string };
  project: { id: string; name: string; code: string };
  equipment: { id: string; name: string; code: string } | null;
  provider: { id: string; name: string };
  hasPdf: boolean;
  version: string;
}

/** A verdict on a document. @spec B §7 "validate with body state, compliance, comment" */
export interface DocumentVerdict {
  state: "valid" | "subject-valid" | "refused";
  /** Reset by a refusal. */
  compliance: boolean | null;
  comment: string;
  version?: string | undefined;
}

/** Documents that will not come. @spec B §7 "documents-mass-dropout with body documents, comment" */
export interface MassDropout {
  /** Document ids. */
  documents: string[];
  comment: string;
}

/** A new final due date for documents. @spec B §7 "document-final-due-date with body documentIds, finalDueDate" */
export interface FinalDueDateChange {
  documentIds: string[];
  finalDueDate: string;
}

/** What became of each document of a mass action. */
export interface MassResult {
  results: { documentId: string; ok: boolean; /** null when it is done. */ code: string | null }[];
}

/** A document deposited by its provider. @spec B §7 "PUT document upload" */
export interface DocumentUpload {
  /** The PDF. */
  file: Uint8Array;
  completionDate: string;
  data: { typedocValueId: string; rank: number; value: string }[];
}

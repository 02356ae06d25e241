import { z } from "zod";
import { equipmentKind } from "../facilities/schema.ts";
import {
  emails,
  freeText,
  id,
  idOrNull,
  ids,
  instantOrNull,
  integerBetween,
  isoDate,
  isoDateOrNull,
  numberBetween,
  numberOrNull,
  text,
  version,
} from "../forms/schema.ts";
import {
  type Contract,
  type ContractDocument,
  type ContractDraft,
  type ContractProvider,
  type ContractProviderDraft,
  DOCUMENT_STATES,
  type DocumentInfo,
  type DocumentRequest,
  type DocumentRequestDraft,
  type DocumentRow,
  type DocumentState,
  type DocumentUpload,
  type DocumentValue,
  type DocumentVerdict,
  type FinalDueDateChange,
  type MassDropout,
  type MassResult,
  type Provider,
  type ProviderDraft,
  type RequestClosing,
  type Typedoc,
  type TypedocArchiving,
  type TypedocDraft,
  type TypedocValue,
  type TypedocValueDraft,
  type TypedocValueType,
} from "./types.ts";

const PROJECTS_MAX = 10_000;
const DOCUMENTS_MAX = 10_000;
const VALUES_MAX = 100;
const COMMENT_MAX_LENGTH = 2_000;

/** Months between two occurrences; 0 means one-off. */
const rate: z.ZodType<number> = integerBetween(0, 600);
const comment: z.ZodType<string> = freeText(COMMENT_MAX_LENGTH);

/** {@link Provider} */
export const provider: z.ZodType<Provider> = z.object({
  id,
  organizationId: id,
  name: z.string(),
  emails: z.array(z.string()),
  version: z.string(),
}).meta({ id: "Provider" });

/** {@link ProviderDraft} */
export const providerDraft: z.ZodType<ProviderDraft> = z.strictObject({
  name: text(200),
  emails: emails(20, 1),
  version,
});

const contractProvider: z.ZodType<ContractProvider> = z.object({
  id,
  startDate: isoDate,
  endDate: isoDateOrNull,
  providerId: id,
  contractId: id,
}).meta({ id: "ContractProvider" });

/** {@link ContractProviderDraft} */
export const contractProviderDraft: z.ZodType<ContractProviderDraft> = z.strictObject({
  startDate: isoDate,
  endDate: isoDateOrNull,
  providerId: id,
}).refine(({ startDate, endDate }) => endDate === null || startDate <= endDate, {
  path: ["endDate"],
});

/** {@link Contract} */
export const contract: z.ZodType<Contract> = z.object({
  id,
  name: z.string(),
  code: z.string(),
  equipment: equipmentKind.nullable(),
  dates: z.array(contractProvider),
  nbProjects: z.number(),
  allprojects: z.boolean(),
  projects: z.array(id),
  version: z.string(),
}).meta({ id: "Contract" });

/** {@link ContractDraft} */
export const contractDraft: z.ZodType<ContractDraft> = z.strictObject({
  name: text(200),
  code: freeText(50),
  equipment: equipmentKind.nullable(),
  allprojects: z.boolean(),
  projects: ids(PROJECTS_MAX),
  version,
});

const valueType: z.ZodType<TypedocValueType> = z.enum(["number", "text", "date"]);

const typedocValue: z.ZodType<TypedocValue> = z.object({
  id,
  name: z.string(),
  type: valueType,
  required: z.boolean(),
  min: numberOrNull,
  max: numberOrNull,
  unit: z.string(),
}).meta({ id: "TypedocValue" });

const valueBound: z.ZodType<number | null> = numberBetween(-1e9, 1e9).nullable();

const typedocValueDraft: z.ZodType<TypedocValueDraft> = z.strictObject({
  id: idOrNull,
  name: text(100),
  type: valueType,
  required: z.boolean(),
  min: valueBound,
  max: valueBound,
  unit: freeText(20),
}).refine(({ min, max }) => min === null || max === null || min <= max, { path: ["max"] });

/** {@link Typedoc} */
export const typedoc: z.ZodType<Typedoc> = z.object({
  id,
  name: z.string(),
  organizationId: id,
  equipment: equipmentKind.nullable(),
  defaultRate: z.number(),
  multiple: z.boolean(),
  archived: z.boolean(),
  values: z.array(typedocValue),
  version: z.string(),
}).meta({ id: "Typedoc" });

/** {@link TypedocDraft} */
export const typedocDraft: z.ZodType<TypedocDraft> = z.strictObject({
  name: text(200),
  equipment: equipmentKind.nullable(),
  defaultRate: rate,
  multiple: z.boolean(),
  values: z.array(typedocValueDraft).max(VALUES_MAX),
  version,
});

/** {@link TypedocArchiving} */
export const typedocArchiving: z.ZodType<TypedocArchiving> = z.strictObject({
  archived: z.boolean(),
});

/** {@link DocumentRequest} */
export const documentRequest: z.ZodType<DocumentRequest> = z.object({
  id,
  projects: z.array(id),
  firstRequest: isoDate,
  rate: z.number(),
  reminder: z.number(),
  nbDaysForNewDeadline: z.number(),
  close: z.boolean(),
  providerId: id,
  typedocId: id,
  contractId: id,
  version: z.string(),
}).meta({ id: "DocumentRequest" });

/** {@link DocumentRequestDraft} */
export const documentRequestDraft: z.ZodType<DocumentRequestDraft> = z.strictObject({
  projects: ids(PROJECTS_MAX),
  firstRequest: isoDate,
  rate,
  reminder: integerBetween(0, 3_650),
  nbDaysForNewDeadline: integerBetween(0, 3_650),
  providerId: id,
  typedocId: id,
  contractId: id,
  version,
});

/** {@link RequestClosing} */
export const requestClosing: z.ZodType<RequestClosing> = z.strictObject({ close: z.boolean() });

const state: z.ZodType<DocumentState> = z.enum(DOCUMENT_STATES).meta({ id: "DocumentState" });

const documentValue: z.ZodType<DocumentValue> = z.object({
  documentId: id,
  typedocValueId: id,
  rank: z.number(),
  value: z.string(),
}).meta({ id: "DocumentValue" });

const documentFields = {
  id,
  dueDate: isoDate,
  projectId: id,
  requestId: id,
  equipmentId: idOrNull,
  uploadDate: instantOrNull,
  completionDate: isoDateOrNull,
  data: z.array(documentValue),
  finalDueDate: isoDate,
  requestFinalDueDate: isoDateOrNull,
  state,
  providerMail: z.string().nullable(),
  compliance: z.boolean().nullable(),
  validateDate: instantOrNull,
  validatorUser: z.string().nullable(),
  comment: z.string(),
};

const contractDocument: z.ZodType<ContractDocument> = z.object(documentFields)
  .meta({ id: "Document" });

/** {@link DocumentRow} */
export const documentRow: z.ZodType<DocumentRow> = z.object({
  ...documentFields,
  typedocName: z.string(),
  contractName: z.string(),
  projectName: z.string(),
  equipmentName: z.string().nullable(),
  providerName: z.string(),
}).meta({ id: "DocumentRow" });

const coded = z.object({ id, name: z.string(), code: z.string() });

/** {@link DocumentInfo} */
export const documentInfo: z.ZodType<DocumentInfo> = z.object({
  document: contractDocument,
  typedoc: z.object({
    id,
    name: z.string(),
    multiple: z.boolean(),
    values: z.array(typedocValue),
  }),
  contract: coded,
  project: coded,
  equipment: coded.nullable(),
  provider: z.object({ id, name: z.string() }),
  hasPdf: z.boolean(),
  version: z.string(),
}).meta({ id: "DocumentInfo" });

/** {@link DocumentVerdict} */
export const documentVerdict: z.ZodType<DocumentVerdict> = z.strictObject({
  state: z.enum(["valid", "subject-valid", "refused"]),
  compliance: z.boolean().nullable(),
  comment,
  version,
}).refine((verdict) => verdict.state !== "refused" || verdict.compliance === null, {
  path: ["compliance"],
});

/** {@link MassDropout} */
export const massDropout: z.ZodType<MassDropout> = z.strictObject({
  documents: ids(DOCUMENTS_MAX),
  comment,
});

/** {@link FinalDueDateChange} */
export const finalDueDateChange: z.ZodType<FinalDueDateChange> = z.strictObject({
  documentIds: ids(DOCUMENTS_MAX),
  finalDueDate: isoDate,
});

/** {@link MassResult} */
export const massResult: z.ZodType<MassResult> = z.object({
  results: z.array(z.object({
    documentId: id,
    ok: z.boolean(),
    code: z.string().nullable(),
  })),
}).meta({ id: "MassResult" });

const uploadedValues = z.array(z.strictObject({
  typedocValueId: id,
  rank: integerBetween(0, 1_000),
  value: freeText(500),
})).max(1_000);

/** {@link DocumentUpload}: a multipart form whose `data` may be JSON text. */
export const documentUpload: z.ZodType<DocumentUpload> = z.strictObject({
  file: z.instanceof(Uint8Array).meta({ type: "string", format: "binary" }),
  completionDate: isoDate,
  data: z.preprocess(fromJson, uploadedValues).meta({ type: "string" }),
});

/** What a form field holds in JSON; the field itself when it is no JSON, for the schema to refuse. */
function fromJson(field: unknown): unknown {
  if (typeof field !== "string") return field;
  try {
    return JSON.parse(field);
  } catch {
    return field;
  }
}

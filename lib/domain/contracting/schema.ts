import * as z from "zod/mini";
import { equipmentKind } from "@/lib/domain/facilities/schema.ts";
import {
  anyText,
  anyTextOrNull,
  described,
  emails,
  figure,
  flag,
  flagOrNull,
  freeText,
  id,
  idOrNull,
  ids,
  instantOrNull,
  integerBetween,
  isoDate,
  isoDateOrNull,
  named,
  numberBetween,
  numberOrNull,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
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
const rate: z.ZodMiniType<number> = integerBetween(0, 600);
const comment: z.ZodMiniType<string> = freeText(COMMENT_MAX_LENGTH);

/** {@link Provider} */
export const provider: z.ZodMiniType<Provider> = named(
  "Provider",
  z.object({
    id,
    organizationId: id,
    name: anyText,
    emails: z.array(anyText),
    version: anyText,
  }),
);

/** {@link ProviderDraft} */
export const providerDraft: z.ZodMiniType<ProviderDraft> = z.strictObject({
  name: text(200),
  emails: emails(20, 1),
  version,
});

const contractProvider: z.ZodMiniType<ContractProvider> = named(
  "ContractProvider",
  z.object({
    id,
    startDate: isoDate,
    endDate: isoDateOrNull,
    providerId: id,
    contractId: id,
  }),
);

/** {@link ContractProviderDraft} */
export const contractProviderDraft: z.ZodMiniType<ContractProviderDraft> = z.strictObject({
  startDate: isoDate,
  endDate: isoDateOrNull,
  providerId: id,
}).check(z.refine(({ startDate, endDate }) => endDate === null || startDate <= endDate, {
  path: ["endDate"],
}));

/** {@link Contract} */
export const contract: z.ZodMiniType<Contract> = named(
  "Contract",
  z.object({
    id,
    name: anyText,
    code: anyText,
    equipment: z.nullable(equipmentKind),
    dates: z.array(contractProvider),
    nbProjects: figure,
    allprojects: flag,
    projects: z.array(id),
    version: anyText,
  }),
);

/** {@link ContractDraft} */
export const contractDraft: z.ZodMiniType<ContractDraft> = z.strictObject({
  name: text(200),
  code: freeText(50),
  equipment: z.nullable(equipmentKind),
  allprojects: flag,
  projects: ids(PROJECTS_MAX),
  version,
});

const valueType: z.ZodMiniType<TypedocValueType> = z.enum(["number", "text", "date"]);

const typedocValue: z.ZodMiniType<TypedocValue> = named(
  "TypedocValue",
  z.object({
    id,
    name: anyText,
    type: valueType,
    required: flag,
    min: numberOrNull,
    max: numberOrNull,
    unit: anyText,
  }),
);

const valueBound: z.ZodMiniType<number | null> = z.nullable(numberBetween(-1e9, 1e9));

const typedocValueDraft: z.ZodMiniType<TypedocValueDraft> = z.strictObject({
  id: idOrNull,
  name: text(100),
  type: valueType,
  required: flag,
  min: valueBound,
  max: valueBound,
  unit: freeText(20),
}).check(z.refine(({ min, max }) => min === null || max === null || min <= max, { path: ["max"] }));

/** {@link Typedoc} */
export const typedoc: z.ZodMiniType<Typedoc> = named(
  "Typedoc",
  z.object({
    id,
    name: anyText,
    organizationId: id,
    equipment: z.nullable(equipmentKind),
    defaultRate: figure,
    multiple: flag,
    archived: flag,
    values: z.array(typedocValue),
    version: anyText,
  }),
);

/** {@link TypedocDraft} */
export const typedocDraft: z.ZodMiniType<TypedocDraft> = z.strictObject({
  name: text(200),
  equipment: z.nullable(equipmentKind),
  defaultRate: rate,
  multiple: flag,
  values: z.array(typedocValueDraft).check(z.maxLength(VALUES_MAX)),
  version,
});

/** {@link TypedocArchiving} */
export const typedocArchiving: z.ZodMiniType<TypedocArchiving> = z.strictObject({
  archived: flag,
});

/** {@link DocumentRequest} */
export const documentRequest: z.ZodMiniType<DocumentRequest> = named(
  "DocumentRequest",
  z.object({
    id,
    projects: z.array(id),
    firstRequest: isoDate,
    rate: figure,
    reminder: figure,
    nbDaysForNewDeadline: figure,
    close: flag,
    providerId: id,
    typedocId: id,
    contractId: id,
    version: anyText,
  }),
);

/** {@link DocumentRequestDraft} */
export const documentRequestDraft: z.ZodMiniType<DocumentRequestDraft> = z.strictObject({
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
export const requestClosing: z.ZodMiniType<RequestClosing> = z.strictObject({ close: flag });

const state: z.ZodMiniType<DocumentState> = named("DocumentState", z.enum(DOCUMENT_STATES));

const documentValue: z.ZodMiniType<DocumentValue> = named(
  "DocumentValue",
  z.object({
    documentId: id,
    typedocValueId: id,
    rank: figure,
    value: anyText,
  }),
);

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
  providerMail: anyTextOrNull,
  compliance: flagOrNull,
  validateDate: instantOrNull,
  validatorUser: anyTextOrNull,
  comment: anyText,
};

const contractDocument: z.ZodMiniType<ContractDocument> = named(
  "Document",
  z.object(documentFields),
);

/** {@link DocumentRow} */
export const documentRow: z.ZodMiniType<DocumentRow> = named(
  "DocumentRow",
  z.object({
    ...documentFields,
    typedocName: anyText,
    contractName: anyText,
    projectName: anyText,
    equipmentName: anyTextOrNull,
    providerName: anyText,
  }),
);

const coded = z.object({ id, name: anyText, code: anyText });

/** {@link DocumentInfo} */
export const documentInfo: z.ZodMiniType<DocumentInfo> = named(
  "DocumentInfo",
  z.object({
    document: contractDocument,
    typedoc: z.object({
      id,
      name: anyText,
      multiple: flag,
      values: z.array(typedocValue),
    }),
    contract: coded,
    project: coded,
    equipment: z.nullable(coded),
    provider: z.object({ id, name: anyText }),
    hasPdf: flag,
    version: anyText,
  }),
);

/** {@link DocumentVerdict} */
export const documentVerdict: z.ZodMiniType<DocumentVerdict> = z.strictObject({
  state: z.enum(["valid", "subject-valid", "refused"]),
  compliance: flagOrNull,
  comment,
  version,
}).check(z.refine((verdict) => verdict.state !== "refused" || verdict.compliance === null, {
  path: ["compliance"],
}));

/** {@link MassDropout} */
export const massDropout: z.ZodMiniType<MassDropout> = z.strictObject({
  documents: ids(DOCUMENTS_MAX),
  comment,
});

/** {@link FinalDueDateChange} */
export const finalDueDateChange: z.ZodMiniType<FinalDueDateChange> = z.strictObject({
  documentIds: ids(DOCUMENTS_MAX),
  finalDueDate: isoDate,
});

/** {@link MassResult} */
export const massResult: z.ZodMiniType<MassResult> = named(
  "MassResult",
  z.object({
    results: z.array(z.object({
      documentId: id,
      ok: flag,
      code: anyTextOrNull,
    })),
  }),
);

const uploadedValues = z.array(z.strictObject({
  typedocValueId: id,
  rank: integerBetween(0, 1_000),
  value: freeText(500),
})).check(z.maxLength(1_000));

/** {@link DocumentUpload}: a multipart form whose `data` may be JSON text. */
export const documentUpload: z.ZodMiniType<DocumentUpload> = z.strictObject({
  file: described(z.instanceof(Uint8Array), { type: "string", format: "binary" }),
  completionDate: isoDate,
  data: z.pipe(z.transform(fromJson), uploadedValues),
});

/** Parses a form field as JSON; returns the field itself when it is not JSON, for the schema to refuse. */
function fromJson(field: unknown): unknown {
  if (typeof field !== "string") return field;
  try {
    return JSON.parse(field);
  } catch {
    return field;
  }
}

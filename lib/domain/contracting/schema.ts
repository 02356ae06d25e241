import * as z from "zod/mini";
import { DOCUMENTED_KINDS } from "@/lib/domain/facilities/equipment_kinds.ts";
import { equipmentKind } from "@/lib/domain/facilities/schema.ts";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
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
  inOrder,
  instant,
  instantOrNull,
  integerBetween,
  isoDate,
  isoDateOrNull,
  named,
  namedObject,
  numberBetween,
  numberOrNull,
  storedObject,
  text,
  typedDate,
  typedDateOrNull,
  version,
} from "@/lib/domain/forms/schema.ts";
import { isPeriodDate } from "@/lib/domain/forms/typed_dates.ts";
import { DOCUMENT_LISTS, PROVIDER_LISTS } from "./document_lists.ts";
import {
  FILTER_MAX_LENGTH,
  MOST_DEPOSIT_VALUES,
  MOST_TYPEDOC_VALUES,
  VALUE_MAX_LENGTH,
} from "./limits.ts";
import { DOCUMENT_ACTIONS, DOCUMENT_STATES, type DocumentState } from "./types.ts";

/** Limits of a stored record. */
const PROJECTS_MAX = 2_000;
const DOCUMENTS_MAX = 10_000;
/** Maximum length of the headers of a form part. */
const FILE_NAME_MAX_LENGTH = 4_096;
const COMMENT_MAX_LENGTH = 2_000;

/** Months between two occurrences; 0 means one-off. */
const rate: z.ZodMiniType<number> = integerBetween(0, 600);
const comment: z.ZodMiniType<string> = freeText(COMMENT_MAX_LENGTH);

/** A company that works for a landlord. @spec contracting.providers */
export type Provider = z.output<typeof provider>;
export const provider = storedObject("Provider", {
  organizationId: id,
  name: anyText,
  emails: z.array(anyText),
  /** Addresses whose server refused the last mail, and when; absent when there are none. */
  refusedEmails: z.optional(z.array(z.object({ email: anyText, at: instant }))),
  archived: flag,
});

export const providerDraft = z.strictObject({ name: text(200), emails: emails(20, 1), version });

/** A provider in charge of a contract between two days. @spec contracting.contracts */
export type ContractProvider = z.output<typeof contractProvider>;
const contractProvider = namedObject("ContractProvider", {
  id,
  startDate: isoDate,
  /** null when open-ended. */
  endDate: isoDateOrNull,
  providerId: id,
  contractId: id,
});

export type ContractProviderDraft = z.output<typeof contractProviderDraft>;
export const contractProviderDraft = z.strictObject({
  startDate: typedDate,
  endDate: typedDateOrNull,
  providerId: id,
  /** Version of the contract. */
  version,
}).check(inOrder("startDate", "endDate"));

/** A contract. @spec contracting.contracts */
export type Contract = z.output<typeof contract>;
export const contract = storedObject("Contract", {
  name: anyText,
  code: anyText,
  /** Kind of equipment it covers; null for a whole residence. */
  equipment: z.nullable(equipmentKind),
  dates: z.array(contractProvider),
  nbProjects: figure,
  allprojects: flag,
  /** Residences, unless it covers all. */
  projects: z.array(id),
});

/** Kind of equipment for which documents are requested; null for a whole residence. */
const documentedKind: z.ZodMiniType<EquipmentKind | null> = z.nullable(z.enum(DOCUMENTED_KINDS));

export const contractDraft = z.strictObject({
  name: text(200),
  code: freeText(50),
  equipment: documentedKind,
  allprojects: flag,
  projects: ids(PROJECTS_MAX),
  version,
});

/** Types of a document value. @spec contracting.typedocs */
export type TypedocValueType = z.output<typeof valueType>;
const valueType = z.enum(["number", "text", "date"]);

/** A value required with a document. @spec contracting.typedocs */
export type TypedocValue = z.output<typeof typedocValue>;
export const typedocValue = namedObject("TypedocValue", {
  id,
  name: anyText,
  type: valueType,
  required: flag,
  /** Bounds of a compliant value; null for none. */
  min: numberOrNull,
  max: numberOrNull,
  unit: anyText,
});

const valueBound: z.ZodMiniType<number | null> = z.nullable(numberBetween(-1e9, 1e9));

/** A value to write; the id of an existing value preserves its answers. */
const typedocValueDraft = z.strictObject({
  id: idOrNull,
  name: text(100),
  type: valueType,
  required: flag,
  min: valueBound,
  max: valueBound,
  unit: freeText(20),
}).check(inOrder("min", "max"));

/** A kind of document. @spec contracting.typedocs */
export type Typedoc = z.output<typeof typedoc>;
export const typedoc = storedObject("Typedoc", {
  name: anyText,
  organizationId: id,
  equipment: z.nullable(equipmentKind),
  /** Months between occurrences; 0 means one-off. */
  defaultRate: figure,
  /** Values may be repeated, by rank. */
  multiple: flag,
  archived: flag,
  values: z.array(typedocValue),
});

export type TypedocDraft = z.output<typeof typedocDraft>;
export const typedocDraft = z.strictObject({
  name: text(200),
  equipment: documentedKind,
  defaultRate: rate,
  multiple: flag,
  values: z.array(typedocValueDraft).check(z.maxLength(MOST_TYPEDOC_VALUES)),
  version,
});

/** Archives or restores a provider or a document type. @spec contracting.typedocs */
export const archiving = z.strictObject({ archived: flag });

/** A recurring request to a provider. @spec contracting.requests */
export type DocumentRequest = z.output<typeof documentRequest>;
export const documentRequest = storedObject("DocumentRequest", {
  projects: z.array(id),
  /** Civil day the first document is due. */
  firstRequest: isoDate,
  /** Months between occurrences; 0 means one-off. */
  rate: figure,
  /** Days before the due date. */
  reminder: figure,
  nbDaysForNewDeadline: figure,
  close: flag,
  providerId: id,
  typedocId: id,
  contractId: id,
});

export const documentRequestDraft = z.strictObject({
  projects: ids(PROJECTS_MAX, 1),
  firstRequest: typedDate,
  rate,
  reminder: integerBetween(0, 3_650),
  nbDaysForNewDeadline: integerBetween(0, 3_650),
  providerId: id,
  typedocId: id,
  contractId: id,
  version,
});

/** Closes or reopens a request. @spec contracting.requests */
export const requestClosing = z.strictObject({ close: flag });

const state: z.ZodMiniType<DocumentState> = named("DocumentState", z.enum(DOCUMENT_STATES));

/** A value sent with a document. @spec deposits.values */
export type DocumentValue = z.output<typeof documentValue>;
const documentValue = namedObject("DocumentValue", {
  documentId: id,
  typedocValueId: id,
  /** 0 for the first set of values. */
  rank: figure,
  /** Numbers use a decimal point. */
  value: anyText,
});

const documentFields = {
  id,
  dueDate: isoDate,
  projectId: id,
  requestId: id,
  equipmentId: idOrNull,
  /** Instant of the deposit; null until then. */
  uploadDate: instantOrNull,
  /** Civil day the work was done; null until the deposit. */
  completionDate: isoDateOrNull,
  data: z.array(documentValue),
  finalDueDate: isoDate,
  /** Final due date set by hand, which replaces the due date in lists; null for none. */
  requestFinalDueDate: isoDateOrNull,
  state,
  /** E-mail of the depositor; null until the deposit. */
  providerMail: anyTextOrNull,
  /** Whether the reported state complies; null when unknown. */
  compliance: flagOrNull,
  /** Instant; null until the verdict. */
  validateDate: instantOrNull,
  /** E-mail of the validator; null until then. */
  validatorUser: anyTextOrNull,
  comment: anyText,
};

/** One occurrence of a request. @spec contracting.occurrences */
export type ContractDocument = z.output<typeof contractDocument>;
const contractDocument = namedObject("Document", documentFields);

export type DocumentRow = z.output<typeof documentRow>;
export const documentRow = namedObject("DocumentRow", {
  ...documentFields,
  typedocName: anyText,
  contractName: anyText,
  projectName: anyText,
  equipmentName: anyTextOrNull,
  providerName: anyText,
});

const pageNumber = z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/)));

/** A page of a provider's list; the first non-empty list when none is named. */
export const askedPageQuery = z.strictObject({
  list: z.optional(z.enum(PROVIDER_LISTS)),
  page: pageNumber,
});

export type AskedDocument = z.output<typeof askedDocument>;
const askedDocument = z.object({
  ...documentRow.shape,
  organisation: z.object({ id, name: anyText }),
  /** The last day to deposit it; for a refused document, to deposit its replacement. */
  deadline: isoDate,
});

/** A page of a provider's list, for all its landlords. */
export const askedPage = namedObject("AskedPage", {
  list: z.enum(PROVIDER_LISTS),
  rows: z.array(askedDocument),
  page: figure,
  pageCount: figure,
  counts: z.object({ refused: figure, late: figure, running: figure }),
});

const filterText = z.optional(z.string().check(z.maxLength(FILTER_MAX_LENGTH)));

/** A page of a list, as its URL describes it. */
export const documentPageQuery = z.strictObject({
  list: z.enum(DOCUMENT_LISTS),
  /** Year of the history. */
  year: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  /** A single residence. */
  residence: z.optional(id),
  /** Documents due on or after a day. */
  from: z.optional(isoDate),
  /** "deadline:asc". */
  sort: filterText,
  page: pageNumber,
  search: filterText,
  typedoc: filterText,
  project: filterText,
  equipment: filterText,
  provider: filterText,
  state: filterText,
});

/** The file of a list, filtered and sorted as its URL describes. */
export const documentFileQuery = z.strictObject({
  ...z.omit(documentPageQuery, { page: true }).shape,
  dialect: z.enum(["semicolon", "comma"]),
});

/** A list of documents and its filters, without a page. */
export type DocumentListQuery = Omit<z.output<typeof documentPageQuery>, "page">;

/** The values that a list can be filtered by. */
export type DocumentChoices = z.output<typeof documentChoices>;
const documentChoices = z.object({
  /** Names. */
  typedoc: z.array(anyText),
  project: z.array(anyText),
  provider: z.array(anyText),
  state: z.array(state),
  /** Equipment of one residence. */
  equipment: z.array(z.object({ id, name: anyText })),
});

export type DocumentPage = z.output<typeof documentPage>;
export const documentPage = namedObject("DocumentPage", {
  rows: z.array(documentRow),
  page: figure,
  pageCount: figure,
  /** Number of documents that pass the filters. */
  rowCount: figure,
  firstRank: figure,
  lastRank: figure,
  /** Number of documents in the list. */
  allCount: figure,
  choices: documentChoices,
});

/** Number of documents in each list. */
export type DocumentCounts = z.output<typeof documentCounts>;
export const documentCounts = namedObject("DocumentCounts", {
  running: figure,
  late: figure,
  toValidate: figure,
  refused: figure,
  /** Of the running and the late ones, those that replace a refused document, which is counted too. */
  again: figure,
});

const coded = z.object({ id, name: anyText, code: anyText });

/** Data of the viewer. @spec contracting.viewer */
export type DocumentInfo = z.output<typeof documentInfo>;
export const documentInfo = namedObject("DocumentInfo", {
  document: contractDocument,
  typedoc: z.object({ id, name: anyText, multiple: flag, values: z.array(typedocValue) }),
  /** The values of the type at the time of the deposit; absent until then, and in older documents. */
  asked: z.optional(z.array(typedocValue)),
  organisation: z.object({ id, name: anyText }),
  contract: coded,
  project: coded,
  equipment: z.nullable(coded),
  provider: z.object({ id, name: anyText }),
  /** The refused document that it replaces; null for none. */
  replaces: idOrNull,
  /** The document that replaces it, once it is refused; null otherwise. */
  replacedBy: idOrNull,
  /** The landlord closed the request: no document is accepted for it. */
  requestClosed: flag,
  /** A deposit is accepted at its URL: the document itself, or the awaited replacement of a refused document. */
  awaitsUpload: flag,
  hasPdf: flag,
  version: anyText,
});

/** A verdict on a document. @spec contracting.verdict */
export type DocumentVerdict = z.output<typeof documentVerdict>;
export const documentVerdict = z.strictObject({
  state: z.enum(["valid", "subject-valid", "refused"]),
  /** Ignored for a refusal, which resets it. */
  compliance: flagOrNull,
  comment,
  version,
});

/** Documents to abandon. @spec contracting.mass-actions */
export const massDropout = z.strictObject({ documents: ids(DOCUMENTS_MAX), comment });

/** A typed final due date: the history has a list for its year. */
const deadline = typedDate.check(z.refine(isPeriodDate, { message: "implausible-date" }));

/** A new final due date for documents. @spec contracting.mass-actions */
export const finalDueDateChange = z.strictObject({
  documentIds: ids(DOCUMENTS_MAX),
  finalDueDate: deadline,
});

/** Result of a mass action for each document. */
export type MassResult = z.output<typeof massResult>;
export const massResult = namedObject("MassResult", {
  results: z.array(z.object({ documentId: id, ok: flag, code: anyTextOrNull })),
});

/** An action on every document that passes a list's filters. */
export const documentActionDraft = z.strictObject({
  ...documentPageQuery.shape,
  action: z.enum(DOCUMENT_ACTIONS),
  comment,
  /** Set by "postpone". */
  finalDueDate: z.nullable(deadline),
}).check(z.refine(({ action, finalDueDate }) => action !== "postpone" || finalDueDate !== null, {
  path: ["finalDueDate"],
}));

export type DocumentActionLine = z.output<typeof documentActionLine>;
export const documentActionLine = namedObject("DocumentActionLine", {
  documentId: id,
  requestId: id,
  /** Its type, residence and equipment. */
  label: anyText,
  deadline: isoDate,
  state: z.enum(["waiting", "done", "refused"]),
  /** Why it was refused; null otherwise. */
  code: anyTextOrNull,
});

const documentActionFields = {
  id,
  action: z.enum(DOCUMENT_ACTIONS),
  finalDueDate: isoDateOrNull,
  state: z.enum(["running", "done"]),
  createdAt: instant,
  lineCount: figure,
  doneCount: figure,
  refusedCount: figure,
};

export type DocumentAction = z.output<typeof documentAction>;
export const documentAction = namedObject("DocumentAction", documentActionFields);

export type DocumentActionRead = z.output<typeof documentActionRead>;
export const documentActionRead = namedObject("DocumentActionRead", {
  ...documentActionFields,
  page: figure,
  pageCount: figure,
  lines: z.array(documentActionLine),
});

const uploadedValues = z.array(z.strictObject({
  typedocValueId: id,
  rank: integerBetween(0, 1_000),
  value: freeText(VALUE_MAX_LENGTH),
})).check(z.maxLength(MOST_DEPOSIT_VALUES));

const binary = described(z.instanceof(Uint8Array), { type: "string", format: "binary" });
const fileMark = text(200);
const byteCount = integerBetween(0, 1e9);

/** A document deposited by its provider. @spec contracting.deposit */
export type DocumentUpload = z.output<typeof documentUpload>;

/** A multipart form whose `data` may be JSON text. */
export const documentUpload = z.strictObject({
  /** The PDF; absent when it was sent in parts. */
  file: z.optional(binary),
  fileName: z.optional(z.string().check(z.maxLength(FILE_NAME_MAX_LENGTH))),
  /** The sender's identifier for a file sent in parts. */
  mark: z.optional(fileMark),
  /** Bytes of that file. */
  size: z.optional(z.pipe(z.transform(fromJson), byteCount)),
  waiting: z.optional(id),
  completionDate: typedDate,
  data: z.pipe(z.transform(fromJson), uploadedValues),
});

/** A part of a file, as a multipart form: parts with the same mark belong to one file and are sent in order. */
export const documentPart = z.strictObject({
  file: binary,
  fileName: z.optional(z.string().check(z.maxLength(FILE_NAME_MAX_LENGTH))),
  mark: fileMark,
  /** Bytes of the file before this part. */
  at: z.pipe(z.transform(fromJson), byteCount),
});

/** Number of bytes received so far. */
export const partAnswer = namedObject("PartAnswer", { at: byteCount });

/** {@link documentPart} of a waiting file, with its name and total size. */
export const waitingFilePart = z.strictObject({
  ...documentPart.shape,
  size: z.pipe(z.transform(fromJson), byteCount),
});

/** A file sent by a member of a provider: waiting for its document, or with its outcome. */
export type WaitingFile = z.output<typeof waitingFile>;
const waitingFile = z.object({
  id,
  name: anyText,
  /** Bytes. */
  size: figure,
  isWhole: flag,
  /** Id of another file with the same content; null for none. */
  sameAs: idOrNull,
  /** "deposited", or why the file was refused; null while it waits. */
  outcome: anyTextOrNull,
  /** The document it was deposited for; null for none. */
  document: z.nullable(z.object({ orgId: id, requestId: id, documentId: id })),
});

/** A document that a provider may deposit, with the names used to match it. */
export type DepositTarget = z.output<typeof depositTarget>;
const depositTarget = z.object({
  orgId: id,
  requestId: id,
  documentId: id,
  deadline: isoDate,
  organisationName: anyText,
  typedocName: anyText,
  values: z.array(typedocValue),
  contractCode: anyText,
  projectName: anyText,
  projectCode: anyText,
  equipmentName: anyText,
  equipmentCode: anyText,
});

/** The waiting files of a person, and the documents they may be deposited for; no documents while no file waits. */
export type WaitingFiles = z.output<typeof waitingFiles>;
export const waitingFiles = namedObject("WaitingFiles", {
  files: z.array(waitingFile),
  documents: z.array(depositTarget),
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

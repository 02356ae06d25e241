/** Schemas of registers, requests, documents, their lists and actions. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import {
  draft,
  inOrder,
  named,
  namedObject,
  pageFields,
  storedObject,
  versionedObject,
  withoutLimits,
} from "@/lib/base/object_schemas.ts";
import { tableOf } from "@/lib/base/records.ts";
import { isPeriodDate } from "@/lib/base/typed_dates.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { DOCUMENTED_KINDS } from "@/lib/facilities/equipment_rules.ts";
import { equipmentKind } from "@/lib/facilities/schema.ts";
import {
  ASKED_LISTS,
  DOCUMENT_ACTIONS,
  DOCUMENT_LISTS,
  DOCUMENT_STATES,
  type DocumentState,
  PROVIDER_LISTS,
} from "./document_states.ts";

/** Maximum length of a text filter on a list of documents: longer than any name. */
export const FILTER_MAX_LENGTH = 500;

/** Maximum number of values that a document type asks for. */
const MOST_TYPEDOC_VALUES = 100;

/** Maximum length of a value of a deposit. */
export const VALUE_MAX_LENGTH = 500;

/** Limits of a stored record. */
const PROJECTS_MAX = 2_000;
const DOCUMENTS_MAX = 10_000;

/** Months between two occurrences; 0 means one-off. */
const rate: z.ZodMiniType<number> = field.integerBetween(0, 600);
/** The comment of a request, a verdict or an action. */
const comment: z.ZodMiniType<string> = field.freeText(2_000);

/** True when it also concerns residences on which the caller may not request documents. @spec contracting.shared */
const sharedWithOthers: z.ZodMiniOptional<z.ZodMiniType<boolean>> = z.optional(field.flag);

/** A company that works for a landlord. @spec contracting.providers */
export type Provider = z.output<typeof provider>;
export const provider = storedObject("Provider", {
  organizationId: field.id,
  name: field.anyText,
  emails: z.array(field.anyText),
  refusedEmails: field.refusedEmails,
  archived: field.flag,
  sharedWithOthers,
});

export const providerDraft = draft({ name: field.text(200), emails: field.emails(20, 1) });

const chargeFields = {
  startDate: field.typedDate,
  /** null when open-ended. */
  endDate: field.typedDateOrNull,
  providerId: field.id,
};

/** A provider in charge of a contract between two days. @spec contracting.contracts */
export type ContractProvider = z.output<typeof contractProvider>;
const contractProvider = namedObject("ContractProvider", {
  id: field.id,
  ...withoutLimits(chargeFields),
  contractId: field.id,
});

/** Its version is that of the contract. */
export type ContractProviderDraft = z.output<typeof contractProviderDraft>;
export const contractProviderDraft = draft(chargeFields).check(inOrder("startDate", "endDate"));

/** A contract. @spec contracting.contracts */
export type Contract = z.output<typeof contract>;
export const contract = storedObject("Contract", {
  name: field.anyText,
  code: field.anyText,
  /** The person whom a provider calls, with a telephone number; "" for none. */
  contact: field.anyText,
  /** Kind of equipment it covers; null for a whole residence. */
  equipment: z.nullable(equipmentKind),
  dates: z.array(contractProvider),
  nbProjects: field.figure,
  allprojects: field.flag,
  /** Residences, unless it covers all. */
  projects: z.array(field.id),
  sharedWithOthers,
});

/** Kind of equipment for which documents are requested; null for a whole residence. */
const documentedKind: z.ZodMiniType<EquipmentKind | null> = z.nullable(z.enum(DOCUMENTED_KINDS));

export const contractDraft = draft({
  name: field.text(200),
  code: field.freeText(50),
  /** Absent: unchanged. */
  contact: z.exactOptional(field.freeText(200)),
  equipment: documentedKind,
  allprojects: field.flag,
  projects: field.ids(PROJECTS_MAX),
});

/** Types of a document value. @spec contracting.typedocs */
export type TypedocValueType = z.output<typeof valueType>;
const valueType = z.enum(["number", "text", "date"]);

const valueBound: z.ZodMiniType<number | null> = z.nullable(field.numberBetween(-1e9, 1e9));

const typedocValueFields = {
  name: field.text(100),
  type: valueType,
  required: field.flag,
  /** Bounds of a compliant value; null for none. */
  min: valueBound,
  max: valueBound,
  unit: field.freeText(20),
};

/** A value required with a document. @spec contracting.typedocs */
export type TypedocValue = z.output<typeof typedocValue>;
export const typedocValue = namedObject("TypedocValue", {
  id: field.id,
  ...withoutLimits(typedocValueFields),
});

/** A value to write; the id of an existing value preserves its answers. */
export const typedocValueDraft = z.strictObject({ id: field.idOrNull, ...typedocValueFields })
  .check(
    inOrder("min", "max"),
  );

/** A kind of document. @spec contracting.typedocs */
export type Typedoc = z.output<typeof typedoc>;
export const typedoc = storedObject("Typedoc", {
  name: field.anyText,
  organizationId: field.id,
  equipment: z.nullable(equipmentKind),
  /** Months between occurrences; 0 means one-off. */
  defaultRate: field.figure,
  /** Values may be repeated, by rank. */
  multiple: field.flag,
  archived: field.flag,
  values: z.array(typedocValue),
  sharedWithOthers,
});

export type TypedocDraft = z.output<typeof typedocDraft>;
export const typedocDraft = draft({
  name: field.text(200),
  equipment: documentedKind,
  defaultRate: rate,
  multiple: field.flag,
  values: z.array(typedocValueDraft).check(z.maxLength(MOST_TYPEDOC_VALUES)),
});

/** Archives or restores a provider or a document type. @spec contracting.typedocs */
export const archiving = z.strictObject({ archived: field.flag });

/** A recurring request to a provider. @spec contracting.requests */
export type DocumentRequest = z.output<typeof documentRequest>;
export const documentRequest = storedObject("DocumentRequest", {
  projects: z.array(field.id),
  /** Civil day the first document is due. */
  firstRequest: field.isoDate,
  /** Months between occurrences; 0 means one-off. */
  rate: field.figure,
  /** Days before the due date. */
  reminder: field.figure,
  nbDaysForNewDeadline: field.figure,
  close: field.flag,
  providerId: field.id,
  typedocId: field.id,
  contractId: field.id,
  sharedWithOthers,
});

export const documentRequestDraft = draft({
  projects: field.ids(PROJECTS_MAX, 1),
  firstRequest: field.typedDate,
  rate,
  reminder: field.integerBetween(0, 3_650),
  nbDaysForNewDeadline: field.integerBetween(0, 3_650),
  providerId: field.id,
  typedocId: field.id,
  contractId: field.id,
});

/** Closes or reopens a request. @spec contracting.requests */
export const requestClosing = z.strictObject({ close: field.flag });

const state: z.ZodMiniType<DocumentState> = named("DocumentState", z.enum(DOCUMENT_STATES));

export const documentValueFields = {
  typedocValueId: field.id,
  /** 0 for the first set of values. */
  rank: field.integerBetween(0, 1_000),
  /** Numbers use a decimal point. */
  value: field.freeText(VALUE_MAX_LENGTH),
};

/** A value sent with a document. @spec deposits.values */
export type DocumentValue = z.output<typeof documentValue>;
const documentValue = namedObject("DocumentValue", {
  documentId: field.id,
  ...withoutLimits(documentValueFields),
});

const documentFields = {
  id: field.id,
  dueDate: field.isoDate,
  projectId: field.id,
  requestId: field.id,
  equipmentId: field.idOrNull,
  /** Instant of the deposit; null until then. */
  uploadDate: field.instantOrNull,
  /** Civil day the work was done; null until the deposit. */
  completionDate: field.isoDateOrNull,
  data: z.array(documentValue),
  finalDueDate: field.isoDate,
  /** Final due date set by hand, which replaces the due date in lists; null for none. */
  requestFinalDueDate: field.isoDateOrNull,
  state,
  /** E-mail of the depositor; null until the deposit. */
  providerMail: field.anyTextOrNull,
  /** Whether the reported state complies; null when unknown. */
  compliance: field.flagOrNull,
  /** Instant; null until the verdict. */
  validateDate: field.instantOrNull,
  /** E-mail of the validator; null until then. */
  validatorUser: field.anyTextOrNull,
  comment: field.anyText,
};

/** One occurrence of a request. @spec contracting.occurrences */
export type ContractDocument = z.output<typeof contractDocument>;
const contractDocument = namedObject("Document", documentFields);

export type DocumentRow = z.output<typeof documentRow>;
export const documentRow = namedObject("DocumentRow", {
  ...documentFields,
  typedocName: field.anyText,
  contractName: field.anyText,
  projectName: field.anyText,
  equipmentName: field.anyTextOrNull,
  providerName: field.anyText,
});

const pageNumber = z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/)));

/** A page of a provider's list; the first non-empty list of what is asked when none is named. */
export const askedPageQuery = z.strictObject({
  list: z.optional(z.enum(PROVIDER_LISTS)),
  page: pageNumber,
});

export type AskedDocument = z.output<typeof askedDocument>;
const askedDocument = z.object({
  ...documentRow.shape,
  organisation: field.reference,
  /** The last day to deposit it; for a refused document, to deposit its replacement. */
  deadline: field.isoDate,
});

/** A page of a provider's list, for all its landlords. */
export const askedPage = namedObject("AskedPage", {
  list: z.enum(PROVIDER_LISTS),
  rows: z.array(askedDocument),
  ...pageFields,
  counts: z.object(tableOf(ASKED_LISTS, () => field.figure)),
});

const filterText = z.optional(z.string().check(z.maxLength(FILTER_MAX_LENGTH)));

/** A page of a list, as its URL describes it. */
export const documentPageQuery = z.strictObject({
  list: z.enum(DOCUMENT_LISTS),
  /** Year of the history. */
  year: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  /** A single residence. */
  residence: z.optional(field.id),
  /** Documents due on or after a day. */
  from: z.optional(field.isoDate),
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

export type DocumentListQuery = Omit<z.output<typeof documentPageQuery>, "page">;

/** The values that a list can be filtered by. */
export type DocumentChoices = z.output<typeof documentChoices>;
const documentChoices = z.object({
  /** Names. */
  typedoc: z.array(field.anyText),
  project: z.array(field.anyText),
  provider: z.array(field.anyText),
  state: z.array(state),
  /** Equipment of one residence. */
  equipment: z.array(field.reference),
});

export type DocumentPage = z.output<typeof documentPage>;
export const documentPage = namedObject("DocumentPage", {
  rows: z.array(documentRow),
  ...pageFields,
  /** Number of documents that pass the filters. */
  rowCount: field.figure,
  firstRank: field.figure,
  lastRank: field.figure,
  /** Number of documents in the list. */
  allCount: field.figure,
  choices: documentChoices,
});

/** Number of documents in each list. */
export type DocumentCounts = z.output<typeof documentCounts>;
export const documentCounts = namedObject("DocumentCounts", {
  running: field.figure,
  late: field.figure,
  toValidate: field.figure,
  refused: field.figure,
  /** The late ones by provider and residence; absent for a provider, and from hosts that do not send it. */
  lateOf: z.optional(z.array(z.object({
    projectId: field.id,
    projectName: field.anyText,
    providerName: field.anyText,
    emails: z.array(field.anyText),
    count: field.figure,
    /** The first day after the oldest deadline. */
    since: field.isoDate,
  }))),
  /** Of the running and the late ones, those that replace a refused document, which is counted too. */
  again: field.figure,
});

const coded = z.object({ ...field.named, code: field.anyText });

/** Data of the viewer. @spec contracting.viewer */
export type DocumentInfo = z.output<typeof documentInfo>;
export const documentInfo = versionedObject("DocumentInfo", {
  document: contractDocument,
  typedoc: z.object({ ...field.named, multiple: field.flag, values: z.array(typedocValue) }),
  /** The values of the type at the time of the deposit; absent until then, and in older documents. */
  asked: z.optional(z.array(typedocValue)),
  organisation: field.reference,
  contract: coded,
  project: coded,
  equipment: z.nullable(coded),
  provider: field.reference,
  /** The refused document that it replaces; null for none. */
  replaces: field.idOrNull,
  /** The document that replaces it, once it is refused; null otherwise. */
  replacedBy: field.idOrNull,
  /** The landlord closed the request: no document is accepted for it. */
  requestClosed: field.flag,
  /** A deposit is accepted at its URL: the document itself, or the awaited replacement of a refused document. */
  awaitsUpload: field.flag,
  hasPdf: field.flag,
});

/** A verdict on a document. @spec contracting.verdict */
export type DocumentVerdict = z.output<typeof documentVerdict>;
export const documentVerdict = draft({
  state: z.enum(["valid", "subject-valid", "refused"]),
  /** Ignored for a refusal, which resets it. */
  compliance: field.flagOrNull,
  /** The reason of a refusal, required; or a reservation. */
  comment,
}).check(z.refine(({ state, comment }) => state !== "refused" || comment !== "", {
  path: ["comment"],
  message: "required",
}));

/** Documents to abandon. @spec contracting.mass-actions */
export const massDropout = z.strictObject({ documents: field.ids(DOCUMENTS_MAX), comment });

/** A typed final due date: the history has a list for its year. */
const deadline = field.typedDate.check(z.refine(isPeriodDate, { message: "implausible-date" }));

/** A new final due date for documents. @spec contracting.mass-actions */
export const finalDueDateChange = z.strictObject({
  documentIds: field.ids(DOCUMENTS_MAX),
  finalDueDate: deadline,
});

/** Result of a mass action for each document. */
export type MassResult = z.output<typeof massResult>;
export const massResult = namedObject("MassResult", {
  results: z.array(z.object({ documentId: field.id, ok: field.flag, code: field.anyTextOrNull })),
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
  documentId: field.id,
  requestId: field.id,
  /** Its type, residence and equipment. */
  label: field.anyText,
  deadline: field.isoDate,
  state: z.enum(["waiting", "done", "refused"]),
  /** Why it was refused; null otherwise. */
  code: field.anyTextOrNull,
});

const documentActionFields = {
  id: field.id,
  action: z.enum(DOCUMENT_ACTIONS),
  finalDueDate: field.isoDateOrNull,
  state: z.enum(["running", "done"]),
  createdAt: field.instant,
  lineCount: field.figure,
  doneCount: field.figure,
  refusedCount: field.figure,
};

export type DocumentAction = z.output<typeof documentAction>;
export const documentAction = namedObject("DocumentAction", documentActionFields);

export type DocumentActionRead = z.output<typeof documentActionRead>;
export const documentActionRead = namedObject("DocumentActionRead", {
  ...documentActionFields,
  ...pageFields,
  lines: z.array(documentActionLine),
});

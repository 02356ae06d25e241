import { z } from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { DOCUMENT_ACTIONS, DOCUMENT_STATES } from "@/lib/domain/contracting/types.ts";
import { EQUIPMENT_KINDS } from "@/lib/domain/facilities/types.ts";
import { entity } from "./entity.ts";

const equipment = z.enum(EQUIPMENT_KINDS).nullable();

/** A provider; one whom a contract or a request names is archived, never deleted. */
export type ProviderRecord = z.output<typeof providerRecord>;
export const providerRecord = z.object({
  name: z.string(),
  emails: z.array(z.string()),
  archived: z.boolean(),
});

export type ContractRecord = z.output<typeof contractRecord>;
export const contractRecord = z.object({
  name: z.string(),
  code: z.string(),
  equipment,
  allprojects: z.boolean(),
  projects: z.array(z.string()),
  dates: z.array(z.object({
    id: z.string(),
    startDate: z.string(),
    endDate: z.string().nullable(),
    providerId: z.string(),
  })),
});

const typedocValues = z.array(z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(["number", "text", "date"]),
  required: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  unit: z.string(),
}));

export type TypedocRecord = z.output<typeof typedocRecord>;
export const typedocRecord = z.object({
  name: z.string(),
  equipment,
  defaultRate: z.number(),
  multiple: z.boolean(),
  archived: z.boolean(),
  values: typedocValues,
});

export type RequestRecord = z.output<typeof requestRecord>;
export const requestRecord = z.object({
  projects: z.array(z.string()),
  firstRequest: z.string(),
  rate: z.number(),
  reminder: z.number(),
  nbDaysForNewDeadline: z.number(),
  close: z.boolean(),
  providerId: z.string(),
  typedocId: z.string(),
  contractId: z.string(),
});

/** An occurrence of a request. */
export type DocumentRecord = z.output<typeof documentRecord>;
export const documentRecord = z.object({
  projectId: z.string(),
  equipmentId: z.string().nullable(),
  /** Civil days. */
  dueDate: z.string(),
  finalDueDate: z.string(),
  requestFinalDueDate: z.string().nullable(),
  state: z.enum(DOCUMENT_STATES),
  /** Instants of the deposit and of the verdict; null until then. */
  uploadDate: z.string().nullable(),
  validateDate: z.string().nullable(),
  completionDate: z.string().nullable(),
  data: z.array(z.object({ typedocValueId: z.string(), rank: z.number(), value: z.string() })),
  /** The values of the document type at the deposit; absent until then, and in older documents. */
  asked: typedocValues.optional(),
  providerMail: z.string().nullable(),
  compliance: z.boolean().nullable(),
  validatorUser: z.string().nullable(),
  comment: z.string(),
  /** The deposited file; null until the deposit. */
  file: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
  /** The refused document that this one replaces; null for none. */
  replaces: z.string().nullable(),
  /** Of a refused document: its replacement was deposited or abandoned. */
  isReplaced: z.boolean().default(false),
});

/** What a list filters and sorts documents by before it reads those of a page. */
export type DocumentIndexRecord = z.output<typeof documentIndexRecord>;
export const documentIndexRecord = z.object({
  projectId: z.string(),
  equipmentId: z.string().nullable(),
  state: z.enum(DOCUMENT_STATES),
  uploadDate: z.string().nullable().default(null),
  compliance: z.boolean().nullable().default(null),
});

/** A place of a stored list of documents. */
export type DocumentPlace = readonly [
  list: "awaited" | "to-validate" | "refused" | "history",
  deadline: string,
  requestId: string,
  documentId: string,
];

/** The places that one change of documents is about. */
export const documentPlaces: z.ZodType<readonly DocumentPlace[]> = z.array(z.tuple([
  z.enum(["awaited", "to-validate", "refused", "history"]),
  z.string(),
  z.string(),
  z.string(),
]));

/** What is done to many documents, and how far it is. */
export type DocumentActionRecord = z.output<typeof documentActionRecord>;
export const documentActionRecord = z.object({
  id: z.string(),
  /** Whose it is: a job continues it with the roles that they hold then. */
  accountId: z.string(),
  action: z.enum(DOCUMENT_ACTIONS),
  comment: z.string(),
  finalDueDate: z.string().nullable(),
  state: z.enum(["running", "done"]),
  createdAt: z.string(),
  lineCount: z.number(),
  doneCount: z.number(),
  refusedCount: z.number(),
  expiresAtMs: z.number(),
});

/** Twenty documents of an action, and what became of each. */
export type DocumentActionPart = z.output<typeof documentActionPart>;
export const documentActionPart = z.array(z.object({
  documentId: z.string(),
  requestId: z.string(),
  label: z.string(),
  deadline: z.string(),
  state: z.enum(["waiting", "done", "refused"]),
  code: z.string().nullable(),
}));

/** A file that is being sent in parts. */
export type SendingRecord = z.output<typeof sendingRecord>;
export const sendingRecord = z.object({
  /** Under which its parts are. */
  fileId: z.string(),
  /** What the sender calls the file. */
  mark: z.string(),
  /** Bytes that have arrived. */
  size: z.int(),
  /** When the first arrived, epoch ms. */
  startedAt: z.int(),
});

/** A file that waits for its document, or what became of it. */
export type WaitingFileRecord = z.output<typeof waitingFileRecord>;
const waitingFileRecord = z.object({
  /** Under which its parts are. */
  id: z.string(),
  name: z.string(),
  /** Hash of what the sender calls the file. */
  mark: z.string(),
  /** Bytes of the file, and of them those that have arrived. */
  total: z.int(),
  arrived: z.int(),
  /** CRC of what has arrived. */
  crc: z.int(),
  /** When the first arrived, epoch ms. */
  startedAt: z.int(),
  /** "deposited", or why it was refused; null while it waits. */
  outcome: z.string().nullable(),
  /** What it was deposited for; null for none. */
  document: z.object({ orgId: z.string(), requestId: z.string(), documentId: z.string() })
    .nullable(),
});

/** The files that a person of a provider sent together. */
export type WaitingFilesRecord = z.output<typeof waitingFilesRecord>;
export const waitingFilesRecord = z.object({ files: z.array(waitingFileRecord) });

/** How far the documents of a request were made. */
export type MakingRecord = z.output<typeof makingRecord>;
export const makingRecord = z.object({
  /** The request as it was then, by its versionstamp. */
  version: z.string(),
  /** Civil day in Europe/Paris. */
  day: z.string(),
  /** False while some are still to be made. */
  isDone: z.boolean(),
});

/** When the last mail about documents was sent to an address. */
export type DocumentMailRecord = z.output<typeof documentMailRecord>;
export const documentMailRecord = z.object({
  /** Instant. */
  at: z.string(),
  /** Civil day, or Monday of the week, that the mail was of. */
  day: z.string(),
});

export const CONTRACTING_ENTITIES = {
  contract: entity(keys.contract, contractRecord, {
    provider: ({ dates }) => dates.map(({ providerId }) => providerId),
    projectOfOrg: ({ projects }) => projects,
  }),
  documentRequest: entity(keys.documentRequest, requestRecord, {
    provider: ({ providerId }) => [providerId],
    contract: ({ contractId }) => [contractId],
    typedoc: ({ typedocId }) => [typedocId],
    projectOfOrg: ({ projects }) => projects,
  }),
  provider: entity(keys.provider, providerRecord),
  typedoc: entity(keys.typedoc, typedocRecord),
  document: entity(keys.document, documentRecord),
};

/** Stored records of registers, requests, documents, uploads and mails. @module */

import * as z from "zod";
import { entity, NOT_STORED } from "@/lib/api/entity.ts";
import { EQUIPMENT_KINDS } from "@/lib/facilities/equipment_kinds.ts";
import type { ProviderOf } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, type Store } from "@/lib/store/store.ts";
import { DOCUMENT_STATES } from "./document_states.ts";
import {
  documentAction,
  documentActionLine,
  documentRequest,
  provider,
  typedoc,
  typedocValue,
} from "./schema.ts";

const NOT_SHARED = { ...NOT_STORED, sharedWithOthers: true } as const;

/** A provider; one that a contract or a request refers to is archived, never deleted. */
export type ProviderRecord = z.output<typeof providerRecord>;
export const providerRecord = z.object(provider.shape)
  .omit({ ...NOT_SHARED, organizationId: true, refusedEmails: true });

export type ContractRecord = z.output<typeof contractRecord>;
export const contractRecord = z.object({
  name: z.string(),
  code: z.string(),
  contact: z.string().default(""),
  equipment: z.enum(EQUIPMENT_KINDS).nullable(),
  allprojects: z.boolean(),
  projects: z.array(z.string()),
  dates: z.array(z.object({
    id: z.string(),
    startDate: z.string(),
    endDate: z.string().nullable(),
    providerId: z.string(),
  })),
});

/** A new value has no id until the rules have passed. */
const typedocValues = z.array(z.object(typedocValue.shape).extend({ id: z.string() }));

export type TypedocRecord = z.output<typeof typedocRecord>;
export const typedocRecord = z.object(typedoc.shape).omit({ ...NOT_SHARED, organizationId: true })
  .extend({ values: typedocValues });

export type RequestRecord = z.output<typeof requestRecord>;
export const requestRecord = z.object(documentRequest.shape).omit(NOT_SHARED)
  // The account that created it; absent in older requests.
  .extend({ askedBy: z.string().optional() });

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
  /** Instants of the deposit and of the verdict; null before. */
  uploadDate: z.string().nullable(),
  validateDate: z.string().nullable(),
  completionDate: z.string().nullable(),
  data: z.array(z.object({ typedocValueId: z.string(), rank: z.number(), value: z.string() })),
  /** The values of the document type at the deposit; absent before it, and in older documents. */
  asked: typedocValues.optional(),
  providerMail: z.string().nullable(),
  compliance: z.boolean().nullable(),
  validatorUser: z.string().nullable(),
  comment: z.string(),
  /** The deposited file; null until the deposit. */
  file: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
  /** The refused document that this one replaces; null for none. */
  replaces: z.string().nullable(),
  /** True for a refused document whose replacement was deposited or abandoned. */
  isReplaced: z.boolean().default(false),
});

/** The fields with which a list filters and sorts documents before it reads those of a page. */
export type DocumentIndexRecord = z.output<typeof documentIndexRecord>;
export const documentIndexRecord = z.object({
  projectId: z.string(),
  equipmentId: z.string().nullable(),
  state: z.enum(DOCUMENT_STATES),
  uploadDate: z.string().nullable().default(null),
  compliance: z.boolean().nullable().default(null),
});

/** Position of a document in a stored list. */
export type DocumentPlace = readonly [
  list: "awaited" | "to-validate" | "refused" | "history",
  deadline: string,
  requestId: string,
  documentId: string,
];

/** A bulk action on documents, with its progress. */
export type DocumentActionRecord = z.output<typeof documentActionRecord>;
export const documentActionRecord = z.object(documentAction.shape).extend({
  /** The user: a job continues the action with the roles they have then. */
  accountId: z.string(),
  comment: z.string(),
  expiresAtMs: z.number(),
});

/** Twenty documents of an action, with their results. */
export type DocumentActionPart = z.output<typeof documentActionPart>;
export const documentActionPart = z.array(z.object(documentActionLine.shape));

/** A file waiting for its document, or its outcome. */
export type WaitingFileRecord = z.output<typeof waitingFileRecord>;
const waitingFileRecord = z.object({
  id: z.string(),
  name: z.string(),
  /** Hash of the name given by the sender. */
  mark: z.string(),
  /** Size of the file, and bytes received. */
  total: z.int(),
  arrived: z.int(),
  /** CRC of the bytes received. */
  crc: z.int(),
  /** Arrival of the first part, epoch ms. */
  startedAt: z.int(),
  /** "deposited", or the reason of the refusal; null while it waits. */
  outcome: z.string().nullable(),
  /** The document for which it was deposited; null for none. */
  document: z.object({ orgId: z.string(), requestId: z.string(), documentId: z.string() })
    .nullable(),
});

/** The files that a user of a provider sent together. */
export type WaitingFilesRecord = z.output<typeof waitingFilesRecord>;
export const waitingFilesRecord = z.object({ files: z.array(waitingFileRecord) });

/** Progress of the creation of the documents of a request. */
export type MakingRecord = z.output<typeof makingRecord>;
export const makingRecord = z.object({
  /** Versionstamp of the request at that time. */
  version: z.string(),
  /** Civil day in Europe/Paris. */
  day: z.string(),
  /** False while some documents are still to be created. */
  isDone: z.boolean(),
});

/** What the next mail about verdicts tells a provider. */
export type DocumentNewsRecord = z.output<typeof documentNewsRecord>;
export const documentNewsRecord = z.object({
  /** Instant. */
  at: z.string(),
  /** The document with a verdict or abandoned; null for a request that has ended. */
  documentId: z.string().nullable(),
  /** Type of document of an ended request, which may be deleted; "" for a document. */
  name: z.string(),
});

/** Time of the last mail about documents to an address. */
export type DocumentMailRecord = z.output<typeof documentMailRecord>;
export const documentMailRecord = z.object({
  /** Instant. */
  at: z.string(),
  /** The civil day, or the Monday of the week, covered by the mail. */
  day: z.string(),
});

export const DOCUMENTS_ENTITIES = {
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

/** The providers with an e-mail address, of all landlords. */
export async function providersOf(store: Store, email: string): Promise<readonly ProviderOf[]> {
  const found: ProviderOf[] = [];
  for await (const { key } of store.list({ prefix: keys.providerOfEmail.under(email) })) {
    found.push({ orgId: String(key[2]), providerId: String(key[3]) });
  }
  return found;
}

/** Ids of the landlords that request documents from some providers. @spec providers.reach */
export async function requestingOrgs(
  store: Store,
  providers: readonly ProviderOf[],
): Promise<readonly string[]> {
  const orgIds = await Promise.all(providers.map(async ({ orgId, providerId }) => {
    const prefix = keys.documentRequest.under(orgId);
    const requests = await listEntries(store, { prefix }, requestRecord);
    return requests.some(({ value }) => value.providerId === providerId && !value.close)
      ? [orgId]
      : [];
  }));
  return [...new Set(orgIds.flat())];
}

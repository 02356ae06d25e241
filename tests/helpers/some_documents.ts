/** Documents of an organisation, its registers, and its provider. @module */
import { ok } from "node:assert/strict";
import type { CallFunction, CallName } from "@/lib/app/catalogue.ts";
import { makeDocuments, type MakingOptions } from "@/lib/documents/document_creation.ts";
import { documentKey, type DocumentPath, setDocument } from "@/lib/documents/document_index.ts";
import {
  type DocumentRecord,
  documentRecord,
  type ProviderRecord,
  type RequestRecord,
  type TypedocRecord,
} from "@/lib/documents/records.ts";
import type { ProviderLinks } from "@/lib/identity/provider_links.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, readEntry, type Store, type Stored } from "@/lib/store/store.ts";
import { callAs, type TestPlatform } from "./a_platform.ts";
import { ORG, PROJECT } from "./a_residence.ts";

/** The request that {@link writeRegisters} writes; a document of it is due on 1 March 2026. */
export const REQUEST = "r1";

/**
 * A request of the maintenance certificate: yearly, opened 60 days before it is due, 15 days of
 * tolerance.
 */
export function aRequest(over: Partial<RequestRecord> = {}): RequestRecord {
  return {
    projects: [PROJECT],
    firstRequest: "2026-03-01",
    rate: 12,
    reminder: 60,
    nbDaysForNewDeadline: 15,
    close: false,
    providerId: "v1",
    typedocId: "t1",
    contractId: "c1",
    ...over,
  };
}

/** The value requested with a document. */
export const VALUES: TypedocRecord["values"] = [{
  id: "w1",
  name: "Rendement",
  type: "number",
  required: true,
  min: 85,
  max: null,
  unit: "%",
}];

/**
 * Writes an organisation that manages documents: a provider, a contract, a document type, a
 * request.
 */
export async function writeRegisters(
  store: Store,
  request: Partial<RequestRecord> = {},
  typedoc: Partial<TypedocRecord> = {},
): Promise<void> {
  const emails = ["suivi@chauffage.fr", "agence@chauffage.fr"];
  const contract = {
    name: "Exploitation",
    code: "EX-1",
    contact: "Mme Martin, 03 53 01 00 12",
    equipment: null,
    allprojects: false,
    projects: [PROJECT],
    dates: [],
  };
  const type: TypedocRecord = {
    name: "Attestation d’entretien",
    equipment: null,
    defaultRate: 12,
    multiple: false,
    archived: false,
    values: VALUES,
    ...typedoc,
  };
  const atomic = store.atomic();
  for (const email of emails) atomic.set(keys.providerOfEmail(email, ORG, "v1"), true);
  await atomic
    .set(keys.orgFeatures(ORG), { documentManagement: true })
    .set(keys.provider(ORG, "v1"), { name: "Chauffage Durand", emails, archived: false })
    .set(keys.contract(ORG, "c1"), contract)
    .set(keys.typedoc(ORG, "t1"), type)
    .set(keys.documentRequest(ORG, REQUEST), aRequest(request))
    .commit();
}

/** Closes the request that {@link writeRegisters} writes. */
export async function closeRequest(store: Store): Promise<void> {
  await store.atomic()
    .set(keys.documentRequest(ORG, REQUEST), aRequest({ close: true })).commit();
}

/** Creates the documents of the request and returns them by due date. */
export async function someDocuments(options: MakingOptions): Promise<Stored<DocumentRecord>[]> {
  ok(await makeDocuments(options, { orgId: ORG, requestId: REQUEST }));
  return await storedDocuments(options.store);
}

/** Writes the registers, then creates the documents of the request and returns them by due date. */
export async function askedDocuments(
  options: MakingOptions,
  ...registers: [request?: Partial<RequestRecord>, typedoc?: Partial<TypedocRecord>]
): Promise<Stored<DocumentRecord>[]> {
  await writeRegisters(options.store, ...registers);
  return await someDocuments(options);
}

/** Path of a document of the request. */
export function documentPath(documentId: string): DocumentPath {
  return { orgId: ORG, requestId: REQUEST, documentId };
}

/** Writes the registers, and returns the path of the first document of the request. */
export async function anAwaitedDocument(
  options: MakingOptions,
  request?: Partial<RequestRecord>,
): Promise<DocumentPath> {
  const [document] = await askedDocuments(options, request);
  ok(document);
  return documentPath(document.id);
}

/** Path of the document that is asked for an equipment. */
export async function pathOfEquipment(store: Store, equipmentId: string): Promise<DocumentPath> {
  const documents = await storedDocuments(store);
  const document = documents.find(({ record }) => record.equipmentId === equipmentId);
  ok(document);
  return documentPath(document.id);
}

/** The documents of the request, by due date. */
export async function storedDocuments(store: Store): Promise<Stored<DocumentRecord>[]> {
  const stored = await listStored(store, keys.document.under(ORG, REQUEST), documentRecord);
  return stored.sort((a, b) => a.record.dueDate.localeCompare(b.record.dueDate));
}

/** Moves an awaited document to « to validate », as a deposit at an instant does. */
export async function setToValidate(
  store: Store,
  path: DocumentPath,
  uploadDate = "2026-02-10T15:00:00Z",
): Promise<void> {
  const { value: before } = await readEntry(store, documentKey(path), documentRecord);
  ok(before);
  const after = { ...before, state: "to-valid", uploadDate } as const;
  await setDocument(store.atomic(), path, { before, after }).commit();
}

export const PROVIDER_EMAIL = "technique@thermalia.example";
export const PROVIDER = "v1";

/** Writes a landlord that requests documents from a provider. */
export async function writeProvider(
  { store }: TestPlatform,
  { orgId = ORG, providerId = PROVIDER, emails = [PROVIDER_EMAIL], requestId = REQUEST } = {},
): Promise<void> {
  const provider: ProviderRecord = { name: "Thermalia", emails, archived: false };
  const atomic = store.atomic()
    .set(keys.org(orgId), { name: `Bailleur ${orgId}` })
    .set(keys.orgFeatures(orgId), { documentManagement: true })
    .set(keys.provider(orgId, providerId), provider)
    .set(
      keys.documentRequest(orgId, requestId),
      aRequest({ firstRequest: "2026-03-31", providerId }),
    );
  for (const email of emails) atomic.set(keys.providerOfEmail(email, orgId, providerId), true);
  await atomic.commit();
}

/** The link of an address, as mailed. */
export async function aLink(
  { platform, store }: TestPlatform,
  { email = PROVIDER_EMAIL, asked = false } = {},
): Promise<string> {
  const { token, keep } = platform.providerLinks.create(email, { requested: asked });
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  return token;
}

/** Calls as a user of a provider. */
export async function callAsProvider(
  built: TestPlatform,
  email = PROVIDER_EMAIL,
): Promise<CallFunction> {
  const token = await aLink(built, { email });
  return callAs(built, await built.platform.identities.byToken(token, "header"));
}

/** The address that a link of a provider opens; null when the link has ended. */
export async function opens(links: ProviderLinks, token: string): Promise<string | null> {
  const session = await links.open(token);
  return session === null ? null : (await links.ofSession(session.id))?.email ?? null;
}

/** The calls that providers may make, by name. @spec B §6 "providers can only upload and view their own documents" */
export const PROVIDER_CALLS: readonly CallName[] = [
  "countDocuments",
  "deleteWaitingFile",
  "getDocumentInfo",
  "getDocumentPdf",
  "getMe",
  "listDocumentsLate",
  "listDocumentsRefused",
  "listDocumentsRunning",
  "listOrgs",
  "listWaitingFiles",
  "pageAskedDocuments",
  "sendWaitingFile",
  "uploadDocument",
];

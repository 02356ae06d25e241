/** Reads a document with its request, document type, contract and provider. @module */

import type { Services } from "@/lib/api/services.ts";
import { versionOf } from "@/lib/api/writes.ts";
import { placedName } from "@/lib/facilities/equipment_rules.ts";
import { type EquipmentRecord, equipmentRecord } from "@/lib/facilities/records.ts";
import { organisationRecord } from "@/lib/organisations/records.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Entry, readEntry, type Store } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { documentKey, type DocumentPath, replacementId } from "./document_index.ts";
import { documentOf } from "./document_rows.ts";
import { awaitsUpload } from "./document_states.ts";
import {
  contractRecord,
  type DocumentRecord,
  documentRecord,
  providerRecord,
  type RequestRecord,
  requestRecord,
  typedocRecord,
} from "./records.ts";

/** A document with its request, whose moves are checked against both. */
export interface Movable {
  readonly path: DocumentPath;
  readonly document: Entry<DocumentRecord>;
  readonly request: Entry<RequestRecord>;
}

/** Reads a document and its request; null when one is missing. */
export async function readMovable(
  { store }: Pick<Services, "store">,
  path: DocumentPath,
): Promise<Movable | null> {
  const { orgId, requestId } = path;
  const [document, request] = await Promise.all([
    readEntry(store, documentKey(path), documentRecord),
    readEntry(store, keys.documentRequest(orgId, requestId), requestRecord),
  ]);
  if (document.value === null || request.value === null) return null;
  return {
    path,
    document: { ...document, value: document.value, versionstamp: document.versionstamp ?? "" },
    request: { ...request, value: request.value, versionstamp: request.versionstamp ?? "" },
  };
}

/** The records referred to by a request; null for deleted ones. */
export async function readAsked(
  store: Store,
  orgId: string,
  { typedocId, contractId, providerId }: RequestRecord,
) {
  const [typedoc, contract, provider] = await Promise.all([
    readEntry(store, keys.typedoc(orgId, typedocId), typedocRecord),
    readEntry(store, keys.contract(orgId, contractId), contractRecord),
    readEntry(store, keys.provider(orgId, providerId), providerRecord),
  ]);
  return { typedoc: typedoc.value, contract: contract.value, provider: provider.value };
}

/** The records referred to by a document; null for deleted ones, and for the equipment of a whole residence. */
export async function readSubjects(
  store: Store,
  { path: { orgId }, document: { value: { projectId, equipmentId } }, request }: Movable,
) {
  const [requested, organisation, project, equipment] = await Promise.all([
    readAsked(store, orgId, request.value),
    readEntry(store, keys.org(orgId), organisationRecord),
    readEntry(store, keys.project(projectId), projectRecord),
    equipmentId === null
      ? null
      : readEntry(store, keys.equipment(projectId, equipmentId), equipmentRecord),
  ]);
  return {
    ...requested,
    organisation: organisation.value,
    project: project.value,
    equipment: equipment?.value ? await withPlace(store, projectId, equipment.value) : null,
  };
}

async function withPlace(store: Store, projectId: string, equipment: EquipmentRecord) {
  const { parentId } = equipment;
  const parent = parentId === null
    ? null
    : await readEntry(store, keys.equipment(projectId, parentId), equipmentRecord);
  return { ...equipment, name: placedName(equipment.name, parent?.value?.name ?? "") };
}

/** Records referred to by a document. */
export type Subjects = Awaited<ReturnType<typeof readSubjects>>;

/** What names a document; null for what was deleted. */
export async function readNames(
  store: Store,
  { path: { orgId }, document, request }: Movable,
): Promise<Pick<Subjects, "typedoc" | "project">> {
  const [typedoc, project] = await Promise.all([
    readEntry(store, keys.typedoc(orgId, request.value.typedocId), typedocRecord),
    readEntry(store, keys.project(document.value.projectId), projectRecord),
  ]);
  return { typedoc: typedoc.value, project: project.value };
}

/** What the audit log calls a document: its type, its residence, its due date. */
export function auditSubject(
  { document }: Movable,
  { typedoc, project }: Pick<Subjects, "typedoc" | "project">,
): string {
  return [typedoc?.name, project?.name, document.value.dueDate].filter(Boolean).join(", ");
}

/** A document with its related records. @spec contracting.viewer */
export const getDocumentInfo: Handler<"getDocumentInfo"> = async (services, path) => {
  const movable = await readMovable(services, path);
  if (movable === null) return { ok: false, code: "not-found" };
  const { document, request: { value: request } } = movable;
  const { typedocId, contractId, providerId } = request;
  const { projectId, equipmentId } = document.value;
  const subjects = await readSubjects(services.store, movable);
  const { name = "", multiple = false, values = [] } = subjects.typedoc ?? {};
  const answer = {
    document: documentOf(path, document.value),
    typedoc: { id: typedocId, name, multiple, values },
    ...document.value.asked && { asked: document.value.asked },
    organisation: { id: path.orgId, name: subjects.organisation?.name ?? "" },
    contract: coded(contractId, subjects.contract),
    project: coded(projectId, subjects.project),
    equipment: equipmentId === null ? null : coded(equipmentId, subjects.equipment),
    provider: { id: providerId, name: subjects.provider?.name ?? "" },
    replaces: document.value.replaces,
    replacedBy: document.value.state === "refused" ? replacementId(path.documentId) : null,
    requestClosed: request.close,
    awaitsUpload: !request.close && awaitsUpload(document.value),
    hasPdf: document.value.file !== null,
    version: versionOf(document),
  };
  return { ok: true, answer };
};

/** Name and code of a record; both are empty when it was deleted. */
function coded(id: string, thing: { name: string; code: string } | null) {
  return { id, name: thing?.name ?? "", code: thing?.code ?? "" };
}

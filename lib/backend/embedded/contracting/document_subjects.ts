import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Entry, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import {
  contractRecord,
  type DocumentRecord,
  documentRecord,
  providerRecord,
  type RequestRecord,
  requestRecord,
  typedocRecord,
} from "@/lib/backend/records/contracting.ts";
import { type EquipmentRecord, equipmentRecord } from "@/lib/backend/records/facilities.ts";
import { organisationRecord } from "@/lib/backend/records/organisations.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import { placedName } from "@/lib/domain/facilities/distinct_equipment.ts";
import { documentKey, type DocumentPath } from "./document_index.ts";

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
  const [asked, organisation, project, equipment] = await Promise.all([
    readAsked(store, orgId, request.value),
    readEntry(store, keys.org(orgId), organisationRecord),
    readEntry(store, keys.project(projectId), projectRecord),
    equipmentId === null
      ? null
      : readEntry(store, keys.equipment(projectId, equipmentId), equipmentRecord),
  ]);
  return {
    ...asked,
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

/** Reads documents as rows with the names from cached registers, and the providers of a residence. @module */

import type { ZodType } from "zod";
import type { Services } from "@/lib/api/services.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { placedName } from "@/lib/facilities/equipment_rules.ts";
import { type EquipmentRecord, equipmentRecord } from "@/lib/facilities/records.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import type { ProjectProvider } from "@/lib/residences/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  getAll,
  getUnder,
  type Key,
  LISTED_FROM,
  listIds,
  listStored,
  readable,
  readById,
  readNamed,
  type Store,
  type Stored,
} from "@/lib/store/store.ts";
import { byName } from "@/lib/ui/tables.ts";
import { documentKey, type DocumentPath } from "./document_index.ts";
import {
  type ContractRecord,
  contractRecord,
  type DocumentRecord,
  documentRecord,
  type ProviderRecord,
  providerRecord,
  type RequestRecord,
  requestRecord,
  type TypedocRecord,
  typedocRecord,
} from "./records.ts";
import { inChargeOn } from "./register_rules.ts";
import type { ContractDocument, DocumentRow } from "./schema.ts";

type ById<Record> = ReadonlyMap<string, Record>;

/** The records that documents of an organisation refer to, and the names of its residences. */
export interface Registers {
  readonly requests: ById<RequestRecord>;
  readonly typedocs: ById<TypedocRecord>;
  readonly contracts: ById<ContractRecord>;
  readonly providers: ById<ProviderRecord>;
  readonly projectNames: Names;
}

/** Reads the registers of an organisation. */
export async function readRegisters(
  store: Store,
  orgId: string,
): Promise<Registers> {
  const read = <Record>(prefix: Key, schema: ZodType<Record>) =>
    listStored(store, prefix, schema).then(byId);
  const [ids, requests, typedocs, contracts, providers] = await Promise.all([
    listIds(store, keys.projectOfOrg.under(orgId)),
    read(keys.documentRequest.under(orgId), requestRecord),
    read(keys.typedoc.under(orgId), typedocRecord),
    read(keys.contract.under(orgId), contractRecord),
    read(keys.provider.under(orgId), providerRecord),
  ]);
  const projects = await readById(store, ids, keys.project, projectRecord);
  const projectNames = new Map([...projects].map(([id, { name }]) => [id, name]));
  return { requests, typedocs, contracts, providers, projectNames };
}

function byId<Record>(stored: readonly Stored<Record>[]): ById<Record> {
  return new Map(stored.map(({ id, record }) => [id, record]));
}

/** The rows of documents, in their order; a document deleted meanwhile is skipped. */
export async function rowsOf(
  store: Store,
  registers: Registers,
  paths: readonly DocumentPath[],
): Promise<DocumentRow[]> {
  const found: { readonly path: DocumentPath; readonly record: DocumentRecord }[] = [];
  for (const some of chunk(paths, READ_AT_ONCE)) {
    const entries = await entriesOf(store, some);
    for (const [rank, path] of some.entries()) {
      const read = readable(entries.slice(rank, rank + 1), documentRecord);
      found.push(...read.map(({ value: record }) => ({ path, record })));
    }
  }
  const places = found.map(({ record }) => record);
  const equipments = await equipmentNames(store, places);
  return found.map(({ path, record }) => rowOf(path, record, { registers, equipments }));
}

/** The entries of documents, in their order: many of one request are one list. */
async function entriesOf(store: Store, paths: readonly DocumentPath[]) {
  const byRequest = Map.groupBy(paths, ({ orgId, requestId }) => `${orgId} ${requestId}`);
  const listed = [...byRequest.values()].filter(({ length }) => length >= LISTED_FROM);
  const inLists = new Set(listed.flat());
  const others = paths.filter((path) => !inLists.has(path)).map(documentKey);
  const read = await Promise.all([
    getAll(store, others),
    ...listed.map((some) => entriesOfRequest(store, some)),
  ]);
  const byKey = new Map(read.flat().map((entry) => [JSON.stringify(entry.key), entry]));
  return paths.flatMap((path) => byKey.get(JSON.stringify(documentKey(path))) ?? []);
}

/** @param paths of documents of one request, at least one */
function entriesOfRequest(store: Store, paths: readonly DocumentPath[]) {
  const [{ orgId = "", requestId = "" } = {}] = paths;
  const ids = paths.map(({ documentId }) => documentId);
  return getUnder(store, keys.document.under(orgId, requestId), ids);
}

/** Documents that are read at once: a list of all of an organisation has thousands. */
const READ_AT_ONCE = 500;

type Names = ReadonlyMap<string, string>;

function rowOf(
  path: DocumentPath,
  record: DocumentRecord,
  { registers: { requests, typedocs, contracts, providers, projectNames }, equipments }: {
    readonly registers: Registers;
    readonly equipments: Names;
  },
): DocumentRow {
  const request = requests.get(path.requestId);
  return {
    ...documentOf(path, record),
    typedocName: nameIn(typedocs, request?.typedocId),
    contractName: nameIn(contracts, request?.contractId),
    providerName: nameIn(providers, request?.providerId),
    projectName: projectNames.get(record.projectId) ?? "",
    equipmentName: equipments.get(placeName(record)) ?? null,
  };
}

export function documentOf(
  { requestId, documentId }: DocumentPath,
  { data, asked: _a, file: _f, replaces: _r, isReplaced: _i, ...record }: DocumentRecord,
): ContractDocument {
  const values = data.map((value) => ({ documentId, ...value }));
  return { id: documentId, requestId, ...record, data: values };
}

/** The name of a record of a register; "" when it is missing. */
export function nameIn(things: ById<{ name: string }>, id: string | undefined): string {
  return id === undefined ? "" : things.get(id)?.name ?? "";
}

/** The names of equipment after those of their buildings or boiler rooms, by {@link placeName}. */
export async function equipmentNames(
  store: Store,
  places: readonly DocumentLocation[],
): Promise<Names> {
  const found = await placedEquipment(store, places);
  return new Map(
    [...found].map((
      [id, { equipment, place }],
    ) => [id, placedName(equipment.name, place?.name ?? "")]),
  );
}

interface PlacedEquipment {
  readonly equipment: EquipmentRecord;
  /** The building or boiler room that contains it; null for none. */
  readonly place: EquipmentRecord | null;
}

/** Equipment with the place that contains it, by {@link placeName}. */
export async function placedEquipment(
  store: Store,
  places: readonly DocumentLocation[],
): Promise<ReadonlyMap<string, PlacedEquipment>> {
  const read = (some: readonly DocumentLocation[]) =>
    readNamed(store, some.flatMap(equipmentKey), equipmentRecord);
  const found = await read(places);
  const containers = new Map<string, DocumentLocation>();
  for (const place of places) {
    const equipmentId = found.get(placeName(place))?.parentId;
    if (equipmentId) containers.set(placeName(place), { projectId: place.projectId, equipmentId });
  }
  const parents = await read([...containers.values()]);
  return new Map([...found].map(([id, equipment]) => {
    const container = containers.get(id);
    const place = container === undefined ? null : parents.get(placeName(container)) ?? null;
    return [id, { equipment, place }];
  }));
}

/** The equipment of a place, by its {@link placeName}; empty for a residence as a whole. */
function equipmentKey(place: DocumentLocation): (readonly [name: string, key: Key])[] {
  const { projectId, equipmentId } = place;
  return equipmentId === null ? [] : [[placeName(place), keys.equipment(projectId, equipmentId)]];
}

type DocumentLocation = Pick<DocumentRecord, "projectId" | "equipmentId">;

export function placeName({ projectId, equipmentId }: DocumentLocation): string {
  return `${projectId}/${equipmentId}`;
}

/** The registers of an organisation for display, remembered until a write of the organisation. */
export function namedRegisters(services: Services, orgId: string): Promise<Registers> {
  return services.memory.ofOrganisation(
    orgId,
    "registers",
    () => readRegisters(services.store, orgId),
  );
}

/** Providers in charge, or asked for documents, on residences. @spec contracting.residence-providers */
export async function readProjectProviders(
  services: Services,
  orgId: string,
): Promise<(projectId: string) => readonly ProjectProvider[]> {
  const { providers, contracts, requests } = await namedRegisters(services, orgId);
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  const sorted = [...providers].map(([id, { name }]) => ({ id, name })).sort(byName);
  const works = [
    ...contracts.values().map(({ dates, allprojects, projects }) => ({
      providerId: inChargeOn(dates, today)?.providerId,
      projects: allprojects ? null : new Set(projects),
    })),
    ...requests.values().filter(({ close }) => !close).map(({ providerId, projects }) => ({
      providerId,
      projects: new Set(projects),
    })),
  ];
  return (projectId) => {
    const own = new Set(
      works.filter(({ projects }) => projects?.has(projectId) ?? true)
        .map(({ providerId }) => providerId),
    );
    return sorted.filter(({ id }) => own.has(id));
  };
}

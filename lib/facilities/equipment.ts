/** Reads, adds and edits the equipment of a residence, with the settings of each kind, its series, and who may write them. @module */

import type { AuditAction } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, transact, versionOf } from "@/lib/api/writes.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { newId } from "@/lib/base/secrets.ts";
import { comparableName } from "@/lib/base/visible_text.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { projectIds } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, type MaybeEntry, readEntry, type Stored } from "@/lib/store/store.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import type { ProjectSeries, SeriesScope } from "@/lib/timeseries/schema.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import type { Handler, Outcome } from "./calls.ts";
import { EQUIPMENT_KINDS, type EquipmentKind } from "./equipment_kinds.ts";
import {
  EQUIPMENT_KIND_RULES,
  type EquipmentWriters,
  isRightParent,
  kindsInOrder,
  writersOf,
} from "./equipment_rules.ts";
import {
  BARE_BOILER_ROOM,
  type EquipmentDetails,
  type EquipmentRecord,
  equipmentRecord,
  FACILITIES_ENTITIES,
} from "./records.ts";
import type { Equipment, EquipmentKindEntry } from "./schema.ts";
import { EQUIPMENT_KIND_LABELS } from "./text.ts";
import { referenceRefusal, storedSeries } from "@/lib/series/series.ts";
import { seriesName } from "@/lib/series/series_names.ts";

export type StoredEquipment = Stored<EquipmentRecord>;

export async function readEquipments(
  services: Services,
  projectId: string,
): Promise<StoredEquipment[]> {
  const prefix = keys.equipment.under(projectId);
  const equipments = await listStored(services.store, prefix, equipmentRecord);
  return equipments.sort((a, b) => compareValues(a.record.name, b.record.name));
}

/** Of an equipment with its entry in memory, about, bytes. */
const EQUIPMENT_BYTES = 800;

const EQUIPMENTS = new StoreMemory<readonly StoredEquipment[]>(
  "equipment",
  ({ length }) => length * EQUIPMENT_BYTES,
);

/** As {@link readEquipments}, for a plan, in any order. */
function equipmentsAsOf(services: Services, projectId: string, version: string | null) {
  const read = () => readEquipments(services, projectId);
  return EQUIPMENTS.of(services.store, projectId, version, read);
}

/** As {@link readEquipments}, for display: cached until the residence is written. */
export function cachedEquipments(
  services: Services,
  projectId: string,
): Promise<readonly StoredEquipment[]> {
  const read = () => readEquipments(services, projectId);
  return services.memory.ofSettings(projectId, "equipments", read);
}

/** One equipment of a residence; its value is null when there is none. */
export function readEquipment(
  services: Services,
  { projectId, equipmentId }: { readonly projectId: string; readonly equipmentId: string },
): Promise<MaybeEntry<EquipmentRecord>> {
  return readEntry(services.store, keys.equipment(projectId, equipmentId), equipmentRecord);
}

/** Name of an equipment, for the audit log; its id when it was deleted. */
export async function equipmentName(
  services: Services,
  { projectId, equipmentId }: { readonly projectId: string; readonly equipmentId: string },
): Promise<string> {
  return (await readEquipment(services, { projectId, equipmentId })).value?.name ?? equipmentId;
}

/** True when a caller may write equipment of boiler rooms, or of buildings. */
export function mayWrite(
  services: Services,
  caller: Caller,
  { projectId, place }: { projectId: string; place: EquipmentWriters },
): Promise<boolean> {
  return services.callerRoles.holds(caller, projectId, [`collect:${place}:write`]);
}

export const listEquipmentKinds: Handler<"listEquipmentKinds"> = () =>
  Promise.resolve({ ok: true, answer: EQUIPMENT_KINDS.map(kindEntry) });

export const listAvailableEquipmentKinds: Handler<"listAvailableEquipmentKinds"> = async (
  services,
  { orgId },
) => {
  const ids = await projectIds(services, orgId);
  const equipments = await readEach(ids, (id) => readEquipments(services, id));
  const kinds = equipments.flat().map(({ record }) => record.kind);
  return { ok: true, answer: kindsInOrder(kinds).map(kindEntry) };
};

export const listEquipments: Handler<"listEquipments"> = async (services, { projectId }) => {
  const equipments = await readEquipments(services, projectId);
  return { ok: true, answer: equipments.map(equipmentOf) };
};

/** The equipment with sensors. */
export const listFacilitiesEquipments: Handler<"listFacilitiesEquipments"> = async (
  services,
  at,
) => {
  const equipments = await readEquipments(services, at.projectId);
  const instrumented = equipments.filter(({ record }) => record.instrumented);
  return { ok: true, answer: instrumented.map(equipmentOf) };
};

/** Adds an equipment; a boiler room or a building is usable immediately. */
export const addEquipment: Handler<"addEquipment"> = (services, { projectId, body }, caller) => {
  const { kind, instrumented, parentId, settings } = body;
  return transact(
    services,
    { caller, action: "addEquipment", projectId },
    async (atomic, version) => {
      const equipments = await equipmentsAsOf(services, projectId, version);
      const parent = equipments.find(({ id }) => id === parentId);
      if (parentId !== null && parent === undefined) {
        return {
          ok: false,
          code: "unknown-reference",
        };
      }
      const parentKind = parent?.record.kind ?? null;
      if (!isRightParent({ kind, parentKind })) return { ok: false, code: "unknown-reference" };
      const place = writersOf({ kind, parentKind });
      if (!(await mayWrite(services, caller, { projectId, place }))) {
        return { ok: false, code: "forbidden" };
      }
      if (isCodeTaken(equipments, settings.code)) return { ok: false, code: "code-taken" };
      const id = newId();
      const record: EquipmentRecord = { kind, ...settings, parentId, instrumented, details: {} };
      const key = keys.equipment(projectId, id);
      atomic.set(key, record);
      if (kind === "boilerroom") atomic.set(keys.boilerRoom(projectId, id), BARE_BOILER_ROOM);
      const committed = (versionstamp: string) => {
        const added = { id, record, entry: { key, value: record, versionstamp } };
        const value = [...equipments, added];
        EQUIPMENTS.set(services.store, projectId, { version: versionstamp, value });
      };
      return { ok: true, answer: { id }, subject: settings.name, committed };
    },
  );
};

export const putEquipmentSettings: Handler<"putEquipmentSettings"> = (services, input, caller) => {
  const { projectId, equipmentId, body } = input;
  const { version: quoted, ...settings } = body;
  const change = { caller, action: "putEquipmentSettings", projectId } as const;
  return transact(services, change, async (atomic, newVersion) => {
    const equipments = await equipmentsAsOf(services, projectId, newVersion);
    const equipment = equipments.find(({ id }) => id === equipmentId);
    if (equipment === undefined) return { ok: false, code: "not-found" };
    const place = await placeOfRecord(services, projectId, equipment.record);
    if (!(await mayWrite(services, caller, { projectId, place }))) {
      return { ok: false, code: "forbidden" };
    }
    if (!isCurrent(quoted, equipment.entry)) return { ok: false, code: "conflict" };
    if (isCodeTaken(equipments, settings.code, equipment)) return { ok: false, code: "code-taken" };
    const record = { ...equipment.record, ...settings };
    atomic.set(equipment.entry.key, record);
    const committed = (versionstamp: string) => {
      const entry = { ...equipment.entry, value: record, versionstamp };
      const put = { ...equipment, record, entry };
      const others = equipments.filter((one) => one !== equipment);
      const value = [...others, put];
      EQUIPMENTS.set(services.store, projectId, { version: versionstamp, value });
    };
    return { ok: true, answer: null, subject: settings.name, committed };
  });
};

/**
 * True when another equipment of the residence has the code; empty and unchanged codes are not checked.
 *
 * @spec facilities.equipment-codes
 * @param own the equipment with the code; undefined for a new one
 */
export function isCodeTaken(
  equipments: readonly StoredEquipment[],
  code: string,
  own?: StoredEquipment,
): boolean {
  if (code === "" || code === own?.record.code) return false;
  const mine = comparableName(code);
  return equipments.some((one) => one !== own && comparableName(one.record.code) === mine);
}

function kindEntry(kind: EquipmentKind): EquipmentKindEntry {
  const { parents: _, ...rules } = EQUIPMENT_KIND_RULES[kind];
  return { kind, label: EQUIPMENT_KIND_LABELS[kind], ...rules };
}

function equipmentOf({ id, record, entry }: StoredEquipment): Equipment {
  const { kind, name, code, instrumented, parentId } = record;
  const version = versionOf(entry);
  return { id, kind, name, instrumented, parentId, settings: { name, code }, version };
}

/** Role needed to write an existing equipment. */
export async function placeOfRecord(
  services: Services,
  projectId: string,
  { kind, parentId }: EquipmentRecord,
): Promise<EquipmentWriters> {
  if (parentId === null) return writersOf({ kind, parentKind: null });
  const parent = await readEquipment(services, { projectId, equipmentId: parentId });
  return writersOf({ kind, parentKind: parent.value?.kind ?? null });
}

type Field = keyof EquipmentDetails;
type Details = { readonly [F in Field]: NonNullable<EquipmentDetails[F]> };

/** The kind of equipment that has each field, and the details of one that nobody has set yet. */
const ACCESSORIES: { readonly [F in Field]: { kind: EquipmentKind; bare: Details[F] } } = {
  circuit: {
    kind: "boilerroom-circuit",
    bare: {
      enabled: true,
      outMin: null,
      outMax: null,
      backMin: null,
      backMax: null,
      outType: null,
      backType: null,
      isHotWater: false,
    },
  },
  errorCode: { kind: "boilerroom-errorcode", bare: { seriesId: null, normalCodes: [] } },
  faultDetector: { kind: "boilerroom-faultdetector", bare: { alarmKind: 0, seriesId: null } },
  gate: { kind: "gate", bare: { type: "gate", alarmFrom: 24, hsType: "none", seriesId: null } },
  cmv: { kind: "cmv", bare: { min: null, max: null, seriesId: null } },
  skydome: { kind: "skydome", bare: { seriesId: null } },
};

/** The accessories among some equipment that have a field, as they are answered. */
export function accessoriesOf<F extends Field>(field: F, equipments: readonly StoredEquipment[]) {
  const { kind, bare } = ACCESSORIES[field];
  return equipments.filter(({ record }) => record.kind === kind).map(({ id, record, entry }) => {
    const stored: { readonly [Own in Field]?: Details[Own] | undefined } = record.details;
    const details = stored[field] ?? bare;
    return { id, name: record.name, ...details, version: versionOf(entry) };
  });
}

/** The path of an accessory, with that of its boiler room where the call names it, and its new name and details. */
type DetailsInput<F extends Field, Id extends string> =
  & { readonly [Name in Id]: string }
  & {
    readonly projectId: string;
    readonly boilerRoomId?: string;
    readonly body: Details[F] & { name: string; version?: string | undefined };
  };

/** The call that writes name and details of an accessory, over the version the edit was based on. */
function putOf<F extends Field, Id extends string>(field: F, idName: Id, action: AuditAction) {
  return (
    services: Services,
    input: DetailsInput<F, Id>,
    caller: Caller,
  ): Promise<Outcome<"putCircuitSettings">> => {
    const { projectId, boilerRoomId: parentId, body: { version, name, ...details } } = input;
    return transact(services, { action, projectId, caller }, async (atomic) => {
      const entry = await readEquipment(services, { projectId, equipmentId: input[idName] });
      const { key, value } = entry;
      const isThere = value?.kind === ACCESSORIES[field].kind &&
        (parentId ?? value.parentId) === value.parentId;
      if (!isThere) return { ok: false, code: "not-found" };
      const place = await placeOfRecord(services, projectId, value);
      const isAllowed = await mayWrite(services, caller, { projectId, place });
      if (!isAllowed) throw new CallError("forbidden");
      if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
      const record: EquipmentRecord = { ...value, name, details: { [field]: details } };
      const { refersTo } = FACILITIES_ENTITIES.equipment;
      const refusal = await referenceRefusal(services, refersTo, { projectId, record, key });
      if (refusal !== null) return refusal;
      atomic.set(key, record);
      return { ok: true, answer: null, subject: name };
    });
  };
}

export const putCmvSettings = putOf("cmv", "cmvId", "putCmvSettings");
export const putSkydomeSettings = putOf("skydome", "skydomeId", "putSkydomeSettings");
export const putGateSettings = putOf("gate", "gateId", "putGateSettings");
export const putCircuitSettings = putOf("circuit", "circuitId", "putCircuitSettings");
export const putErrorCodeSettings = putOf("errorCode", "errorCodeId", "putErrorCodeSettings");
export const putFaultDetectorSettings = putOf(
  "faultDetector",
  "faultDetectorId",
  "putFaultDetectorSettings",
);

export function mayWriteHousingSeries(
  services: Services,
  caller: Caller,
  projectId: string,
): Promise<boolean> {
  return services.callerRoles.holds(caller, projectId, ["collect:houseadmin"]);
}

export async function mayWriteScope(
  services: Services,
  caller: Caller,
  { projectId, scope }: { projectId: string; scope: SeriesScope },
): Promise<boolean> {
  if (scope === "housing") return await mayWriteHousingSeries(services, caller, projectId);
  return await mayWrite(services, caller, { projectId, place: "building" }) ||
    await mayWrite(services, caller, { projectId, place: "boilerroom" });
}

/** Refuses a caller who may not write series of a scope. */
export async function checkScope(
  services: Services,
  caller: Caller,
  { projectId, scope }: { projectId: string; scope: SeriesScope },
): Promise<void> {
  if (!await mayWriteScope(services, caller, { projectId, scope })) {
    throw new CallError("forbidden");
  }
}

/** The series of a residence, in display order. */
export async function projectSeries(
  services: Services,
  projectId: string,
): Promise<ProjectSeries[]> {
  const all = (await storedSeries(services, projectId)).map(({ series }) => series);
  // Equipment is read only when names of its series are repeated.
  if (namedAlike(all).size === 0) return all;
  const prefix = keys.equipment.under(projectId);
  return withPlaces(all, await listStored(services.store, prefix, equipmentRecord));
}

/** The series of a residence, with the names of their equipment where their own names are repeated. */
export function withPlaces(
  all: readonly ProjectSeries[],
  equipments: readonly Stored<EquipmentRecord>[],
): ProjectSeries[] {
  const ambiguous = namedAlike(all);
  const names = new Map(equipments.map(({ id, record }) => [id, record.name]));
  return all.map((series) => {
    const equipmentName = ambiguous.has(series) ? names.get(series.equipmentId ?? "") : undefined;
    return equipmentName === undefined ? series : { ...series, equipmentName };
  });
}

function namedAlike(all: readonly ProjectSeries[]): ReadonlySet<ProjectSeries> {
  const byName = Map.groupBy(all, (series) => comparableName(seriesName(series)));
  return new Set([...byName.values()].filter(({ length }) => length > 1).flat());
}

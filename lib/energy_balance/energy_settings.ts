/** Reads and edits the energy sources, dated settings and gas factors of a boiler room. @module */

import type { ZodType } from "zod";
import type { AuditAction } from "@/lib/api/audit.ts";
import type { Refusal } from "@/lib/api/call.ts";
import { askFirst } from "@/lib/api/confirmations.ts";
import { settingEffects } from "@/lib/api/far_dates.ts";
import { type Authored, withoutAuthor } from "@/lib/api/entity.ts";
import type { Services } from "@/lib/api/services.ts";
import {
  isCurrent,
  organisationOf,
  transact,
  type Transaction,
  versionOf,
  type Written,
} from "@/lib/api/writes.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { isBoilerRoom } from "@/lib/facilities/boiler_rooms.ts";
import { readEquipment } from "@/lib/facilities/equipment.ts";
import {
  FACILITIES_ENTITIES,
  factorsRecord,
  settingsRecord,
  sourcesRecord,
} from "@/lib/facilities/records.ts";
import { claimPce } from "@/lib/gas/delivery_points.ts";
import { accountOf, type Caller } from "@/lib/identity/caller.ts";
import { todayAt } from "@/lib/residences/residences.ts";
import { referenceRefusal } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, readEntry } from "@/lib/store/store.ts";
import type { Handler, Input, Outcome } from "./calls.ts";
import { type DatedVersion, withoutVersion, withVersion } from "./dated_settings.ts";

export function readEfficiencySettings(services: Services, at: Input<"getEfficiency">) {
  const key = keys.efficiencySettings(at.projectId, at.boilerRoomId);
  return readEntry(services.store, key, settingsRecord);
}

/** Energy sources, dated settings and gas factors of a boiler room, with who entered them. */
export function readEfficiencyRecords(services: Services, at: Input<"getEfficiency">) {
  const { projectId, boilerRoomId } = at;
  return Promise.all([
    readEntry(services.store, keys.efficiencySources(projectId, boilerRoomId), sourcesRecord),
    readEfficiencySettings(services, at),
    readEntry(services.store, keys.gasFactors(projectId, boilerRoomId), factorsRecord),
  ]);
}

/** As {@link getEfficiency}, for display: cached until the residence is written. */
export function cachedEfficiency(
  services: Services,
  place: Input<"getEfficiency">,
): Promise<Outcome<"getEfficiency">> {
  const { projectId, boilerRoomId } = place;
  const read = () => getEfficiency(services, place);
  return services.memory.ofSettings(projectId, `efficiency ${boilerRoomId}`, read);
}

/** Energy sources of a boiler room, with its dated settings and gas factors. */
export async function getEfficiency(
  services: Services,
  { projectId, boilerRoomId }: Input<"getEfficiency">,
): Promise<Outcome<"getEfficiency">> {
  const [isThere, [sources, settings, gazFactors]] = await Promise.all([
    isBoilerRoom(services, { projectId, boilerRoomId }),
    readEfficiencyRecords(services, { projectId, boilerRoomId }),
  ]);
  if (!isThere) return { ok: false, code: "not-found" };
  return {
    ok: true,
    answer: {
      sources: sources.value && withoutAuthor(sources.value),
      settings: (settings.value ?? []).map(withoutAuthor),
      gazFactors: (gazFactors.value ?? []).map(withoutAuthor),
      versions: {
        sources: versionOf(sources),
        settings: versionOf(settings),
        gazFactors: versionOf(gazFactors),
      },
    },
  };
}

/** Sets the energy sources of a boiler room, and their series. */
export const putEfficiencySources: Handler<"putEfficiencySources"> = (services, input, caller) => {
  const { projectId, boilerRoomId, body } = input;
  const { version, marks, ...sources } = body;
  const key = keys.efficiencySources(projectId, boilerRoomId);
  const change = { projectId, caller, action: "putEfficiencySources" } as const;
  return transact(services, change, async (atomic) => {
    const [room, entry, refusal] = await Promise.all([
      readEquipment(services, { projectId, equipmentId: boilerRoomId }),
      readEntry(services.store, key, sourcesRecord),
      referenceRefusal(services, FACILITIES_ENTITIES.efficiencySources.refersTo, {
        projectId,
        record: sources,
        key,
      }),
    ]);
    if (room.value?.kind !== "boilerroom") return { ok: false, code: "not-found" };
    if (refusal !== null) return refusal;
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const orgId = await organisationOf(services, projectId);
    const pce = { before: entry.value?.gazPce ?? null, after: sources.gazPce };
    const claim = await claimPce(services, { orgId, projectId, boilerRoomId, caller }, pce);
    if (!claim.ok) return claim;
    const stored = marks ?? entry.value?.marks;
    const isMarked = Object.values(stored ?? {}).some((mark) => mark !== null);
    const accountId = accountOf(caller);
    claim.fill(atomic.set(key, { ...sources, ...isMarked && { marks: stored }, accountId }));
    const also = claim.projectIds.map((id) => ({ kind: "project", id }) as const);
    return { ok: true, answer: null, subject: room.value.name, also };
  });
};

export const putEfficiencySettings: Handler<"putEfficiencySettings"> = (
  services,
  { fromDate, body, ...at },
  caller,
) => {
  const { version, ...settings } = body;
  const change = { ...at, version, caller, action: "putEfficiencySettings" } as const;
  return writeDated(services, SETTINGS, change, async (known) => {
    const source = keys.outdoorSource(at.projectId, settings.djuSource);
    if ((await services.store.get(source)).versionstamp === null) {
      const issues = [{ path: "body.djuSource", message: "No such outdoor source" }];
      return { ok: false, code: "unknown-reference", issues };
    }
    return await withConfirmed(services, change, known, { fromDate, ...settings });
  });
};

export const deleteEfficiencySettings: Handler<"deleteEfficiencySettings"> = (
  services,
  { fromDate, ...at },
  caller,
) => {
  const change = { ...at, caller, action: "deleteEfficiencySettings" } as const;
  return writeDated(services, SETTINGS, change, (known) => without(known, fromDate));
};

export const putGasFactors: Handler<"putGasFactors"> = (
  services,
  { fromDate, body, ...at },
  caller,
) => {
  const { version, ...factors } = body;
  const change = { ...at, version, caller, action: "putGasFactors" } as const;
  return writeDated(
    services,
    FACTORS,
    change,
    (known) => withConfirmed(services, change, known, { fromDate, ...factors }),
  );
};

export const deleteGasFactors: Handler<"deleteGasFactors"> = (
  services,
  { fromDate, ...at },
  caller,
) => {
  const change = { ...at, caller, action: "deleteGasFactors" } as const;
  return writeDated(services, FACTORS, change, (known) => without(known, fromDate));
};

/** The list with a version, which must be confirmed first when it is in force from a day years away. @spec forms.far-dates */
async function withConfirmed<Item extends DatedVersion>(
  services: Services,
  { projectId, caller }: Pick<DatedWrite, "projectId" | "caller">,
  known: readonly Authored<Item>[],
  version: Item,
) {
  const { fromDate } = version;
  const before = known.find((one) => one.fromDate === fromDate)?.fromDate;
  const today = await todayAt(services, projectId);
  return askFirst(caller, settingEffects(fromDate, { today, before })) ??
    withVersion(known, { ...version, accountId: accountOf(caller) });
}

/** The list of a boiler room whose items apply from a day on, oldest first. */
interface DatedList<Item extends DatedVersion> {
  key(projectId: string, boilerRoomId: string): Key;
  readonly record: ZodType<Item[]>;
}

const SETTINGS = { key: keys.efficiencySettings, record: settingsRecord };
const FACTORS = { key: keys.gasFactors, record: factorsRecord };

interface DatedWrite extends Input<"getEfficiency"> {
  readonly caller: Caller;
  readonly action: AuditAction;
  readonly version?: string | undefined;
}

function writeDated<Item extends DatedVersion, Code extends ErrorCode = never>(
  services: Services,
  list: DatedList<Item>,
  { boilerRoomId, version, ...change }: DatedWrite,
  changed: (known: Item[]) => Item[] | Refusal<Code> | Promise<Item[] | Refusal<Code>>,
): Promise<Written<null, Code | "not-found" | "conflict">> {
  const key = list.key(change.projectId, boilerRoomId);
  const plan: Transaction<null, Code | "not-found" | "conflict"> = async (atomic) => {
    const [room, entry] = await Promise.all([
      readEquipment(services, { projectId: change.projectId, equipmentId: boilerRoomId }),
      readEntry(services.store, key, list.record),
    ]);
    if (room.value?.kind !== "boilerroom") return { ok: false, code: "not-found" };
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const items = await changed(entry.value ?? []);
    if ("code" in items) return items;
    atomic.set(key, items);
    return { ok: true, answer: null, subject: room.value.name };
  };
  return transact(services, change, plan);
}

function without<Item extends DatedVersion>(
  known: readonly Item[],
  fromDate: IsoDate,
): Item[] | Refusal<"not-found"> {
  const isThere = known.some((one) => one.fromDate === fromDate);
  return isThere ? withoutVersion(known, fromDate) : { ok: false, code: "not-found" };
}

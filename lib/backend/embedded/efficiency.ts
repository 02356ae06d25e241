import type { Caller } from "../../contract/caller.ts";
import type { AuditAction } from "../../contract/audit.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { withoutVersion, withVersion } from "../../domain/facilities/dated_settings.ts";
import type { EfficiencySettings } from "../../domain/energy_balance/types.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { MaybeEntry } from "../kv/store.ts";
import { isBoilerRoom } from "./boiler_rooms.ts";
import { equipmentName } from "./equipment.ts";
import { claimPce, type GasClaim } from "./gas_claims.ts";
import { factorsRecord, settingsRecord, sourcesRecord } from "./facility_records.ts";
import { isCurrent, organisationOf, saveInProject, unchanged, versionOf } from "./saving.ts";
import { areSeries } from "./series.ts";
import type { Services } from "./services.ts";

/** The dated settings of a boiler room's balance. */
export function readEfficiencySettings(
  services: Services,
  projectId: string,
  boilerRoomId: string,
): Promise<MaybeEntry<EfficiencySettings[]>> {
  const key = keys.efficiencySettings(projectId, boilerRoomId);
  return readEntry(services.store, key, settingsRecord);
}

/** {@link getEfficiency} for what is shown: kept until the residence is written. */
export function cachedEfficiency(
  services: Services,
  place: Input<"getEfficiency">,
): Promise<Outcome<"getEfficiency">> {
  const { projectId, boilerRoomId } = place;
  const read = () => getEfficiency(services, place);
  return services.memory.ofSettings(projectId, `efficiency ${boilerRoomId}`, read);
}

/** What a boiler room burns and makes, its dated settings and gas factors. */
export async function getEfficiency(
  services: Services,
  { projectId, boilerRoomId }: Input<"getEfficiency">,
): Promise<Outcome<"getEfficiency">> {
  const { store } = services;
  const [isThere, sources, settings, gazFactors] = await Promise.all([
    isBoilerRoom(services, projectId, boilerRoomId),
    readEntry(store, keys.efficiencySources(projectId, boilerRoomId), sourcesRecord),
    readEfficiencySettings(services, projectId, boilerRoomId),
    readEntry(store, keys.gasFactors(projectId, boilerRoomId), factorsRecord),
  ]);
  if (!isThere) return { ok: false, code: "not-found" };
  return {
    ok: true,
    answer: {
      sources: sources.value,
      settings: settings.value ?? [],
      gazFactors: gazFactors.value ?? [],
      versions: {
        sources: versionOf(sources),
        settings: versionOf(settings),
        gazFactors: versionOf(gazFactors),
      },
    },
  };
}

/** Says what a boiler room burns and makes, and by which series. */
export async function putSources(
  services: Services,
  { projectId, boilerRoomId, body }: Input<"putEfficiencySources">,
  caller: Caller,
): Promise<Outcome<"putEfficiencySources">> {
  const { version, ...sources } = body;
  const series = [
    sources.sourceType,
    ...sources.hotWaterTypes.map(({ hotWaterType }) => hotWaterType),
    ...sources.solarTypes,
  ];
  const [isThere, areThere, entry] = await Promise.all([
    isBoilerRoom(services, projectId, boilerRoomId),
    areSeries(services, projectId, series),
    readEntry(services.store, keys.efficiencySources(projectId, boilerRoomId), sourcesRecord),
  ]);
  if (!isThere) return { ok: false, code: "not-found" };
  if (!areThere) return { ok: false, code: "unknown-reference" };
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  const orgId = await organisationOf(services, projectId);
  const change = { before: entry.value?.gazPce ?? null, after: sources.gazPce };
  const claim = await claimPce(services, { orgId, projectId, boilerRoomId, caller }, change);
  if (!claim.ok) return claim;
  const place = { projectId, boilerRoomId, caller, action: "putEfficiencySources" } as const;
  return await write(services, place, { entry, value: sources, claim });
}

/** Writes the settings in force from a day on. */
export async function putSettings(
  services: Services,
  { projectId, boilerRoomId, fromDate, body }: Input<"putEfficiencySettings">,
  caller: Caller,
): Promise<Outcome<"putEfficiencySettings">> {
  const { version, ...settings } = body;
  const [isThere, source, entry] = await Promise.all([
    isBoilerRoom(services, projectId, boilerRoomId),
    services.store.get(keys.outdoorSource(projectId, settings.djuSource)),
    readEfficiencySettings(services, projectId, boilerRoomId),
  ]);
  if (!isThere) return { ok: false, code: "not-found" };
  if (source.versionstamp === null) {
    const issues = [{ path: "body.djuSource", message: "No such outdoor source" }];
    return { ok: false, code: "unknown-reference", issues };
  }
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  const value = withVersion(entry.value ?? [], { fromDate, ...settings });
  const place = { projectId, boilerRoomId, caller, action: "putEfficiencySettings" } as const;
  return await write(services, place, { entry, value });
}

/** Deletes the settings that start on a day. */
export async function deleteSettings(
  services: Services,
  { projectId, boilerRoomId, fromDate, version }: Input<"deleteEfficiencySettings">,
  caller: Caller,
): Promise<Outcome<"deleteEfficiencySettings">> {
  const entry = await readEfficiencySettings(services, projectId, boilerRoomId);
  const known = entry.value ?? [];
  if (!known.some((one) => one.fromDate === fromDate)) return { ok: false, code: "not-found" };
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  const place = { projectId, boilerRoomId, caller, action: "deleteEfficiencySettings" } as const;
  return await write(services, place, { entry, value: withoutVersion(known, fromDate) });
}

/** Writes the gas factors in force from a day on. */
export async function putFactors(
  services: Services,
  { projectId, boilerRoomId, fromDate, body }: Input<"putGasFactors">,
  caller: Caller,
): Promise<Outcome<"putGasFactors">> {
  const { version, ...factors } = body;
  const [isThere, entry] = await Promise.all([
    isBoilerRoom(services, projectId, boilerRoomId),
    readEntry(services.store, keys.gasFactors(projectId, boilerRoomId), factorsRecord),
  ]);
  if (!isThere) return { ok: false, code: "not-found" };
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  const value = withVersion(entry.value ?? [], { fromDate, ...factors });
  const place = { projectId, boilerRoomId, caller, action: "putGasFactors" } as const;
  return await write(services, place, { entry, value });
}

/** Deletes the gas factors that start on a day. */
export async function deleteFactors(
  services: Services,
  { projectId, boilerRoomId, fromDate, version }: Input<"deleteGasFactors">,
  caller: Caller,
): Promise<Outcome<"deleteGasFactors">> {
  const key = keys.gasFactors(projectId, boilerRoomId);
  const entry = await readEntry(services.store, key, factorsRecord);
  const known = entry.value ?? [];
  if (!known.some((one) => one.fromDate === fromDate)) return { ok: false, code: "not-found" };
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  const place = { projectId, boilerRoomId, caller, action: "deleteGasFactors" } as const;
  return await write(services, place, { entry, value: withoutVersion(known, fromDate) });
}

interface WritePlace {
  projectId: string;
  boilerRoomId: string;
  caller: Caller;
  action: AuditAction;
}

interface WriteValue {
  entry: MaybeEntry;
  value: unknown;
  /** What the delivery point that the value names adds to the commit. */
  claim?: Extract<GasClaim, { ok: true }>;
}

async function write(
  services: Services,
  { projectId, boilerRoomId, caller, action }: WritePlace,
  { entry, value, claim }: WriteValue,
): Promise<{ ok: true; answer: null } | { ok: false; code: "conflict" }> {
  const subject = await equipmentName(services, projectId, boilerRoomId);
  const also = claim?.projectIds.map((id) => ({ kind: "project", id }) as const) ?? [];
  const change = { caller, action, projectId, subject, also };
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(entry)).set(entry.key, value);
    claim?.fill(atomic);
  });
  return saved.ok ? { ok: true, answer: null } : saved;
}

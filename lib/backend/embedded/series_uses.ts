import { listEntries } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import { claimedSources } from "../kv/sources.ts";
import { readMembers } from "./autoconsumption_records.ts";
import { readEquipments } from "./equipment.ts";
import { deviceRecord, outdoorSourceRecord, sourcesRecord } from "./facility_records.ts";
import { manualIndexRecord } from "./project_records.ts";
import type { Services } from "./services.ts";

/** Whether something of the residence refers to a series: then it cannot be deleted. */
export async function isSeriesUsed(
  services: Services,
  projectId: string,
  seriesId: string,
): Promise<boolean> {
  const { store } = services;
  const [sources, outdoor, devices, typed, equipments, claims, operation] = await Promise.all([
    listEntries(store, { prefix: keys.efficiencySources.under(projectId) }, sourcesRecord),
    listEntries(store, { prefix: keys.outdoorSource.under(projectId) }, outdoorSourceRecord),
    listEntries(store, { prefix: keys.device.under(projectId) }, deviceRecord),
    listEntries(store, { prefix: keys.manualIndex.under(projectId) }, manualIndexRecord),
    readEquipments(services, projectId),
    claimedSources(store, projectId),
    readMembers(services, projectId),
  ]);
  const used = [
    ...sources.flatMap(({ value }) => [
      value.sourceType,
      ...value.hotWaterTypes.map(({ hotWaterType }) => hotWaterType),
      ...value.solarTypes,
    ]),
    ...outdoor.map(({ value }) => value.seriesId),
    ...typed.map(({ value }) => value.seriesId),
    ...devices.flatMap(({ value }) => [value.productionSeriesId, value.consumptionSeriesId]),
    ...equipments.flatMap(({ record }) => Object.values(record.details).flatMap(seriesIn)),
    ...claims.map((claim) => claim.seriesId),
    ...[...operation.producers, ...operation.consumers].map(({ record }) => record.seriesId),
  ];
  return used.includes(seriesId);
}

function seriesIn(details: object | undefined): string[] {
  return Object.entries(details ?? {}).flatMap(([name, value]) =>
    SERIES_FIELDS.has(name) && typeof value === "string" ? [value] : []
  );
}

const SERIES_FIELDS = new Set(["seriesId", "outType", "backType"]);

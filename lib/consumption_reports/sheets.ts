/** Answers the analysis of a month and the report sheet of each dwelling. @module */

import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import type { Services } from "@/lib/api/services.ts";
import { addDays, type IsoDate, type IsoMonth, monthOf } from "@/lib/base/civil_dates.ts";
import { HOUSING_ENTITIES, occupancyRecords, ownOccupancy } from "@/lib/housing/records.ts";
import { type HousingWorld, readHousing } from "@/lib/housing/visible_readings.ts";
import { accountCaller, ANONYMOUS, type Caller } from "@/lib/identity/caller.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { isWithin } from "@/lib/series/day_spans.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, readById } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { analysisOf, residenceMeans, sheetOf } from "./analysis.ts";
import type { Handler } from "./calls.ts";
import {
  dwellingMonths,
  type HousesQuery,
  type ReadMonths,
  readReportDju,
  readSeriesMonths,
  reportedSeries,
} from "./month_readings.ts";
import type { ConsumptionAnalysis, ReportSheet } from "./schema.ts";
import { spanOfMonth } from "./series_month.ts";
import { offIn, readReportSettings } from "./settings.ts";

/** Selection of reports, and their reader. */
interface ReportsQuery {
  readonly projectId: string;
  readonly month: IsoMonth;
  /** The caller who reads them by their roles; `occupants` when each goes to the occupant of its own dwelling. */
  readonly reader: Caller | "occupants";
  /** Every dwelling when absent. */
  readonly houseIds?: readonly string[];
  /** A day of the requested occupancy; the last one that has begun in the month when absent. */
  readonly on?: IsoDate | undefined;
}

interface Refused<Code = never> {
  readonly ok: false;
  readonly code: "consumption-reports-off" | "bad-period" | Code;
}

/**
 * A month of some dwellings of a residence, as visible to the reader. Means are those of the whole residence, computed
 * once for all readers until new readings arrive.
 *
 * @spec reports.analysis
 */
export async function readAnalysis(
  services: Services,
  query: ReportsQuery,
): Promise<Refused | { readonly ok: true; readonly answer: ConsumptionAnalysis }> {
  const found = await readMonth(services, query);
  return found.ok ? { ok: true, answer: found.analysis } : found;
}

/**
 * The reports of some dwellings, for pages, PDFs and mails, in the order of the dwellings' names.
 *
 * @spec reports.sheet
 * @returns none for dwellings whose reports the reader may not read
 */
export async function readReportSheets(
  services: Services,
  query: ReportsQuery,
): Promise<Refused | { readonly ok: true; readonly answer: readonly ReportSheet[] }> {
  const found = await readMonth(services, query);
  if (!found.ok) return found;
  const { analysis, settings, hasImage, world } = found;
  const { projectId } = query;
  const ids = analysis.houses.map(({ houseId }) => houseId);
  const [project, occupants] = await Promise.all([
    readProject(services, projectId),
    readOccupants(services, query, ids),
  ]);
  const names = new Map(world.houses.map(({ id, record }) => [id, record.settings.name]));
  const answer = analysis.houses.map((house) => {
    const { houseId, from } = house;
    const place = {
      projectId,
      residence: project.name,
      dwelling: names.get(houseId) ?? "",
      occupant: occupants.get(houseId)?.(from) ?? null,
      hasImage,
    };
    return sheetOf({ analysis, house, settings, place });
  });
  return { ok: true, answer };
}

export async function readReportSheet(
  services: Services,
  { houseId, ...query }: Omit<ReportsQuery, "houseIds"> & { readonly houseId: string },
): Promise<Refused<"not-found"> | { readonly ok: true; readonly answer: ReportSheet }> {
  const found = await readReportSheets(services, { ...query, houseIds: [houseId] });
  if (!found.ok) return found;
  const [sheet] = found.answer;
  return sheet === undefined ? { ok: false, code: "not-found" } : { ok: true, answer: sheet };
}

async function readMonth(services: Services, query: ReportsQuery) {
  const { projectId, month, houseIds, on = null } = query;
  const off = await offIn(services, projectId);
  if (off !== null) return off;
  const isOwn = query.reader === "occupants";
  const caller = query.reader === "occupants" ? ANONYMOUS : query.reader;
  const [world, { value: { image, imageMimeType: _, ...settings } }, houseTypes] = await Promise
    .all([
      readHousing(services, projectId, caller),
      readReportSettings(services, projectId),
      readHouseTypes(services, projectId),
    ]);
  const monthRead = on === null ? month : monthOf(on);
  if (monthRead !== month || month > monthOf(world.today) || (on !== null && on > world.today)) {
    return { ok: false, code: "bad-period" } as const;
  }
  const dju = await readReportDju(services, { projectId, djuSource: settings.djuSource, month });
  const isRunning = month === monthOf(world.today);
  const context = { settings, isRunning };
  const read = async (chosen: Omit<HousesQuery, "month">) => {
    const houses = { month, ...chosen };
    const found = await monthsOfSeries(services, world, { projectId, ...houses });
    return dwellingMonths(world, { ...houses, read: found, isOwn, dju, houseTypes });
  };
  const isWhole = houseIds === undefined && on === null;
  const dwellings = await read({ houseIds: houseIds ?? null, on });
  // Identical for all readers: the means reveal nothing about a single dwelling.
  const what = `report means ${month}`;
  const remembered = { what, day: world.today, freshForS: FRESH_DATA_SECONDS };
  const means = await services.memory.ofReadings(projectId, remembered, async () => {
    const whole = isWhole ? dwellings : await read({ houseIds: null, on: null });
    return residenceMeans(whole, context);
  });
  const until = lastDayRead(month, world.today);
  const analysis = analysisOf({ month, isRunning, until, settings, means, dwellings });
  return { ok: true, analysis, settings, hasImage: image !== null, world } as const;
}

/** The last finished day of a month; null when it has none. */
function lastDayRead(month: IsoMonth, today: IsoDate): IsoDate | null {
  const { from, to } = spanOfMonth(month);
  const last = month === monthOf(today) ? addDays(today, -1) : to;
  return last < from ? null : last;
}

async function readHouseTypes({ store }: Services, projectId: string) {
  const { key, record } = HOUSING_ENTITIES.houseType;
  const types = await listStored(store, key.under(projectId), record);
  return types.map((type) => ({ id: type.id, ...type.record }));
}

type OccupantOn = (day: IsoDate) => string | null;

/** Occupants of each dwelling on a day, for readers allowed to know them: occupants, and managers of dwellings. */
async function readOccupants(
  services: Services,
  { projectId, reader }: ReportsQuery,
  houseIds: readonly string[],
): Promise<ReadonlyMap<string, OccupantOn>> {
  if (reader !== "occupants" && !await mayKnowOccupants(services, projectId, reader)) {
    return new Map();
  }
  const keyOf = (houseId: string) => keys.occupancies(projectId, houseId);
  const occupancies = await readById(services.store, houseIds, keyOf, occupancyRecords);
  return new Map([...occupancies].map(([id, all]) => [
    id,
    (day) => all.find((record) => isWithin(record, day))?.name ?? null,
  ]));
}

async function mayKnowOccupants(services: Services, projectId: string, caller: Caller) {
  const roles = await services.callerRoles.of(caller).rolesOn(projectId);
  return roles.has("collect:houseadmin");
}

/** Lifetime of a cached month while the settings and the readings before today are unchanged, s. */
const REMEMBERED_S = 3_600;

/**
 * A month of the series of dwellings. The current month is cached for all readers, with the occupants of today: it
 * depends on no role, and only on readings that change a day before today.
 *
 * @spec reports.remembered-month
 */
async function monthsOfSeries(
  services: Services,
  world: HousingWorld,
  { projectId, ...query }: HousesQuery & { readonly projectId: string },
): Promise<ReadMonths> {
  const { month, on } = query;
  const { today, reader, houses } = world;
  const isRemembered = month === monthOf(today) && (on === null || on === today);
  if (!isRemembered) return await readSeriesMonths(world, query);
  const seriesIds = reportedSeries(world).flatMap(({ series }) =>
    houses.map(({ id }) => storedSeriesId(series.id, id))
  );
  return await services.memory.ofSeries(
    projectId,
    { what: "running month of reports", freshForS: REMEMBERED_S },
    { reader, seriesIds: [], past: { seriesIds, before: today } },
    async () => {
      // Settings written since the world was read change the version of the cache key.
      const current = await readHousing(services, projectId, ANONYMOUS);
      return await readSeriesMonths({ ...current, today }, { month, houseIds: null, on: today });
    },
  );
}

/** Consumption of the dwellings of a residence in a month. @spec reports.analysis */
export const getConsumptionAnalysis: Handler<"getConsumptionAnalysis"> = (services, at, reader) =>
  readAnalysis(services, { ...at, reader });

export const getConsumptionReport: Handler<"getConsumptionReport"> = (services, at, reader) =>
  readReportSheet(services, { ...at, reader });

/** The report of the caller's own dwelling: none for months before they lived there. @spec reports.one-occupancy */
export const getOwnConsumptionReport: Handler<"getOwnConsumptionReport"> = async (
  services,
  { month, ...at },
  caller,
) => {
  const { accountId } = accountCaller(caller);
  const own = await ownOccupancy(services.store, { ...at, accountId, now: services.now() });
  if (own === null) return { ok: false, code: "not-found" };
  const { to } = spanOfMonth(month);
  const on = to < own.today ? to : own.today;
  if (on < own.record.from) return { ok: false, code: "not-found" };
  return await readReportSheet(services, { ...at, month, on, reader: "occupants" });
};

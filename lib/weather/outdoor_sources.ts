/** Lists, changes and imports outdoor sources, and answers their degree days. @module */

import { crud, hasOwnName, whileReferredTo } from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import {
  datesOfMonth,
  dayOfYear,
  type IsoDate,
  type IsoMonth,
  monthParts,
  monthsOfYear,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { slotsOf } from "@/lib/base/slots.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { completedDay, type OutdoorDay } from "@/lib/facilities/degree_days.ts";
import { rangeOf } from "@/lib/facilities/readings.ts";
import {
  djuMonthsRecord,
  FACILITIES_ENTITIES,
  type OutdoorDaysRecord,
  outdoorDaysRecord,
  outdoorSourceRecord,
} from "@/lib/facilities/records.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { FileError } from "@/lib/ingest/csv_file.ts";
import { IMPORT_MESSAGES } from "@/lib/ingest/import_text.ts";
import { ERRORS_SHOWN } from "@/lib/ingest/readings_file_options.ts";
import { cachedProject, readProject } from "@/lib/residences/residences.ts";
import { hasSuitableSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, type MaybeEntry, readEntries, readEntry } from "@/lib/store/store.ts";
import { byName } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { readStationDays, type StationDays } from "./outdoor_files.ts";
import {
  cachedOutdoor,
  monthDju,
  monthMeanC,
  type OutdoorYear,
  readOutdoorYears,
  storedDay,
  typedDju,
} from "./outdoor_temperatures.ts";
import { isStationSilent } from "./public_stations.ts";
import { NOTHING_FETCHED, stationFetchRecord } from "./records.ts";
import type { DjuSlot, ImportReport } from "./schema.ts";

/** Outdoor temperatures and degree days. @spec degree-days.manual-months */
const sources = crud(FACILITIES_ENTITIES.outdoorSource, {
  compare: byName,
  subject: ({ name }) => name,
  rules: [hasSuitableSeries(FACILITIES_ENTITIES.outdoorSource), hasOwnName],
  use: whileReferredTo("outdoorSource"),
  async deletedWith(id, { store }) {
    const years = [keys.djuDays, keys.djuMonths, keys.stationDays].map((family) => family.under(id))
      .map((prefix) => Array.fromAsync(store.list({ prefix }), ({ key }) => key));
    return [keys.stationFetch(id), ...(await Promise.all(years)).flat()];
  },
  actions: ["createOutdoorSource", "putOutdoorSource", "deleteOutdoorSource"],
});
export const listOutdoorSources = sources.list;
export const createOutdoorSource = sources.create;
export const putOutdoorSource = sources.put;
export const deleteOutdoorSource = sources.remove;

export const getPublicStation: Handler<"getPublicStation"> = async (services, input) => {
  const source = await sourceById(services, input.projectId, input.outdoorSourceId);
  if (source === null) return { ok: false, code: "not-found" };
  const { value } = await readEntry(
    services.store,
    keys.stationFetch(source.id),
    stationFetchRecord,
  );
  const { askedAt, station, nearby, lastDay, fault } = value ?? NOTHING_FETCHED;
  return { ok: true, answer: { askedAt, station, nearby, lastDay, fault } };
};

/** The public stations of a residence that are silent, for display. @spec degree-days.public-station */
export async function silentStations(services: Services, projectId: string) {
  const { timeZone } = await cachedProject(services, projectId);
  const day = civilDateOf(services.now(), timeZone);
  return await services.memory.ofDay(projectId, { what: "silent stations", day }, async () => {
    const sources = (await cachedOutdoor(services, projectId))
      .filter(({ record }) => record.publicStation);
    const found = await readEntries(
      services.store,
      sources.map(({ id }) => keys.stationFetch(id)),
      stationFetchRecord,
    );
    return sources.flatMap(({ id: outdoorSourceId }, at) => {
      const { station, lastDay } = found[at]?.value ?? NOTHING_FETCHED;
      return station !== null && isStationSilent(lastDay, day)
        ? [{ outdoorSourceId, name: station.name, lastDay }]
        : [];
    });
  });
}

export const getDju: Handler<"getDju"> = async (
  services,
  { projectId, outdoorSourceId, segment },
) => {
  const range = rangeOf(segment);
  const isMonthly = range.type === "monthly" || range.type === "monthly-shifted";
  if (!isMonthly && range.type !== "daily") return { ok: false, code: "bad-period" };
  const source = await sourceById(services, projectId, outdoorSourceId);
  if (source === null) return { ok: false, code: "not-found" };
  const dates = slotsOf(range).map((slot) => slot.segment);
  const outdoorOf = await readOutdoorYears(services, { projectId, source, dates });
  const slotOf = isMonthly ? monthSlot : daySlot;
  const slots = dates.map((date) => slotOf(date, outdoorOf(date)));
  return { ok: true, answer: { outdoorSourceId, slots } };
};

/** @spec degree-days.daily-year */
export const getDjuDailyYear: Handler<"getDjuDailyYear"> = async (services, input) => {
  const { projectId, outdoorSourceId, year } = input;
  const source = await sourceById(services, projectId, outdoorSourceId);
  if (source === null) return { ok: false, code: "not-found" };
  const dates = monthsOfYear(Number(year)).flatMap(datesOfMonth);
  const outdoorOf = await readOutdoorYears(services, { projectId, source, dates });
  const slots = dates.map((date) => daySlot(date, outdoorOf(date)));
  const { timeZone } = await cachedProject(services, projectId);
  const current = yearOf(civilDateOf(services.now(), timeZone));
  const isKnown = slots.some(({ dju, completeness }) => dju !== null || completeness > 0);
  if (Number(year) !== current && !isKnown) return { ok: false, code: "bad-period" };
  return { ok: true, answer: { outdoorSourceId, slots } };
};

async function sourceById(services: Services, projectId: string, sourceId: string) {
  return (await cachedOutdoor(services, projectId)).find(({ id }) => id === sourceId) ?? null;
}

function monthSlot(slot: IsoMonth, outdoor: OutdoorYear): DjuSlot {
  const { value, completeness } = monthDju(outdoor, slot);
  const typed = typedDju(outdoor, slot) !== null;
  return { slot, dju: value, meanC: monthMeanC(outdoor, slot), completeness, typed };
}

function daySlot(slot: IsoDate, outdoor: OutdoorYear): DjuSlot {
  const dju = outdoor.dailyDju.on(slot);
  return {
    slot,
    dju,
    meanC: outdoor.dailyC.on(slot),
    completeness: dju === null && !outdoor.coveredDates.has(slot) ? 0 : 1,
    typed: false,
  };
}

/** Maximum years in one commit: their values stay well under its limit. */
const YEARS_PER_COMMIT = 8;

interface Counts {
  insertedCount: number;
  replacedCount: number;
  unchangedCount: number;
  /** Days left as they are: with the stored temperatures, TN would be above TX. */
  readonly crossed: IsoDate[];
}

function noCounts(): Counts {
  return { insertedCount: 0, replacedCount: 0, unchangedCount: 0, crossed: [] };
}

function addCounts(total: Counts, added: Counts): void {
  total.insertedCount += added.insertedCount;
  total.replacedCount += added.replacedCount;
  total.unchangedCount += added.unchangedCount;
  total.crossed.push(...added.crossed);
}

/** Imports the daily temperatures of a Météo-France file, or returns what an import would do. */
export const importOutdoorDays: Handler<"importOutdoorDays"> = async (services, input, caller) => {
  const { projectId, outdoorSourceId, dryRun, body } = input;
  const key = keys.outdoorSource(projectId, outdoorSourceId);
  const { value: source } = await readEntry(services.store, key, outdoorSourceRecord);
  if (source === null) return { ok: false, code: "not-found" };
  const { timeZone } = await readProject(services, projectId);
  const today = civilDateOf(services.now(), timeZone);
  const file = await readStationDays(body, { station: source.station, today });
  if (file === null) return { ok: false, code: "bad-file" };
  const { name } = source;
  const place = { projectId, outdoorSourceId, name, caller, isDry: dryRun === "true" };
  const { crossed, ...written } = await mergeYears(services, byYear(file.days), place);
  const errors = [...file.errors, ...crossed.map((date) => crossedDay(file, date))]
    .sort((a, b) => a.line - b.line).slice(0, ERRORS_SHOWN);
  const { lineCount, ignoredCount } = file;
  const refusedCount = file.refusedCount + crossed.length;
  return { ok: true, answer: { lineCount, ...written, ignoredCount, refusedCount, errors } };
};

/** The error of a day whose only temperature contradicts the stored other one. */
function crossedDay({ lines }: StationDays, date: IsoDate): FileError {
  return {
    line: lines.get(date) ?? 0,
    column: "TN",
    message: IMPORT_MESSAGES.crossedWithStored,
  };
}

interface ImportPlace {
  projectId: string;
  outdoorSourceId: string;
  name: string;
  caller: Caller;
  isDry: boolean;
}

type YearDays = ReadonlyMap<IsoDate, OutdoorDay>;

/** Days by their year, in order. */
export function byYear(days: YearDays): [number, YearDays][] {
  const years = new Map<number, Map<IsoDate, OutdoorDay>>();
  for (const [date, day] of days) {
    years.getOrInsertComputed(yearOf(date), () => new Map<IsoDate, OutdoorDay>()).set(date, day);
  }
  return [...years].sort(([a], [b]) => a - b);
}

async function mergeYears(
  services: Services,
  years: readonly (readonly [number, YearDays])[],
  place: ImportPlace,
): Promise<Counts> {
  const total = noCounts();
  for (const some of chunk(years, YEARS_PER_COMMIT)) {
    addCounts(total, await mergeSome(services, some, place));
  }
  return total;
}

async function mergeSome(
  services: Services,
  years: readonly (readonly [number, YearDays])[],
  { projectId, outdoorSourceId, name, caller, isDry }: ImportPlace,
): Promise<Counts> {
  const merge = async (atomic?: Atomic) => {
    const counts = noCounts();
    for (const [year, days] of years) {
      const key = keys.djuDays(outdoorSourceId, year);
      const entry = await readEntry(services.store, key, outdoorDaysRecord);
      const { record, ...own } = mergedYear(entry, days);
      addCounts(counts, own);
      atomic?.set(key, record);
    }
    return counts;
  };
  if (isDry) return await merge();
  const subject = `${name} ${years.map(([year]) => year).join(" ")}`;
  const change = { caller, action: "importOutdoorDays", projectId } as const;
  let counts = noCounts();
  await transact(services, change, async (atomic) => {
    const source = await services.store.get(keys.outdoorSource(projectId, outdoorSourceId));
    if (source.versionstamp === null) throw new CallError("not-found");
    counts = await merge(atomic);
    return { ok: true, answer: null, subject };
  });
  return counts;
}

/** The stored days of a year with others written over them. */
export function mergedYear(
  { value }: Pick<MaybeEntry<OutdoorDaysRecord>, "value">,
  days: YearDays,
): Counts & { record: OutdoorDaysRecord } {
  const record = {
    minC: filled(value?.minC),
    maxC: filled(value?.maxC),
    meanC: filled(value?.meanC),
  };
  const counts = noCounts();
  for (const [date, written] of days) {
    const position = dayOfYear(date) - 1;
    const known = storedDay(record, position);
    const day = completedDay(written, known);
    if (day.minC !== null && day.maxC !== null && day.minC > day.maxC) {
      counts.crossed.push(date);
      continue;
    }
    const was = Object.values(known);
    if (was.every((one) => one === null)) counts.insertedCount++;
    else if (was.join() !== [day.minC, day.maxC, day.meanC].join()) counts.replacedCount++;
    else counts.unchangedCount++;
    record.minC[position] = day.minC;
    record.maxC[position] = day.maxC;
    record.meanC[position] = day.meanC;
  }
  return { ...counts, record };
}

/** Values for 366 days, so that leap years fit. */
function filled(values: readonly (number | null)[] = []): (number | null)[] {
  return Array.from({ length: 366 }, (_, position) => values[position] ?? null);
}

/** Writes DJU entered month by month; null deletes a month. */
export const putMonthlyDju: Handler<"putMonthlyDju"> = (services, input, caller) => {
  const { projectId, outdoorSourceId, body } = input;
  const key = keys.outdoorSource(projectId, outdoorSourceId);
  const years = [...new Set(body.months.map(({ month }) => yearOf(month)))];
  return transact(services, { caller, action: "putMonthlyDju", projectId }, async (atomic) => {
    const { value: source } = await readEntry(services.store, key, outdoorSourceRecord);
    if (source === null) return { ok: false, code: "not-found" };
    const entries = await readEntries(
      services.store,
      years.map((year) => keys.djuMonths(outdoorSourceId, year)),
      djuMonthsRecord,
    );
    const typed = entries.map(({ value }) => value ?? Array<number | null>(12).fill(null));
    const answer = typeMonths(body.months, { years, typed });
    entries.forEach((entry, index) => atomic.set(entry.key, typed[index]));
    return { ok: true, answer, subject: `${source.name} ${years.join(" ")}` };
  });
};

function typeMonths(
  months: readonly { month: string; dju: number | null }[],
  { years, typed }: { years: readonly number[]; typed: readonly (number | null)[][] },
): ImportReport {
  const report = { insertedCount: 0, replacedCount: 0, unchangedCount: 0 };
  for (const { month, dju } of months) {
    const parts = monthParts(month);
    const ofYear = typed[years.indexOf(parts.year)];
    if (ofYear === undefined) continue;
    const was = ofYear[parts.month - 1] ?? null;
    if (was === dju) report.unchangedCount++;
    else if (was === null) report.insertedCount++;
    else report.replacedCount++;
    ofYear[parts.month - 1] = dju;
  }
  return { lineCount: months.length, ...report, ignoredCount: 0, refusedCount: 0, errors: [] };
}

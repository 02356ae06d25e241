/** Fetches the days of the public stations of outdoor sources. @module */

import { addAuditLine } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { commitShown } from "@/lib/api/writes.ts";
import { type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { HOUR_MS } from "@/lib/base/durations.ts";
import { newId } from "@/lib/base/secrets.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import {
  equipmentRecord,
  outdoorDaysRecord,
  type OutdoorSourceRecord,
  outdoorSourceRecord,
} from "@/lib/facilities/records.ts";
import { type ProjectRecord, projectRecord } from "@/lib/residences/records.ts";
import { leasedRun } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries, readEntries, readEntry, unchanged } from "@/lib/store/store.ts";
import { readStationDays, type StationDays } from "./outdoor_files.ts";
import { byYear, mergedYear } from "./outdoor_sources.ts";
import {
  type FileAnswer,
  PublicFileFault,
  type PublicFiles,
  type StationLines,
  type Stations,
} from "./public_files.ts";
import {
  departmentOf,
  departmentsAround,
  distanceKm,
  isMeasuring,
  nearestStations,
  type Place,
  type Station,
} from "./public_stations.ts";
import {
  NEAREST_STATION,
  NOTHING_FETCHED,
  type StationFetchRecord,
  stationFetchRecord,
} from "./records.ts";

interface StationOptions {
  readonly services: Services;
  readonly files: Pick<PublicFiles, "latest" | "previous">;
}

/** Outdoor sources whose station was asked, or looked for in vain. */
interface StationRun {
  askedCount: number;
}

/** Interval between two answers for a source, ms; a failed request is sent again by the next run. */
const ASKED_EVERY_MS = 20 * HOUR_MS;
/** Years before the current one whose days are fetched. */
const PAST_YEARS = 10;
type LocatedProject = ProjectRecord & { readonly id: string; readonly place: Place };

interface DueSource {
  readonly id: string;
  readonly record: OutdoorSourceRecord;
  readonly project: LocatedProject;
  /** That of its station; of the residence until one is found. */
  readonly department: string;
  /** What the station depends on: the choice and the address. */
  readonly sought: string;
  readonly known: StationFetchRecord;
}

/**
 * Fetches the files of the departments with an outdoor source that is due, each once for all of them: in one process at
 * a time, each source in its own commits.
 *
 * @spec degree-days.public-files
 * @returns null when another process runs the job
 * @throws AggregateError naming the departments whose file was not received: the next run asks again
 */
export function fetchStations(options: StationOptions): Promise<StationRun | null> {
  const { services } = options;
  const job = { name: "fetch weather", subjects: "departments" } as const;
  return leasedRun(services, job, async (lease, faults) => {
    const run: StationRun = { askedCount: 0 };
    const due = await faults.readInPart(() => dueSources(services));
    for (const [department, sources] of Map.groupBy(due, (one) => one.department)) {
      let isHostDown = false;
      if (!await lease.renew()) break;
      await faults.try(department, async () => {
        try {
          await fetchDepartment(options, { department, sources });
          run.askedCount += sources.length;
        } catch (fault) {
          isHostDown = fault instanceof PublicFileFault && fault.kind === "unreachable";
          throw fault;
        }
      });
      if (isHostDown) break;
    }
    return run;
  });
}

/** The sources that receive the days of a station and were not asked lately, or whose choice or address changed. */
async function dueSources(services: Services): Promise<DueSource[]> {
  const { store } = services;
  const [projects, stored] = await Promise.all([
    listEntries(store, { prefix: keys.project.under() }, projectRecord),
    listEntries(store, { prefix: keys.outdoorSource.under() }, outdoorSourceRecord),
  ]);
  const located = new Map(projects.flatMap(({ key, value }) => {
    const { latitude, longitude } = value.location;
    if (latitude === null || longitude === null) return [];
    return [[idOf(key), { ...value, id: idOf(key), place: { latitude, longitude } }] as const];
  }));
  const sources = stored.map(({ key, value }) => ({
    projectId: String(key.at(-2)),
    id: idOf(key),
    record: value,
  }));
  sources.push(
    ...await addedSources(services, located, new Set(sources.map((one) => one.projectId))),
  );
  const found = await Promise.all(sources.map(async ({ projectId, id, record }) => {
    const project = located.get(projectId);
    if (project === undefined || !record.publicStation) return [];
    const { value } = await readEntry(store, keys.stationFetch(id), stationFetchRecord);
    const known = value ?? NOTHING_FETCHED;
    const { place: { latitude, longitude }, location: { zipCode } } = project;
    const own = departmentOf(zipCode);
    const sought = [record.publicStation, latitude, longitude, own].join(" ");
    const number = known.sought === sought && known.station !== null
      ? known.station.number
      : record.publicStation;
    const department = number === "nearest" ? own : departmentOf(number);
    const askedAtMs = Date.parse(known.askedAt ?? "");
    const isRecent = services.now() - askedAtMs < ASKED_EVERY_MS && services.now() >= askedAtMs;
    if (isRecent && known.sought === sought) return [];
    return [{ id, record, project, department, sought, known }];
  }));
  return found.flat();
}

/**
 * Adds an outdoor source to the residences with a boiler room, a place and no source: once, for it may be deleted.
 *
 * @spec degree-days.public-station
 */
async function addedSources(
  services: Services,
  located: ReadonlyMap<string, LocatedProject>,
  served: ReadonlySet<string>,
) {
  const { store, now } = services;
  const added: { projectId: string; id: string; record: OutdoorSourceRecord }[] = [];
  for (const [projectId, { orgId }] of located) {
    const mark = keys.stationSource(projectId);
    if (served.has(projectId) || (await store.get(mark)).versionstamp !== null) continue;
    const prefix = keys.equipment.under(projectId);
    const equipment = await listEntries(store, { prefix }, equipmentRecord);
    if (!equipment.some(({ value }) => value.kind === "boilerroom")) continue;
    const id = newId();
    const isAdded = await commitShown(services, [{ kind: "project", id: projectId }], (atomic) => {
      const audit = { caller: null, action: "createOutdoorSource", orgId, projectId } as const;
      addAuditLine(atomic, { ...audit, subject: NEAREST_STATION.name }, now());
      atomic.check({ key: mark, versionstamp: null }).set(mark, true)
        .set(keys.outdoorSource(projectId, id), NEAREST_STATION);
    });
    if (isAdded) added.push({ projectId, id, record: NEAREST_STATION });
  }
  return added;
}

/** What a department's file gives to a source. */
interface Fetched {
  readonly source: DueSource;
  readonly record: StationFetchRecord;
  readonly days: StationDays["days"];
}

async function fetchDepartment(
  { services, files }: StationOptions,
  { department, sources }: { department: string; sources: readonly DueSource[] },
): Promise<void> {
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  let year = yearOf(today);
  const latest = async (of: string, etag: string | null = null) => {
    const file = await files.latest(of, year, { etag });
    if (file.kind !== "missing" || year < yearOf(today)) return file;
    // The files are renamed some time after the change of year.
    const older = await files.latest(of, year - 1, { etag });
    if (older.kind !== "missing") year--;
    return older;
  };
  const file = await latest(department, sameEtag(sources));
  const daysOf = dayReader(file, today);
  let around: FileAnswer | null = null;
  const askedAt = new Date(services.now()).toISOString();
  const lacking: Fetched[] = [];
  for (const source of sources) {
    let [record, read] = [await fetchedBy(source, file, daysOf), daysOf];
    if (record.fault === "no-station" && file.kind === "read") {
      around ??= await together(departmentsAround(department), latest);
      const aroundDaysOf = dayReader(around, today);
      const other = await fetchedBy(source, around, aroundDaysOf);
      if (other.station !== null) [record, read] = [other, aroundDaysOf];
    }
    record = { ...record, askedAt };
    const days = record.station === null ? NO_DAYS : await read(record.station.number);
    await save(services, { source, record, days }, source.known);
    if (record.station !== null && !record.hasPast) lacking.push({ source, record, days });
  }
  const first = yearOf(today) - PAST_YEARS;
  const numberOf = ({ record }: Fetched) => record.station?.number ?? "";
  for (const [of, some] of Map.groupBy(lacking, (one) => departmentOf(numberOf(one)))) {
    const numbers = new Set(some.map(numberOf));
    const past = await files.previous(of, year, {
      keeps: (station, year) => numbers.has(station) && year >= first,
    });
    const pastDaysOf = dayReader(past, today);
    for (const { source, record } of some) {
      const days = await pastDaysOf(record.station?.number ?? "");
      await save(services, { source, record: { ...record, hasPast: true }, days }, record);
    }
  }
}

/** The stations of several departments, as of one file. */
async function together(
  departments: readonly string[],
  latest: (department: string) => Promise<FileAnswer>,
): Promise<FileAnswer> {
  const all: [string, StationLines][] = [];
  for (const department of departments) {
    const file = await latest(department);
    if (file.kind === "read") all.push(...file.stations);
  }
  return { kind: "read", etag: null, stations: new Map(all) };
}

const NO_DAYS: StationDays["days"] = new Map();

/** The days of each station of a file, parsed once. */
function dayReader(file: FileAnswer, today: IsoDate) {
  const stations: Stations = file.kind === "read" ? file.stations : new Map();
  const read = new Map<string, Promise<StationDays["days"]>>();
  const parsed = async (number: string) => {
    const text = stations.get(number)?.lines.join("\n");
    if (text === undefined) return NO_DAYS;
    return (await readStationDays(text, { station: number, today }))?.days ?? NO_DAYS;
  };
  return (number: string) => read.getOrInsertComputed(number, () => parsed(number));
}

/** The file of all sources, when none needs more than what has changed in it. */
function sameEtag(sources: readonly DueSource[]): string | null {
  const [first, ...others] = new Set(
    sources.map(({ known, sought }) =>
      known.sought === sought && known.hasPast ? known.etag : null
    ),
  );
  return others.length === 0 ? first ?? null : null;
}

/** The station of a source in a file: the one found before, while neither the choice nor the address has changed. */
async function fetchedBy(
  { record: { publicStation }, project, known, sought }: DueSource,
  file: FileAnswer,
  daysOf: ReturnType<typeof dayReader>,
): Promise<StationFetchRecord> {
  if (file.kind === "unchanged") return known;
  const before = known.sought === sought ? known : NOTHING_FETCHED;
  if (file.kind === "missing") return { ...before, sought, fault: "no-file" };
  const stations = [...file.stations].map(([number, { name, altitudeM, ...at }]) => ({
    number,
    name,
    altitudeM,
    distanceKm: distanceKm(project.place, at),
  }));
  const newest = lastDayOf(await Promise.all(stations.map(({ number }) => daysOf(number))));
  const nearby = await nearestStations(
    stations,
    async ({ number }) => newest !== null && isMeasuring(await daysOf(number), newest),
  );
  const chosen = publicStation === "nearest" ? nearby[0]?.number : publicStation;
  const wanted = before.station?.number ?? chosen;
  const station: Station | null = stations.find(({ number }) => number === wanted) ??
    before.station;
  const found = { sought, etag: file.etag, station, nearby };
  if (station === null) return { ...NOTHING_FETCHED, ...found, fault: "no-station" };
  return {
    ...NOTHING_FETCHED,
    ...found,
    lastDay: lastDayOf([await daysOf(station.number)]) ?? before.lastDay,
    hasPast: known.station?.number === station.number && known.hasPast,
  };
}

/** The newest day with both temperatures. */
function lastDayOf(all: readonly StationDays["days"][]): IsoDate | null {
  let last: IsoDate | null = null;
  for (const days of all) {
    for (const [date, { minC, maxC }] of days) {
      if (minC !== null && maxC !== null && date > (last ?? "")) last = date;
    }
  }
  return last;
}

/** Writes what was fetched, unless the choice of the source changed meanwhile; the days of another station go. */
async function save(
  services: Services,
  { source: { id, record: { publicStation }, project }, record, days }: Fetched,
  before: StationFetchRecord,
): Promise<void> {
  const { store, now } = services;
  const source = await readEntry(store, keys.outdoorSource(project.id, id), outdoorSourceRecord);
  if (source.value === null || source.value.publicStation !== publicStation) return;
  const { name } = source.value;
  const isOther = record.station?.number !== before.station?.number;
  const years = byYear(days);
  const dayKeys = years.map(([year]) => keys.stationDays(id, year));
  const [kept, known] = await Promise.all([
    readEntries(store, dayKeys, outdoorDaysRecord),
    isOther ? listEntries(store, { prefix: keys.stationDays.under(id) }, outdoorDaysRecord) : [],
  ]);
  await commitShown(services, [{ kind: "project", id: project.id }], (atomic) => {
    atomic.check(unchanged(source)).set(keys.stationFetch(id), record);
    for (const { key } of known) atomic.delete(key);
    for (const [position, [year, ofYear]] of years.entries()) {
      const value = isOther ? null : kept[position]?.value ?? null;
      atomic.set(keys.stationDays(id, year), mergedYear({ value }, ofYear).record);
    }
    if (!isOther || record.station === null) return;
    const place = { orgId: project.orgId, projectId: project.id } as const;
    const subject = `${name}, ${record.station.name}`;
    addAuditLine(atomic, { caller: null, action: "importOutdoorDays", ...place, subject }, now());
  });
}

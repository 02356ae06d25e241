/** Encodes figures of half-years, changes their days, and gathers the months of all series in one entry a year. @module */

import { daysInMonth } from "@/lib/base/civil_dates.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { keys } from "@/lib/store/keys.ts";
import { getAll, type Key, type Store } from "@/lib/store/store.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { judgeRegister, LONGEST_SPREAD_S } from "@/lib/timeseries/register_judgement.ts";
import type { PathState, RegisterRule } from "@/lib/timeseries/register_rules.ts";
import { type Aggregates, aggregatesOf, combinedAggregates } from "@/lib/timeseries/rollups.ts";
import { DATA_KINDS, type DataKind } from "@/lib/timeseries/units.ts";
import { readCompaction } from "./compaction_lease.ts";
import { ByteReader, ByteWriter } from "./value_encoding.ts";
import type { ZoneDays } from "./zone_days.ts";

/** Figures of consecutive days or months, stored as one value. */
export interface Rollup {
  readonly kind: DataKind;
  /** One per day or month; null when unknown. */
  readonly aggregates: readonly (Aggregates | null)[];
}

/** Key and index of a civil day: half a month per key, so that no value exceeds 950 bytes. */
interface DayPlace {
  readonly year: number;
  /** 0 for January. */
  readonly month: number;
  readonly halfMonth: number;
  readonly at: number;
}

/** Number of days in the first half of every month. */
const FIRST_HALF = 15;
export const HALVES_PER_YEAR = 24;

export function placeOf(day: number): DayPlace {
  const date = new Date(day * 86_400_000);
  const [year, month, position] = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate() - 1,
  ];
  const second = position >= FIRST_HALF;
  const halfMonth = year * HALVES_PER_YEAR + month * 2 + (second ? 1 : 0);
  return { year, month, halfMonth, at: second ? position - FIRST_HALF : position };
}

/** The day of a place in a half-month, as days since 1970. */
export function dayOf(halfMonth: number, at: number): number {
  const month = Math.floor(halfMonth / 2);
  const first = Date.UTC(Math.floor(month / 12), month % 12, 1) / 86_400_000;
  return first + (halfMonth % 2 === 0 ? 0 : FIRST_HALF) + at;
}

export function daysOfHalf(halfMonth: number): number {
  if (halfMonth % 2 === 0) return FIRST_HALF;
  const year = Math.floor(halfMonth / HALVES_PER_YEAR);
  const month = Math.floor((halfMonth % HALVES_PER_YEAR) / 2);
  return daysInMonth(year, month + 1) - FIRST_HALF;
}

/** The figures of consecutive days, from their half-months. */
export function aggregatesOfDays(
  halves: ReadonlyMap<number, Rollup>,
  { first, end }: { readonly first: number; readonly end: number },
): readonly (Aggregates | null)[] {
  let { halfMonth, at } = placeOf(first);
  return Array.from({ length: end - first }, () => {
    const aggregates = halves.get(halfMonth)?.aggregates[at] ?? null;
    if (++at === daysOfHalf(halfMonth)) [halfMonth, at] = [halfMonth + 1, 0];
    return aggregates;
  });
}

/** Figures as bytes, preceded by a CRC. */
export function encodeRollup(rollup: Rollup): Uint8Array {
  const writer = new ByteWriter();
  writeRollup(writer, rollup);
  return writer.sealed();
}

/** Decodes stored figures. @throws DamagedValue when they are damaged */
export function decodeRollup(bytes: unknown): Rollup {
  return readRollup(new ByteReader(bytes));
}

function writeRollup(writer: ByteWriter, { kind, aggregates }: Rollup): void {
  writer.byte(DATA_KINDS.indexOf(kind));
  writer.count(aggregates.length);
  for (const figure of aggregates) writeAggregates(writer, figure);
}

function readRollup(reader: ByteReader): Rollup {
  const kind = DATA_KINDS[reader.byte()] ?? "state";
  const aggregates = Array.from({ length: reader.count() }, () => readAggregates(reader));
  return { kind, aggregates };
}

const KNOWN = 1;
const DRAWN_AT_START = 2;
const DRAWN_AT_END = 4;
const HAS_LAST = 8;
const HAS_BOUNDS = 16;
const IS_DOUBTFUL = 32;

function writeAggregates(writer: ByteWriter, aggregates: Aggregates | null): void {
  if (aggregates === null) return writer.byte(0);
  const hasBounds = aggregates.min !== 0 || aggregates.max !== 0;
  writer.byte(
    KNOWN + (aggregates.drawnAtStart ? DRAWN_AT_START : 0) +
      (aggregates.drawnAtEnd ? DRAWN_AT_END : 0) +
      (aggregates.last === null ? 0 : HAS_LAST) + (hasBounds ? HAS_BOUNDS : 0) +
      (aggregates.isDoubtful ? IS_DOUBTFUL : 0),
  );
  writer.decimal(aggregates.millionths / 1e6);
  writer.count(aggregates.count);
  writer.count(aggregates.coveredS);
  if (aggregates.last !== null) writer.decimal(aggregates.last);
  if (!hasBounds) return;
  writer.decimal(aggregates.min);
  writer.decimal(aggregates.max);
}

function readAggregates(reader: ByteReader): Aggregates | null {
  const flags = reader.byte();
  if (flags === 0) return null;
  const millionths = Math.round(reader.decimal() * 1e6);
  const count = reader.count();
  const coveredS = reader.count();
  const last = (flags & HAS_LAST) === 0 ? null : reader.decimal();
  const hasBounds = (flags & HAS_BOUNDS) !== 0;
  return {
    millionths,
    count,
    coveredS,
    last,
    min: hasBounds ? reader.decimal() : 0,
    max: hasBounds ? reader.decimal() : 0,
    drawnAtStart: (flags & DRAWN_AT_START) !== 0,
    drawnAtEnd: (flags & DRAWN_AT_END) !== 0,
    ...(flags & IS_DOUBTFUL) !== 0 && { isDoubtful: true },
  };
}

export interface ChangedDay extends DayPlace {
  /** The new figures, from the stored ones. */
  figuresFrom(known: Aggregates | null): Aggregates | null;
}

interface SeriesName {
  readonly projectId: string;
  readonly seriesId: string;
}

/** Half-months and years of a series, by number. */
interface PatchedRollups {
  readonly halves: ReadonlyMap<number, Rollup>;
  readonly years: ReadonlyMap<number, Rollup>;
}

/** The half-months and years that contain changed days, with the other days unchanged. */
export async function patchedRollups(
  store: Store,
  { projectId, seriesId }: SeriesName,
  kind: DataKind,
  days: readonly ChangedDay[],
): Promise<PatchedRollups> {
  const months = new Set(days.map(({ year, month }) => year * 12 + month));
  const [halves, years] = await Promise.all([
    readRollups(
      store,
      [...months].flatMap((month) => [2 * month, 2 * month + 1]),
      (half) => keys.seriesDays(projectId, seriesId, half),
    ),
    readRollups(
      store,
      [...new Set(days.map(({ year }) => year))],
      (year) => keys.seriesMonths(projectId, seriesId, year),
    ),
  ]);
  const daysOf = new Map([...halves].map(([half, known]) => {
    return [
      half,
      Array.from({ length: daysOfHalf(half) }, (_, at) => known?.aggregates[at] ?? null),
    ];
  }));
  for (const { halfMonth, at, figuresFrom } of days) {
    const list = daysOf.get(halfMonth);
    if (list !== undefined) list[at] = figuresFrom(list[at] ?? null);
  }
  const monthFigures = (year: number, position: number, known: Rollup | null) => {
    const month = year * 12 + position;
    if (!months.has(month)) return known?.aggregates[position] ?? null;
    return combinedAggregates([...daysOf.get(2 * month) ?? [], ...daysOf.get(2 * month + 1) ?? []]);
  };
  const touched = new Set(days.map(({ halfMonth }) => halfMonth));
  return {
    halves: new Map(
      [...touched].map((half) => [half, { kind, aggregates: daysOf.get(half) ?? [] }]),
    ),
    years: new Map([...years].map(([year, known]) => {
      const aggregates = Array.from(
        { length: 12 },
        (_, position) => monthFigures(year, position, known),
      );
      return [year, { kind, aggregates }];
    })),
  };
}

/** The stored figures of some days; null where absent. */
export async function readDays(
  store: Store,
  { projectId, seriesId }: SeriesName,
  days: readonly number[],
): Promise<ReadonlyMap<number, Aggregates | null>> {
  const halves = await readRollups(
    store,
    [...new Set(days.map((day) => placeOf(day).halfMonth))],
    (half) => keys.seriesDays(projectId, seriesId, half),
  );
  return new Map(days.map((day) => {
    const { halfMonth, at } = placeOf(day);
    return [day, halves.get(halfMonth)?.aggregates[at] ?? null];
  }));
}

/** The stored value of each number; null where absent. */
async function readRollups(
  store: Store,
  numbers: readonly number[],
  keyOf: (number: number) => Key,
): Promise<ReadonlyMap<number, Rollup | null>> {
  const entries = await getAll(store, numbers.map(keyOf));
  return new Map(numbers.map((number, at) => {
    const entry = entries[at];
    const value = entry === undefined || entry.versionstamp === null ? null : entry.value;
    return [number, value === null ? null : decodeRollup(value)];
  }));
}

/** What figures depend on besides points. */
interface ExpectedOf {
  readonly kind: DataKind;
  readonly rule: RegisterRule;
  readonly zone: ZoneDays;
  /** First day whose readings are all stored. */
  readonly firstWhole: number;
  /** Judgement of a register before its first reading. */
  readonly base: PathState;
}

/** The expected figures of all the points of a series, by day. */
export function expectedDays(
  points: readonly Point[],
  { kind, rule, zone, firstWhole, base }: ExpectedOf,
): ReadonlyMap<number, Aggregates> {
  const days = [...daysUnder(points, { kind, events: rule.events, zone })]
    .filter((day) => day >= firstWhole);
  const register = kind === "index" ? judgeRegister(points, rule, base) : undefined;
  const aggregates = aggregatesOf({ kind, points, register }, days.map((day) => zone.spanOf(day)));
  return new Map(days.flatMap((day, at) => {
    const found = aggregates[at];
    return found ? [[day, found] as const] : [];
  }));
}

/** The days with a point and, for a register, those between two points, over which its difference is spread. */
export function* daysUnder(
  points: readonly Point[],
  { kind, events, zone }: Pick<ExpectedOf, "kind" | "zone"> & Pick<RegisterRule, "events">,
): Generator<number> {
  let [last, lastS, endS] = [Infinity, 0, -Infinity];
  for (const { epochS } of points) {
    if (epochS >= endS) {
      const day = zone.dayAt(epochS);
      const isSpread = kind === "index" &&
        (epochS - lastS <= LONGEST_SPREAD_S || hasBetween(events, lastS, epochS));
      if (isSpread) { for (let under = last + 1; under < day; under++) yield under; }
      yield day;
      [last, endS] = [day, zone.startOf(day + 1)];
    }
    lastS = epochS;
  }
}

function hasBetween(events: readonly MeterEvent[], fromS: number, toS: number): boolean {
  return events.some(({ epochS }) => epochS > fromS && epochS <= toS);
}

type YearOfProject = ReadonlyMap<string, Rollup>;

/** Projects with more series than this are read series by series. */
export const MOST_SERIES = 2000;
const PART_BYTES = 56 * 1024;

/** The months of every series, in one read; null when they must be computed first. */
export async function readProjectYear(
  store: Store,
  projectId: string,
  year: number,
): Promise<YearOfProject | null> {
  const prefix = keys.projectYear.under(projectId, year);
  const parts = await Array.fromAsync(store.list({ prefix }));
  if (parts.length === 0) return null;
  return new Map(parts.flatMap(({ value }) => [...decodeProjectYear(value)]));
}

/** The months of the series of one part of a stored year. @throws DamagedValue when the bytes are damaged */
export function decodeProjectYear(bytes: unknown): YearOfProject {
  const reader = new ByteReader(bytes);
  const months = new Map<string, Rollup>();
  while (!reader.done) months.set(reader.text(), readRollup(reader));
  return months;
}

/**
 * The residences with too many series at a compaction: a page of its dwellings asks a hundred times, and a list of
 * thousands of heads takes a tenth of a second.
 */
const LARGE = new StoreMemory<true>("large residence", () => 0);

/**
 * Computes the months of every series of a project and stores them for later reads.
 *
 * They are stored only if no point was written meanwhile; compactions then update them.
 *
 * @returns null for a project with more than {@link MOST_SERIES}
 */
export async function gatherProjectYear(
  store: Store,
  projectId: string,
  year: number,
): Promise<YearOfProject | null> {
  const { versionstamp } = await readCompaction(store, projectId);
  if (LARGE.at(store, projectId, versionstamp)) return null;
  const seriesIds = await seriesIdsOf(store, projectId, MOST_SERIES + 1);
  if (seriesIds.length > MOST_SERIES) {
    LARGE.set(store, projectId, { version: versionstamp, value: true });
    return null;
  }
  const months = await readMonths(store, projectId, seriesIds, year);
  const atomic = store.atomic().check({ key: keys.compaction(projectId), versionstamp });
  for (const { key, bytes } of yearParts(projectId, year, months)) atomic.set(key, bytes);
  // When nothing can be written (disk full, another process), the months are still returned.
  await atomic.commit().catch(() => {});
  return months;
}

export async function readMonths(
  store: Store,
  projectId: string,
  seriesIds: readonly string[],
  year: number,
): Promise<YearOfProject> {
  const wanted = seriesIds.map((id) => keys.seriesMonths(projectId, id, year));
  const found = new Map<string, Rollup>();
  (await getAll(store, wanted)).forEach(({ value }, at) => {
    const seriesId = seriesIds[at];
    if (value !== null && seriesId !== undefined) found.set(seriesId, decodeRollup(value));
  });
  return found;
}

/** Changes that add the changed months to the stored years; none for a year that is not stored. */
export async function yearChanges(
  store: Store,
  projectId: string,
  changed: ReadonlyMap<number, YearOfProject>,
): Promise<YearChanges> {
  const set: { key: Key; bytes: Uint8Array }[] = [];
  const gone: Key[] = [];
  let bytes = 0;
  for (const [year, series] of changed) {
    const known = await readProjectYear(store, projectId, year);
    if (known === null) continue;
    const parts = yearParts(projectId, year, new Map([...known, ...series]));
    bytes += sumBy(parts, (part) => part.bytes.length);
    const stored = bytes > MOST_BYTES ? [] : parts;
    set.push(...stored);
    const storedYears = await storedYearKeys(store, projectId, year);
    gone.push(...storedYears.slice(stored.length));
  }
  return { set, gone };
}

/** Deletes all stored years, when it is unknown which are up to date. */
export async function deleteYears(store: Store, projectId: string): Promise<YearChanges> {
  return { set: [], gone: await storedYearKeys(store, projectId) };
}

interface YearChanges {
  readonly set: readonly { readonly key: Key; readonly bytes: Uint8Array }[];
  readonly gone: readonly Key[];
}

async function storedYearKeys(
  store: Store,
  ...where: [projectId: string] | [projectId: string, year: number]
): Promise<Key[]> {
  const entries = await Array.fromAsync(store.list({ prefix: keys.projectYear.under(...where) }));
  return entries.map(({ key }) => key);
}

/** Space reserved for the stored years in the commit that ends a compaction. */
const MOST_BYTES = 400 * 1024;

/** Every series of a project that ever had a reading. @param most read no more than these, all by default */
export async function seriesIdsOf(
  store: Store,
  projectId: string,
  most?: number,
): Promise<readonly string[]> {
  const seriesIds: string[] = [];
  const limit = most === undefined ? {} : { limit: most };
  for await (const { key } of store.list({ prefix: keys.seriesHead.under(projectId) }, limit)) {
    if (typeof key[2] === "string") seriesIds.push(key[2]);
  }
  return seriesIds;
}

function yearParts(projectId: string, year: number, series: YearOfProject) {
  const parts: { key: Key; bytes: Uint8Array }[] = [];
  let writer = new ByteWriter();
  const seal = () => {
    parts.push({ key: keys.projectYear(projectId, year, parts.length), bytes: writer.sealed() });
    writer = new ByteWriter();
  };
  for (const [seriesId, rollup] of series) {
    writer.text(seriesId);
    writeRollup(writer, rollup);
    if (writer.length > PART_BYTES) seal();
  }
  if (writer.length > 0 || parts.length === 0) seal();
  return parts;
}

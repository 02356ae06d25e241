/** Writes readings, annotations, meter events and manual indexes of the demo's series. @module */

import {
  addDays,
  addMonths,
  type IsoDate,
  isoDate,
  monthOf,
  monthParts,
  monthStart,
  wholeYear,
} from "@/lib/base/civil_dates.ts";
import { DAY_S, HOUR_S } from "@/lib/base/durations.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import {
  BREAKDOWN,
  demoSeries,
  DRIFT_STORIES,
  simulatedReader,
  storyYear,
} from "@/lib/demo/simulation/demo_series.ts";
import { houseSeriesId } from "@/lib/demo/simulation/house_series.ts";
import { chance, seedOf } from "@/lib/demo/simulation/random.ts";
import { SimulatedReader } from "@/lib/demo/simulation/simulated_reader.ts";
import { boilerRoomId, seriesOfSite, siteId } from "@/lib/demo/simulation/site_series.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { manualIndexId } from "@/lib/ingest/manual_indexes.ts";
import { manualIndexSecond } from "@/lib/ingest/meter_rules.ts";
import type { ManualIndexRecord } from "@/lib/series/records.ts";
import type { Annotation, AnnotationDraft } from "@/lib/series/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import { type Point, type SeriesBatch, storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { SeriesWriter } from "@/lib/timeseries/series_reader.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";
import { appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { replaceEvents } from "@/lib/timeseries/store/register_changes.ts";
import type { SeriesMetadata } from "@/lib/timeseries/store/series_metadata.ts";
import { dataUnit } from "@/lib/timeseries/units.ts";
import { type DemoSite, demoSites } from "./site_table.ts";

const AUTHOR = "karim.benali@demo.example";

/** Writes annotations of the first residence: of its boiler room, its gas meter and its dwellings. */
export async function seedAnnotations(store: Store, now: number): Promise<void> {
  const projectId = siteId(0);
  const roomId = `${projectId}-c1`;
  const year = storyYear(now);
  const { month, fromDay, toDay } = BREAKDOWN;
  const breakdown = annotation("panne-bruleur", {
    from: isoDate(year, month, fromDay),
    to: isoDate(year, month, toDay),
    text: "Panne du brûleur : une seule chaudière en marche",
  });
  const test = annotation("essais-combustion", {
    from: isoDate(year, 3, 4),
    to: isoDate(year, 3, 5),
    text: "Essais de combustion avec le chauffagiste",
  });
  const emitters = annotation("emetteurs-radio", {
    from: isoDate(year, 3, 10),
    to: isoDate(year, 3, 12),
    text: "Émetteurs radio des compteurs remplacés, cage A",
  });
  const today = civilDateOf(now, DEFAULT_TIME_ZONE);
  const powerCut = annotation("coupure-collecteurs", {
    from: addDays(today, -21),
    to: addDays(today, -20),
    text: "Coupure de courant au local technique : collecteurs muets pendant 31 heures",
  });
  const drift = annotation("derive-bruleur", {
    from: isoDate(year, 1, 1),
    to: isoDate(year, 5, 31),
    text: "Le brûleur s’encrasse : l’écart à l’objectif grandit chaque mois. Nettoyage demandé",
  });
  const { cured } = DRIFT_STORIES;
  const curedOn = addDays(today, -cured.toDaysAgo);
  const closing = annotation("derive-close", {
    from: curedOn,
    to: curedOn,
    text: cured.cure,
    signature: "closed",
  });
  await store.atomic()
    .set(keys.annotations(cured.projectId, cured.boilerRoomId), [closing])
    .set(keys.annotations(projectId, houseSeriesId(projectId, { suffix: "efs" })), [emitters])
    .set(keys.annotations(projectId, roomId), [breakdown])
    .set(driftingRoom(), [drift])
    .set(keys.annotations(projectId, `${roomId}-gaz`), [powerCut, test])
    .commit();
}

/** Key of the boiler room with the gradually clogging burner. */
function driftingRoom() {
  const index = demoSites().findIndex((site) => site.boilerRooms[0]?.flaws?.includes("drifting"));
  return keys.annotations(siteId(index), boilerRoomId(siteId(index), 0));
}

/** Written the day after. */
function annotation(id: string, draft: AnnotationDraft): Annotation {
  return { id, ...draft, author: AUTHOR, writtenAt: `${addDays(draft.to, 1)}T08:30:00Z` };
}

/** The general water meter of a residence: a user enters its register each month. */
const METER: SeriesRecord = {
  dataUnitId: "EFSV",
  scope: "facilities",
  renamed: "Eau froide générale",
  importedUnit: null,
  manualIndex: true,
  equipmentId: null,
  dataSourceOptions: {},
};
const READER = "karim.benali@demo.example";
const MONTHS = 14;
/** Months ago the meter was replaced; the old one stopped in the middle of the month. */
const REPLACED = { monthsAgo: 8, day: 17 };
/** Consumption, m³ a month, and its variation. */
const VOLUME_M3 = { usual: 410, spread: 60 };

/** Writes a meter whose index is entered on the first of each month, with the last indexes and its replacement. */
export async function seedManualIndexes(store: Store, now: number): Promise<void> {
  const projectId = siteId(1);
  const seriesId = `${projectId}-eau`;
  const first = monthStart(civilDateOf(now, DEFAULT_TIME_ZONE));
  const { typed, replacement } = indexesUpTo(first, seriesId);
  const atomic = store.atomic().set(keys.dataseries(projectId, seriesId), METER);
  for (const one of typed) {
    atomic.set(keys.manualIndex(projectId, manualIndexId(seriesId, one.date)), one);
  }
  await atomic.commit();
  const readings = typed.map(({ epochS, value }) => ({ epochS, value }));
  await appendArrivals(store, projectId, [{ seriesId, kind: "index", readings }]);
  const place = { store, projectId, now: () => now };
  await replaceEvents(place, seriesId, { before: [], after: [replacement] });
}

function indexesUpTo(
  last: IsoDate,
  seriesId: string,
): { typed: ManualIndexRecord[]; replacement: MeterEvent } {
  const seed = seedOf(seriesId);
  const replacedMonth = addMonths(last, -REPLACED.monthsAgo);
  const replacement: MeterEvent = {
    epochS: manualIndexSecond(addDays(replacedMonth, REPLACED.day - 1), DEFAULT_TIME_ZONE),
    what: "replacement",
    finalIndex: 0,
    firstIndex: 0,
    comment: "Compteur bloqué, remplacé par le service des eaux",
  };
  let value = 18_420;
  let finalIndex = 0;
  const typed = Array.from({ length: MONTHS }, (_, position) => {
    const date = addMonths(last, position + 1 - MONTHS);
    const used = Math.round(
      VOLUME_M3.usual + VOLUME_M3.spread * (chance(seed, monthParts(monthOf(date)).month) - 0.5),
    );
    if (date === addMonths(replacedMonth, 1)) {
      // The month's water, as much by each meter.
      finalIndex = value + Math.round(used / 2);
      value = used - Math.round(used / 2);
    } else value += used;
    const epochS = manualIndexSecond(date, DEFAULT_TIME_ZONE);
    return { seriesId, houseId: null, date, value, email: READER, epochS };
  });
  return { typed, replacement: { ...replacement, finalIndex } };
}

interface SeededEvent {
  readonly seriesId: string;
  readonly date: IsoDate;
  readonly comment: string;
}

/** The meters of the first boiler room that were replaced: by the end of their ids, the month, the day and the comment. */
const REPLACED_METERS = [
  { meter: "gaz", month: 2, day: 17, comment: "Totalisateur échangé, index repris" },
  { meter: "pacc", month: 2, day: 24, comment: "Compteur électrique échangé, index repris" },
  { meter: "sol", month: 4, day: 8, comment: "Intégrateur échangé, index repris" },
] as const;

/** The dwellings whose cold water meter was replaced, and the day of March it was. */
const REPLACED_WATER = { l001: 10, l002: 10, l004: 11, l005: 11, l006: 12 } as const;

/** Writes the meters of the first residence that were replaced in the last heating season: their registers continue. */
export async function seedMeterEvents(store: Store, now: number): Promise<void> {
  const projectId = siteId(0);
  const reader = simulatedReader(projectId, { now: () => now, filledMs: now });
  const year = seasonYearOf(monthOf(civilDateOf(now, DEFAULT_TIME_ZONE)));
  const happened = [
    ...REPLACED_METERS.map(({ meter, month, day, comment }) => ({
      seriesId: `${projectId}-c1-${meter}`,
      date: isoDate(year, month, day),
      comment,
    })),
    ...Object.entries(REPLACED_WATER).map(([house, day]) => ({
      seriesId: storedSeriesId(
        houseSeriesId(projectId, { suffix: "efs" }),
        `${projectId}-${house}`,
      ),
      date: isoDate(year, 3, day),
      comment: "Émetteur radio remplacé, index repris",
    })),
  ];
  const atomic = store.atomic();
  for (const one of happened) {
    const events = await eventOf(reader, one);
    const head: SeriesMetadata = {
      kind: "index",
      last: null,
      previousS: null,
      events,
      falls: [],
      purged: null,
      earlierChanges: 0,
    };
    atomic.set(keys.seriesHead(projectId, one.seriesId), head);
  }
  await atomic.commit();
}

/** The replacement of a meter whose register continued; none for a meter without readings. */
async function eventOf(
  reader: SimulatedReader,
  { seriesId, date, comment }: SeededEvent,
): Promise<MeterEvent[]> {
  const epochS = manualIndexSecond(date, DEFAULT_TIME_ZONE);
  const points = await reader.points(seriesId, { fromS: epochS - 3_600, toS: epochS });
  const register = points.at(-1)?.value;
  if (register === undefined) return [];
  return [{ epochS, what: "replacement", finalIndex: register, firstIndex: register, comment }];
}

/** Instants are written for as many days, hour by hour. */
const INSTANT_DAYS = 62;

/** Dwellings are many: those of the first residence are enough to see theirs. */
const RESIDENCES_WITH_DWELLINGS = 1;

interface ReadingsToSeed {
  site: DemoSite;
  index: number;
  years: number;
  /** Epoch ms. */
  now: number;
}

/** Writes the simulated readings of a residence into a store, as its collectors would have sent them. */
export async function seedReadings(
  writer: SeriesWriter,
  { site, index, years, now }: ReadingsToSeed,
): Promise<number> {
  const projectId = siteId(index);
  const own = new Set(seriesOfSite(site, projectId).map(({ id }) => id));
  const series = demoSeries(site, projectId, now)
    .filter(({ id }) => index < RESIDENCES_WITH_DWELLINGS || own.has(id));
  const reader = new SimulatedReader({ series, timeZone: DEFAULT_TIME_ZONE, now: () => now });
  const toS = Math.floor(now / 1_000);
  const batches: SeriesBatch[] = [];
  for (const { id, dataUnitId } of series) {
    const { kind } = dataUnit(dataUnitId);
    const readings = kind === "consumption"
      ? await daysOf(reader, id, { toS, years })
      : kind === "index"
      ? await sampled(reader, id, { fromS: toS - years * 365 * DAY_S, toS, stepS: DAY_S })
      : await sampled(reader, id, { fromS: toS - INSTANT_DAYS * DAY_S, toS, stepS: HOUR_S });
    batches.push({ seriesId: id, kind, readings });
  }
  await writer.append(batches);
  return sumBy(batches, ({ readings }) => readings.length);
}

/** A register or an instant, once a step. */
async function sampled(
  reader: SimulatedReader,
  seriesId: string,
  { fromS, toS, stepS }: { fromS: number; toS: number; stepS: number },
): Promise<Point[]> {
  const points: Point[] = [];
  for (let at = Math.ceil(fromS / stepS) * stepS; at <= toS; at += stepS) {
    const [point] = await reader.points(seriesId, { fromS: at, toS: at + 1 });
    if (point) points.push(point);
  }
  return points;
}

/** Consumption of each day, read at noon. */
async function daysOf(
  reader: SimulatedReader,
  seriesId: string,
  { toS, years }: { toS: number; years: number },
): Promise<Point[]> {
  const lastYear = new Date(toS * 1_000).getUTCFullYear();
  const points: Point[] = [];
  const { from } = wholeYear(lastYear - years);
  for (const { at, sum } of await reader.days(seriesId, { from, to: wholeYear(lastYear).to })) {
    const epochS = Date.parse(`${at}T12:00:00Z`) / 1_000;
    if (sum !== null && epochS <= toS) points.push({ epochS, value: sum });
  }
  return points;
}

/** Writes the demo's gas delivery points, with their consents and published lines. @module */

import {
  addDays,
  addMonths,
  dayOfYear,
  type IsoDate,
  monthOf,
  monthParts,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { round } from "@/lib/base/rounding.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { daysOfYear } from "@/lib/demo/simulation/calendar.ts";
import { chance, seedOf } from "@/lib/demo/simulation/random.ts";
import type { Simulation } from "@/lib/demo/simulation/simulation.ts";
import { boilerRoomId, seriesOfSite, siteId } from "@/lib/demo/simulation/site_series.ts";
import { gasType, gasYear } from "@/lib/gas/lines.ts";
import { NO_CONSENT } from "@/lib/gas/pce_rules.ts";
import { type GasPceRecord, gasRow, NEW_GAS_PCE } from "@/lib/gas/records.ts";
import type { GasConsent, GasFault, GasLastReading, GasLine } from "@/lib/gas/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic, Store } from "@/lib/store/store.ts";
import { pceOf } from "./boiler_room.ts";
import { DEMO_ORG } from "./people.ts";
import { type DemoBoilerRoom, demoSites } from "./site_table.ts";

/** State of a holder's consent, and its result. */
interface GasStory {
  readonly consent: GasConsent;
  /** Last day with lines; null when there are none. */
  readonly linesTo: IsoDate | null;
  readonly fault: GasFault | null;
}

/** Days to the end of active consents, and the step between two of them. */
const STEP_DAYS = 23;
const SHORTEST_DAYS = 130;

/** The story of the nth boiler room that burns gas: the first goes well, some of the next do not. */
function storyOf(position: number, today: IsoDate): GasStory {
  const active = (days: number): GasStory => ({
    consent: { state: "active", isUsable: true, endDate: addDays(today, days) },
    linesTo: today,
    fault: null,
  });
  const stories: readonly GasStory[] = [
    active(420),
    active(45),
    { ...active(-18), linesTo: addDays(today, -18) },
    active(12),
    { ...active(300), fault: "unreachable" },
    {
      consent: { state: "revoked", isUsable: false, endDate: addDays(today, 210) },
      linesTo: addDays(today, -75),
      fault: null,
    },
    {
      consent: { state: "to-validate", isUsable: false, endDate: addDays(today, 365) },
      linesTo: null,
      fault: null,
    },
    { consent: NO_CONSENT, linesTo: null, fault: null },
  ];
  return stories[position] ?? active(SHORTEST_DAYS + STEP_DAYS * position);
}

/** GRDF is asked at this hour of the day, universal time. */
const ASKED_AT_MS = (5 * 60 + 17) * 60_000;

/** The stored record of a delivery point with this story. */
function gasRecord(
  { consent, fault }: GasStory,
  { now, last }: { now: number; last: GasLastReading | null },
): GasPceRecord {
  const askedAtMs = Math.floor((now - ASKED_AT_MS) / DAY_MS) * DAY_MS + ASKED_AT_MS;
  return {
    ...NEW_GAS_PCE,
    last,
    consent,
    askedAt: new Date(askedAtMs).toISOString(),
    fault,
    failureCount: fault === null ? 0 : 1,
    pulledTo: last && civilDateOf(askedAtMs, DEFAULT_TIME_ZONE),
  };
}

/** GRDF publishes a month some days after its end. */
const PUBLISHED_AFTER_DAYS = 5;
/** Years before the current one that have published lines, and that have gas days: few, so that a start is quick. */
const YEARS_BACK = { published: 2, informative: 1 } as const;
/** Boiler rooms whose meter is read every day; the others' is read every month. */
const READ_DAILY_COUNT = 8;
const PTA = { "21 mbar": 0.968, "300 mbar": 1.206 } as const;

/** A distributor's meter: its index at 06:00 of a day, and the conversion of its gas. */
interface Meter {
  indexM3(day: IsoDate): number;
  readonly pta: number;
}

/** Writes the lines GRDF would have sent for each gas boiler room, up to now; a later call adds new ones. */
export async function seedGas(store: Store, now: number): Promise<void> {
  const today = civilDateOf(now, DEFAULT_TIME_ZONE);
  let position = 0;
  for (const [index, site] of demoSites().entries()) {
    const series = seriesOfSite(site, siteId(index));
    for (const [roomRank, room] of site.boilerRooms.entries()) {
      const id = boilerRoomId(siteId(index), roomRank);
      const counted = ["pce", "gaz"].flatMap((suffix) =>
        series.find((one) =>
          one.id === `${id}-${suffix}`
        ) ?? []
      )[0];
      if (counted === undefined) continue;
      const meter = meterOf(room, { id, simulation: counted.simulation, today });
      await writeMeter(store, pceOf(id), { meter, position: position++, today, now });
    }
  }
}

interface MeterToWrite {
  meter: Meter;
  position: number;
  today: IsoDate;
  now: number;
}

async function writeMeter(
  store: Store,
  pce: string,
  { meter, position, today, now }: MeterToWrite,
): Promise<void> {
  const story = storyOf(position, today);
  const yesterday = addDays(today, -1);
  const end = story.linesTo !== null && story.linesTo < yesterday ? story.linesTo : yesterday;
  const lines = story.linesTo === null ? [] : [
    ...publishedLines(meter, end, today),
    ...position < READ_DAILY_COUNT ? gasDays(meter, end, today) : [],
  ];
  const last = lines.at(-1);
  const reading = last ? { date: last.toDate, index: last.toIndex } : null;
  await setLines(store.atomic(), pce, lines)
    .set(keys.gasPce(DEMO_ORG.id, pce), gasRecord(story, { now, last: reading }))
    .commit();
}

/** A meter with an arbitrary first index, which counts the consumption of the simulated meter. */
function meterOf(
  { kind, gas = "21 mbar" }: DemoBoilerRoom,
  { id, simulation, today }: { id: string; simulation: Simulation; today: IsoDate },
): Meter {
  const pta = PTA[gas];
  const unitsPerM3 = kind === "gaz-volume" ? 1 : pta * MEAN_PCS;
  const firstYear = yearOf(today) - YEARS_BACK.published;
  let counted = Math.floor(chance(seedOf(id), 99) * 200_000);
  const starts = new Map<number, Float64Array>();
  for (let year = firstYear; year <= yearOf(today); year++) {
    const { figure } = daysOfYear(simulation, year);
    starts.set(year, figure.map((units) => (counted += units / unitsPerM3) - units / unitsPerM3));
  }
  const indexM3 = (day: IsoDate) =>
    Math.floor(starts.get(yearOf(day))?.[dayOfYear(day) - 1] ?? counted);
  return { indexM3, pta };
}

function publishedLines(meter: Meter, end: IsoDate, today: IsoDate): GasLine[] {
  const lines: GasLine[] = [];
  let fromDate: IsoDate = `${yearOf(today) - YEARS_BACK.published}-01-01`;
  for (;;) {
    const toDate = addMonths(fromDate, 1);
    if (addDays(toDate, PUBLISHED_AFTER_DAYS) > end) return lines;
    lines.push({ ...countedLine(meter, { fromDate, toDate }), informative: false });
    fromDate = toDate;
  }
}

function gasDays(meter: Meter, end: IsoDate, today: IsoDate): GasLine[] {
  const lines: GasLine[] = [];
  let fromDate: IsoDate = `${yearOf(today) - YEARS_BACK.informative}-01-01`;
  while (fromDate < end) {
    const toDate = addDays(fromDate, 1);
    const line = countedLine(meter, { fromDate, toDate });
    // A gas day has neither its first index nor the parts of its coefficient.
    lines.push({ ...line, informative: true, fromIndex: null, factorPta: null, factorPcs: null });
    fromDate = toDate;
  }
  return lines;
}

function countedLine(
  { indexM3, pta }: Meter,
  { fromDate, toDate }: Pick<GasLine, "fromDate" | "toDate">,
): Omit<GasLine, "informative"> {
  const [fromIndex, toIndex] = [indexM3(fromDate), indexM3(toDate)];
  const factorPcs = PCS_OF_MONTHS[monthParts(monthOf(fromDate)).month - 1] ?? MEAN_PCS;
  const factorConversion = Math.round(pta * factorPcs * 100) / 100;
  const volume = toIndex - fromIndex;
  const energy = Math.round(volume * factorConversion);
  const factors = { factorPta: pta, factorPcs, factorConversion };
  return { fromDate, toDate, fromIndex, toIndex, volume, energy, ...factors };
}

/** kWh/m³(n) */
const MEAN_PCS = 11.4;
/** Calorific value of each month's gas, kWh/m³(n): a little more in winter. */
const PCS_OF_MONTHS = Array.from(
  { length: 12 },
  (_, position) => round(MEAN_PCS + 0.08 * Math.cos(2 * Math.PI * position / 12), 2),
);

function setLines(atomic: Atomic, pce: string, lines: readonly GasLine[]): Atomic {
  const slots = Map.groupBy(lines, (line) => `${gasType(line)} ${gasYear(line)}`);
  for (const own of slots.values()) {
    const [first] = own;
    if (first === undefined) continue;
    const key = keys.gasLines(DEMO_ORG.id, pce, gasType(first), gasYear(first));
    atomic.set(key, own.map(gasRow));
  }
  return atomic;
}

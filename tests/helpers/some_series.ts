/** Series and readings that tests write. @module */
import { ok } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Platform } from "@/lib/app/platform.ts";
import { addDays, daysInMonth } from "@/lib/base/civil_dates.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import { DEMO_ORG } from "@/lib/demo/seed/people.ts";
import { seedOrganisation } from "@/lib/demo/seed/seed_demo.ts";
import { type LinesOutcome, receive, takeLines } from "@/lib/ingest/receive.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { seriesLines } from "@/lib/series/series_names.ts";
import { includeForgetting } from "@/lib/series/unknown_sources.ts";
import { Versions } from "@/lib/store/cache.ts";
import type { Store } from "@/lib/store/store.ts";
import { READING_YEARS } from "@/lib/timeseries/readings.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";
import { dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";
import { anAccount, signedIn, type TestPlatform } from "./a_platform.ts";
import { at } from "./a_residence.ts";
import { answerOf } from "./fixtures.ts";

/** A series of a residence, by default of a facility. */
export function aSeries(
  id: string,
  dataUnitId: DataUnitId,
  over: Partial<ProjectSeries> = {},
): ProjectSeries {
  const { label, unit, kind, dailyPrecision, sum } = dataUnit(dataUnitId);
  return {
    id,
    dataUnitId,
    dataSourceId: null,
    renamed: null,
    manualIndex: false,
    importedUnit: null,
    projectModuleId: null,
    dataSourceOptions: {},
    unit: { id: dataUnitId, label, unit, kind, dailyPrecision, sum },
    scope: "facilities",
    equipmentId: null,
    ...over,
  };
}

const READINGS = new Map([
  ["gas", { value: 12.34, message: null, at: "2026-01-05T08:00:00Z" }],
  ["sky", { value: null, message: "ouvert", at: "2026-01-04T08:00:00Z" }],
]);

export const LINES = seriesLines(
  [
    aSeries("sky", "ETAT", { equipmentId: "e2" }),
    aSeries("gas", "GAZV", {
      renamed: "Compteur gaz",
      equipmentId: "e1",
      dataSourceId: "serial=7",
    }),
    aSeries("houses", "TEMP", { scope: "housing" }),
    aSeries("plugs", "ELEC", { scope: "housing", use: "plugs" }),
    aSeries("elec", "ELEC", { scope: "housing", renamed: "Compteur général" }),
    aSeries("air", "TEMP", { equipmentId: "e1" }),
  ],
  [{ id: "e1", name: "Chaufferie" }, { id: "e2", name: "Skydome" }],
  (id) => READINGS.get(id) ?? null,
);

/** Receives readings of a residence, without a sender. */
export function received(
  readings: readonly SourceReading[],
  { store, projectId, nowMs }: { store: Store; projectId: string; nowMs: number },
) {
  const now = () => nowMs;
  const versions = new Versions(store, now);
  const place = { store, projectId, versions, readingYears: READING_YEARS, now };
  return receive({ ...place, onReceived: () => {} }, readings, { nowMs, note: null });
}

/** Sends lines, dated in seconds, through the ingest of a platform. */
export async function sendLines(
  platform: Platform,
  token: string,
  text: string,
): Promise<LinesOutcome> {
  const collector = await platform.collectorOf(token);
  ok(collector !== null);
  return await takeLines(collector, { precision: "s", bytes: new TextEncoder().encode(text) });
}

/** Creates the token of a collector of the residence. */
export async function aCollector(ask: CallFunction): Promise<string> {
  const body = { name: "Collecteur" };
  return (await answerOf(ask("createIngestToken", { ...at, body }))).token;
}

/** Deletes an unclaimed source of the project "p". @returns true when it existed */
export async function isForgotten(store: Store, sourceKey: string): Promise<boolean> {
  const atomic = store.atomic();
  const isKnown = await includeForgetting(store, atomic, { projectId: "p", sourceKey });
  await atomic.commit();
  return isKnown;
}

/** A residence of the demo on a real store, with a collector that may write. */
export interface FedResidence {
  readonly projectId: string;
  readonly boilerRoomId: string;
  /** Its facility series, each attached to the source `serial={id}`. */
  readonly series: readonly string[];
  /** Token of its collector. */
  readonly token: string;
}

/** The organisation of the demo. */
export const FED_ORG = DEMO_ORG.id;

/**
 * Fills a platform's store with the demo's organisation, whose first residences have collectors.
 */
export async function fedResidences(
  built: TestPlatform,
  count: number,
): Promise<{ ask: CallFunction; residences: readonly FedResidence[] }> {
  const { store, clock } = built;
  const landlordId = await anAccount(built);
  await seedOrganisation(store, { landlordId, now: clock.now() });
  const { ask } = await signedIn(built);
  const residences: FedResidence[] = [];
  for (let rank = 1; rank <= count; rank++) residences.push(await fed(ask, `p0${rank}`));
  return { ask, residences };
}

async function fed(ask: CallFunction, projectId: string): Promise<FedResidence> {
  const project = await answerOf(ask("getProject", { projectId }));
  const series = project.facilitiesDataseries.map(({ id }) => id);
  for (const one of series) {
    const body = { source: `serial=${one}`, houseId: null };
    ok((await ask("attachSource", { projectId, series: one, body })).ok);
  }
  const collector = await answerOf(
    ask("createIngestToken", { projectId, body: { name: "Collecteur" } }),
  );
  return { projectId, boilerRoomId: `${projectId}-c1`, series, token: collector.token };
}

/**
 * Sends a value of a series through the ingest of a platform, and waits until its alarms are
 * evaluated.
 */
export async function sendValue(
  platform: Platform,
  { token }: FedResidence,
  { seriesId, epochS, value }: { seriesId: string; epochS: number; value: number },
): Promise<void> {
  const text = `m,serial=${seriesId} value=${value} ${epochS}`;
  const outcome = await sendLines(platform, token, text);
  ok(outcome.kind === "stored", JSON.stringify(outcome));
  await platform.watcher.settled();
}

/** The hours of a civil day of a series. */
export async function hoursOn(
  reader: Pick<SeriesReader, "hoursOfDays">,
  seriesId: string,
  date: string,
) {
  const [hours = []] = await reader.hoursOfDays(seriesId, { from: date, to: addDays(date, 1) });
  return hours;
}

/**
 * Line protocol of a register read each midnight of 2023 in Paris, with the given monthly
 * consumption.
 */
export function dailyRegisters(source: string, months: Readonly<Record<string, number>>): string[] {
  const lines: string[] = [];
  let index = 1_000;
  const read = (date: string) =>
    lines.push(`meter,serial=${source} value=${index} ${dayBounds(date).from / 1_000}`);
  for (const [month, amount] of Object.entries(months)) {
    const days = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)));
    for (let day = 1; day <= days; day++) {
      read(`${month}-${String(day).padStart(2, "0")}`);
      index += amount / days;
    }
  }
  read("2024-01-01");
  return lines;
}

/** A slot of a range: by default completely read, or not at all when it has no value. */
export function aSlot(
  slot: string,
  value: number | null,
  over: Partial<RangeSlot> = {},
): RangeSlot {
  const completeness = value === null ? 0 : 1;
  return { slot, value, min: null, max: null, completeness, estimated: false, ...over };
}

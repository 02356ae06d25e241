import { deepStrictEqual, ok } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import type { Reading } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { type DataKind, dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";
import { elsewhere, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aMember,
  anOutdoorSource,
  aSeries,
  ORG,
  PROJECT,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const DAY_S = 86_400;

const UNITS: readonly DataUnitId[] = ["GAZV", "ECSE", "BOIM", "DJU", "TEXT"];

/** The readings of a series before the test begins. */
interface History {
  readonly days: number;
  readonly everyS: number;
}

const aHistory: fc.Arbitrary<History> = fc.record({
  days: fc.constantFrom(0, 2, 14, 83),
  everyS: fc.constantFrom(6 * 3_600, DAY_S, 7 * DAY_S, 30 * DAY_S),
});

interface MeteredSeries {
  readonly id: string;
  readonly kind: DataKind;
  /** Its last value. */
  value: number;
}

interface Site {
  readonly built: TestPlatform;
  readonly ask: CallFunction;
  readonly rooms: readonly string[];
  readonly sources: readonly string[];
  readonly series: readonly MeteredSeries[];
}

/** Two boiler rooms, one on gas and one on wood, with a reference for comparison. */
async function aSite(built: TestPlatform, histories: readonly History[]): Promise<Site> {
  const { ask, stored } = await aMember(built, {
    isAdmin: true,
    roles: ["collect", "collect:boilerroom:read", "collect:building:read"],
  });
  const series: MeteredSeries[] = [];
  const nowS = built.clock.now() / 1_000;
  for (const [rank, unit] of UNITS.entries()) {
    const { kind } = dataUnit(unit);
    const own: MeteredSeries = { id: await aSeries(ask, unit), kind, value: 10 };
    const readings: Reading[] = [];
    const { days, everyS } = histories[rank] ?? { days: 0, everyS: DAY_S };
    for (let epochS = nowS - days * DAY_S; epochS < nowS - 60; epochS += everyS) {
      if (kind === "index") own.value += 10;
      readings.push({ epochS, value: own.value });
    }
    await stored.append([{ seriesId: own.id, kind, readings }]);
    series.push(own);
  }
  const [gas, hotWater, wood, dju, air] = series.map(({ id }) => id);
  ok(gas && hotWater && wood && dju && air);
  const given = await aSource(ask, dju);
  const measured = await aSource(ask, air);
  const hotWaterTypes = [{ hotWaterType: hotWater, hotWaterKind: "energy" as const }];
  const rooms = [
    await aRoom(ask, { sourceKind: "gaz-volume", sourceType: gas, hotWaterTypes }, given),
    await aRoom(ask, { sourceKind: "wood-mass", sourceType: wood, hotWaterTypes: [] }, measured),
  ];
  await compact(built.store, PROJECT, built.clock.now);
  return { built, ask, rooms, sources: [given, measured], series };
}

async function aSource(ask: CallFunction, seriesId: string): Promise<string> {
  const outdoorSourceId = await anOutdoorSource(ask);
  const body = { name: seriesId, method: "mean" as const, seriesId, station: "" };
  ok((await ask("putOutdoorSource", { projectId: PROJECT, outdoorSourceId, body })).ok);
  return outdoorSourceId;
}

async function aRoom(
  ask: CallFunction,
  burned: Pick<
    Input<"putEfficiencySources">["body"],
    "sourceKind" | "sourceType" | "hotWaterTypes"
  >,
  djuSource: string,
): Promise<string> {
  const boilerRoomId = await aBoilerRoom(ask, burned.sourceKind);
  const place = { projectId: PROJECT, boilerRoomId };
  const body = { ...burned, solarTypes: [], gazPce: null };
  await answerOf(ask("putEfficiencySources", { ...place, body }));
  const values = { area: 1_000, peopleNb: 40, target: 40, djuSource, q: 100 };
  const settings = { ...values, djuContract: 2_000, threshold: 10 };
  const set = { ...place, fromDate: "2025-01-01", body: settings };
  ok((await ask("putEfficiencySettings", set)).ok);
  return boilerRoomId;
}

const histories = fc.array(aHistory, { minLength: UNITS.length, maxLength: UNITS.length });

/** A reading after the last one, one at another time or replacing another, or none. */
type Act =
  | { do: "follow"; series: number; minutes: number; more: number }
  | { do: "send"; series: number; minutes: number; value: number | null }
  | { do: "compact" };

const series = fc.nat({ max: UNITS.length - 1 });
const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("follow" as const),
      series,
      minutes: fc.constantFrom(0, 1, 6, 10, 50, 300),
      more: fc.integer({ min: 0, max: 20 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      series,
      // From forty days late to a day ahead of the clock.
      minutes: fc.constantFrom(-40 * 1440, -2881, -1440, -300, -20, -1, 9, 1450),
      value: fc.option(fc.integer({ min: 0, max: 200 }), { freq: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const) }) },
);

async function perform({ built, series }: Site, act: Act): Promise<void> {
  const { store, clock, platform } = built;
  if (act.do === "compact") return void await compact(store, PROJECT, clock.now);
  const own = series[act.series];
  ok(own);
  const { id: seriesId, kind } = own;
  if (act.do === "follow") {
    clock.advance(act.minutes * 60_000);
    own.value = kind === "index" ? own.value + act.more : act.more;
  }
  const nowS = clock.now() / 1_000;
  const epochS = act.do === "follow" ? nowS : nowS + act.minutes * 60;
  const value = act.do === "follow" ? own.value : act.value;
  const reading: Reading = value === null ? { epochS, removed: true } : { epochS, value };
  const stored = storedSeries({ store, clock });
  await stored.append([{ seriesId, kind, readings: [reading] }]);
  await platform.versions.bump([{ kind: "readings", id: PROJECT }]);
}

/** Every answer computed from finished days, and those about silences and rhythms. */
async function answers(ask: CallFunction, { rooms, sources }: Site): Promise<unknown[]> {
  const at = { projectId: PROJECT };
  const segments = ["monthly-2026", "monthly-shifted-2026", "monthly-2025"];
  return await Promise.all([
    ...segments.flatMap((segment) => [
      ask("compareBoilerRooms", { orgId: ORG, segment }),
      ...rooms.map((boilerRoomId) => ask("getBalanceReadings", { ...at, boilerRoomId, segment })),
    ]),
    ...sources.flatMap((outdoorSourceId) => [
      ask("getDju", { ...at, outdoorSourceId, segment: "daily-2026-10" }),
      ask("getDju", { ...at, outdoorSourceId, segment: "monthly-2026" }),
    ]),
    ask("listDataseries", at),
    ask("getLastSensorData", at),
    ask("listSilences", { orgId: ORG }),
  ]);
}

/** Runs steps; after each, this process and one with empty caches answer the same. */
function sameAnswers(from: string, known: readonly History[], acts: readonly Act[]): Promise<void> {
  return withPlatform(async (built) => {
    built.clock.goTo(from);
    const site = await aSite(built, known);
    await answers(site.ask, site);
    for (const act of acts) {
      await perform(site, act);
      const here = await answers(site.ask, site);
      const { ask, platform } = await elsewhere(built);
      deepStrictEqual(here, await answers(ask, site), JSON.stringify(act));
      await platform.close();
    }
  });
}

Deno.test("DJU and wood given today for their whole week or month update their cached figures", async () => {
  // Saturday: the days from Monday on are of the same week.
  for (const everyS of [7 * DAY_S, 30 * DAY_S]) {
    const known = UNITS.map(() => ({ days: 83, everyS }));
    const acts = [2, 3].map((one) => ({ do: "follow", series: one, minutes: 1, more: 9 } as const));
    await sameAnswers("2026-10-24T20:00:00Z", known, acts);
  }
});

for (const from of ["2026-10-24T20:00:00Z", "2026-12-31T20:00:00Z"]) {
  Deno.test(`values cached while readings arrive equal those of another process, from ${from}`, () => {
    const acts = fc.array(anAct, { minLength: 6, maxLength: 14 });
    return fc.assert(
      fc.asyncProperty(histories, acts, (known, some) => sameAnswers(from, known, some)),
      { numRuns: 5, seed: 110 },
    );
  });
}

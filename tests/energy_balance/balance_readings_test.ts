import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { datesOfMonth } from "@/lib/base/civil_dates.ts";
import { djuReading } from "@/lib/energy_balance/balance.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Reading } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { type DataKind, dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";
import { DayValues } from "@/lib/weather/degree_days.ts";
import type { OutdoorYear } from "@/lib/weather/outdoor_temperatures.ts";
import { elsewhere, isOf, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aMember,
  anOutdoorSource,
  aSeries,
  ORG,
  PROJECT,
  storedSeries,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { asLandlord } from "@/tests/helpers/a_site.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { settingsDraft, sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { FED_ORG, fedResidences, sendValue } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";

Deno.test("reading of today after the others does not recompute a balance, a late one does", () =>
  withPlatform(async (built) => {
    const { residences: [residence] } = await fedResidences(built, 1);
    ok(residence);
    const { platform, ask, read } = await elsewhere(built);
    const { projectId, boilerRoomId } = residence;
    const efficiency = await answerOf(ask("getEfficiency", { projectId, boilerRoomId }));
    const seriesId = efficiency.sources?.sourceType ?? "";
    const nowS = built.clock.now() / 1_000;
    const compared = async (segment: string) => {
      read.length = 0;
      ok((await ask("compareBoilerRooms", { orgId: FED_ORG, segment })).ok);
      return read.filter(isOf(keys.seriesMonths, keys.seriesDays, keys.djuDays)).length;
    };
    const send = async (secondsAgo: number, value: number) => {
      await sendValue(platform, residence, { seriesId, epochS: nowS - secondsAgo, value });
      return await compared("monthly-2025") + await compared("monthly-2026");
    };
    await send(40 * 86_400, 100);
    await send(1_200, 110);
    await compact(platform.own.store, projectId, built.clock.now);
    ok(await send(900, 111) > 0, "the compaction");
    strictEqual(await send(600, 112), 0);
    strictEqual(await send(300, 113), 0);
    ok(await send(400 * 86_400, 90) > 0, "a reading of long ago");
  }));

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
  await answerOf(ask("putEfficiencySources", { ...place, body: sourcesDraft(burned) }));
  const settings = settingsDraft(djuSource, { djuContract: 2_000, threshold: 10 });
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

/** Every answer computed from finished days, and those about rhythms. */
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

const MAY = datesOfMonth("2026-05");

/** A source with 4 DJU on each of the first days of May 2026. */
function may(dayCount: number, over: Partial<OutdoorYear>): OutdoorYear {
  const dailyDju = new DayValues(2026);
  for (const date of MAY.slice(0, dayCount)) dailyDju.set(date, 4);
  return {
    dailyDju,
    dailyC: new DayValues(2026),
    typed: [],
    until: "2026-05-31",
    countsDju: true,
    coveredDates: new Set(),
    rhythmOf: () => "day",
    ...over,
  };
}

// @spec balance.whole-days
Deno.test("djuReading() gives the finished days of DJU sent each day, of which some may lack", () => {
  const days = [...Array(20).fill(4), ...Array(11).fill(null)];
  const dju = { value: 80, completeness: 20 / 31, estimated: false };
  deepStrictEqual(djuReading(may(20, {}), "2026-05", "2026-07-01"), { ...dju, days });
  // On the 19th, the 18 days before it are finished.
  const running = djuReading(may(20, {}), "2026-05", "2026-05-19");
  deepStrictEqual(running.days, Array(18).fill(4));
});

Deno.test("djuReading() gives the days of temperatures, also of a sensor read once a week", () => {
  const sensor = may(31, { countsDju: false, rhythmOf: () => "week" });
  deepStrictEqual(djuReading(sensor, "2026-05", "2026-07-01").days, Array(31).fill(4));
});

Deno.test("djuReading() gives DJU sent once a month for the whole month, awaited while it is running without them", () => {
  const sent = (covered: readonly string[]) =>
    may(1, { rhythmOf: () => "month", coveredDates: new Set(covered) });
  const none = { value: 4, completeness: 1 / 31, estimated: false, wholeMonth: true };
  const all = { ...none, completeness: 1 };
  deepStrictEqual(djuReading(sent([]), "2026-05", "2026-05-19"), { ...none, awaited: true });
  deepStrictEqual(djuReading(sent([]), "2026-05", "2026-06-01"), none);
  deepStrictEqual(djuReading(sent(MAY), "2026-05", "2026-05-19"), all);
});

const isOfDays = isOf(keys.djuDays);

Deno.test("getBalanceReadings() lists outdoor sources in the same order, whichever is read last", () => {
  let slow: string | null = null;
  const gate = Promise.withResolvers<void>();
  return withMember({
    isAdmin: true,
    roles: ["collect", "collect:boilerroom:read"],
  }, async ({ ask }) => {
    const sources = [
      await anOutdoorSource(ask, { name: "A" }),
      await anOutdoorSource(ask, { name: "B" }),
    ];
    const boilerRoomId = await aBoilerRoom(ask);
    slow = sources[0] ?? null;
    const { dju, outdoorC, outdoorSources } = await answerOf(ask("getBalanceReadings", {
      projectId: PROJECT,
      boilerRoomId,
      segment: "monthly-2025",
    }));
    const order = outdoorSources.map(({ id }) => id);
    deepStrictEqual([Object.keys(dju), Object.keys(outdoorC)], [order, order]);
  }, {
    before: (store) =>
      aroundStore(store, {
        getMany: async (wanted) => {
          if (slow !== null && wanted.some((key) => isOfDays(key))) {
            if (wanted.some((key) => key.includes(slow ?? ""))) await gate.promise;
            else gate.resolve();
          }
          return await store.getMany(wanted);
        },
      }),
  });
});

const ROOM = "/collect/p01/boilerrooms/p01-c1";

Deno.test("balance lists the annotations of its months, and its file keeps its columns", () =>
  asLandlord(async (visitor) => {
    const settings = await visitor.get(`${ROOM}/settings`);
    const [, year = ""] = /Du 12 au 20 janvier (\d{4})/.exec(settings.text) ?? [];
    const balance = (path: string) => visitor.get(`${ROOM}/energy-balance/${path}`);
    const says = /Du 12 au 20 janvier \d{4}\s*: Panne du brûleur\s: une seule chaudière/;
    const page = await balance(`monthly/${year}`);
    match(page.text, says);
    ok(page.html.includes(`href="${ROOM}/settings#annotations"`));
    match(page.html, /class="chart-mark"[^>]*><title>Panne du brûleur[^<]*, du 12 au 20 janvier/);
    // January is in the season that began the year before.
    match((await balance(`monthly-shifted/${Number(year) - 1}`)).text, says);
    ok(!says.test((await balance(`monthly-shifted/${year}`)).text));
    ok(!says.test((await balance(`monthly/${Number(year) - 1}`)).text));
    const file = await visitor.get(
      `${ROOM}/energy-balance/monthly/${year}?csv=comma`,
    );
    const [head = ""] = file.html.split("\n");
    strictEqual(head.split(",").length, 14);
    ok(!file.html.includes("Panne"));
  }));

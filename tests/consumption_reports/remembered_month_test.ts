import { deepStrictEqual, notDeepStrictEqual, ok } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Platform } from "@/lib/app/platform.ts";
import { addDays, monthOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf, dayBounds } from "@/lib/base/time_zones.ts";
import { readAnalysis } from "@/lib/consumption_reports/sheets.ts";
import { SEEN_FOR_MS } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import {
  aHouse,
  aHousingSeries,
  houseSettings,
  type Place,
  withHousing,
} from "@/tests/helpers/a_dwelling.ts";
import { elsewhere, isOf } from "@/tests/helpers/a_platform.ts";
import { at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** Registers of water in m³, and temperatures in °C. */
const UNITS = ["EFSV", "TEMP"] as const;
/** Hours between two temperature readings: hourly, or weekly. */
const [HOURLY, WEEKLY] = [1, 168];
type Unit = typeof UNITS[number];

/** Dwellings with a collector that sends their readings. */
interface Fed {
  readonly place: Place;
  readonly seriesIds: Readonly<Record<Unit, string>>;
  readonly houseIds: readonly string[];
  send(platform: Platform, readings: readonly Sent[]): Promise<void>;
}

interface Sent {
  readonly unit: Unit;
  readonly house: number;
  readonly epochS: number;
  readonly value: number;
}

/** Two dwellings whose collector has sent their registers each hour for 40 days. */
async function fedDwellings(place: Place, tempEveryH = HOURLY): Promise<Fed> {
  const { ask, built, series: water } = place;
  const ids = { EFSV: water, TEMP: await aHousingSeries(ask, "TEMP") };
  if (tempEveryH === WEEKLY) await readWeekly(ask, ids.TEMP);
  const houseIds = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
  for (const unit of UNITS) {
    for (const [house, houseId] of houseIds.entries()) {
      const body = { source: `serial=${unit}${house}`, houseId };
      await answerOf(ask("attachSource", { ...at, series: ids[unit], body }));
    }
  }
  const token = await aCollector(ask);
  const send: Fed["send"] = async (platform, readings) => {
    const text = readings.map(({ unit, house, epochS, value }) =>
      `m,serial=${unit}${house} value=${value} ${epochS}`
    ).join("\n");
    const outcome = await sendLines(platform, token, text);
    ok(outcome.kind === "stored", JSON.stringify(outcome));
  };
  const nowS = built.clock.now() / 1_000;
  const first = nowS - 40 * DAY_S;
  const hours = Array.from({ length: 40 * 24 }, (_, rank) => first + rank * HOUR_S);
  for (const house of houseIds.keys()) {
    await send(
      built.platform,
      hours.flatMap((epochS, rank) => [
        { unit: "EFSV", house, epochS, value: rank / 100 },
        ...rank % tempEveryH === 0
          ? [{ unit: "TEMP" as const, house, epochS, value: 19 + rank % 24 / 10 }]
          : [],
      ]),
    );
  }
  return { place, seriesIds: ids, houseIds, send };
}

async function readWeekly(ask: CallFunction, series: string): Promise<void> {
  const body = seriesDraft({ dataUnitId: "TEMP", scope: "housing", rhythm: "week" });
  await answerOf(ask("putDataseries", { ...at, series, body }));
}

const ZONE = "Europe/Paris";

/** The running month as a process computes it, without the cache of answers. */
async function running({ own }: Platform, { now }: { now: () => number }): Promise<unknown> {
  const month = monthOf(civilDateOf(now(), ZONE));
  const found = await answerOf(readAnalysis(own.services, { ...at, month, reader: "occupants" }));
  ok(found.isRunning);
  return found;
}

// @spec reports.remembered-month
Deno.test("reading of today causes no day of the running month to be read again, one of yesterday does", () =>
  withHousing({ housesConsreport: true }, async (place) => {
    const { send, seriesIds, houseIds } = await fedDwellings(place);
    const { built } = place;
    // The days of a register are read for nothing but the running month.
    const otherWater = storedSeriesId(seriesIds.EFSV, houseIds[1] ?? "");
    const { platform, read } = await elsewhere(built);
    const shown = async () => {
      read.length = 0;
      const answer = await running(platform, built.clock);
      const ofOther = read.filter(([, , id]) => id === otherWater);
      return { answer, days: ofOther.filter(isOf(keys.seriesDays)) };
    };
    await compact(built.store, PROJECT, built.clock.now);
    const nowS = built.clock.now() / 1_000;
    const first = await shown();
    ok(first.days.length > 0);
    const noon = { house: 0, epochS: nowS, value: 20 };
    await send(platform, [{ ...noon, unit: "TEMP" }, { ...noon, unit: "EFSV" }]);
    const afterToday = await shown();
    deepStrictEqual(afterToday.answer, first.answer);
    deepStrictEqual(afterToday.days, []);
    // A compaction of today's readings changes no earlier day.
    await compact(built.store, PROJECT, built.clock.now);
    built.clock.advance(60_000);
    await send(platform, [{ ...noon, unit: "TEMP", epochS: nowS + 60 }]);
    const afterCompaction = await shown();
    deepStrictEqual(afterCompaction.answer, first.answer);
    deepStrictEqual(afterCompaction.days, []);
    await send(platform, [{ ...noon, unit: "TEMP", epochS: nowS - DAY_S, value: 35 }]);
    const afterYesterday = await shown();
    ok(afterYesterday.days.length > 0);
    notDeepStrictEqual(afterYesterday.answer, first.answer);
  }));

// @spec reports.remembered-month
Deno.test("reading of today completes no day of its week before today, cached or not", () =>
  withHousing({ housesConsreport: true }, async (place) => {
    const { send } = await fedDwellings(place, WEEKLY);
    const { built: { platform, clock } } = place;
    const before = await running(platform, clock);
    // A Tuesday: its week has no reading.
    const epochS = clock.now() / 1_000;
    await send(platform, [{ unit: "TEMP", house: 0, epochS, value: 30 }]);
    deepStrictEqual(await running((await elsewhere(place.built)).platform, clock), before);
  }));

// @spec reports.remembered-month
Deno.test("the day that ends at midnight is counted at once", () =>
  withHousing({ housesConsreport: true }, async (place) => {
    await fedDwellings(place);
    const { built } = place;
    const midnight = dayBounds(civilDateOf(built.clock.now(), ZONE), ZONE).to;
    built.clock.advance(midnight - built.clock.now() - 30_000);
    const before = await running(built.platform, built.clock);
    built.clock.advance(60_000);
    const after = await running(built.platform, built.clock);
    notDeepStrictEqual(after, before);
    deepStrictEqual(after, await running((await elsewhere(built)).platform, built.clock));
  }));

const house = fc.nat(1);
const unit = fc.constantFrom(...UNITS);
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("tick" as const),
      unit,
      house,
      hoursAgo: fc.oneof(fc.constant(0), fc.nat(14), fc.nat(40 * 24)),
      value: fc.nat(40),
    }),
  },
  {
    // Replaces a reading of a whole hour.
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("correct" as const),
      unit,
      house,
      daysAgo: fc.integer({ min: 0, max: 12 }),
      value: fc.nat(40),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("compact" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      house,
      daysAgo: fc.integer({ min: -1, max: 20 }),
    }),
  },
  fc.record({ do: fc.constant("leave" as const), house, daysAgo: fc.nat(10) }),
  fc.record({
    do: fc.constant("mode" as const),
    house,
    collectMode: fc.constantFrom(0 as const, 2 as const),
  }),
  fc.record({ do: fc.constant("more" as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), hours: fc.nat(40) }) },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

async function perform(
  { place: { built: { clock, store } }, houseIds, send }: Fed,
  { platform, ask }: { platform: Platform; ask: CallFunction },
  one: Act,
): Promise<void> {
  const nowS = clock.now() / 1_000;
  const today = civilDateOf(clock.now(), ZONE);
  switch (one.do) {
    case "tick":
      return await send(platform, [{ ...one, epochS: nowS - one.hoursAgo * HOUR_S - 60 }]);
    case "correct": {
      const epochS = dayBounds(addDays(today, -one.daysAgo), ZONE).from / 1_000;
      return await send(platform, [{ ...one, epochS }]);
    }
    case "compact":
      await compact(store, PROJECT, clock.now);
      return;
    case "wait":
      return clock.advance(one.hours * HOUR_S * 1_000);
    case "more":
      await aHouse(ask, { name: `B${clock.now()}${Math.round(nowS)}` });
      return;
    case "mode": {
      const houseId = houseIds[one.house] ?? "";
      const houses = await answerOf(ask("listHouses", at));
      const { version = "" } = houses.find(({ id }) => id === houseId) ?? {};
      const body = { ...houseSettings({ collectMode: one.collectMode }), version };
      await answerOf(ask("putHouseSettings", { ...at, houseId, body }));
      return;
    }
    default: {
      const houseId = houseIds[one.house] ?? "";
      const day = addDays(today, -one.daysAgo);
      const to = one.do === "leave" ? addDays(day, 1) : null;
      const body = { name: "Ada Morel", email: "", from: day, to, consent: null };
      // Refused over the days of another occupancy.
      await ask("createOccupancy", { ...at, houseId, body });
    }
  }
}

/**
 * Days after 10 February 2026: none, before the end of the month, before the change of the clocks.
 */
const STARTS = [0, 18, 46];

// @spec reports.remembered-month
Deno.test("after any writes of two processes, the running month equals that of a new one", () =>
  fc.assert(
    fc.asyncProperty(
      fc.record({ start: fc.constantFrom(...STARTS), every: fc.constantFrom(HOURLY, WEEKLY) }),
      fc.array(fc.record({ one: act, isOther: fc.boolean() }), { minLength: 3, maxLength: 8 }),
      ({ start, every }, acts) =>
        withHousing({ housesConsreport: true }, async (place) => {
          const { built } = place;
          built.clock.advance(start * DAY_S * 1_000);
          const fed = await fedDwellings(place, every);
          const other = await elsewhere(built);
          await running(built.platform, built.clock);
          await running(other.platform, built.clock);
          for (const { one, isOther } of acts) {
            const by = isOther ? other : { platform: built.platform, ask: place.ask };
            await perform(fed, by, one);
            const fresh = await running((await elsewhere(built)).platform, built.clock);
            deepStrictEqual(await running(by.platform, built.clock), fresh, JSON.stringify(one));
            // Whole seconds: readings have no others.
            built.clock.advance(2 * SEEN_FOR_MS);
            const later = await running((await elsewhere(built)).platform, built.clock);
            deepStrictEqual(await running(built.platform, built.clock), later, "this process");
            deepStrictEqual(await running(other.platform, built.clock), later, "another process");
          }
        }),
    ),
    { numRuns: 12 },
  ));

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { type Role, ROLE_NAMES } from "@/lib/identity/roles.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import {
  aHouse,
  DAY,
  DAYS,
  everyQuestion,
  numbersIn,
  withHousing,
} from "@/tests/helpers/a_dwelling.ts";
import { at, PROJECT, someone, storedSeries } from "@/tests/helpers/a_residence.ts";
import { replacementDraft, seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

Deno.test("all dwellings together: their consumption is the sum, by month, day and hour", () =>
  withHousing({ houseHourly: 1 }, async ({ ask, series, house }) => {
    await house(2);
    await house(5);
    const value = async (segment: string, slot: string) => {
      const result = await answerOf(ask("getSeriesRangeData", { ...at, series, segment }));
      strictEqual(result.unit, "m³");
      return result.slots.find((one) => one.slot === slot)?.value;
    };
    strictEqual(await value("monthly-2026", "2026-01"), 7);
    strictEqual(await value("weekly-2026", "2026-W02"), 7);
    strictEqual(await value(DAYS, DAY), 7);
    strictEqual(await value("hourly-2026-01-05", "2026-01-05T07"), 7);
    const all = await answerOf(ask("getHousingRangeData", { ...at, segment: DAYS }));
    deepStrictEqual(all.map(({ seriesId }) => seriesId), [series]);
    const fine = await ask("getSeriesRangeData", { ...at, series, segment: "fivemin-2026-01-05" });
    strictEqual(codeOf(fine), "forbidden");
    const unknown = await ask("getSeriesRangeData", { ...at, series: "none", segment: DAYS });
    strictEqual(codeOf(unknown), "not-found");
  }));

Deno.test("all dwellings together show the meter replacements of those counted, without naming them", () =>
  withHousing({ houseMode: 3 }, async ({ built, ask, series, house }) => {
    const replaced = async (houseId: string, date: string) => {
      const body = replacementDraft(date, { houseId });
      ok((await ask("addMeterEvent", { ...at, series, body })).ok);
    };
    const events = async (segment: string) => {
      return (await answerOf(ask("getSeriesRangeData", { ...at, series, segment }))).events;
    };
    deepStrictEqual(await events(DAYS), []);
    await replaced(await house(5, { collectMode: 1 }), "2026-01-04");
    await replaced(await house(2, { collectMode: 1 }), "2026-01-03");
    const mark = (date: string) => ({ slot: date, date, what: "replacement" as const });
    deepStrictEqual(await events(DAYS), [mark("2026-01-03"), mark("2026-01-04")]);
    deepStrictEqual(await events("monthly-2026"), [
      { ...mark("2026-01-03"), slot: "2026-01" },
      { ...mark("2026-01-04"), slot: "2026-01" },
    ]);
    deepStrictEqual(await events("monthly-2025"), []);
    await built.store.atomic().set(keys.projectFeatures(PROJECT), NO_FEATURES).commit();
    await built.platform.versions.bump([{ kind: "project", id: PROJECT }]);
    deepStrictEqual(await events("weekly-2026"), []);
  }));

Deno.test("the lowest, the mean and the highest dwelling, slot by slot and over one slot", () =>
  withHousing({}, async ({ ask, series, house }) => {
    await house(2);
    await house(5);
    const range = await answerOf(ask("getSeriesRangeStats", { ...at, series, segment: DAYS }));
    deepStrictEqual(range.slots.find(({ slot }) => slot === DAY), {
      slot: DAY,
      min: 2,
      mean: 3.5,
      max: 5,
      count: 2,
    });
    const all = await answerOf(ask("getHousingRangeStats", { ...at, segment: DAYS }));
    deepStrictEqual(all, [range]);
    const { completeness, ...figures } = await answerOf(
      ask("getSeriesStats", { ...at, series, instant: DAY }),
    );
    deepStrictEqual(figures, {
      seriesId: series,
      unit: "m³",
      min: 2,
      mean: 3.5,
      max: 5,
      sum: 7,
      previousYear: null,
      houseCount: 2,
    });
    ok(completeness > 0 && completeness < 1);
    const next = await answerOf(ask("getSeriesStats", { ...at, series, instant: "2027-01-05" }));
    strictEqual(next.previousYear, 7);
  }));

// @spec periods.repeated-hours
Deno.test("each of the two hours called 2 o'clock has its own figures, and its own year before", () =>
  withHousing({ houseHourly: 1 }, async ({ built, ask, series, house }) => {
    const id = await house(2);
    const stored = storedSeries(built);
    // 1 m³ from 02:00 to 03:00 in summer time, 10 in winter time, then 100; the day a year after has 24 hours.
    const register = (first: string, values: number[]) =>
      values.map((value, rank) => ({ epochS: Date.parse(first) / 1_000 + rank * 3_600, value }));
    const readings = [
      ...register("2024-10-27T00:00:00Z", [0, 1, 11, 111]),
      ...register("2025-10-27T00:00:00Z", [200, 207, 227]),
    ];
    await stored.append([{ seriesId: storedSeriesId(series, id), kind: "index", readings }]);
    const range = await answerOf(
      ask("getSeriesRangeData", { ...at, series, segment: "hourly-2024-10-27" }),
    );
    deepStrictEqual(range.slots.slice(2, 5).map(({ slot, value }) => [slot, value]), [
      ["2024-10-27T02+02:00", 1],
      ["2024-10-27T02+01:00", 10],
      ["2024-10-27T03", 100],
    ]);
    const figures = async (instant: string) => {
      const stats = await answerOf(ask("getSeriesStats", { ...at, series, instant }));
      return [stats.sum, stats.previousYear];
    };
    deepStrictEqual((await figures("2024-10-27T02"))[0], 1);
    deepStrictEqual((await figures("2024-10-27T02+02:00"))[0], 1);
    deepStrictEqual((await figures("2024-10-27T02+01:00"))[0], 10);
    deepStrictEqual(await figures("2025-10-27T01"), [7, null]);
    deepStrictEqual(await figures("2025-10-27T02"), [20, 1]);
    deepStrictEqual((await figures("2025-10-27T03"))[1], 100);
  }));

Deno.test("dwelling by dwelling: those whose detail is shown, with their last value", () =>
  withHousing({ houseMode: 3 }, async ({ ask, series, house }) => {
    const visible = await house(2, { collectMode: 1 });
    await house(5, { collectMode: 2 });
    await house(6);
    const detailed = await answerOf(ask("getSeriesDetailedData", { ...at, series, instant: DAY }));
    deepStrictEqual(
      detailed.houses.map(({ houseId, value }) => [houseId, value]),
      [[visible, 2]],
    );
    const last = await answerOf(ask("getSeriesLastSensorData", { ...at, series, instant: DAY }));
    const value = { houseId: visible, at: "2026-01-05T07:00:00Z", value: 2 };
    deepStrictEqual(last, [value]);
    const one = { ...at, series, houseId: visible };
    const own = await answerOf(ask("getHouseLastSensorData", { ...one, instant: "2026-02" }));
    deepStrictEqual(own, value);
    const early = await ask("getHouseLastSensorData", { ...one, instant: "2026-01-04" });
    strictEqual(codeOf(early), "not-found");
  }));

// @spec housing.visibility
Deno.test("last values of hours that no dwelling shows are refused, together and alone; those of a day are none", () =>
  withHousing({ houseMode: 3, houseHourly: 0 }, async ({ ask, series, house }) => {
    await house(5, { collectMode: 2 });
    const last = (instant: string) => ask("getSeriesLastSensorData", { ...at, series, instant });
    const day = await last(DAY);
    deepStrictEqual(day.ok ? day.answer : day.code, []);
    strictEqual(codeOf(await last("2026-01-05T08")), "forbidden");
    const visible = await house(2, { collectMode: 1 });
    const shown = await answerOf(last(DAY));
    deepStrictEqual(shown.map(({ houseId }) => houseId), [visible]);
    strictEqual(codeOf(await last("2026-01-05T08")), "forbidden");
    const one = { ...at, series, houseId: visible };
    const alone = (instant: string) => ask("getHouseLastSensorData", { ...one, instant });
    deepStrictEqual(
      [codeOf(await alone("2026-01-05T08")), codeOf(await alone(DAY))],
      ["forbidden", "ok"],
    );
  }));

// @spec housing.series
Deno.test("one dwelling: its range, its figures, its readings one by one", () =>
  withHousing({ houseHourly: 3 }, async ({ ask, series, house }) => {
    const one = { ...at, series, houseId: await house(2) };
    const range = await answerOf(ask("getHouseRangeData", { ...one, segment: DAYS }));
    strictEqual(range.slots.find(({ slot }) => slot === DAY)?.value, 2);
    const spread = await answerOf(ask("getHouseRangeStats", { ...one, segment: "monthly-2026" }));
    const [january] = spread.slots;
    deepStrictEqual([january?.mean, january?.count], [2, 2]);
    const { min, mean, max, sum, houseCount, previousYear } = await answerOf(
      ask("getHouseStats", { ...one, segment: "monthly-2026" }),
    );
    deepStrictEqual({ min, mean, max, sum, houseCount, previousYear }, {
      min: 2,
      mean: 2,
      max: 2,
      sum: 2,
      houseCount: 1,
      previousYear: null,
    });
    const read = await answerOf(ask("getHouseDetailedData", { ...one, segment: DAYS }));
    deepStrictEqual(read.values, [
      { at: "2026-01-05T06:00:00Z", value: 0 },
      { at: "2026-01-05T07:00:00Z", value: 2 },
    ]);
    const nobody = await ask("getHouseRangeData", { ...one, houseId: "none", segment: DAYS });
    strictEqual(codeOf(nobody), "not-found");
  }));

Deno.test("dwelling's data have the detail it chose, where dwellings choose", () =>
  withHousing({ houseHourly: 6 }, async ({ ask, series, house }) => {
    const daily = await house(1);
    const hourly = await house(2, { hourlyMode: 2 });
    const finest = await house(3, { hourlyMode: 3 });
    const heard = async (segment: string) =>
      await Promise.all(
        [daily, hourly, finest].map(async (houseId) =>
          codeOf(await ask("getHouseRangeData", { ...at, series, houseId, segment }))
        ),
      );
    deepStrictEqual(await heard(DAYS), ["ok", "ok", "ok"]);
    deepStrictEqual(await heard("hourly-2026-01-05"), ["forbidden", "ok", "ok"]);
    deepStrictEqual(await heard("fivemin-2026-01-05"), ["forbidden", "forbidden", "ok"]);
    const hour = await ask("getSeriesRangeData", { ...at, series, segment: "hourly-2026-01-05" });
    // 2 + 3: the dwelling shown by day is not in the hours.
    const slots = hour.ok ? hour.answer.slots : [];
    strictEqual(slots.find(({ slot }) => slot === "2026-01-05T07")?.value, 5);
  }));

Deno.test("user who reads days sees the last value of a finished day only", () =>
  withHousing({ houseHourly: 0 }, async ({ built, ask, series, house }) => {
    const houseId = await house(2);
    const instant = DAY;
    built.clock.goTo("2026-01-05T20:00:00Z");
    const one = { ...at, series, houseId, instant };
    strictEqual(codeOf(await ask("getHouseLastSensorData", one)), "not-found");
    built.clock.advance(4 * 3_600_000);
    const next = await answerOf(ask("getHouseLastSensorData", one));
    strictEqual(next.value, 2);
  }));

async function aGroup(ask: CallFunction, name: string): Promise<string> {
  return (await answerOf(ask("createAnonymousGroup", { ...at, body: { name } }))).id;
}

Deno.test("anonymous dwellings are shown by groups of 11 at least, by day", () =>
  withHousing({ houseMode: 2 }, async ({ ask, series, house }) => {
    const [large, small] = [await aGroup(ask, "Grand"), await aGroup(ask, "Petit")];
    for (let rank = 0; rank < 12; rank++) await house(1, { anonymousGroupId: large });
    const groups = async () => {
      const result = await answerOf(ask("getSeriesAnonymousData", { ...at, series, date: DAY }));
      return result.groups.map(({ completeness, ...figures }) => {
        // Each was read in one hour of the day.
        strictEqual(completeness.toFixed(6), (1 / 24).toFixed(6));
        return figures;
      });
    };
    const shown = { anonymousGroupId: large, houseCount: 12, value: 12 };
    deepStrictEqual(await groups(), [shown]);
    await house(50, { anonymousGroupId: small });
    // The total less the large group would reveal the one dwelling of the small group.
    deepStrictEqual(await groups(), []);
    for (let rank = 0; rank < 10; rank++) await house(1, { anonymousGroupId: small });
    deepStrictEqual(
      (await groups()).toSorted((left, right) => right.houseCount - left.houseCount),
      [shown, { anonymousGroupId: small, houseCount: 11, value: 60 }],
    );
    const { min, max, sum, houseCount } = await answerOf(
      ask("getSeriesStats", { ...at, series, instant: DAY }),
    );
    deepStrictEqual({ min, max, sum, houseCount }, {
      min: null,
      max: null,
      sum: 72,
      houseCount: 23,
    });
  }));

/** Values of a series over a range, by slot. */
async function valuesOf(ask: CallFunction, series: string, segment: string) {
  const result = await answerOf(ask("getSeriesRangeData", { ...at, series, segment }));
  return new Map(result.slots.map(({ slot, value }) => [slot, value]));
}

/** Registers of a meter each hour from an instant on. */
function hourlyRegister(from: string, values: readonly number[]) {
  const first = Date.parse(from) / 1_000;
  return values.map((value, rank) => ({ epochS: first + rank * 3_600, value }));
}

// @spec housing.totals
Deno.test("a month or a week less its shown days is never that of one to ten anonymous dwellings", () =>
  withHousing({ houseMode: 2, houseHourly: 1 }, async ({ built, ask, series, house }) => {
    const stored = storedSeries(built);
    const houseIds: string[] = [];
    for (let rank = 0; rank < 11; rank++) houseIds.push(await house(3));
    const read = (houseId: string) => {
      const readings = hourlyRegister("2026-01-06T06:00:00Z", [3, 8]);
      return stored.append([{
        seriesId: storedSeriesId(series, houseId),
        kind: "index",
        readings,
      }]);
    };
    for (const id of houseIds.slice(0, 10)) await read(id);
    const days = await valuesOf(ask, series, DAYS);
    // 11 × 3 on the 5th; 10 × 5 on the 6th.
    deepStrictEqual([days.get(DAY), days.get("2026-01-06")], [33, null]);
    strictEqual((await valuesOf(ask, series, "monthly-2026")).get("2026-01"), 33);
    strictEqual((await valuesOf(ask, series, "monthly-shifted-2025")).get("2026-01"), 33);
    strictEqual((await valuesOf(ask, series, "weekly-2026")).get("2026-W02"), 33);
    const month = await ask("getSeriesStats", { ...at, series, instant: "2026-01" });
    deepStrictEqual(month.ok && [month.answer.sum, month.answer.mean], [33, 3]);
    const all = await ask("getHousingRangeStats", { ...at, segment: "monthly-2026" });
    deepStrictEqual(all.ok && [all.answer[0]?.slots[0]?.mean], [3]);
    const [last = ""] = houseIds.slice(10);
    await read(last);
    await built.platform.versions.bump([{ kind: "project", id: PROJECT }]);
    strictEqual((await valuesOf(ask, series, "monthly-2026")).get("2026-01"), 88);
    strictEqual((await valuesOf(ask, series, "weekly-2026")).get("2026-W02"), 88);
  }));

// @spec housing.totals
Deno.test("a day less its shown hours is never that of one to ten anonymous dwellings", () =>
  withHousing({ houseMode: 2, houseHourly: 3 }, async ({ built, ask, series, house }) => {
    const stored = storedSeries(built);
    for (let rank = 0; rank < 11; rank++) {
      const seriesId = storedSeriesId(series, await house(3));
      // From 8 h to 9 h in Paris, but for one of them.
      const readings = hourlyRegister("2026-01-05T08:00:00Z", [5]);
      if (rank > 0) await stored.append([{ seriesId, kind: "index", readings }]);
    }
    // 11 × 3 + 10 × 2
    strictEqual((await valuesOf(ask, series, DAYS)).get(DAY), 53);
    const hours = await valuesOf(ask, series, "hourly-2026-01-05");
    deepStrictEqual(
      [hours.get("2026-01-05T07"), hours.get("2026-01-05T08")],
      [null, null],
    );
    const fine = await valuesOf(ask, series, "fivemin-2026-01-05");
    deepStrictEqual([...fine.values()].filter((value) => value !== null), []);
  }));

// @spec housing.totals
Deno.test("a dwelling shown by day alone is not the day less the hours of the others", () =>
  withHousing({ houseMode: 2, houseHourly: 3 }, async ({ ask, series, house }) => {
    for (let rank = 0; rank < 12; rank++) await house(1);
    await house(50, { hourlyMode: 1 });
    const atSeven = async () =>
      (await valuesOf(ask, series, "hourly-2026-01-05")).get("2026-01-05T07");
    strictEqual((await valuesOf(ask, series, DAYS)).get(DAY), 62);
    strictEqual(await atSeven(), null);
    for (let rank = 0; rank < 10; rank++) await house(1);
    // 23 by day, of which 12 by the hour: the others are 11.
    strictEqual((await valuesOf(ask, series, DAYS)).get(DAY), 72);
    strictEqual(await atSeven(), 12);
  }));

Deno.test("residence that shows no dwelling returns none of their readings", () =>
  withHousing({ houseMode: 0 }, async ({ ask, series, house }) => {
    const houseId = await house(2);
    const range = await answerOf(ask("getSeriesRangeData", { ...at, series, segment: DAYS }));
    strictEqual(range.slots.length, 31);
    ok(range.slots.every(({ value }) => value === null));
    const own = await ask("getHouseRangeData", { ...at, series, houseId, segment: DAYS });
    strictEqual(codeOf(own), "forbidden");
  }));

Deno.test("dwellings are online for a day after their last reading, recently seen for 7 days, then offline", () =>
  withHousing({}, async ({ built, ask, house }) => {
    const seen = await house(2);
    const mute = await aHouse(ask, { name: "Z" });
    built.clock.goTo("2026-01-06T06:00:00Z");
    const list = await answerOf(ask("listHousesConnectivity", at));
    deepStrictEqual(list, [
      { houseId: seen, state: "online", lastSeenAt: "2026-01-05T07:00:00Z" },
      { houseId: mute, state: "offline", lastSeenAt: null },
    ]);
    built.clock.advance(2 * 86_400_000);
    const summary = await answerOf(ask("getHousesConnectivitySummary", at));
    deepStrictEqual(summary, {
      onlineCount: 0,
      reachableCount: 0,
      last7DaysCount: 1,
      offlineCount: 1,
    });
  }));

Deno.test("an index typed by hand does not put a dwelling online", () =>
  withHousing({}, async ({ built, ask, house }) => {
    const houseId = await house(2);
    built.clock.goTo("2026-01-20T06:00:00Z");
    const body = seriesDraft({ dataUnitId: "EFSV", scope: "housing", manualIndex: true });
    const made = await answerOf(ask("createDataseries", { ...at, body }));
    const index = { seriesId: made.id, houseId, date: "2026-01-20", value: 12 };
    ok((await ask("addManualIndex", { ...at, body: index })).ok);
    const list = await answerOf(ask("listHousesConnectivity", at));
    deepStrictEqual(list, [
      { houseId, state: "offline", lastSeenAt: "2026-01-05T07:00:00Z" },
    ]);
  }));

Deno.test("no answer contains an anonymous dwelling's figure, for any role, over any period", () =>
  withHousing({ houseMode: 3, houseHourly: 3 }, async ({ built, ask, series, house }) => {
    const anonymousGroupId = await aGroup(ask, "Hall");
    const hidden: number[] = [];
    const houseIds = [await house(1, { collectMode: 1 })];
    for (let rank = 0; rank < 12; rank++) {
      const m3 = 1_000 + 2 ** rank;
      hidden.push(m3);
      const id = await house(m3, { anonymousGroupId });
      if (rank === 0) houseIds.push(id);
    }
    let visibleCount = 0;
    for (const [rank, role] of ROLE_NAMES.entries()) {
      const roles: Role[] = [role];
      const reader = await someone(built, { email: `r${rank}@bailleur.fr`, roles });
      for (const question of everyQuestion(reader, series, houseIds)) {
        const result = await question();
        const visible = result.ok ? numbersIn(result.answer) : [];
        visibleCount += visible.length;
        deepStrictEqual(visible.filter((value) => hidden.includes(value)), [], role);
      }
    }
    ok(visibleCount > 10_000, `${visibleCount} numbers`);
  }));

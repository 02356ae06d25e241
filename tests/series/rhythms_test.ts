import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { datesOfMonth, monthsOfYear } from "@/lib/base/civil_dates.ts";
import { zonedSlots } from "@/lib/base/time_zones.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { expectedRhythm, expectedRhythms, type PacedSeries } from "@/lib/series/rhythms.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { knownHoursText, nightText, profileCsv, profileHours } from "@/lib/series/text.ts";
import { weekProfile } from "@/lib/series/week_profile.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { PresentSeries } from "@/lib/timeseries/store/stored_series.ts";
import { type DataKind, dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  PROJECT,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { asLandlord } from "@/tests/helpers/a_site.ts";
import { answerOf, withStore } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const DAY_MS = 86_400_000;

interface Place {
  built: TestPlatform;
  ask: CallFunction;
  /** Writes a value of a series at noon UTC of each date. */
  send(series: string, dates: readonly string[], valueOf?: (rank: number) => number): Promise<void>;
}

const ADMIN = { isAdmin: true, roles: ["collect"] } as const;

/** A residence on 22 November 2026 at noon. */
function inNovember(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember(ADMIN, async ({ built, ask, stored }) => {
    const kinds = new Map<string, DataUnitId>();
    await test({
      built,
      ask,
      async send(seriesId, dates, valueOf = () => 1_000) {
        const listed = await answerOf(ask("listDataseries", { projectId: PROJECT }));
        for (const { id, dataUnitId } of listed) kinds.set(id, dataUnitId);
        const { kind } = dataUnit(kinds.get(seriesId) ?? "TEMP");
        const readings = dates.map((date, rank) => ({
          epochS: Date.parse(`${date}T12:00:00Z`) / 1_000,
          value: valueOf(rank),
        }));
        await stored.append([{ seriesId, kind, readings }]);
      },
    });
  }, { now: "2026-11-22T11:00:00Z" });
}

/** The 9th of each month, from January 2025 to October 2026. */
const DELIVERIES = [2025, 2026].flatMap(monthsOfYear).filter((month) => month < "2026-11")
  .map((month) => `${month}-09`);

async function completenessOf(ask: CallFunction, series: string, segment: string) {
  const read = await answerOf(ask("getFacilityRangeData", { projectId: PROJECT, series, segment }));
  return {
    shares: read.slots.map(({ completeness }) => completeness),
    awaited: read.slots.filter((slot) => slot.awaited).map(({ slot }) => slot),
    rhythm: read.rhythm,
  };
}

Deno.test("wood delivered once a month is complete by month and by day; the running month is awaited", () =>
  inNovember(async ({ built, ask, send }) => {
    const wood = await aSeries(ask, "BOIM");
    await send(wood, DELIVERIES);
    const year = await completenessOf(ask, wood, "monthly-2026");
    deepStrictEqual(year.shares, [...Array(10).fill(1), 0, 0]);
    deepStrictEqual(year.awaited, ["2026-11"]);
    deepStrictEqual(year.rhythm, { every: "month", isSet: false });
    const october = await completenessOf(ask, wood, "daily-2026-10");
    deepStrictEqual(october.shares, Array(31).fill(1));
    const november = await completenessOf(ask, wood, "daily-2026-11");
    deepStrictEqual(november.awaited.length, 22);
    const weeks = await completenessOf(ask, wood, "weekly-2026");
    deepStrictEqual(weeks.shares.slice(0, 43), Array(43).fill(1));
    const hours = await completenessOf(ask, wood, "hourly-2026-10-25");
    deepStrictEqual(hours.shares, Array(25).fill(1));
    await send(wood, ["2026-11-10"]);
    // An answer is cached for a quarter of an hour.
    built.clock.advance(15 * 60_000 + 1);
    const come = await completenessOf(ask, wood, "monthly-2026");
    deepStrictEqual([come.shares[10], come.awaited], [1, []]);
  }));

Deno.test("a temperature read once a week or once a day covers its week or its day", () =>
  inNovember(async ({ ask, send }) => {
    const weekly = await aSeries(ask, "TDEP");
    const mondays = Array.from(
      { length: 40 },
      (_, week) =>
        new Date(Date.parse("2026-01-05") + week * 7 * DAY_MS).toISOString().slice(0, 10),
    );
    await send(weekly, mondays.filter((date) => date !== "2026-05-11"));
    const may = await completenessOf(ask, weekly, "daily-2026-05");
    // Nothing was read from Monday 11 to Sunday 17.
    deepStrictEqual(may.shares, [...Array(10).fill(1), ...Array(7).fill(0), ...Array(14).fill(1)]);
    const months = await completenessOf(ask, weekly, "monthly-2026");
    deepStrictEqual(months.shares.slice(1, 5), [1, 1, 1, 24 / 31]);
    const daily = await aSeries(ask, "TRET");
    await send(daily, monthsOfYear(2026).slice(0, 10).flatMap(datesOfMonth));
    const days = await completenessOf(ask, daily, "monthly-2026");
    deepStrictEqual(days.shares.slice(0, 10), Array(10).fill(1));
  }));

Deno.test("the rhythm of a series counts finished days: today's readings change it from tomorrow on", () =>
  inNovember(async ({ built, ask, send }) => {
    const rhythmOf = async (series: string) =>
      (await completenessOf(ask, series, "monthly-2026")).rhythm?.every;
    // Fourteen days with readings, and today.
    const sensor = await aSeries(ask, "TDEP");
    await send(sensor, datesOfMonth("2026-11").slice(7, 22));
    // The first delivery of all, and one dated in the future.
    const wood = await aSeries(ask, "BOIM");
    await send(wood, ["2026-11-22", "2026-11-23"]);
    deepStrictEqual([await rhythmOf(sensor), await rhythmOf(wood)], [undefined, undefined]);
    const { shares } = await completenessOf(ask, wood, "daily-2026-11");
    deepStrictEqual(shares.slice(20, 24), [0, 1, 1, 0]);
    // 00:30 in Paris: an answer is cached for a quarter of an hour.
    built.clock.goTo("2026-11-22T23:30:00Z");
    deepStrictEqual([await rhythmOf(sensor), await rhythmOf(wood)], ["day", "month"]);
  }));

Deno.test("day of 25 hours ends at midnight in the residence's time zone", () =>
  withMember(ADMIN, async ({ built, ask, stored }) => {
    const [early, late] = [await aSeries(ask, "BOIM"), await aSeries(ask, "BOIM")];
    const given = async (seriesId: string, at: string) => {
      const readings = [{ epochS: Date.parse(at) / 1_000, value: 1_000 }];
      await stored.append([{ seriesId, kind: "consumption", readings }]);
    };
    // 23:59 on the 24th, and 00:01 on the 25th.
    await given(early, "2026-10-24T21:59:00Z");
    await given(late, "2026-10-24T22:01:00Z");
    const rhythms = async () => {
      const listed = await answerOf(ask("listDataseries", { projectId: PROJECT }));
      const byId = new Map(listed.map((one) => [one.id, one.expectedRhythm?.every]));
      return [byId.get(early), byId.get(late)];
    };
    deepStrictEqual(await rhythms(), ["month", undefined]);
    built.clock.advance(20 * 60_000);
    deepStrictEqual(await rhythms(), ["month", "month"]);
  }, { now: "2026-10-25T22:45:00Z" }));

Deno.test("the balance of wood delivered once a month is complete, and its running month shows what is awaited", () =>
  inNovember(async ({ ask, send }) => {
    const wood = await aSeries(ask, "BOIM");
    await send(wood, DELIVERIES);
    const boilerRoomId = await aBoilerRoom(ask);
    const place = { projectId: PROJECT, boilerRoomId };
    const sources = { sourceKind: "wood-mass" as const, sourceType: wood, hotWaterTypes: [] };
    const body = { ...sources, solarTypes: [], gazPce: null };
    ok((await ask("putEfficiencySources", { ...place, body })).ok);
    const djuSource = await anOutdoorSource(ask);
    const days = monthsOfYear(2026).slice(0, 11).flatMap(datesOfMonth)
      .filter((date) => date < "2026-11-22");
    const dju = await aSeries(ask, "DJU");
    await send(dju, days, () => 10);
    const source = { name: "Station", method: "mean" as const, seriesId: dju, station: "" };
    ok(
      (await ask("putOutdoorSource", {
        projectId: PROJECT,
        outdoorSourceId: djuSource,
        body: source,
      })).ok,
    );
    const values = { area: 1_000, peopleNb: 40, target: 40, djuSource, q: 100 };
    const settings = { ...values, djuContract: 2_000, threshold: 10 };
    ok(
      (await ask("putEfficiencySettings", { ...place, fromDate: "2025-01-01", body: settings })).ok,
    );
    const read = await ask("getBalanceReadings", { ...place, segment: "monthly-2026" });
    ok(read.ok && read.answer.boilerRoom);
    const { boilerRoom, ...readings } = read.answer;
    const period = { year: 2026, shifted: false };
    const report = yearReport({ ...readings, boilerRoom, period, now: "2026-11-22" });
    const [january, november] = [report.rows[0], report.rows[10]];
    deepStrictEqual([january?.completeness, january?.warnings], [1, []]);
    // 1,000 kg at 4.6 kWh
    deepStrictEqual([january?.heating.total, january?.dju], [4_600, 310]);
    deepStrictEqual(november?.warnings, ["running-month", "awaited-reading"]);
    deepStrictEqual([november?.completeness, november?.heating.total], [0, null]);
    // January to May, and October.
    strictEqual(report.cumulative?.comparedDayCount, 31 + 28 + 31 + 30 + 31 + 31);
  }));

Deno.test("expectedRhythms() of series that ended, go on or are ahead are those of each series alone", () =>
  withStore(async (store) => {
    const today = "2026-11-22";
    const startS = Date.parse("2026-11-14T00:00:00Z") / 1_000;
    const kinds = { s: "instant", i: "index", c: "consumption" } as const;
    const series = Object.entries(kinds).flatMap(([name, kind]) =>
      Array.from({ length: 30 }, (_, rank) => ({ id: `${name}${rank}`, unit: aUnit(kind) }))
    );
    // Hours from 14 November on: today starts 191 of them later, and the month ends after 407.
    const hours = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 90 });
    const steps = fc.sample(fc.tuple(fc.integer({ min: 60, max: 400 }), hours), {
      numRuns: series.length,
      seed: 17,
    });
    const now = () => Date.parse(`${today}T11:00:00Z`);
    const reader = new PresentSeries(store, PROJECT, now);
    const batches = series.map(({ id, unit: { kind } }, rank) => {
      const [untilHour, some] = steps[rank] ?? [0, []];
      const sent = [...new Set(some)].filter((hour) => hour <= untilHour).sort((a, b) => a - b);
      const readings = sent.map((hour) => ({ epochS: startS + hour * 3_600, value: hour }));
      return { seriesId: id, kind, readings };
    });
    await reader.append(batches.slice(0, 60));
    await compact(store, PROJECT, now);
    await reader.append(batches.slice(60));
    const ended = await reader.endedBefore(series.map(({ id }) => id), today);
    ok(ended.size > 20 && ended.size < 80, String(ended.size));
    const alone = await Promise.all(
      series.map((one) => expectedRhythm(reader, { series: one, today })),
    );
    deepStrictEqual(await expectedRhythms(reader, series, today), alone);
  }));

function aUnit(kind: DataKind): PacedSeries["unit"] {
  return { id: "TEMP", label: "", unit: "", kind, dailyPrecision: 0, sum: false };
}

type Hour = Parameters<typeof weekProfile>[0][number];

/** The hours of a month of Paris, as the series of a residence gives them. */
function hoursOf(
  month: string,
  of: (slot: string, at: number) => Partial<RangeSlot> = () => ({}),
): Hour[] {
  return datesOfMonth(month).flatMap((date) => {
    const [year, rank, day] = date.split("-").map(Number);
    const range = { type: "hourly", year: year ?? 0, month: rank ?? 0, day: day ?? 0 } as const;
    return zonedSlots(range).map(({ segment }, at) => ({
      slot: segment,
      value: 1,
      completeness: 1,
      estimated: false,
      ...of(segment, at),
    }));
  });
}

const AFTER = "2027-01-01";

// @spec series.week-profile
Deno.test("weekProfile() has the mean of each hour of the civil clock, by day of the week", () => {
  // Mondays of October 2026: 5, 12, 19, 26.
  const profile = weekProfile(
    hoursOf("2026-10", (slot) => ({ value: Number(slot.slice(8, 10)) })),
    AFTER,
  );
  strictEqual(profile.means.length, 7);
  strictEqual(profile.means.every((day) => day.length === 24), true);
  strictEqual(profile.means[0]?.[8], (5 + 12 + 19 + 26) / 4);
  strictEqual(profile.means[3]?.[0], (1 + 8 + 15 + 22 + 29) / 5);
});

// @spec series.week-profile
Deno.test("weekProfile() counts a repeated hour twice, and a skipped one never", () => {
  // 25 October 2026 has 25 hours; 29 March 2026 has 23.
  const autumn = weekProfile(hoursOf("2026-10"), AFTER);
  deepStrictEqual([autumn.hourCount, autumn.knownCount], [31 * 24 + 1, 31 * 24 + 1]);
  const twice = (slot: string) => ({ value: slot.startsWith("2026-10-25T02") ? 10 : 1 });
  // Four Sundays, of which the last has 2 h twice: 1, 1, 1, 10 and 10.
  strictEqual(weekProfile(hoursOf("2026-10", twice), AFTER).means[6]?.[2], 23 / 5);
  const spring = weekProfile(hoursOf("2026-03"), AFTER);
  strictEqual(spring.hourCount, 31 * 24 - 1);
  strictEqual(spring.means[6]?.[2], 1);
});

// @spec series.week-profile
Deno.test("an hour is unknown when it is estimated, doubtful, read too little or not at all", () => {
  const unknown: readonly Partial<RangeSlot>[] = [
    { value: null },
    { estimated: true },
    { doubtful: true },
    { completeness: 0.949 },
  ];
  for (const one of unknown) {
    const eight = (_: string, at: number) => at === 8 ? one : {};
    const { means, knownCount, hourCount } = weekProfile(hoursOf("2026-11", eight), AFTER);
    deepStrictEqual(means.map((day) => day[8]), Array(7).fill(null), JSON.stringify(one));
    deepStrictEqual([knownCount, hourCount], [30 * 23, 30 * 24]);
  }
  const enough = weekProfile(hoursOf("2026-11", () => ({ completeness: 0.95 })), AFTER);
  strictEqual(enough.knownCount, 720);
  // Days that are not over are not expected.
  strictEqual(weekProfile(hoursOf("2026-11"), "2026-11-11").hourCount, 240);
  match(knownHoursText({ ...enough, knownCount: 719 }), /^99\s% des heures/);
  match(knownHoursText(weekProfile([], AFTER)), /^0\s% /);
});

// @spec series.week-profile
Deno.test("the night is from 23 to 5 h, the day from 7 to 21 h, and their ratio says whether there is a set-back", () => {
  const isNight = (at: number) => at === 23 || at < 5;
  const isDay = (at: number) => at >= 7 && at < 21;
  const value = (at: number) => isNight(at) ? 3 : isDay(at) ? 4 : 100;
  const hours = hoursOf("2026-11", (_, at) => ({ value: value(at) }));
  strictEqual(weekProfile(hours, AFTER).nightRatio, 0.75);
  const none = hoursOf("2026-11", (_, at) => ({ value: isNight(at) ? 1 : 0 }));
  strictEqual(weekProfile(none, AFTER).nightRatio, null);
  strictEqual(weekProfile([], AFTER).nightRatio, null);
  match(nightText(0.79, "GAZV"), /^De 23\sh à 5\sh, 79\s% .* agit\.$/);
  match(nightText(0.8, "GAZV"), /21\sh\.$/);
  match(nightText(0.9, "GAZV"), /21\sh\.$/);
  match(nightText(0.91, "RCUE"), /Piste\u00A0: le réduit de nuit n’agit pas/);
  match(nightText(0.91, "ECSV"), /21\sh\.$/);
  strictEqual(nightText(null, "GAZV"), "");
});

// @spec series.week-profile
Deno.test("the file of the profile has the hours in rows and the days in columns", () => {
  const rows = profileHours(weekProfile(hoursOf("2026-11"), AFTER));
  const columns = profileCsv("kWh");
  deepStrictEqual(
    columns.map(({ header }) => header).slice(0, 2),
    ["Heure", "lundi (kWh)"],
  );
  strictEqual(rows.length, 24);
  deepStrictEqual(columns.map(({ value }) => value(rows[23]!)), [23, ...Array(7).fill(1)]);
});

// @spec series.week-profile
Deno.test("the page of a month shows the week, and its file; other periods do not", () =>
  asLandlord(async (visitor) => {
    const path = "/collect/p01/facilities/p01-c1-gaz/daily/2025/10";
    const { html, text } = await visitor.get(path);
    match(text, /Semaine type, octobre 2025/);
    match(html, /role="img" aria-label="Moyenne de chaque heure/);
    const file = await visitor.get(`${path}?csv=semicolon&table=profile`);
    strictEqual(file.html.trim().split("\n").length, 25);
    const year = await visitor.get("/collect/p01/facilities/p01-c1-gaz/monthly/2025");
    ok(!year.text.includes("Semaine type"));
  }));

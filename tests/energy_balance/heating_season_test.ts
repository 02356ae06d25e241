import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import {
  isHeatingDay,
  isMonthInSeason,
  isMonthOutOfSeason,
  seasonOfMonth,
  seasonYearOf,
} from "@/lib/energy_balance/heating_season.ts";
import { calculatedSeason } from "@/lib/energy_balance/season_by_weather.ts";

const SEASON = { yearStart: 2023, dateStart: "2023-10-16", dateStop: "2024-05-12" };
const AFTER = "2024-07-01";

/** The days of 2023-2024, all read: some are cold. */
function coldDays(...firstDays: readonly (readonly [string, number])[]): Record<string, number> {
  const warm = daysFrom("2023-08-01", 335, 1);
  return Object.assign(warm, ...firstDays.map(([first, count]) => daysFrom(first, count, 3.1)));
}

function daysFrom(first: IsoDate, count: number, dju: number): Record<IsoDate, number> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [addDays(first, index), dju]),
  );
}

Deno.test("seasonYearOf() is the year before from January to June", () => {
  deepStrictEqual(
    ["2023-12", "2024-01", "2024-06", "2024-07"].map(seasonYearOf),
    [2023, 2023, 2023, 2024],
  );
});

Deno.test("seasonOfMonth() is the season of the July-June year, null when not recorded", () => {
  strictEqual(seasonOfMonth([SEASON], "2024-03"), SEASON);
  strictEqual(seasonOfMonth([SEASON], "2023-07"), SEASON);
  strictEqual(seasonOfMonth([SEASON], "2024-07"), null);
});

Deno.test("isMonthInSeason() includes a month that has one day in the season", () => {
  strictEqual(isMonthInSeason(SEASON, "2023-10"), true);
  strictEqual(isMonthInSeason(SEASON, "2024-05"), true);
  strictEqual(isMonthInSeason(SEASON, "2023-09"), false);
  strictEqual(isMonthInSeason(SEASON, "2024-06"), false);
});

Deno.test("isMonthInSeason() counts the first and the last day of a month", () => {
  const edges = { yearStart: 2023, dateStart: "2023-09-30", dateStop: "2024-06-01" };
  strictEqual(isMonthInSeason(edges, "2023-09"), true);
  strictEqual(isMonthInSeason(edges, "2024-06"), true);
});

Deno.test("isMonthInSeason() treats an unknown end as open", () => {
  const running = { yearStart: 2023, dateStart: "2023-10-16", dateStop: null };
  strictEqual(isMonthInSeason(running, "2024-06"), true);
  strictEqual(isMonthInSeason(running, "2023-09"), false);
  strictEqual(isMonthInSeason({ ...running, dateStart: null }, "2023-07"), true);
});

Deno.test("isMonthOutOfSeason() is false when no season is recorded", () => {
  strictEqual(isMonthOutOfSeason([SEASON], "2023-08"), true);
  strictEqual(isMonthOutOfSeason([SEASON], "2024-08"), false);
  strictEqual(isMonthOutOfSeason([], "2023-08"), false);
});

Deno.test("calculatedSeason() runs from the first three cold days in a row to the last of the last three", () => {
  const daily = coldDays(["2023-09-20", 2], ["2023-10-05", 3], ["2024-04-20", 5], [
    "2024-05-30",
    2,
  ]);
  deepStrictEqual(calculatedSeason(2023, daily, AFTER), {
    yearStart: 2023,
    dateStart: "2023-10-05",
    dateStop: "2024-04-24",
  });
});

Deno.test("calculatedSeason() does not count a day of exactly 3 DJU as cold", () => {
  const daily = { ...coldDays(["2023-10-05", 3]), "2023-10-06": 3 };
  deepStrictEqual(calculatedSeason(2023, daily, AFTER), {
    yearStart: 2023,
    dateStart: null,
    dateStop: null,
  });
});

// @spec degree-days.seasons
Deno.test("calculatedSeason() counts days after 1 September and before 30 June", () => {
  const daily = coldDays(["2023-08-30", 4], ["2023-11-01", 3], ["2024-06-28", 3]);
  const season = calculatedSeason(2023, daily, AFTER);
  // 30 August to 2 September: only the 2nd is after the 1st, so no three days in a row.
  strictEqual(season.dateStart, "2023-11-01");
  // 28 and 29 June are two, the 30th is not before the 30th.
  strictEqual(season.dateStop, "2023-11-03");
  strictEqual(calculatedSeason(2023, coldDays(["2023-09-02", 3]), AFTER).dateStart, "2023-09-02");
  strictEqual(calculatedSeason(2023, coldDays(["2023-09-01", 3]), AFTER).dateStart, null);
  strictEqual(calculatedSeason(2023, coldDays(["2024-06-27", 3]), AFTER).dateStop, "2024-06-29");
});

Deno.test("calculatedSeason() breaks a run on a day without reading", () => {
  const daily = { ...coldDays(["2023-10-05", 5]), "2023-10-07": null };
  strictEqual(calculatedSeason(2023, daily, AFTER).dateStart, null);
});

// @spec degree-days.seasons
Deno.test("calculatedSeason() does not start or end where the readings do", () => {
  const season = (first: IsoDate, count: number) =>
    calculatedSeason(2023, daysFrom(first, count, 8), AFTER);
  const none = { yearStart: 2023, dateStart: null, dateStop: null };
  // 1 November to 29 March: 30 + 31 + 31 + 29 + 29 = 150 days, all cold.
  deepStrictEqual(season("2023-11-01", 150), none);
  deepStrictEqual(season("2023-10-15", 150), none);
  deepStrictEqual(season("2023-09-03", 150), none);
  // Nothing before 2 September, or after 29 June, counts.
  strictEqual(season("2023-09-02", 150).dateStart, "2023-09-02");
  strictEqual(season("2024-05-01", 60).dateStop, "2024-06-29");
  strictEqual(season("2024-05-01", 59).dateStop, null);
  // One warm day before, and one after.
  const between = { ...daysFrom("2023-11-01", 150, 8), "2023-10-31": 1, "2024-03-30": 1 };
  deepStrictEqual(calculatedSeason(2023, between, AFTER), {
    yearStart: 2023,
    dateStart: "2023-11-01",
    dateStop: "2024-03-29",
  });
});

// @spec degree-days.seasons
Deno.test("calculatedSeason() is unknown after three unread days, not after two", () => {
  const read = coldDays(["2023-10-10", 60]);
  const holes = { ...read, "2023-10-09": null, "2023-10-08": null };
  strictEqual(calculatedSeason(2023, holes, AFTER).dateStart, "2023-10-10");
  strictEqual(calculatedSeason(2023, { ...holes, "2023-10-07": null }, AFTER).dateStart, null);
  // 10 October and 60 days: the last one is 8 December.
  const after = { ...read, "2023-12-09": null, "2023-12-10": null };
  strictEqual(calculatedSeason(2023, after, AFTER).dateStop, "2023-12-08");
  strictEqual(calculatedSeason(2023, { ...after, "2023-12-11": null }, AFTER).dateStop, null);
});

Deno.test("calculatedSeason() has no end while the season may still continue", () => {
  const daily = coldDays(["2023-10-05", 60]);
  strictEqual(calculatedSeason(2023, daily, "2024-06-29").dateStop, null);
  strictEqual(calculatedSeason(2023, daily, "2024-06-30").dateStop, "2023-12-03");
});

// @spec alarms.season
Deno.test("isHeatingDay() is true from the first day of a season to the last", () => {
  const isHeating = (day: string) => isHeatingDay([SEASON], day);
  deepStrictEqual(["2023-10-15", "2023-10-16"].map(isHeating), [false, true]);
  deepStrictEqual(["2024-05-12", "2024-05-13"].map(isHeating), [true, false]);
});

// @spec alarms.season
Deno.test("isHeatingDay() uses 1 October and 31 May for an unknown date or season", () => {
  const days = ["2023-09-30", "2023-10-01", "2024-02-29", "2024-05-31", "2024-06-01", "2024-07-01"];
  const expected = [false, true, true, true, false, false];
  deepStrictEqual(days.map((day) => isHeatingDay([], day)), expected);
  const open = { yearStart: 2023, dateStart: null, dateStop: null };
  deepStrictEqual(days.map((day) => isHeatingDay([open], day)), expected);
  strictEqual(isHeatingDay([{ ...open, dateStop: "2024-06-20" }], "2024-06-20"), true);
  strictEqual(isHeatingDay([{ ...open, dateStart: "2023-09-20" }], "2023-09-20"), true);
});

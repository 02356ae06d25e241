import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { seasonByWeather } from "@/lib/energy_balance/season_by_weather.ts";

/** The same DJU on each day of a period. */
function days(from: IsoDate, to: IsoDate, dju: number): Record<IsoDate, number> {
  const read: Record<IsoDate, number> = {};
  for (let day = from; day <= to; day = addDays(day, 1)) read[day] = dju;
  return read;
}

const WARM = days("2025-09-01", "2026-06-29", 1);
const WINTER = { ...WARM, ...days("2025-11-05", "2026-04-20", 8) };

Deno.test("seasonByWeather() is null when no day of the year is known", () => {
  strictEqual(seasonByWeather(2024, WINTER, "2026-07-15"), null);
});

Deno.test("seasonByWeather() has an end from 30 June on", () => {
  const season = { yearStart: 2025, dateStart: "2025-11-05" };
  deepStrictEqual(seasonByWeather(2025, WINTER, "2026-06-29"), { ...season, dateStop: null });
  deepStrictEqual(seasonByWeather(2025, WINTER, "2026-06-30"), {
    ...season,
    dateStop: "2026-04-20",
  });
});

Deno.test("seasonByWeather() excludes no month without a known day", () => {
  const fromNovember = days("2025-11-01", "2026-06-29", 1);
  const cold = days("2025-11-05", "2026-02-20", 8);
  const known = { ...fromNovember, ...cold };
  deepStrictEqual(seasonByWeather(2025, known, "2026-07-15"), {
    yearStart: 2025,
    dateStart: null,
    dateStop: "2026-02-20",
  });
  deepStrictEqual(seasonByWeather(2025, cold, "2026-07-15")?.dateStop, null);
});

Deno.test("seasonByWeather() has no end before a May without a known day", () => {
  const known = { ...days("2025-09-01", "2026-04-30", 1), ...days("2025-11-05", "2026-04-20", 8) };
  deepStrictEqual(seasonByWeather(2025, { ...known, "2026-06-01": 1 }, "2026-07-15"), {
    yearStart: 2025,
    dateStart: "2025-11-05",
    dateStop: null,
  });
  const withMay = { ...known, "2026-05-31": 1, "2026-06-01": 1 };
  strictEqual(seasonByWeather(2025, withMay, "2026-07-15")?.dateStop, "2026-04-20");
});

Deno.test("seasonByWeather() of a warm autumn starts after the running month", () => {
  deepStrictEqual(seasonByWeather(2025, WARM, "2025-10-20"), {
    yearStart: 2025,
    dateStart: "2025-11-01",
    dateStop: null,
  });
  const withHoles = { ...WARM, "2025-10-05": null, "2025-10-06": null };
  strictEqual(seasonByWeather(2025, withHoles, "2025-10-20")?.dateStart, "2025-11-01");
  const longHole = { ...withHoles, "2025-10-07": null };
  strictEqual(seasonByWeather(2025, longHole, "2025-10-20")?.dateStart, null);
});

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { datesOfMonth, monthsOfYear } from "@/lib/base/civil_dates.ts";
import { DayValues } from "@/lib/weather/degree_days.ts";

Deno.test("DayValues gives each day of a leap year its own number", () => {
  const days = monthsOfYear(2024).flatMap(datesOfMonth);
  const values = new DayValues(2024);
  for (const [rank, date] of days.entries()) values.set(date, rank / 8);
  deepStrictEqual(days.map((date) => values.on(date)), days.map((_, rank) => rank / 8));
  deepStrictEqual(values.of(["2024-02-29", "2024-12-31"]), {
    "2024-02-29": 59 / 8,
    "2024-12-31": 365 / 8,
  });
});

Deno.test("DayValues has none for a day that was not set, was set to none, or is of another year", () => {
  const values = new DayValues(2024);
  values.set("2024-05-01", 0);
  values.set("2024-05-02", null);
  strictEqual(values.on("2024-05-01"), 0);
  deepStrictEqual(values.of(["2024-05-02", "2024-05-03", "2023-05-01"]), {
    "2024-05-02": null,
    "2024-05-03": null,
    "2023-05-01": null,
  });
});

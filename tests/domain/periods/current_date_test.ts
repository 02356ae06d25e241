import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  type CurrentDate,
  currentDateOf,
  dayWithin,
  instantMode,
  modeKind,
  movedDate,
  rangeAt,
  rangeMode,
  readCurrentDate,
  writeCurrentDate,
} from "@/lib/domain/periods/current_date.ts";
import { PERIOD_TYPES } from "@/lib/domain/periods/period.ts";
import { periodPath } from "@/lib/domain/periods/segments.ts";
import { testLaws } from "@/tests/domain/numbers/laws.ts";
import { CURRENT_DATE_LAWS } from "./current_date_laws.ts";

const today: CurrentDate = { date: "2024-07-15", mode: "monthly" };

// @spec periods.current-date
Deno.test("modeKind() is instant for year, month and day, range for the others", () => {
  deepStrictEqual((["year", "month", "day"] as const).map(modeKind), Array(3).fill("instant"));
  deepStrictEqual(PERIOD_TYPES.map(modeKind), Array(8).fill("range"));
});

Deno.test("instantMode() takes year-level ranges to the year, days to the month, hours to the day", () => {
  deepStrictEqual(PERIOD_TYPES.map(instantMode), [
    ...["year", "year", "year", "year", "month", "day", "day", "day"],
  ]);
});

Deno.test("rangeMode() takes the year to months, the month to days, the day to hours", () => {
  deepStrictEqual((["year", "month", "day"] as const).map(rangeMode), [
    ...["monthly", "daily", "hourly"],
  ]);
});

Deno.test("rangeAt() takes the season that holds the date", () => {
  strictEqual(periodPath(rangeAt({ ...today, mode: "monthly-shifted" })), "monthly-shifted/2024");
  const may: CurrentDate = { date: "2024-05-31", mode: "monthly-shifted" };
  strictEqual(periodPath(rangeAt(may)), "monthly-shifted/2023");
});

Deno.test("rangeAt() takes the week-year that holds the date", () => {
  strictEqual(periodPath(rangeAt({ date: "2021-01-03", mode: "weekly" })), "weekly/2020");
  strictEqual(
    periodPath(rangeAt({ date: "2021-01-03", mode: "weekly-shifted" })),
    "weekly-shifted/2020",
  );
});

Deno.test("rangeAt() takes an instant to its range", () => {
  strictEqual(periodPath(rangeAt({ date: "2024-07-15", mode: "month" })), "daily/2024/07");
  strictEqual(periodPath(rangeAt({ date: "2024-07-15", mode: "day" })), "hourly/2024/07/15");
});

Deno.test("rangeAt() brings a season of 1969 to the first year", () => {
  const first: CurrentDate = { date: "1970-01-01", mode: "monthly-shifted" };
  strictEqual(periodPath(rangeAt(first)), "monthly-shifted/1970");
});

Deno.test("movedDate() goes through the shifted variant by 6 months or 26 weeks", () => {
  deepStrictEqual(movedDate(currentDateOf({ type: "monthly", year: 2023 }), "year", 1), {
    date: "2023-07-01",
    mode: "monthly-shifted",
  });
  deepStrictEqual(movedDate(currentDateOf({ type: "weekly", year: 2020 }), "year", 1), {
    date: "2020-07-04",
    mode: "weekly-shifted",
  });
});

Deno.test("movedDate() moves an instant by its unit, the day clamped", () => {
  deepStrictEqual(movedDate({ date: "2024-01-31", mode: "month" }, "month", 1), {
    date: "2024-02-29",
    mode: "month",
  });
});

Deno.test("movedDate() is null outside the years", () => {
  strictEqual(movedDate({ date: "2100-12-31", mode: "day" }, "day", 1), null);
  strictEqual(movedDate({ date: "1970-01-01", mode: "monthly" }, "year", -1), null);
});

Deno.test("readCurrentDate() replaces what is missing or wrong", () => {
  const read = (query: string) => readCurrentDate(new URLSearchParams(query), today);
  deepStrictEqual(read(""), today);
  deepStrictEqual(read("date=2023-02-29&mode=century"), today);
  deepStrictEqual(read("date=9999-01-01&mode=day"), { date: "2024-07-15", mode: "day" });
});

Deno.test("writeCurrentDate() keeps the page's other parameters", () => {
  const kept = new URLSearchParams("floor=2&date=2020-01-01");
  strictEqual(
    writeCurrentDate({ date: "2024-07-15", mode: "month" }, kept),
    "floor=2&date=2024-07-15&mode=month",
  );
});

testLaws(CURRENT_DATE_LAWS);

Deno.test("dayWithin() is the present day of the range that runs, else the first day", () => {
  const present = "2026-02-09";
  strictEqual(dayWithin({ type: "monthly", year: 2026 }, present), present);
  strictEqual(dayWithin({ type: "monthly", year: 2025 }, present), "2025-01-01");
  strictEqual(dayWithin({ type: "monthly-shifted", year: 2025 }, present), present);
  strictEqual(dayWithin({ type: "weekly", year: 2026 }, present), present);
  strictEqual(dayWithin({ type: "daily", year: 2026, month: 2 }, present), present);
  strictEqual(dayWithin({ type: "daily", year: 2026, month: 3 }, present), "2026-03-01");
  strictEqual(dayWithin({ type: "hourly", year: 2026, month: 2, day: 8 }, present), "2026-02-08");
});

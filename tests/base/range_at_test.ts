import { strictEqual } from "node:assert/strict";
import { periodPath } from "@/lib/base/period_paths.ts";
import { dayWithin, rangeAt } from "@/lib/base/period_selector.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { RANGE_AT_LAWS } from "@/tests/helpers/laws_of_periods.ts";

Deno.test("rangeAt() is the season that contains the date", () => {
  strictEqual(periodPath(rangeAt("monthly-shifted", "2024-07-15")), "monthly-shifted/2024");
  strictEqual(periodPath(rangeAt("monthly-shifted", "2024-05-31")), "monthly-shifted/2023");
});

Deno.test("rangeAt() is the week-year that contains the date", () => {
  strictEqual(periodPath(rangeAt("weekly", "2021-01-03")), "weekly/2020");
  strictEqual(periodPath(rangeAt("weekly-shifted", "2021-01-03")), "weekly-shifted/2020");
});

Deno.test("rangeAt() is the month or the day that contains the date", () => {
  strictEqual(periodPath(rangeAt("daily", "2024-07-15")), "daily/2024/07");
  strictEqual(periodPath(rangeAt("hourly", "2024-07-15")), "hourly/2024/07/15");
});

Deno.test("rangeAt() moves a season of 1969 to the first year", () => {
  strictEqual(periodPath(rangeAt("monthly-shifted", "1970-01-01")), "monthly-shifted/1970");
});

testLaws(RANGE_AT_LAWS);

// @spec periods.current-date
Deno.test("dayWithin() is the date asked for in its range, else today in a running range, else the first day", () => {
  const present = "2026-02-09";
  strictEqual(dayWithin({ type: "monthly", year: 2026 }, present), present);
  strictEqual(dayWithin({ type: "monthly", year: 2025 }, present), "2025-01-01");
  strictEqual(dayWithin({ type: "monthly-shifted", year: 2025 }, present), present);
  strictEqual(dayWithin({ type: "weekly", year: 2026 }, present), present);
  strictEqual(dayWithin({ type: "daily", year: 2026, month: 2 }, present), present);
  strictEqual(dayWithin({ type: "hourly", year: 2026, month: 2, day: 8 }, present), "2026-02-08");
  const year = { type: "monthly", year: 2025 } as const;
  strictEqual(dayWithin(year, present, "2025-07-15"), "2025-07-15");
  strictEqual(dayWithin(year, present, "2024-07-15"), "2025-01-01");
  const season = { type: "monthly-shifted", year: 2024 } as const;
  strictEqual(dayWithin(season, present, "2025-06-30"), "2025-06-30");
  strictEqual(dayWithin(season, present, "2025-07-01"), "2024-07-01");
  // A day to come is not looked at.
  strictEqual(dayWithin({ type: "monthly", year: 2026 }, present, "2026-02-10"), present);
  strictEqual(dayWithin({ type: "daily", year: 2026, month: 3 }, present), present);
  strictEqual(dayWithin({ type: "monthly", year: 2027 }, present), present);
});

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  djuInSeason,
  heatingApplies,
  isHeatingMonth,
} from "@/lib/energy_balance/balance_readings.ts";
import { periodMonths } from "@/lib/energy_balance/year_report.ts";

const SEASON = { yearStart: 2023, dateStart: "2023-10-16", dateStop: "2024-05-12" };

// @spec balance.heating-months
Deno.test("isHeatingMonth() is true up to May and from October", () => {
  deepStrictEqual(
    periodMonths({ year: 2023, shifted: false }).map(isHeatingMonth),
    [true, true, true, true, true, false, false, false, false, true, true, true],
  );
});

Deno.test("heatingApplies() requires DJU above 0 in a heating month", () => {
  strictEqual(heatingApplies("2023-05", 0.1), true);
  strictEqual(heatingApplies("2023-05", 0), false);
  strictEqual(heatingApplies("2023-05", null), false);
  strictEqual(heatingApplies("2023-06", 50), false);
  strictEqual(heatingApplies("2023-09", 50), false);
  strictEqual(heatingApplies("2023-10", 50), true);
});

Deno.test("djuInSeason() is 0 outside the season, even without readings", () => {
  strictEqual(djuInSeason([SEASON], "2023-09", 30), 0);
  strictEqual(djuInSeason([SEASON], "2023-09", null), 0);
});

Deno.test("djuInSeason() keeps a whole month that overlaps the season", () => {
  strictEqual(djuInSeason([SEASON], "2023-10", 118.7), 118.7);
  strictEqual(djuInSeason([SEASON], "2024-05", 90), 90);
  strictEqual(djuInSeason([SEASON], "2024-05", null), null);
});

Deno.test("djuInSeason() is the known DJU when no season is recorded", () => {
  strictEqual(djuInSeason([], "2023-07", 2.4), 2.4);
  strictEqual(djuInSeason([SEASON], "2024-07", 2.4), 2.4);
});

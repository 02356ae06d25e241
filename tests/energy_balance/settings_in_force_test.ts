import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { firstMonthUsing, settingsOf } from "@/lib/energy_balance/dated_settings.ts";
import { someSettings } from "./builders.ts";

const OLD = someSettings({ fromDate: "2020-01-01", area: 900 });
const NEW = someSettings({ fromDate: "2023-03-15", area: 1100, djuContract: 2100 });
const OVERRIDES = { area: 1, peopleNb: 2, djuSource: "other", q: 3, target: 4, threshold: 6 };

Deno.test("settingsOf() a month ignores a version that starts inside it", () => {
  strictEqual(settingsOf([OLD, NEW], "2023-03"), OLD);
  strictEqual(settingsOf([OLD, NEW], "2023-04"), NEW);
});

Deno.test("settingsOf() a month uses a version that starts on its first day", () => {
  const firstOfApril = someSettings({ fromDate: "2023-04-01" });
  strictEqual(settingsOf([OLD, firstOfApril], "2023-04"), firstOfApril);
});

Deno.test("settingsOf() is null before the first version", () => {
  strictEqual(settingsOf([NEW], "2023-03"), null);
});

Deno.test("settingsOf() uses simulated values for every version, except the contract's DJU", () => {
  deepStrictEqual(settingsOf([OLD, NEW], "2023-04", OVERRIDES), {
    fromDate: "2023-03-15",
    ...OVERRIDES,
    djuContract: 2100,
  });
  strictEqual(settingsOf([OLD, NEW], "2023-03", OVERRIDES)?.area, 1);
});

Deno.test("settingsOf() returns simulated values even before the first version", () => {
  deepStrictEqual(settingsOf([], "2023-04", OVERRIDES), {
    fromDate: "2023-04-01",
    ...OVERRIDES,
    djuContract: null,
  });
});

// @spec balance.settings
Deno.test("firstMonthUsing() is the month that begins on the day, else the next one", () => {
  strictEqual(firstMonthUsing([], "2026-03-01"), "2026-03");
  strictEqual(firstMonthUsing([{ fromDate: "2026-03-15" }], "2026-03-15"), "2026-04");
  strictEqual(firstMonthUsing([], "2025-12-31"), "2026-01");
  strictEqual(firstMonthUsing([], "2026-01-31"), "2026-02");
});

// @spec periods.steps
Deno.test("firstMonthUsing() is the last month of the calendar on the day typed for « without end »", () => {
  strictEqual(firstMonthUsing([], "9999-12-31"), "9999-12");
});

Deno.test("firstMonthUsing() is null when other settings start before a month begins", () => {
  const versions = [{ fromDate: "2026-03-15" }, { fromDate: "2026-04-01" }];
  strictEqual(firstMonthUsing(versions, "2026-03-15"), null);
  strictEqual(firstMonthUsing(versions, "2026-04-01"), "2026-04");
});

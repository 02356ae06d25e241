import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { checkPeriodTotals } from "@/tests/helpers/period_totals.ts";

Deno.test("zonedSlots() and slotsOf() add up to every day, month, week and year in Paris", () => {
  const { totalCount, ...found } = checkPeriodTotals(2019, 2021, "Europe/Paris");
  // Three years of 16 ranges, and 1339 days from 1 December 2018 to 31 July 2022.
  strictEqual(totalCount, 3 * 16 + 1339);
  deepStrictEqual(found, {
    wrong: [],
    // Four springs, from 2019 to 2022, and three autumns.
    hoursOfDays: { 23: 4, 24: 1332, 25: 3 },
    leapDayCount: 1,
    longWeekYearCount: 1,
  });
});

Deno.test("zonedSlots() and slotsOf() add up in the first and last years, in the southern hemisphere", () => {
  deepStrictEqual(checkPeriodTotals(1970, 1970, "Pacific/Auckland").wrong, []);
  deepStrictEqual(checkPeriodTotals(2100, 2100, "Pacific/Auckland").wrong, []);
});

import assert, { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { BAD_PERIOD } from "@/lib/base/periods.ts";
import { civilBounds, groupBySlot, mondaysOf, monthsOf, slotsOf } from "@/lib/base/slots.ts";
import { testLaws } from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { SLOT_LAWS } from "./period_laws.ts";
import { checkPeriodTotals } from "./period_totals.ts";

Deno.test("monthsOf() runs from January to December", () => {
  const months = monthsOf({ type: "monthly", year: 2023 });
  deepStrictEqual([months.length, months[0], months[11]], [12, "2023-01", "2023-12"]);
});

Deno.test("monthsOf() a shifted year runs from July to June", () => {
  const months = monthsOf({ type: "monthly-shifted", year: 2023 });
  deepStrictEqual([months.length, months[0], months[11]], [12, "2023-07", "2024-06"]);
});

Deno.test("mondaysOf() has 53 weeks in 2020 and 52 in 2023", () => {
  strictEqual(mondaysOf({ type: "weekly", year: 2020 }).length, 53);
  const mondays = mondaysOf({ type: "weekly", year: 2023 });
  deepStrictEqual([mondays.length, mondays[0], mondays[51]], [52, "2023-01-02", "2023-12-25"]);
});

Deno.test("mondaysOf() a shifted year starts with week 27", () => {
  const mondays = mondaysOf({ type: "weekly-shifted", year: 2020 });
  // W27 to W53 of 2020 (27 weeks), then W01 to W26 of 2021.
  deepStrictEqual([mondays.length, mondays[0], mondays[52]], [53, "2020-06-29", "2021-06-28"]);
});

Deno.test("slotsOf() names months and weeks as calls do", () => {
  deepStrictEqual(slotsOf({ type: "monthly-shifted", year: 2023 })[11], {
    segment: "2024-06",
    from: "2024-06-01",
    to: "2024-07-01",
  });
  deepStrictEqual(slotsOf({ type: "weekly", year: 2020 })[52], {
    segment: "2020-W53",
    from: "2020-12-28",
    to: "2021-01-04",
  });
});

Deno.test("slotsOf() has the days of a month", () => {
  const slots = slotsOf({ type: "daily", year: 2024, month: 2 });
  strictEqual(slots.length, 29);
  deepStrictEqual(slots[28], { segment: "2024-02-29", from: "2024-02-29", to: "2024-03-01" });
});

Deno.test("slotsOf() has 24 hours, 48 half-hours, 288 five-minutes", () => {
  const day = { year: 2023, month: 12, day: 31 };
  const hours = slotsOf({ type: "hourly", ...day });
  strictEqual(hours.length, 24);
  deepStrictEqual(hours[23], {
    segment: "2023-12-31T23",
    from: "2023-12-31T23:00",
    to: "2024-01-01T00:00",
  });
  strictEqual(slotsOf({ type: "halfhourly", ...day }).length, 48);
  strictEqual(slotsOf({ type: "halfhourly", ...day })[1]?.segment, "2023-12-31T00:30");
  strictEqual(slotsOf({ type: "fivemin", ...day }).length, 288);
  strictEqual(slotsOf({ type: "fivemin", ...day })[1]?.segment, "2023-12-31T00:05");
});

Deno.test("civilBounds() of months runs from the first to the one after the last, and refuses others", () => {
  deepStrictEqual(civilBounds({ type: "monthly", year: 2023 }), {
    from: "2023-01-01",
    to: "2024-01-01",
  });
  deepStrictEqual(civilBounds({ type: "monthly-shifted", year: 2100 }), {
    from: "2100-07-01",
    to: "2101-07-01",
  });
  for (const bad of [{ year: 2101 }, { year: 2023, month: 1 }, { year: 2023, month: 1, day: 2 }]) {
    throws(() => civilBounds({ type: "monthly", ...bad }), new RangeError(BAD_PERIOD));
  }
});

Deno.test("civilBounds() is from the first day to the day after the last", () => {
  deepStrictEqual(civilBounds({ type: "daily", year: 2024, month: 2 }), {
    from: "2024-02-01",
    to: "2024-03-01",
  });
  deepStrictEqual(civilBounds({ type: "fivemin", year: 2024, month: 2, day: 29 }), {
    from: "2024-02-29",
    to: "2024-03-01",
  });
});

testLaws(SLOT_LAWS);

const WEEKS = [{ from: "2026-06-29", to: "2026-07-06" }, { from: "2026-07-06", to: "2026-07-13" }];

Deno.test("groupBySlot() puts a day in the week it begins in, first day included and last excluded", () => {
  const days = ["2026-06-28", "2026-06-29", "2026-07-05", "2026-07-06", "2026-07-13"];
  const weeks = groupBySlot(WEEKS, days.map((from) => ({ from })));
  assert.deepEqual(weeks.map(({ parts }) => parts.map(({ from }) => from)), [
    ["2026-06-29", "2026-07-05"],
    ["2026-07-06"],
  ]);
});

Deno.test("groupBySlot() equals checking every part for every slot", () => {
  const moments = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
    .map((all) => all.sort((one, other) => one - other));
  fc.assert(
    fc.property(moments, moments, (bounds, starts) => {
      const slots = bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? 0, to }));
      const parts = starts.map((from) => ({ from }));
      const expected = slots.map((slot) => ({
        slot,
        parts: parts.filter(({ from }) => from >= slot.from && from < slot.to),
      }));
      assert.deepEqual(groupBySlot(slots, parts), expected);
    }),
    { seed: 20260101 },
  );
});

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

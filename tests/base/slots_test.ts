import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { BAD_PERIOD } from "@/lib/base/periods.ts";
import { civilBounds, mondaysOf, monthsOf, slotsOf } from "@/lib/base/slots.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { SLOT_LAWS } from "@/tests/helpers/laws_of_periods.ts";

Deno.test("monthsOf() runs from January to December", () => {
  const months = monthsOf({ type: "monthly", year: 2023 });
  deepStrictEqual([months.length, months[0], months[11]], [12, "2023-01", "2023-12"]);
});

Deno.test("monthsOf() a shifted year runs from July to June", () => {
  const months = monthsOf({ type: "monthly-shifted", year: 2023 });
  deepStrictEqual([months.length, months[0], months[11]], [12, "2023-07", "2024-06"]);
});

Deno.test("monthsOf() throws 'Bad period' for weeks", () => {
  throws(() => monthsOf({ type: "weekly", year: 2023 }), new RangeError(BAD_PERIOD));
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

Deno.test("mondaysOf() throws 'Bad period' for months", () => {
  throws(() => mondaysOf({ type: "monthly", year: 2023 }), /Bad period/);
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

Deno.test("slotsOf() throws 'Bad period' for a year of 99999", () => {
  throws(() => slotsOf({ type: "monthly", year: 99_999 }), new RangeError(BAD_PERIOD));
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

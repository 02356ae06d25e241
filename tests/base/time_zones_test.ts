import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { HOUR_MS } from "@/lib/base/durations.ts";
import {
  dayPath,
  instantSegment,
  type PeriodInstant,
  readDayPath,
  readInstantSegment,
} from "@/lib/base/period_instants.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import { rangeAround } from "@/lib/base/period_selector.ts";
import { BAD_PERIOD, type PeriodRange } from "@/lib/base/periods.ts";
import { civilDateOf, civilDayOf, rangeBounds, zonedSlots } from "@/lib/base/time_zones.ts";
import { testLaws } from "@/tests/helpers/laws_of_values.ts";
import { hoursInDay, ZONED_DAY_LAWS } from "./period_laws.ts";

const springDay: PeriodRange = { type: "hourly", year: 2026, month: 3, day: 29 };
const autumnDay: PeriodRange = { type: "hourly", year: 2026, month: 10, day: 25 };

// @spec periods.clock-changes
Deno.test("dayBounds() are 23 hours apart in spring and 25 in autumn, in Paris", () => {
  strictEqual(hoursInDay("2026-03-29"), 23);
  strictEqual(hoursInDay("2026-10-25"), 25);
  strictEqual(hoursInDay("2026-10-26"), 24);
});

Deno.test("civilDayOf() has the bounds of the day, of 23 hours too, and of the next one at its end", () => {
  // Paris, 31 March 2024: from 23:00 UTC the day before to 22:00 UTC.
  const from = Date.parse("2024-03-30T23:00Z");
  const day = { date: "2024-03-31", from, to: from + 23 * HOUR_MS };
  deepStrictEqual([civilDayOf(from), civilDayOf(day.to - 1)], [day, day]);
  deepStrictEqual(civilDayOf(day.to).date, "2024-04-01");
});

Deno.test("civilDateOf() changes at local midnight", () => {
  const midnight = Date.parse("2024-07-14T22:00:00Z");
  strictEqual(civilDateOf(midnight - 1), "2024-07-14");
  strictEqual(civilDateOf(midnight), "2024-07-15");
  strictEqual(civilDateOf(midnight, "America/Martinique"), "2024-07-14");
});

Deno.test("rangeBounds() of a year are its first and last local midnights", () => {
  deepStrictEqual(rangeBounds({ type: "monthly-shifted", year: 2023 }), {
    from: Date.parse("2023-06-30T22:00:00Z"),
    to: Date.parse("2024-06-30T22:00:00Z"),
  });
});

Deno.test("zonedSlots() has no 2 o'clock on the day of 23 hours", () => {
  const slots = zonedSlots(springDay);
  strictEqual(slots.length, 23);
  deepStrictEqual(slots.slice(1, 3).map((slot) => slot.segment), [
    "2026-03-29T01",
    "2026-03-29T03",
  ]);
});

Deno.test("zonedSlots() has 2 o'clock twice on the day of 25 hours, each with its offset", () => {
  const slots = zonedSlots(autumnDay);
  strictEqual(slots.length, 25);
  deepStrictEqual(slots.slice(2, 4), [
    {
      segment: "2026-10-25T02+02:00",
      from: Date.parse("2026-10-25T00:00:00Z"),
      to: Date.parse("2026-10-25T01:00:00Z"),
    },
    {
      segment: "2026-10-25T02+01:00",
      from: Date.parse("2026-10-25T01:00:00Z"),
      to: Date.parse("2026-10-25T02:00:00Z"),
    },
  ]);
});

Deno.test("zonedSlots() has 46 half-hours and 276 five-minutes on the day of 23 hours", () => {
  strictEqual(zonedSlots({ ...springDay, type: "halfhourly" }).length, 46);
  strictEqual(zonedSlots({ ...springDay, type: "fivemin" }).length, 276);
});

Deno.test("zonedSlots() of a month has its days, including the one of 25 hours", () => {
  const slots = zonedSlots({ type: "daily", year: 2026, month: 10 });
  strictEqual(slots.length, 31);
  const lastSunday = slots[24];
  strictEqual(lastSunday && (lastSunday.to - lastSunday.from) / 3_600_000, 25);
});

// @spec periods.bad-period
Deno.test("rangeBounds() throws 'Bad period' for a range that does not exist", () => {
  throws(() => rangeBounds({ type: "monthly", year: 1969 }), new RangeError(BAD_PERIOD));
});

Deno.test("civilDateOf() is the last day for an instant after the year 9999", () => {
  // 9999-12-31T23:30Z is half past midnight of the year 10000 in Paris.
  strictEqual(civilDateOf(Date.parse("9999-12-31T23:30:00Z")), "9999-12-31");
  strictEqual(civilDateOf(Date.parse("9999-12-31T22:30:00Z")), "9999-12-31");
  strictEqual(civilDateOf(Date.parse("+012000-06-01T00:00:00Z")), "9999-12-31");
  for (const zone of ["Pacific/Tahiti", "Pacific/Wallis"]) {
    strictEqual(civilDateOf(Date.parse("9999-12-31T23:30:00Z"), zone), "9999-12-31", zone);
  }
});

testLaws(ZONED_DAY_LAWS);

const WRITTEN: [PeriodInstant, string, string][] = [
  [{ type: "monthly", month: "2023-07" }, "2023-07", "2023-7"],
  [{ type: "weekly", weekYear: 2020, week: 5 }, "2020-W05", "2020-W5"],
  [{ type: "daily", date: "2023-07-05" }, "2023-07-05", "2023-7-5"],
  [{ type: "hourly", date: "2023-07-05", hour: 8 }, "2023-07-05T08", "2023-7-5T8"],
  [{ type: "fivemin", date: "2023-07-05", hour: 8, minute: 5 }, "2023-07-05T08:05", "2023-7-5T8:5"],
  [
    { type: "hourly", date: "2026-10-25", hour: 2, offset: "+01:00" },
    "2026-10-25T02+01:00",
    "2026-10-25T2+01:00",
  ],
];

for (const [instant, segment, unpadded] of WRITTEN) {
  // @spec periods.addresses
  Deno.test(`instantSegment() of ${instant.type} is ${segment}, both ways`, () => {
    strictEqual(instantSegment(instant), segment);
    deepStrictEqual(readInstantSegment(segment), instant);
    deepStrictEqual(readInstantSegment(unpadded), instant);
  });
}

Deno.test("readInstantSegment() accepts week 53 only in the years that have one", () => {
  deepStrictEqual(readInstantSegment("2020-W53"), { type: "weekly", weekYear: 2020, week: 53 });
  strictEqual(readInstantSegment("2023-W53"), null);
  strictEqual(readInstantSegment("2023-W00"), null);
});

Deno.test("readInstantSegment() is null for an instant that does not exist", () => {
  const bad = [
    ...[
      "2023-13",
      "2023-02-29",
      "2023-07-05T24",
      "2023-07-05T08:60",
      "2023-07-05T08:07",
      "1969-12",
    ],
    ...[
      "2101-01",
      "",
      "2023",
      "2023-007",
      "2023-07-05T",
      "2023-07-05 08",
      "2023-07-05T08:05:00",
      "2026-10-25+01:00",
      "2026-10-25T02+1",
      "20230-07",
    ],
  ];
  for (const segment of bad) strictEqual(readInstantSegment(segment), null, segment);
});

Deno.test("dayPath() of 5 July 2023 is daily/2023/07/05, both ways", () => {
  strictEqual(dayPath("2023-07-05"), "daily/2023/07/05");
  strictEqual(readDayPath("daily/2023/07/05"), "2023-07-05");
  strictEqual(readDayPath("daily/2023/7/5"), "2023-07-05");
});

const AROUND: Readonly<Record<string, string>> = {
  "2024-02": "monthly-2024",
  "2020-W53": "weekly-2020",
  "2024-02-29": "daily-2024-02",
  "2024-02-29T23": "hourly-2024-02-29",
  "2024-02-29T23:55": "fivemin-2024-02-29",
};

Deno.test("rangeAround() is the range of the same type that contains the instant as a slot", () => {
  for (const [segment, range] of Object.entries(AROUND)) {
    const instant = readInstantSegment(segment);
    ok(instant !== null);
    deepStrictEqual(rangeSegment(rangeAround(instant)), range);
    const slots = zonedSlots(rangeAround(instant)).filter((slot) => slot.segment === segment);
    strictEqual(slots.length, 1, segment);
  }
});

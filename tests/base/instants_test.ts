import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  dayPath,
  instantSegment,
  type PeriodInstant,
  readDayPath,
  readInstantSegment,
} from "@/lib/base/period_instants.ts";

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

Deno.test("readDayPath() is null for a text that is not a day", () => {
  const bad = [
    ...["", "daily", "daily/2023", "daily/2023/07", "daily/2023/02/29", "daily/2101/01/01"],
    ...["hourly/2023/07/05", "daily/2023-07-05", "daily/2023/07/05T08", "daily/2023/07/05/08"],
  ];
  for (const path of bad) strictEqual(readDayPath(path), null, path);
});

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  periodPath,
  rangeSegment,
  readPeriodPath,
  readRangeSegment,
} from "@/lib/base/period_paths.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { SEGMENT_LAWS } from "@/tests/helpers/laws_of_periods.ts";

const WRITTEN: [PeriodRange, string, string][] = [
  [{ type: "monthly", year: 2023 }, "monthly/2023", "monthly-2023"],
  [{ type: "monthly-shifted", year: 2023 }, "monthly-shifted/2023", "monthly-shifted-2023"],
  [{ type: "weekly", year: 2023 }, "weekly/2023", "weekly-2023"],
  [{ type: "weekly-shifted", year: 2023 }, "weekly-shifted/2023", "weekly-shifted-2023"],
  [{ type: "daily", year: 2023, month: 7 }, "daily/2023/07", "daily-2023-07"],
  [{ type: "hourly", year: 2023, month: 7, day: 5 }, "hourly/2023/07/05", "hourly-2023-07-05"],
  [
    { type: "halfhourly", year: 2023, month: 7, day: 5 },
    "halfhourly/2023/07/05",
    "halfhourly-2023-07-05",
  ],
  [{ type: "fivemin", year: 2023, month: 7, day: 5 }, "fivemin/2023/07/05", "fivemin-2023-07-05"],
];

for (const [range, path, segment] of WRITTEN) {
  Deno.test(`periodPath() and rangeSegment() of ${range.type}, both ways`, () => {
    strictEqual(periodPath(range), path);
    strictEqual(rangeSegment(range), segment);
    deepStrictEqual(readPeriodPath(path), range);
    deepStrictEqual(readRangeSegment(segment), range);
  });
}

// @spec periods.addresses
Deno.test("readPeriodPath() is null for a bad period", () => {
  const bad = [
    ...["monthly/abc", "monthly/99999", "monthly/1969", "monthly/2101", "yearly/2023", "monthly"],
    ...[
      "daily/2023",
      "daily/2023/13",
      "daily/2023/07/15",
      "hourly/2023/02/30",
      "",
      "/",
      "monthly/",
    ],
    ...["monthly/2023/", "monthly/2023/07", "daily/2023/007", "monthly/+2023", "toString/2023"],
  ];
  for (const path of bad) strictEqual(readPeriodPath(path), null, path);
});

Deno.test("readRangeSegment() is null for a bad period", () => {
  for (const segment of ["monthly-", "monthly-20230", "monthly-shifted", "daily-2023-00", "x-1"]) {
    strictEqual(readRangeSegment(segment), null, segment);
  }
});

testLaws(SEGMENT_LAWS);

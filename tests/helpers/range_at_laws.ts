import { deepStrictEqual, ok } from "node:assert/strict";
import { rangeAt } from "@/lib/base/period_selector.ts";
import { PERIOD_TYPES, startDate } from "@/lib/base/periods.ts";
import { civilBounds } from "@/lib/base/slots.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { anyDate, anyRange } from "./arbitraries.ts";
import { law } from "./laws.ts";

export const RANGE_AT_LAWS = [
  law(
    "rangeAt() finds a range again by its first day",
    fc.property(anyRange, (range) => deepStrictEqual(rangeAt(range.type, startDate(range)), range)),
  ),
  law(
    "rangeAt() holds the date, seasons before 1970 aside",
    fc.property(fc.constantFrom(...PERIOD_TYPES), anyDate, (type, date) => {
      const { from, to } = civilBounds(rangeAt(type, date));
      ok((from <= date && date < to) || date < "1970-07-05");
    }),
  ),
];

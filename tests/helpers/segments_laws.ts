import { deepStrictEqual, ok } from "node:assert/strict";
import { instantSegment, readInstantSegment } from "@/lib/base/period_instants.ts";
import {
  periodPath,
  rangeSegment,
  readPeriodPath,
  readRangeSegment,
} from "@/lib/base/period_paths.ts";
import { isPeriodRange } from "@/lib/base/periods.ts";
import { slotsOf } from "@/lib/base/slots.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { anyRange } from "./arbitraries.ts";
import { law } from "./laws.ts";

/** Texts similar to segments: their pieces, in any order. */
const nearSegment = fc.array(
  fc.constantFrom(
    "monthly",
    "weekly-shifted",
    "daily",
    "-",
    "/",
    "2023",
    "07",
    "7",
    "W53",
    "T",
    ":",
  ),
).map((pieces) => pieces.join(""));
const anyText = fc.oneof(nearSegment, fc.string());

export const SEGMENT_LAWS = [
  law(
    "readPeriodPath() and readRangeSegment() read what was written",
    fc.property(anyRange, (range) => {
      deepStrictEqual(readPeriodPath(periodPath(range)), range);
      deepStrictEqual(readRangeSegment(rangeSegment(range)), range);
    }),
  ),
  law(
    "readPeriodPath() and readRangeSegment() read a range without its zeros too",
    fc.property(anyRange, (range) => {
      deepStrictEqual(readPeriodPath(periodPath(range).replace(/\/0/g, "/")), range);
      deepStrictEqual(readRangeSegment(rangeSegment(range).replace(/-0/g, "-")), range);
    }),
  ),
  law(
    "readPeriodPath(), readRangeSegment() and readInstantSegment() never throw",
    fc.property(anyText, (text) => {
      for (const range of [readPeriodPath(text), readRangeSegment(text)]) {
        ok(range === null || isPeriodRange(range));
      }
      const instant = readInstantSegment(text);
      if (instant !== null) {
        deepStrictEqual(readInstantSegment(instantSegment(instant)), instant);
      }
    }),
  ),
  law(
    "readInstantSegment() reads the segment of every slot, and writes it back",
    fc.property(anyRange, fc.nat(400), (range, index) => {
      const slots = slotsOf(range);
      const segment = slots[index % slots.length]?.segment ?? "";
      const instant = readInstantSegment(segment);
      ok(instant !== null || segment > "2101", segment);
      if (instant !== null) deepStrictEqual(instantSegment(instant), segment);
    }),
  ),
];

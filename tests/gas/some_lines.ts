import { addDays } from "@/lib/base/civil_dates.ts";
import type { GasLine } from "@/lib/gas/schema.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { PUBLISHED_LINE } from "./adict_lines.ts";

export function aLine(over: Partial<GasLine> = {}): GasLine {
  return { ...PUBLISHED_LINE, ...over };
}

export const someLine: fc.Arbitrary<GasLine> = fc.record({
  start: fc.nat(1_500),
  days: fc.nat(180),
  informative: fc.boolean(),
  energy: fc.option(fc.nat(10_000)),
}).map(({ start, days, informative, energy }) => {
  const fromDate = addDays("2021-01-01", start);
  return aLine({ fromDate, toDate: addDays(fromDate, days), informative, energy });
});

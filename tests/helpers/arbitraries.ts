import { dateOfEpochDay, dateParts, type IsoDate, isoDate } from "@/lib/base/civil_dates.ts";
import {
  FIRST_YEAR,
  LAST_YEAR,
  PERIOD_TYPES,
  type PeriodRange,
  rangeFrom,
} from "@/lib/base/periods.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const FIRST_DAY = 0;
const LAST_DAY = 47_846;

/** Any day from 1 January 1970 to 31 December 2100, with special days more often. */
export const anyDate: fc.Arbitrary<IsoDate> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: FIRST_DAY, max: LAST_DAY }).map(dateOfEpochDay) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.integer({ min: FIRST_YEAR, max: LAST_YEAR }),
      fc.constantFrom([1, 1], [1, 4], [2, 28], [3, 1], [6, 30], [7, 1], [12, 28], [12, 31]),
    ).map(([year, [month = 1, day = 1]]) => isoDate(year, month, day)),
  },
);

/** Any valid range. */
export const anyRange: fc.Arbitrary<PeriodRange> = fc
  .tuple(fc.constantFrom(...PERIOD_TYPES), anyDate)
  .map(([type, date]) => {
    const { year, month, day } = dateParts(date);
    return rangeFrom(type, year, month, day);
  });

/** The time zones of French housing, and two with other rules. */
export const anyZone = fc.constantFrom(
  "Europe/Paris",
  "America/Martinique",
  "Indian/Reunion",
  "Pacific/Auckland",
  "America/New_York",
);

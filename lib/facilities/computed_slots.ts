/** Computes the slots of a sum or difference of series. @module */

import { exactTotal, known, knownTotal, sumBy } from "@/lib/base/sums.ts";
import { COMPLETE } from "@/lib/series/range_rows.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { doubtfulOf } from "@/lib/timeseries/rollups.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";
import { DATA_UNIT_IDS, DATA_UNITS, type DataUnitId, ownUnit } from "@/lib/timeseries/units.ts";
import type { ComputedSeries } from "./schema.ts";

type Signed = 1 | -1;

/** The quantities that may be summed: those whose days add up. */
export const COMPUTED_UNIT_IDS: readonly DataUnitId[] = /* @__PURE__ */ DATA_UNIT_IDS
  .filter((id) => DATA_UNITS[id].sum);

/** The series of a computed one, each with its sign. */
export function partsOf(
  { plus, minus }: Pick<ComputedSeries, "plus" | "minus">,
): { readonly id: string; readonly sign: Signed }[] {
  return [
    ...plus.map((id) => ({ id, sign: 1 } as const)),
    ...minus.map((id) => ({ id, sign: -1 } as const)),
  ];
}

/**
 * Whether a series may be a part: of a facility, never of the dwellings, in the unit of the quantity.
 *
 * @spec facilities.computed-series
 */
export function isComputable(
  series: Pick<SeriesRecord, "scope" | "dataUnitId" | "importedUnit">,
  quantity: DataUnitId,
): boolean {
  return series.scope === "facilities" && DATA_UNITS[series.dataUnitId].sum &&
    ownUnit(series) === DATA_UNITS[quantity].unit;
}

/**
 * A day or an hour of a computed series: known when each part is known and covers it whole.
 *
 * @spec facilities.computed-series
 */
export function computedSlot(
  slot: string,
  parts: readonly { readonly sign: Signed; readonly slot: RangeSlot | undefined }[],
): RangeSlot {
  const read = parts.flatMap(({ sign, slot }) =>
    slot === undefined || slot.value === null || slot.completeness < COMPLETE
      ? []
      : [{ ...slot, value: sign * slot.value }]
  );
  const isKnown = parts.length > 0 && read.length === parts.length;
  return {
    slot,
    value: isKnown ? exactTotal(read.map(({ value }) => value)) : null,
    min: null,
    max: null,
    completeness: isKnown ? 1 : 0,
    estimated: isKnown && read.some(({ estimated }) => estimated),
    ...isKnown && doubtfulOf(read),
  };
}

/** A month, a week or a day from its known days. */
export function combinedSlot(slot: string, days: readonly RangeSlot[]): RangeSlot {
  const read = days.filter(({ value }) => value !== null);
  return {
    slot,
    value: knownTotal(known(read.map(({ value }) => value))),
    min: null,
    max: null,
    completeness: days.length === 0 ? 0 : sumBy(days, (day) => day.completeness) / days.length,
    estimated: read.some(({ estimated }) => estimated),
    ...doubtfulOf(read),
  };
}

import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { readNumber } from "@/lib/domain/forms/number_control.ts";
import { type FieldRule, typedErrors, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { dayBounds } from "@/lib/domain/periods/zoned_days.ts";

/** A field of the form of an index. */
export type ManualIndexField = "seriesId" | "houseId" | "date" | "value";

/** Highest register of a meter: eight digits before the decimal mark. */
export const HIGHEST_INDEX = 999_999_999;

/** The rules of an index, as typed. @spec indexes.readings */
export const MANUAL_INDEX_RULES: readonly FieldRule<ManualIndexField>[] = [
  { name: "seriesId", kind: "text", required: true },
  { name: "houseId", kind: "text" },
  { name: "date", kind: "date", required: true },
  { name: "value", kind: "number", required: true, min: 0, max: HIGHEST_INDEX },
];

/** A series whose index is typed, as the form looks at it. */
interface TypedSeries {
  readonly id: string;
  readonly scope: "housing" | "facilities";
}

/** A parsed index, or its errors. */
export type TypedIndex =
  | {
    readonly ok: true;
    readonly draft: { seriesId: string; houseId: string | null; date: IsoDate; value: number };
  }
  | { readonly ok: false; readonly errors: FieldErrors<ManualIndexField> };

/** Half a day: an index is taken to be read at noon. */
const NOON_S = 12 * 3_600;

/**
 * The second of a manual index: noon of its day, so that it neither ends the day before nor begins the day after.
 *
 * @returns seconds since 1970
 */
export function manualIndexSecond(date: IsoDate, timeZone: string): number {
  return dayBounds(date, timeZone).from / 1_000 + NOON_S;
}

/**
 * Parses an index; a series of dwellings requires the dwelling, others refuse one.
 *
 * @spec F §8 "required"
 */
export function readManualIndex(
  values: TypedValues<ManualIndexField>,
  series: readonly TypedSeries[],
): TypedIndex {
  const errors = typedErrors(MANUAL_INDEX_RULES, values);
  const isHousing = series.find(({ id }) => id === values.seriesId)?.scope === "housing";
  if (isHousing && values.houseId === "") errors.houseId = { code: "required" };
  const value = readNumber(values.value);
  if (hasErrors(errors) || value === null) return { ok: false, errors };
  const houseId = isHousing ? values.houseId : null;
  return { ok: true, draft: { seriesId: values.seriesId, houseId, date: values.date, value } };
}

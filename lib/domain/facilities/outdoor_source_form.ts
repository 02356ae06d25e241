import { DJU_METHODS, type DjuMethod } from "@/lib/domain/degree_days/degree_days.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import { type FieldRule, typedErrors, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { DjuSlot, MonthlyDjuDraft, OutdoorSource } from "./types.ts";

/** A field of the form of an outdoor source. */
export type OutdoorField = "name" | "method" | "station" | "seriesId";

/** An outdoor source without its id and version. */
export type OutdoorValues = Pick<OutdoorSource, OutdoorField>;

/** Maximum DJU of a month: −30 °C every day makes 1,488. */
const MONTH_DJU_MAX = 2_000;

/** The rules of an outdoor source, as typed. @spec B §3 "outdoorSources (id, name)" */
export const OUTDOOR_RULES: readonly FieldRule<OutdoorField>[] = [
  { name: "name", kind: "text", required: true },
  { name: "method", kind: "text", required: true },
  { name: "station", kind: "text" },
  { name: "seriesId", kind: "text" },
];

/** The months of a form of typed DJU, each a field named "2024-07". @spec domain §5.1 */
export function monthRules(months: readonly IsoMonth[]): FieldRule[] {
  return months.map((name) => ({ name, kind: "number", min: 0, max: MONTH_DJU_MAX, step: 0.1 }));
}

/** The errors of an outdoor source's form; a method that is none is missing. */
export function outdoorErrors(values: TypedValues<OutdoorField>): FieldErrors<OutdoorField> {
  const errors = typedErrors(OUTDOOR_RULES, values);
  if (!isMethod(values.method)) errors.method = { code: "required" };
  return errors;
}

/**
 * The outdoor source that was typed.
 *
 * @returns null when the method is none
 */
export function readOutdoor(values: TypedValues<OutdoorField>): OutdoorValues | null {
  const { name, method, station, seriesId } = values;
  if (!isMethod(method)) return null;
  return { name: name.trim(), method, station: station.trim(), seriesId: seriesId || null };
}

/** An outdoor source as its form shows it; a new one counts by the extremes of the day. */
export function typedOutdoor(source: OutdoorValues | null): TypedValues<OutdoorField> {
  const { name = "", method = "meteo", station = "", seriesId = null } = source ?? {};
  return { name, method, station, seriesId: seriesId ?? "" };
}

/** The months that are typed, as the form shows them; the others are empty. */
export function shownMonths(slots: readonly DjuSlot[]): TypedValues<IsoMonth> {
  return Object.fromEntries(
    slots.map(({ slot, dju, typed }) => [slot, typed ? controlText(dju) : ""]),
  );
}

/** The months of a form in one line, to know at its return which of them were changed. */
export function shownText(
  months: readonly IsoMonth[],
  values: TypedValues<IsoMonth>,
): string {
  return months.map((month) => values[month] ?? "").join(";");
}

/** Parses {@link shownText}; missing values are empty. */
export function readShown(months: readonly IsoMonth[], text: string): TypedValues<IsoMonth> {
  const texts = text.split(";");
  return Object.fromEntries(months.map((month, rank) => [month, texts[rank] ?? ""]));
}

/**
 * The months whose text is no longer the one the form showed: what someone else typed meanwhile stays.
 *
 * @param shown the texts as the form showed them
 * @returns DJU by month; null for a month that was emptied
 */
export function changedMonths(
  months: readonly IsoMonth[],
  values: TypedValues<IsoMonth>,
  shown: TypedValues<IsoMonth>,
): MonthlyDjuDraft["months"] {
  return months.flatMap((month) => {
    const text = (values[month] ?? "").trim();
    return text === (shown[month] ?? "") ? [] : [{ month, dju: readNumber(text) }];
  });
}

/** Empty values for every month of the form. */
export function clearedMonths(months: readonly IsoMonth[]): MonthlyDjuDraft["months"] {
  return months.map((month) => ({ month, dju: null }));
}

function isMethod(text: string): text is DjuMethod {
  return DJU_METHODS.some((method) => method === text);
}

import type { DaySpan } from "@/lib/domain/housing/occupancy.ts";
import { daysBetween, daysInYear, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import type { ConsumptionKind, ReportReferences } from "./types.ts";

/** Input of a reference, besides the settings. */
export interface ReferencePlace {
  /** Days of the report, including the future days of a running month. */
  readonly days: DaySpan;
  readonly isRunning: boolean;
  /** Habitable area, m². */
  readonly area: number | null;
  readonly people: number | null;
  /** Degree days of `days`. */
  readonly dju: number | null;
}

/**
 * The target of a consumption over some days of a month: a share of the yearly target, or for heating the target for
 * the weather.
 *
 * @spec reports.references
 * @returns kWh or m³, or the level of `temp` in °C; null when a term is unknown
 */
export function referenceOf(
  kind: ConsumptionKind,
  settings: ReportReferences,
  place: ReferencePlace,
): number | null {
  const { area, people, dju, isRunning, days } = place;
  const yearly = (reference: number | null) =>
    reference === null
      ? null
      : reference * (daysBetween(days.from, days.to) + 1) / daysInYear(yearOf(days.from));
  switch (kind) {
    case "temp":
      return settings.tempReference;
    case "electricity":
      return yearly(wholeElectricity(settings));
    case "lights":
    case "plugs":
    case "cooking":
      return yearly(settings[`${kind}Reference`]);
    case "coldWater":
    case "hotWater":
      return yearly(product(settings[`${kind}Reference`], people));
    case "heating": {
      // The weather of future days is unknown.
      const wattHours = isRunning ? null : product(product(settings.heatingReference, area), dju);
      return wattHours === null ? null : wattHours / 1_000;
    }
    default:
      return null;
  }
}

/** The sum of the three electric references; null when one is missing: a part is no target for the whole meter. */
function wholeElectricity(
  { lightsReference, plugsReference, cookingReference }: ReportReferences,
): number | null {
  return lightsReference === null || plugsReference === null || cookingReference === null
    ? null
    : lightsReference + plugsReference + cookingReference;
}

function product(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left * right;
}

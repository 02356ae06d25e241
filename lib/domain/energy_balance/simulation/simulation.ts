import {
  DEFAULT_THRESHOLD_PERCENT,
  GAS_SOURCE_CHOICE_COUNT,
  GAS_VOLUME_UNIT_ID,
} from "@/lib/domain/energy_balance/constants.ts";
import { SETTINGS_LIMITS } from "@/lib/domain/energy_balance/settings/limits.ts";
import { SOURCE_KINDS } from "@/lib/domain/energy_balance/settings/source_kinds.ts";
import type {
  BalancePeriod,
  BoilerRoomEfficiency,
  EfficiencySettings,
  SimulationOverrides,
} from "@/lib/domain/energy_balance/types.ts";
import { balanceRange } from "@/lib/domain/energy_balance/year_report.ts";
import { latestOnOrBefore } from "@/lib/domain/facilities/dated_settings.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import {
  formErrors,
  type FormRules,
  integer,
  max,
  min,
  required,
} from "@/lib/domain/forms/validators.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { startDate } from "@/lib/domain/periods/period.ts";

/** Values of the simulation form; a number is null when its field is empty. */
export interface SimulationForm {
  /** m² */
  readonly area: number | null;
  readonly peopleNb: number | null;
  /** Outdoor source id; "" when none is chosen. */
  readonly djuSource: string;
  /** kWh/m³ */
  readonly q: number | null;
  /** Wh/m²/DJU */
  readonly target: number | null;
  /** % */
  readonly threshold: number | null;
  /** Gas-volume series chosen as the source; null for the boiler room's own. */
  readonly gasSource: string | null;
}

/** The numeric fields of the form, in order. */
export const SIMULATION_NUMBERS = ["area", "peopleNb", "q", "target", "threshold"] as const;

export type SimulationNumber = (typeof SIMULATION_NUMBERS)[number];

export interface GasSourceChoice {
  readonly isOffered: boolean;
  /** Ids of the gas-volume series, the boiler room's own included. */
  readonly seriesIds: readonly string[];
}

/**
 * Initial form of 'Activer simulation': the latest settings on or before the period's start.
 *
 * @spec balance.simulation
 * @param settings every version recorded
 * @param period calendar year (1 January) or shifted year (1 July)
 * @returns an empty form with the default threshold when no version is that old
 */
export function simulationPrefill(
  settings: readonly EfficiencySettings[],
  period: BalancePeriod,
): SimulationForm {
  const version = latestOnOrBefore(settings, startDate(balanceRange(period)));
  return {
    area: version?.area ?? null,
    peopleNb: version?.peopleNb ?? null,
    djuSource: version?.djuSource ?? "",
    q: version?.q ?? null,
    target: version?.target ?? null,
    threshold: version?.threshold ?? DEFAULT_THRESHOLD_PERCENT,
    gasSource: null,
  };
}

const RULES: FormRules<SimulationForm> = {
  area: [required, ...bounds("area")],
  peopleNb: [required, integer, ...bounds("peopleNb")],
  djuSource: [required],
  q: [required, ...bounds("q")],
  target: [required, ...bounds("target")],
  threshold: [required, ...bounds("threshold")],
};

/** Errors of the form. @spec balance.simulation @returns an empty object when the simulation can be computed */
export function simulationErrors(form: SimulationForm): FieldErrors<keyof SimulationForm & string> {
  return formErrors(form, RULES);
}

/**
 * The values that replace every dated version of the year.
 *
 * @spec balance.simulation
 * @returns null while the form has an error
 */
export function simulationOverrides(form: SimulationForm): SimulationOverrides | null {
  const { area, peopleNb, djuSource, q, target, threshold, gasSource } = form;
  if (area === null || peopleNb === null || q === null || target === null || threshold === null) {
    return null;
  }
  if (hasErrors(simulationErrors(form))) return null;
  const values = { area, peopleNb, djuSource, q, target, threshold };
  return gasSource === null ? values : { ...values, gasSource };
}

/**
 * The choice of the gas source: offered with a gas delivery point and at least two gas-volume series.
 *
 * @spec balance.gas-meter
 * @param boilerRoom its source must be gas, otherwise there is no gas source to choose
 * @param series facilities series of the project, with their data unit
 */
export function gasSourceChoice(
  boilerRoom: Pick<BoilerRoomEfficiency, "sourceKind" | "gazPce">,
  series: readonly { readonly id: string; readonly dataUnitId: string }[],
): GasSourceChoice {
  const seriesIds = series
    .filter((one) => one.dataUnitId === GAS_VOLUME_UNIT_ID)
    .map((one) => one.id);
  const burnsGas = SOURCE_KINDS[boilerRoom.sourceKind].fuel === "gaz";
  const hasPce = boilerRoom.gazPce !== null && boilerRoom.gazPce !== "";
  return {
    isOffered: burnsGas && hasPce && seriesIds.length >= GAS_SOURCE_CHOICE_COUNT,
    seriesIds,
  };
}

/**
 * The simulated values as a version of the settings, saved from a day.
 *
 * @spec facilities.dated-settings
 * @param overrides a valid form
 * @param fromDate civil day from which they are in force
 * @param djuContract value of the version they replace; it is not in the form
 */
export function simulatedSettings(
  overrides: SimulationOverrides,
  fromDate: IsoDate,
  djuContract: number | null,
): EfficiencySettings {
  const { area, peopleNb, djuSource, q, target, threshold } = overrides;
  return { fromDate, area, peopleNb, djuSource, q, target, threshold, djuContract };
}

function bounds(field: SimulationNumber) {
  return [min(SETTINGS_LIMITS[field].min), max(SETTINGS_LIMITS[field].max)];
}

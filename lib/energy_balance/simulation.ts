/** Simulates a balance with typed settings: form, overrides, address and report. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { startDate } from "@/lib/base/periods.ts";
import {
  type FieldErrors,
  formErrors,
  type FormRules,
  hasErrors,
  integer,
  max,
  min,
  required,
} from "@/lib/base/validators.ts";
import { SETTINGS_LIMITS } from "@/lib/facilities/energy_setting_limits.ts";
import type { EfficiencySettings } from "@/lib/facilities/energy_settings_schema.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { committedValue, controlText, readNumber } from "@/lib/ui/number_input.ts";
import type { BalancePeriod, SimulationOverrides, YearReport } from "./balance_report.ts";
import { latestOnOrBefore } from "./dated_settings.ts";
import { DEFAULT_THRESHOLD_PERCENT } from "./formulas.ts";
import { balanceRange, type BoardData, boardYear } from "./year_report.ts";

/** The numeric fields of the form, in order. */
export const SIMULATION_NUMBERS = ["area", "peopleNb", "q", "target", "threshold"] as const;

type SimulationNumber = (typeof SIMULATION_NUMBERS)[number];

/** Values of the simulation form, in the units of the settings; a number is null when its field is empty. */
export interface SimulationForm extends Readonly<Record<SimulationNumber, number | null>> {
  /** Outdoor source id; "" when none is chosen. */
  readonly djuSource: string;
  /** Gas-volume series chosen as the source; null for the boiler room's own. */
  readonly gasSource: string | null;
}

function byNumber<Value>(of: (field: SimulationNumber) => Value): Record<SimulationNumber, Value> {
  return {
    area: of("area"),
    peopleNb: of("peopleNb"),
    q: of("q"),
    target: of("target"),
    threshold: of("threshold"),
  };
}

interface GasSourceChoice {
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
    ...byNumber((field) => version?.[field] ?? null),
    threshold: version?.threshold ?? DEFAULT_THRESHOLD_PERCENT,
    djuSource: version?.djuSource ?? "",
    gasSource: null,
  };
}

const RULES: FormRules<SimulationForm> = {
  ...byNumber((field) => [
    required,
    ...field === "peopleNb" ? [integer] : [],
    min(SETTINGS_LIMITS[field].min),
    max(SETTINGS_LIMITS[field].max),
  ]),
  djuSource: [required],
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
  const { gasSource: _, ...values } = overrides;
  return { fromDate, ...values, djuContract };
}

/** The query parameter that turns the simulation on, and its value. @spec balance.simulation */
export const SIMULATION_SWITCH = { name: "simulation", value: "on" } as const;

/** Field of the day from which the simulated values are saved. */
export const SAVED_FROM = "fromDate";

/** Name of the button that asks for the year with the values typed, where none computes it at once. */
export const RECALCULATION = "recalculate";

/** Names of the simulation's fields, in its form and in the page's query. A function, so that islands leave it out. */
export function simulationFields(): readonly string[] {
  return [SIMULATION_SWITCH.name, ...SIMULATION_NUMBERS, "djuSource", "gasSource"];
}

/** Choices of the form's lists: other values are ignored. */
export interface SimulationChoices {
  readonly djuSources: readonly string[];
  readonly gasSource: GasSourceChoice;
}

/**
 * Reads the simulation form from a page's query, where a GET form writes it.
 *
 * Each field is read as the number control commits it: clamped, rounded to the step, and reset to its prefilled
 * value when it is not a number. An empty field stays empty and is then an error.
 *
 * @spec forms.numbers
 * @returns null when the simulation is off
 */
export function readSimulation(
  query: URLSearchParams,
  prefill: SimulationForm,
  choices: SimulationChoices,
): SimulationForm | null {
  if (query.get(SIMULATION_SWITCH.name) !== SIMULATION_SWITCH.value) return null;
  const djuSource = query.get("djuSource");
  const gasSource = query.get("gasSource") ?? "";
  const { isOffered, seriesIds } = choices.gasSource;
  return {
    ...byNumber((field) => readField(query.get(field), field, prefill[field])),
    // An unknown source becomes "": the form then requires one.
    djuSource: knownSource(djuSource ?? prefill.djuSource, choices.djuSources),
    gasSource: isOffered && seriesIds.includes(gasSource) ? gasSource : prefill.gasSource,
  };
}

/**
 * Whether a number was read as another one than the typed one: without a script, the control does not show it before it is
 * sent.
 */
export function isReplaced(query: URLSearchParams, form: SimulationForm): boolean {
  return SIMULATION_NUMBERS.some((field) => {
    const text = query.get(field) ?? "";
    return text.trim() !== "" && readNumber(text) !== form[field];
  });
}

/**
 * Writes the simulation form as a query, for links.
 *
 * @param form null when the simulation is off
 * @returns "simulation=on&area=3250…", or "" when off
 */
export function writeSimulation(form: SimulationForm | null): string {
  if (form === null) return "";
  const query = new URLSearchParams({ [SIMULATION_SWITCH.name]: SIMULATION_SWITCH.value });
  for (const field of SIMULATION_NUMBERS) query.set(field, controlText(form[field]));
  query.set("djuSource", form.djuSource);
  if (form.gasSource !== null) query.set("gasSource", form.gasSource);
  return query.toString();
}

function readField(
  text: string | null,
  field: SimulationNumber,
  prefilled: number | null,
): number | null {
  // An unchanged prefilled value of 37.5 is not rounded to the step of 1.
  if (text === null || text === controlText(prefilled)) return prefilled;
  return committedValue(text, prefilled, { ...SETTINGS_LIMITS[field], isNullable: true });
}

/** A DJU source offered by the form; "" for other ids. */
export function knownSource(id: string, choices: readonly string[]): string {
  return choices.includes(id) ? id : "";
}

/** A simulation of the board, computed once for each change of the form. */
export interface Simulated {
  readonly form: SimulationForm;
  /** Values that replace the settings; null while the form has an error. */
  readonly overrides: SimulationOverrides | null;
  /** The form as a query, for links. */
  readonly query: string;
}

/** Computes a simulation from its form. @spec balance.simulation */
export function simulated(form: SimulationForm): Simulated {
  return { form, overrides: simulationOverrides(form), query: writeSimulation(form) };
}

/**
 * The year with the form's simulated values.
 *
 * @param form null when the simulation is off; a form with an error returns the real values
 */
export function boardReport(data: BoardData, form: SimulationForm | null): YearReport {
  return boardYear(data, form === null ? null : simulationOverrides(form));
}

/** Gas-volume series from which a choice is offered. */
const GAS_SOURCE_CHOICE_COUNT = 2;

/**
 * The choice of the gas source: offered to a boiler room that burns gas, with a delivery point and at least two
 * gas-volume series.
 *
 * @spec balance.gas-meter
 */
export function gasSourceChoice(
  { input: { boilerRoom: { sourceKind, gazPce } }, gasVolumeSeries }: BoardData,
): GasSourceChoice {
  const burnsGas = SOURCE_KINDS[sourceKind].fuel === "gaz";
  const hasPce = gazPce !== null && gazPce !== "";
  return {
    isOffered: burnsGas && hasPce && gasVolumeSeries.length >= GAS_SOURCE_CHOICE_COUNT,
    seriesIds: gasVolumeSeries.map(({ id }) => id),
  };
}

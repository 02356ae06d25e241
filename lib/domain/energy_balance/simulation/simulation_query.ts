import { SETTINGS_LIMITS } from "@/lib/domain/energy_balance/settings/limits.ts";
import { committedValue, controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import {
  type GasSourceChoice,
  SIMULATION_NUMBERS,
  type SimulationForm,
  type SimulationNumber,
} from "./simulation.ts";

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
  const number = (field: SimulationNumber) => readField(query.get(field), field, prefill[field]);
  const djuSource = query.get("djuSource");
  const gasSource = query.get("gasSource") ?? "";
  const { isOffered, seriesIds } = choices.gasSource;
  return {
    area: number("area"),
    peopleNb: number("peopleNb"),
    // An unknown source becomes "": the form then requires one.
    djuSource: knownSource(djuSource ?? prefill.djuSource, choices.djuSources),
    q: number("q"),
    target: number("target"),
    threshold: number("threshold"),
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
export function knownSource(id: string, offered: readonly string[]): string {
  return offered.includes(id) ? id : "";
}

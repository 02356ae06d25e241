import type { IsoMonth } from "../periods/civil_dates.ts";
import { GAS_VOLUME_UNIT_ID } from "./constants.ts";
import {
  type GasSourceChoice,
  gasSourceChoice,
  type SimulationForm,
  simulationOverrides,
} from "./simulation.ts";
import { writeSimulation } from "./simulation_query.ts";
import type { SimulationOverrides, YearInput, YearReport } from "./types.ts";
import { yearReport } from "./year_report.ts";

/** Something to choose from a list. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

/**
 * All that the balance's page shows and recomputes: the DJU of every outdoor source and the volumes of every gas
 * series included, so that both choices of the simulation need no request.
 *
 * @spec B §4 "Simulation"
 */
export interface BoardData {
  readonly input: Omit<YearInput, "overrides">;
  readonly outdoorSources: readonly Choice[];
  readonly gasVolumeSeries: readonly Choice[];
  /** Mean outdoor temperature by source, then by month, °C. */
  readonly outdoorC: Readonly<Record<string, Readonly<Record<IsoMonth, number>>>>;
}

/** A simulation as the board holds it: worked out once for each change of the form. */
export interface Simulated {
  readonly form: SimulationForm;
  /** What replaces the settings; null while something is wrong in the form. */
  readonly overrides: SimulationOverrides | null;
  /** The form as a query, for links that keep it. */
  readonly query: string;
}

/**
 * Works out a simulation from its form.
 *
 * @spec B §4 "every form change overrides the settings used to compute the reports"
 */
export function simulated(form: SimulationForm): Simulated {
  return { form, overrides: simulationOverrides(form), query: writeSimulation(form) };
}

/**
 * The year as the form simulates it.
 *
 * @param form null when the simulation is off; a form with something wrong in it computes the real values
 */
export function boardReport(data: BoardData, form: SimulationForm | null): YearReport {
  return boardYear(data, form === null ? null : simulationOverrides(form));
}

/**
 * The year of a board. The real one is worked out once, whoever asks for it: nothing changes a board.
 *
 * @spec B §4 "Simulation"
 * @param overrides what a simulation replaces; null for the real year
 */
export function boardYear(data: BoardData, overrides: SimulationOverrides | null): YearReport {
  const { input } = data;
  if (overrides !== null) return yearReport({ ...input, overrides });
  const known = REAL_YEARS.get(data) ?? yearReport(input);
  REAL_YEARS.set(data, known);
  return known;
}

const REAL_YEARS = new WeakMap<BoardData, YearReport>();

/** The choice of the gas meter that the board offers. @spec B §4 "offered only if…" */
export function boardGasChoice({ input, gasVolumeSeries }: BoardData): GasSourceChoice {
  const series = gasVolumeSeries.map(({ id }) => ({ id, dataUnitId: GAS_VOLUME_UNIT_ID }));
  return gasSourceChoice(input.boilerRoom, series);
}

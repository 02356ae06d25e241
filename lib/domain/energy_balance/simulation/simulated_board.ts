/**
 * The board of a simulation: a separate module, loaded after the page has shown the real year.
 *
 * @module
 */
import { type BoardData, boardYear } from "@/lib/domain/energy_balance/board.ts";
import { GAS_VOLUME_UNIT_ID } from "@/lib/domain/energy_balance/constants.ts";
import type { SimulationOverrides, YearReport } from "@/lib/domain/energy_balance/types.ts";
import {
  type GasSourceChoice,
  gasSourceChoice,
  type SimulationForm,
  simulationOverrides,
} from "./simulation.ts";
import { writeSimulation } from "./simulation_query.ts";

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

/** The gas meter choice offered by the board. @spec balance.gas-meter */
export function boardGasChoice({ input, gasVolumeSeries }: BoardData): GasSourceChoice {
  const series = gasVolumeSeries.map(({ id }) => ({ id, dataUnitId: GAS_VOLUME_UNIT_ID }));
  return gasSourceChoice(input.boilerRoom, series);
}

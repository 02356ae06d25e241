/**
 * The board of a simulation: a module of its own, since the page shows the real year first and loads this later.
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

/** A simulation as the board holds it: worked out once for each change of the form. */
export interface Simulated {
  readonly form: SimulationForm;
  /** What replaces the settings; null while something is wrong in the form. */
  readonly overrides: SimulationOverrides | null;
  /** The form as a query, for links. */
  readonly query: string;
}

/** Works out a simulation from its form. @spec balance.simulation */
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

/** The choice of the gas meter that the board offers. @spec balance.gas-meter */
export function boardGasChoice({ input, gasVolumeSeries }: BoardData): GasSourceChoice {
  const series = gasVolumeSeries.map(({ id }) => ({ id, dataUnitId: GAS_VOLUME_UNIT_ID }));
  return gasSourceChoice(input.boilerRoom, series);
}

import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { SimulationOverrides, YearInput, YearReport } from "./types.ts";
import { yearReport } from "./year_report.ts";

export interface Choice {
  readonly id: string;
  readonly name: string;
}

/**
 * Data of the balance page and of its simulation. It includes the DJU of every outdoor source and the volumes of every
 * gas series, so neither choice of the simulation needs a request.
 *
 * @spec balance.simulation
 */
export interface BoardData {
  readonly input: Omit<YearInput, "overrides">;
  readonly outdoorSources: readonly Choice[];
  readonly gasVolumeSeries: readonly Choice[];
  /** Mean outdoor temperature by source, then by month, °C. */
  readonly outdoorC: Readonly<Record<string, Readonly<Record<IsoMonth, number>>>>;
}

/**
 * The year of a board. The real year is computed once and cached: boards are immutable.
 *
 * @spec balance.simulation
 * @param overrides values replaced by a simulation; null for the real year
 */
export function boardYear(data: BoardData, overrides: SimulationOverrides | null): YearReport {
  const { input } = data;
  if (overrides !== null) return yearReport({ ...input, overrides });
  const known = REAL_YEARS.get(data) ?? yearReport(input);
  REAL_YEARS.set(data, known);
  return known;
}

const REAL_YEARS = new WeakMap<BoardData, YearReport>();

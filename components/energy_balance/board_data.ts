import type { YearInput } from "../../lib/domain/energy_balance/types.ts";
import type { IsoMonth } from "../../lib/domain/periods/civil_dates.ts";

/** Something to choose from a list. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

/**
 * All that the board shows and recomputes: what the server computes with and the island again, the DJU of every
 * outdoor source and the volumes of every gas series included (B §4).
 */
export interface BoardData {
  readonly input: Omit<YearInput, "overrides">;
  readonly outdoorSources: readonly Choice[];
  readonly gasVolumeSeries: readonly Choice[];
  /** Mean outdoor temperature by source, then by month, °C. */
  readonly outdoorC: Readonly<Record<string, Readonly<Record<IsoMonth, number>>>>;
}

import type { BoilerRoomEfficiency, YearInput } from "@/lib/domain/energy_balance/types.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";

export type * from "./energy_balance_schema.ts";

/** Something with an id and a name, to choose from. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

/**
 * All that the page of a boiler room's balance reads, in one answer; `yearReport()` turns it into the table.
 *
 * @spec balance.year
 */
export interface BalanceReadings extends
  Omit<
    YearInput,
    "boilerRoom" | "period" | "overrides"
  > {
  readonly boilerRoomName: string;
  /** null until the boiler room's source is set. */
  readonly boilerRoom: BoilerRoomEfficiency | null;
  /** Every outdoor source of the residence; `dju` has the months of each. */
  readonly outdoorSources: readonly Choice[];
  /** Every gas-volume series of the residence; `series` has the months of each. */
  readonly gasVolumeSeries: readonly Choice[];
  /** Mean outdoor temperature by source id, then by month, °C; a month without any is absent. */
  readonly outdoorC: Readonly<Record<string, Readonly<Record<IsoMonth, number>>>>;
}

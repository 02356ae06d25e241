import type {
  BoilerRoomEfficiency,
  EfficiencySettings,
  GasFactors,
  YearInput,
} from "@/lib/domain/energy_balance/types.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";

/** What a boiler room burns and makes, its dated settings apart. @spec B §3 "Boiler room efficiency data" */
export type EfficiencySources = Omit<BoilerRoomEfficiency, "settings" | "gazFactors">;

/** {@link EfficiencySources} to write. */
export type EfficiencySourcesDraft = EfficiencySources & { readonly version?: string | undefined };

/** The settings of a boiler room's balance, and what each edit is based on. */
export interface EfficiencyRead {
  /** null until the boiler room's source is set. */
  readonly sources: EfficiencySources | null;
  readonly settings: readonly EfficiencySettings[];
  readonly gazFactors: readonly GasFactors[];
  readonly versions: {
    readonly sources: string;
    readonly settings: string;
    readonly gazFactors: string;
  };
}

/** Settings from a day on, the day being in the path. @spec B §7 "efficiency settings … by ISO date" */
export type EfficiencySettingsDraft = Omit<EfficiencySettings, "fromDate"> & {
  readonly version?: string | undefined;
};

/** Gas factors from a day on, the day being in the path. @spec B §7 "gas factors by ISO date" */
export type GasFactorsDraft = Omit<GasFactors, "fromDate"> & {
  readonly version?: string | undefined;
};

/** Something with an id and a name, to choose from. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

/**
 * All that the page of a boiler room's balance reads, in one answer; `yearReport()` turns it into the table.
 *
 * @spec B §7 "Report computation inputs", B §2 "Boiler-room energy balance"
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

/** Ranks a residence by its energy among the landlord's own. @module */

import { portfolioRanks, type Rank } from "@/lib/energy_balance/portfolio_ranks.ts";
import type { RoomFigures } from "@/lib/energy_signature/schema.ts";
import { residenceFigures } from "./figures.ts";

export interface EnergyRank {
  /** kWh PCI/m² over twelve months; null unless each boiler room is known. */
  readonly kwhPerM2: number | null;
  readonly rank: Rank | null;
  /** Levels of kWh are then no comparison without a note. */
  readonly hasSeveralCarriers: boolean;
}

/** @spec balance.residence-year, balance.ranks */
export function energyRank(rooms: readonly RoomFigures[], projectId: string): EnergyRank {
  const figuresOf = residenceFigures({ rooms, silences: null, documents: null });
  const lines = [...new Set(rooms.map((one) => one.projectId))].map((id) => ({
    id,
    kwhPerM2: figuresOf(id).kwhPerM2,
  }));
  const bases = new Set(rooms.flatMap(({ season }) => season?.energyBasis ?? []));
  return {
    kwhPerM2: figuresOf(projectId).kwhPerM2,
    rank: portfolioRanks(lines)[projectId]?.kwhPerM2 ?? null,
    hasSeveralCarriers: bases.size > 1,
  };
}

import { chance, seedOf } from "@/lib/backend/demo/simulation/random.ts";
import type { PilotConfig } from "@/lib/domain/pilot/types.ts";
import { FIRST_CONFIG } from "@/lib/domain/pilot/wishes.ts";

/** Settings of the modules in residences with a pilot. */
export const RESIDENCE_CONFIG: PilotConfig = { ...FIRST_CONFIG, temp_conf: 19.5 };

/** Range of the occupants' choices around it, °C up and down. */
export const OCCUPANT_RANGE_C = 1.5;

/** The demo's occupant, who chose their heating when the residence asked for more: it is not allowed any more. */
const LIMITED = { houseId: "p01-l001", choiceC: 22 } as const;

/** Heating of an empty dwelling, °C. */
export const ABSENT_C = 16;

/** Days since the occupants of the empty dwellings left. */
export const ABSENT_DAYS = 6;

/** One dwelling in so many has a configuration of its own, is empty, or was changed an hour ago. */
const SHARES = { own: 0.15, absent: 0.08, fresh: 0.05 } as const;

/** How a dwelling of a residence with a pilot is heated: as the others, empty, by values of its own or of its occupant. */
type HeatedHouse =
  | { readonly kind: "common" }
  | { readonly kind: "absent" }
  | { readonly kind: "own" | "fresh"; readonly config: PilotConfig }
  | { readonly kind: "limited"; readonly config: PilotConfig; readonly choiceC: number };

export function heatedHouse(houseId: string): HeatedHouse {
  if (houseId === LIMITED.houseId) {
    const temp_conf = RESIDENCE_CONFIG.temp_conf + OCCUPANT_RANGE_C;
    const { choiceC } = LIMITED;
    return { kind: "limited", config: { ...RESIDENCE_CONFIG, temp_conf }, choiceC };
  }
  const seed = seedOf(`pilot ${houseId}`);
  if (chance(seed, 1) < SHARES.absent) return { kind: "absent" };
  const isFresh = chance(seed, 2) < SHARES.fresh;
  if (!isFresh && chance(seed, 3) >= SHARES.own) return { kind: "common" };
  const warmer = Math.round(2 * chance(seed, 4)) / 2;
  const temp_conf = RESIDENCE_CONFIG.temp_conf + warmer;
  const config = { ...RESIDENCE_CONFIG, temp_conf, night_decrease: 1 };
  return { kind: isFresh ? "fresh" : "own", config };
}

/** Settings applied by the module of a dwelling: a change of an hour ago is not applied yet. */
export function appliedConfig(house: HeatedHouse): PilotConfig {
  return house.kind === "own" || house.kind === "limited" ? house.config : RESIDENCE_CONFIG;
}

/** Computes the demo's dwellings, with their buildings, types, groups and heating settings. @module */

import { chance, seedOf } from "@/lib/demo/simulation/random.ts";
import type { PilotConfig } from "@/lib/heating_control/schema.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { COLLECT_MODES } from "@/lib/housing/dwelling_settings.ts";
import type { HouseSettings } from "@/lib/housing/schema.ts";
import { TEMP_OFFSET_SETTING } from "@/lib/housing/temperature_offset.ts";
import type { DemoSite } from "./site_table.ts";

export interface DemoHouse {
  readonly id: string;
  readonly serial: string;
  readonly settings: HouseSettings;
  /** Settings of its module. */
  readonly config: Readonly<Record<string, string>>;
  /** Habitable area, m². */
  readonly areaM2: number;
  readonly peopleCount: number;
}

/** A kind of dwelling of the demo: its size beside the mean one of its residence. */
interface DemoHouseType {
  readonly suffix: string;
  readonly name: string;
  readonly areaShare: number;
  readonly occupants: number;
}

export const HOUSE_TYPES: readonly DemoHouseType[] = [
  { suffix: "t2", name: "T2", areaShare: 0.76, occupants: 1.3 },
  { suffix: "t3", name: "T3", areaShare: 1, occupants: 2.1 },
  { suffix: "t4", name: "T4", areaShare: 1.24, occupants: 3 },
];

/** Doors of a landing, from left to right. */
const DOORS = 4;
/** Maximum number of dwellings of a building. */
const HOUSES_OF_BUILDING = 40;
/** Dwellings of the first residence's group that is too small to be shown. */
const SMALL_GROUP = 8;
/** Share of dwellings that show their detail, with the occupant's consent. */
const AGREED_SHARE = 0.25;

/** Buildings of a residence: "A", "B"… */
export function buildingLetters({ dwellings }: DemoSite): string[] {
  const count = Math.ceil(dwellings.count / HOUSES_OF_BUILDING);
  return Array.from({ length: count }, (_, index) => String.fromCharCode(65 + index));
}

export function buildingId(projectId: string, letter: string): string {
  return `${projectId}-b${letter.toLowerCase()}`;
}

export function houseTypeId(projectId: string, { suffix }: Pick<DemoHouseType, "suffix">): string {
  return `${projectId}-${suffix}`;
}

/** Id of a group of dwellings: one a building, and a small one. */
export function groupId(projectId: string, letter: string): string {
  return `${projectId}-g${letter.toLowerCase()}`;
}

/** Letter of the group that is too small to be shown. */
export const SMALL_GROUP_LETTER = "essai";

/** The residence that has a group too small to be shown. */
export const SMALL_GROUP_PROJECT = "p01";

/** The residence whose thermometers are corrected: one in so many reads a little too much. */
export const CORRECTED_PROJECT = "p01";
const CORRECTED_EVERY = 8;

/** Habitable area of a kind of dwelling in a residence, m². */
export function typeAreaM2({ dwellings }: DemoSite, { areaShare }: DemoHouseType): number {
  return Math.round(dwellings.areaM2 * areaShare);
}

/** The dwellings of a residence, floor after floor: the same each time. */
export function housesOfSite(site: DemoSite, projectId: string): DemoHouse[] {
  const letters = buildingLetters(site);
  const perBuilding = Math.ceil(site.dwellings.count / letters.length);
  return Array.from({ length: site.dwellings.count }, (_, position) => {
    const letter = letters[Math.floor(position / perBuilding)] ?? "A";
    return houseOf(site, projectId, { position, letter, inBuilding: position % perBuilding });
  });
}

function houseOf(
  site: DemoSite,
  projectId: string,
  { position, letter, inBuilding }: { position: number; letter: string; inBuilding: number },
): DemoHouse {
  const floor = Math.floor(inBuilding / DOORS);
  const id = `${projectId}-l${String(position + 1).padStart(3, "0")}`;
  const seed = seedOf(id);
  const type = HOUSE_TYPES[inBuilding % HOUSE_TYPES.length] ?? FALLBACK_TYPE;
  const isInSmallGroup = projectId === SMALL_GROUP_PROJECT && position < SMALL_GROUP;
  return {
    id,
    serial: seed.toString(16).toUpperCase().padStart(8, "0"),
    settings: {
      name: `${letter}${floor}${String(inBuilding % DOORS + 1).padStart(2, "0")}`,
      collectMode: isInSmallGroup || chance(seed, 1) < AGREED_SHARE
        ? COLLECT_MODES.NonAnonymous
        : COLLECT_MODES.Default,
      hourlyMode: 0,
      floor,
      buildingId: buildingId(projectId, letter),
      houseTypeId: houseTypeId(projectId, type),
      anonymousGroupId: groupId(projectId, isInSmallGroup ? SMALL_GROUP_LETTER : letter),
    },
    config: projectId === CORRECTED_PROJECT && position % CORRECTED_EVERY === 1
      ? { [TEMP_OFFSET_SETTING]: "0.4" }
      : {},
    areaM2: typeAreaM2(site, type),
    peopleCount: 1 + Math.floor(chance(seed, 2) * 2 * (type.occupants - 0.5)),
  };
}

const FALLBACK_TYPE: DemoHouseType = { suffix: "t3", name: "T3", areaShare: 1, occupants: 2.1 };

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

/**
 * Access to a dwelling's data, written by hand: the reference for the rule, the pages and the
 * files. @module
 */

import type { CollectMode, HourlyMode } from "@/lib/housing/dwelling_settings.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { HouseHourlyFeature, HouseModeFeature } from "@/lib/residences/features.ts";

export const MODES: readonly HouseModeFeature[] = [0, 1, 2, 3, 4];
export const HOURLIES: readonly HouseHourlyFeature[] = [0, 1, 2, 3, 4, 5, 6];
export const COLLECTS: readonly CollectMode[] = [0, 1, 2];
export const HOURLY_MODES: readonly HourlyMode[] = [0, 1, 2, 3];

/**
 * By houseMode: the data that a dwelling of each collectMode (default, detailed, anonymous) shows:
 * Hidden, Anonymous, Detailed.
 */
const CLIMATE_DETAIL = ["HHH", "DDA", "AAA", "ADA", "DDA"];
const OTHER_DETAIL = ["HHH", "DDA", "AAA", "ADA", "AAA"];

/**
 * By houseHourly: the detail of a dwelling of each hourlyMode (default, day, hour, five minutes):
 * Day, Hour, 5 minutes.
 */
const CLIMATE_FINEST = ["DDDD", "HDHH", "HDHH", "5DH5", "5DH5", "DDHH", "DDH5"];
const OTHER_FINEST = ["DDDD", "HDHH", "DDDD", "5DH5", "DDDD", "DDHH", "DDH5"];

const DETAILS = { H: "hidden", A: "anonymous", D: "detailed" } as const;
const FINEST = { D: "day", H: "hour", 5: "five-minutes" } as const;

/**
 * The most that a role sees of a dwelling, and of all together: nothing, Days, or the Finest
 * detail; and whether it sees groups.
 */
export const SEES: Readonly<
  Record<Role, readonly [alone: string, together: string, groups: boolean]>
> = {
  "admin": ["", "", false],
  "pilot": ["F", "F", true],
  "pilot:write": ["F", "F", true],
  "pilot:read": ["F", "F", true],
  "collect": ["F", "F", true],
  "collect:read": ["F", "F", true],
  "collect:minimal": ["", "", false],
  "collect:building:write": ["", "", false],
  "collect:building:read": ["", "", false],
  "collect:boilerroom:write": ["", "", false],
  "collect:boilerroom:read": ["", "", false],
  "collect:agg:daily": ["", "D", false],
  "collect:anondetail:daily": ["", "D", true],
  "collect:detail:daily": ["D", "D", true],
  "collect:agg:hourly": ["", "F", false],
  "collect:detail:hourly": ["F", "F", true],
  "collect:houseadmin": ["D", "D", true],
  "collect:acc:write": ["", "", false],
  "collect:alarm:write": ["", "", false],
  "collect:alarm:comment:write": ["", "", false],
  "collect:alarm:report:write": ["", "", false],
  "collect:housesconsreport:read": ["D", "D", true],
  "collect:housesconsreport:write": ["D", "D", true],
  "collect:housing:alerts:read": ["", "", false],
  "collect:housing:alerts:write": ["", "", false],
  "collect:housing:pilottemp:read": ["", "", false],
  "collect:housing:pilottemp:write": ["", "", false],
  "collect:display:write": ["", "", false],
  "collect:display:read": ["", "", false],
  "collect:config:manualindex:write": ["", "", false],
  "collect:documents:write": ["", "", false],
  "collect:documents:validate:write": ["", "", false],
  "collect:documents:read": ["", "", false],
  "ecotouch:houses:write": ["", "", false],
  "ecotouch:houses:read": ["", "", false],
  "ecotouch:houses:ws": ["", "", false],
  "ecotouch:houses:admin": ["", "", false],
  "ecotouch:facilities:ws": ["", "", false],
};

/** Modes of a residence and a dwelling. */
export interface Cell {
  houseMode: HouseModeFeature;
  houseHourly: HouseHourlyFeature;
  collectMode: CollectMode;
  hourlyMode: HourlyMode;
}

/** Every mode of a residence × every mode of a dwelling. */
export function* everyCell(): Generator<Cell> {
  for (const houseMode of MODES) {
    for (const houseHourly of HOURLIES) {
      for (const collectMode of COLLECTS) {
        for (const hourlyMode of HOURLY_MODES) {
          yield { houseMode, houseHourly, collectMode, hourlyMode };
        }
      }
    }
  }
}

/**
 * The data that a dwelling shows of temperature and humidity, or of other quantities, and their
 * detail.
 */
export function expectedOf(cell: Cell, isClimate: boolean) {
  const { houseMode, houseHourly, collectMode, hourlyMode } = cell;
  const detail = (isClimate ? CLIMATE_DETAIL : OTHER_DETAIL)[houseMode]?.[collectMode];
  const finest = (isClimate ? CLIMATE_FINEST : OTHER_FINEST)[houseHourly]?.[hourlyMode];
  return {
    detail: Object.entries(DETAILS).find(([letter]) => letter === detail)?.[1],
    finest: Object.entries(FINEST).find(([letter]) => letter === finest)?.[1],
  };
}

/**
 * The data that a role sees of a dwelling whose occupant consents, or not, to detail finer than a
 * day.
 */
export function seenOf(
  role: Role,
  cell: Cell,
  { isClimate, isFineAgreed = true }: { isClimate: boolean; isFineAgreed?: boolean },
) {
  const { detail, finest = null } = expectedOf(cell, isClimate);
  const [alone, together, groups] = SEES[role];
  const upTo = (letter: string) =>
    letter === "F" && isFineAgreed ? finest : letter === "" ? null : "day";
  return {
    alone: detail === "detailed" ? upTo(alone) : null,
    together: detail === "hidden" ? null : upTo(together),
    isGrouped: detail === "anonymous" && groups,
  };
}

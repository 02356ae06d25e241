/** Decides at which detail and resolution a user sees the data of a dwelling. @module */

import type { Role } from "@/lib/identity/roles.ts";
import { HOUSE_HOURLY, HOUSE_MODES } from "@/lib/residences/features.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import { reaches, type Resolution } from "@/lib/series/resolution.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { COLLECT_MODES, HOURLY_MODES } from "./dwelling_settings.ts";
import type { HouseSettings } from "./schema.ts";

/** Detail at which a residence shows a dwelling, before roles. @spec housing.visibility */
export type HouseDetail = "hidden" | "anonymous" | "detailed";

type DataFeatures = Pick<ProjectFeatures, "houseMode" | "houseHourly">;

type DataChoices = Pick<HouseSettings, "collectMode" | "hourlyMode">;

/** Access of a user to a quantity of a dwelling. */
export interface HouseVisibility {
  /** Finest granularity of the dwelling alone; null for none. */
  readonly alone: Resolution | null;
  /** Finest granularity with the other dwellings of the residence; null for none. */
  readonly together: Resolution | null;
  /** Whether it counts in its anonymous group, by day. */
  readonly isGrouped: boolean;
}

export interface VisibilityQuery {
  readonly features: DataFeatures;
  readonly choices: DataChoices;
  readonly dataUnitId: DataUnitId;
  /** Effective roles of the user on the residence. */
  readonly roles: ReadonlySet<Role>;
  /** Whether the occupant consents to data finer than a day, see `isFineAgreed()`. */
  readonly isFineAgreed: boolean;
}

/** A quantity of a dwelling, without user and granularity. */
type Quantity = Omit<VisibilityQuery, "roles" | "isFineAgreed">;

/**
 * Access of a user to a quantity of a dwelling: the single rule for every page, call and file.
 *
 * The role sets a maximum; the residence, then the dwelling, reduce it.
 *
 * @spec housing.visibility
 */
export function houseVisibility(query: VisibilityQuery): HouseVisibility {
  const { roles } = query;
  const detail = houseDetail(query);
  const finest = finestData(query);
  const upTo = (daily: Role, hourly: Role) => {
    if (roles.has(hourly)) return finest;
    return roles.has(daily) ? "day" : null;
  };
  return {
    alone: detail === "detailed" ? upTo("collect:detail:daily", "collect:detail:hourly") : null,
    together: detail === "hidden" ? null : upTo("collect:agg:daily", "collect:agg:hourly"),
    isGrouped: detail === "anonymous" && roles.has("collect:anondetail:daily"),
  };
}

/**
 * Detail at which a residence shows a quantity of a dwelling. A dwelling set to anonymous is anonymous in every mode.
 *
 * @spec housing.visibility "0 none, 1 detailed, 2 anonymous, 3 both (configurable), 4 anonymous except temperature and humidity"
 */
export function houseDetail(
  { features: { houseMode }, choices: { collectMode }, dataUnitId }: Quantity,
): HouseDetail {
  if (houseMode === HOUSE_MODES.No) return "hidden";
  if (collectMode === COLLECT_MODES.Anonymous) return "anonymous";
  const isDetailed = houseMode === HOUSE_MODES.Detailed ||
    (houseMode === HOUSE_MODES.Configurable && collectMode === COLLECT_MODES.NonAnonymous) ||
    (houseMode === HOUSE_MODES.DetailedTemp && isClimate(dataUnitId));
  return isDetailed ? "detailed" : "anonymous";
}

/**
 * Finest granularity of a quantity of a dwelling: days without its occupant's consent. A dwelling set to days or
 * hours is never finer; a dwelling without a setting is by day where dwellings choose.
 *
 * @spec housing.visibility, housing.hourly-consent
 */
export function finestData(
  { features: { houseHourly }, choices: { hourlyMode }, dataUnitId, isFineAgreed }: Omit<
    VisibilityQuery,
    "roles"
  >,
): Resolution {
  if (!isFineAgreed) return "day";
  const isChosen = houseHourly === HOUSE_HOURLY.Configurable ||
    houseHourly === HOUSE_HOURLY.ConfigurableFiveMin;
  const allowed = isClimate(dataUnitId) ? CLIMATE_FINEST[houseHourly] : FINEST[houseHourly];
  const chosen = hourlyMode === HOURLY_MODES.Default
    ? isChosen ? "day" : "five-minutes"
    : CHOSEN[hourlyMode];
  return coarser(allowed, chosen);
}

/** Temperature and humidity, exempted by some modes. @spec housing.visibility "4 anonymous except temperature and humidity" */
function isClimate(dataUnitId: DataUnitId): boolean {
  return dataUnitId === "TEMP" || dataUnitId === "HUM";
}

function coarser(left: Resolution, right: Resolution): Resolution {
  return reaches(left, right) ? right : left;
}

const CHOSEN = {
  [HOURLY_MODES.Daily]: "day",
  [HOURLY_MODES.Hourly]: "hour",
  [HOURLY_MODES.FiveMin]: "five-minutes",
} as const satisfies Record<number, Resolution>;

const FINEST = {
  [HOUSE_HOURLY.No]: "day",
  [HOUSE_HOURLY.All]: "hour",
  [HOUSE_HOURLY.Temp]: "day",
  [HOUSE_HOURLY.AllFiveMin]: "five-minutes",
  [HOUSE_HOURLY.TempFiveMin]: "day",
  [HOUSE_HOURLY.Configurable]: "hour",
  [HOUSE_HOURLY.ConfigurableFiveMin]: "five-minutes",
} as const satisfies Record<number, Resolution>;

const CLIMATE_FINEST = {
  ...FINEST,
  [HOUSE_HOURLY.Temp]: "hour",
  [HOUSE_HOURLY.TempFiveMin]: "five-minutes",
} as const satisfies Record<number, Resolution>;

import type { FeaturesOn } from "./features.ts";
import type { HouseStatus, PilotConfig } from "./types.ts";

/** Hours of the day with a reduced temperature: from 22:00 to 6:00. */
export const NIGHT_HOURS: ReadonlySet<number> = new Set([22, 23, 0, 1, 2, 3, 4, 5]);

/** Maximum temperature of an empty dwelling, °C. @spec pilot.week */
const EMPTY_C = 16;

const DAYS = 7;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export interface HourSetpoint {
  /** 0 to 23. */
  readonly hour: number;
  /** °C; null when off, or not controlled. */
  readonly heatingC: number | null;
  readonly coolingC: number | null;
  readonly isWaterHeating: boolean;
}

/**
 * The set-points of a week: seven days from Monday, of 24 hours each.
 *
 * @spec pilot.week
 * @param config configuration, with the occupant's chosen heating if any
 */
export function weekOf(
  config: PilotConfig,
  { house_status }: { readonly house_status: HouseStatus },
  on: FeaturesOn,
): HourSetpoint[][] {
  const isAbsent = on.house_status && house_status === "absent";
  const day = HOURS.map((hour) => ({
    hour,
    heatingC: on.ch_pilot && config.ch_on ? heatingC(config, hour, isAbsent) : null,
    coolingC: on.clim_pilot && !isAbsent ? config.temp_conf_clim : null,
    isWaterHeating: on.watertank_pilot && config.watertank_hours.includes(hour),
  }));
  return Array.from({ length: DAYS }, () => day);
}

function heatingC(
  { temp_conf, night_decrease }: PilotConfig,
  hour: number,
  isAbsent: boolean,
): number {
  const lowered = NIGHT_HOURS.has(hour) ? temp_conf - night_decrease : temp_conf;
  return isAbsent ? Math.min(EMPTY_C, lowered) : lowered;
}

/** Tells whether the night set-back of a boiler room was lost, from the energy of its hours. @module */

import { meanOf } from "@/lib/base/sums.ts";

/** The energy of an hour of a day, in any unit. */
export interface HourEnergy {
  /** Hour of the clock at which it starts, 0 to 23. */
  readonly hour: number;
  readonly energy: number;
}

/** Hours of the night and of the day that are compared: 23 h to 5 h, and 7 h to 21 h. */
const [NIGHT_FROM, NIGHT_TO] = [23, 5];
const [DAY_FROM, DAY_TO] = [7, 21];
/** Share of the day's power from which a night is not set back any more, and below which it was. */
const [LOST_ABOVE, KEPT_BELOW] = [0.9, 0.8];

/** Mean power of the nights over that of the days; null without hours of both. @spec signature.set-back */
export function nightShare(hours: readonly HourEnergy[]): number | null {
  const meanIn = (isIn: (hour: number) => boolean) => {
    const some = hours.filter(({ hour }) => isIn(hour)).map(({ energy }) => energy);
    return some.length === 0 ? null : meanOf(some);
  };
  const night = meanIn((hour) => hour >= NIGHT_FROM || hour < NIGHT_TO);
  const day = meanIn((hour) => hour >= DAY_FROM && hour < DAY_TO);
  return night === null || day === null || day <= 0 ? null : night / day;
}

/** Whether nights that were set back are not any more. @param before share of the baseline @spec signature.set-back */
export function isSetBackLost(now: number | null, before: number | null): boolean {
  return now !== null && before !== null && now > LOST_ABOVE && before < KEPT_BELOW;
}

import { CURRENT_FOR_S } from "@/lib/domain/series/currentness.ts";
import type { ConnectivityState, ConnectivitySummary } from "./types.ts";

/** Age from which a dwelling that answered is offline. @spec housing.connectivity "last 7 days" */
const RECENT_FOR_S = 7 * 24 * 3_600;

/** When a dwelling and what carries its sensors were last seen, seconds since 1970; null for never. */
export interface Seen {
  readonly houseS: number | null;
  /** The module its sensors send through; null when it has none. */
  readonly gatewayS: number | null;
}

/**
 * How a dwelling answers.
 *
 * @spec housing.connectivity "online = seen within 24 h; reachable = gateway seen within 24 h but not the sensor; last 7 days; offline. Precedence in that order"
 * @param nowS seconds since 1970; at 24 hours, or 7 days, exactly it still counts
 */
export function connectivityState({ houseS, gatewayS }: Seen, nowS: number): ConnectivityState {
  const isWithin = (seenS: number | null, ageS: number) => seenS !== null && nowS - seenS <= ageS;
  if (isWithin(houseS, CURRENT_FOR_S)) return "online";
  if (isWithin(gatewayS, CURRENT_FOR_S)) return "reachable";
  return isWithin(houseS, RECENT_FOR_S) ? "last-7-days" : "offline";
}

/** How many dwellings are in each state. @spec housing.connectivity-counts */
export function connectivitySummary(states: readonly ConnectivityState[]): ConnectivitySummary {
  const countOf = (state: ConnectivityState) => states.filter((one) => one === state).length;
  return {
    onlineCount: countOf("online"),
    reachableCount: countOf("reachable"),
    last7DaysCount: countOf("last-7-days"),
    offlineCount: countOf("offline"),
  };
}

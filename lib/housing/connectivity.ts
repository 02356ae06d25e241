/** Connectivity state of a dwelling from its last reception, and the count of each state. @module */

import { CURRENT_FOR_S } from "@/lib/timeseries/rhythm.ts";
import type { ConnectivityState, ConnectivitySummary } from "./schema.ts";

/** Age above which a dwelling is offline. @spec housing.connectivity "last 7 days" */
const RECENT_FOR_S = 7 * 24 * 3_600;

/** Last reception from a dwelling and its gateway, seconds since 1970; null for never. */
interface LastSeen {
  readonly houseS: number | null;
  /** The module of its sensors; null when there is none. */
  readonly gatewayS: number | null;
}

/**
 * Connectivity state of a dwelling.
 *
 * @spec housing.connectivity "online = seen within 24 h; reachable = gateway seen within 24 h but not the sensor; last 7 days; offline. Precedence in that order"
 * @param nowS seconds since 1970; ages of exactly 24 hours and 7 days are included
 */
export function connectivityState({ houseS, gatewayS }: LastSeen, nowS: number): ConnectivityState {
  const isWithin = (seenS: number | null, ageS: number) => seenS !== null && nowS - seenS <= ageS;
  if (isWithin(houseS, CURRENT_FOR_S)) return "online";
  if (isWithin(gatewayS, CURRENT_FOR_S)) return "reachable";
  return isWithin(houseS, RECENT_FOR_S) ? "last-7-days" : "offline";
}

/** Number of dwellings in each state. @spec housing.connectivity-counts */
export function connectivitySummary(states: readonly ConnectivityState[]): ConnectivitySummary {
  const countOf = (state: ConnectivityState) => states.filter((one) => one === state).length;
  return {
    onlineCount: countOf("online"),
    reachableCount: countOf("reachable"),
    last7DaysCount: countOf("last-7-days"),
    offlineCount: countOf("offline"),
  };
}

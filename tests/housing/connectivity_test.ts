import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { connectivityState, connectivitySummary } from "@/lib/housing/connectivity.ts";

const NOW_S = 2_000_000_000;
const DAY_S = 86_400;

// @spec housing.connectivity
Deno.test("connectivityState() is online up to 24 hours, last 7 days up to 7 days, then offline", () => {
  const stateAt = (ageS: number) =>
    connectivityState({ houseS: NOW_S - ageS, gatewayS: null }, NOW_S);
  strictEqual(stateAt(0), "online");
  strictEqual(stateAt(DAY_S), "online");
  strictEqual(stateAt(DAY_S + 1), "last-7-days");
  strictEqual(stateAt(7 * DAY_S), "last-7-days");
  strictEqual(stateAt(7 * DAY_S + 1), "offline");
  strictEqual(connectivityState({ houseS: null, gatewayS: null }, NOW_S), "offline");
});

Deno.test("connectivityState() is reachable while the gateway answers, before last 7 days", () => {
  const gatewayS = NOW_S - 3_600;
  strictEqual(connectivityState({ houseS: NOW_S - 2 * DAY_S, gatewayS }, NOW_S), "reachable");
  strictEqual(connectivityState({ houseS: null, gatewayS }, NOW_S), "reachable");
  strictEqual(connectivityState({ houseS: NOW_S - 60, gatewayS }, NOW_S), "online");
  const lost = { houseS: NOW_S - 2 * DAY_S, gatewayS: NOW_S - 2 * DAY_S };
  strictEqual(connectivityState(lost, NOW_S), "last-7-days");
});

Deno.test("connectivitySummary() counts each state", () => {
  deepStrictEqual(connectivitySummary(["online", "offline", "online", "reachable"]), {
    onlineCount: 2,
    reachableCount: 1,
    last7DaysCount: 0,
    offlineCount: 1,
  });
});

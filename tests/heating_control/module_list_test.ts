import { deepStrictEqual } from "node:assert/strict";
import { moduleCounts, moduleLines } from "@/lib/heating_control/module_list.ts";
import type { ModuleSetpointRequest, ModuleStatus } from "@/lib/heating_control/schema.ts";

const WISH: ModuleSetpointRequest = {
  state: "pending",
  revision: 1,
  changedAt: "2026-02-07T12:00:00Z",
  changedBy: null,
  isOccupants: false,
  appliedAt: null,
};

function aStatus(moduleId: string, wish: Partial<ModuleSetpointRequest>): ModuleStatus {
  return {
    moduleId,
    houseId: moduleId,
    name: moduleId,
    house_status: "present",
    reportedHouseStatus: null,
    temperatureC: null,
    temperatureFrom: null,
    temperatureAt: null,
    setpointC: null,
    isHeating: null,
    isCooling: null,
    isWaterHeating: null,
    at: null,
    version: "0",
    wish: { ...WISH, ...wish },
  };
}

// @spec pilot.module-list
Deno.test("moduleLines() shows how long a wish has been pending, and a module that never sent as offline", () => {
  const nowS = Date.parse("2026-02-10T12:00:00Z") / 1_000;
  const seen = {
    moduleId: "b",
    houseId: "b",
    name: "b",
    state: "online",
    lastSeenAt: null,
  } as const;
  const lines = moduleLines(
    [
      aStatus("a", {}),
      aStatus("b", { state: "applied" }),
      aStatus("c", { changedAt: "2026-02-10T12:01:00Z" }),
    ],
    [seen],
    nowS,
  );
  // Three days; a change dated by a clock ahead of ours has not waited.
  deepStrictEqual(lines.map(({ pendingS }) => pendingS), [259_200, null, 0]);
  deepStrictEqual(lines.map(({ connectivity }) => connectivity), ["offline", "online", "offline"]);
  deepStrictEqual(moduleCounts(lines), { all: 3, online: 1, pending: 2 });
});

import { lastSeen } from "@/lib/backend/embedded/housing/connectivity.ts";
import type { HousingWorld } from "@/lib/backend/embedded/housing/housing_readings.ts";
import { connectivityState } from "@/lib/domain/housing/connectivity.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import type { ModuleConnectivity } from "@/lib/domain/pilot/types.ts";
import { heardOf } from "@/lib/domain/pilot/reports.ts";
import type { PilotModule } from "./asked.ts";

/**
 * Connectivity of modules: that of a module from its readings and the gateway's reports; that of the gateway from its
 * reports and its requests for wishes.
 *
 * @spec pilot.connectivity
 */
export async function moduleStates(
  world: HousingWorld,
  modules: readonly PilotModule[],
  { nowS, polledS }: { readonly nowS: number; readonly polledS: number | null },
): Promise<(module: PilotModule) => Pick<ModuleConnectivity, "state" | "lastSeenAt">> {
  const ids = new Set(modules.map(({ id }) => id));
  const houses = world.houses.filter(({ id }) => ids.has(id));
  const seen = await lastSeen({ ...world, houses });
  const gatewayS = latest([polledS, ...modules.map(heardS)]);
  return (module) => {
    const houseS = latest([seen.get(module.id) ?? null, heardS(module)]);
    const lastSeenAt = houseS === null ? null : utcInstant(houseS);
    return { state: connectivityState({ houseS, gatewayS }, nowS), lastSeenAt };
  };
}

function heardS({ report }: PilotModule): number | null {
  return report && heardOf(report);
}

function latest(times: readonly (number | null)[]): number | null {
  return times.reduce<number | null>(
    (last, one) => one !== null && (last === null || one > last) ? one : last,
    null,
  );
}

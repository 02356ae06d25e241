import type { Handler } from "@/lib/backend/embedded/services.ts";
import { connectivityState, connectivitySummary } from "@/lib/domain/housing/connectivity.ts";
import type { HouseConnectivity } from "@/lib/domain/housing/types.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { type HousingWorld, readHousing } from "./housing_readings.ts";

export const listHousesConnectivity: Handler<"listHousesConnectivity"> = async (
  services,
  { projectId },
  caller,
) => {
  const world = await readHousing(services, projectId, caller);
  return { ok: true, answer: await connectivityOf(world, services.now() / 1_000) };
};

/** Number of dwellings by connectivity state. */
export const getHousesConnectivitySummary: Handler<"getHousesConnectivitySummary"> = async (
  services,
  { projectId },
  caller,
) => {
  const world = await readHousing(services, projectId, caller);
  const houses = await connectivityOf(world, services.now() / 1_000);
  return { ok: true, answer: connectivitySummary(houses.map(({ state }) => state)) };
};

/** A dwelling is online through any of its series; its module, through any dwelling that sends through it. */
async function connectivityOf(world: HousingWorld, nowS: number): Promise<HouseConnectivity[]> {
  const seen = await lastSeen(world);
  const gateways = new Map<string, number>();
  for (const { id, record: { projectModuleId } } of world.houses) {
    const seenS = seen.get(id);
    if (projectModuleId === null || seenS === undefined) continue;
    gateways.set(projectModuleId, Math.max(seenS, gateways.get(projectModuleId) ?? 0));
  }
  return world.houses.map(({ id, record: { projectModuleId } }) => {
    const houseS = seen.get(id) ?? null;
    const gatewayS = gateways.get(projectModuleId ?? "") ?? null;
    return {
      houseId: id,
      state: connectivityState({ houseS, gatewayS }, nowS),
      lastSeenAt: houseS === null ? null : utcInstant(houseS),
    };
  });
}

/** When each dwelling last sent a reading, seconds since 1970; absent when it never has. */
export async function lastSeen(
  { houses, series, reader }: Pick<HousingWorld, "houses" | "series" | "reader">,
): Promise<Map<string, number>> {
  // An index typed by hand says nothing about the module.
  const sending = series.filter(({ manualIndex }) => !manualIndex);
  const owners = new Map(
    houses.flatMap(({ id }) => sending.map((one) => [storedSeriesId(one.id, id), id] as const)),
  );
  const seen = new Map<string, number>();
  for (const [seriesId, { epochS }] of await reader.lastOfMany([...owners.keys()])) {
    const houseId = owners.get(seriesId) ?? "";
    seen.set(houseId, Math.max(epochS, seen.get(houseId) ?? 0));
  }
  return seen;
}

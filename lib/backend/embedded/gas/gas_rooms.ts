import { readEach } from "@/lib/backend/core/at_once.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { idOf, listEntries, type Store } from "@/lib/backend/kv/store.ts";
import { sourcesRecord } from "@/lib/backend/records/facilities.ts";
import type { GasPceRecord } from "@/lib/backend/records/gas.ts";
import type { GasHolder } from "@/lib/domain/gas/holders.ts";

export interface NamingRoom {
  readonly projectId: string;
  readonly boilerRoomId: string;
  readonly pce: string;
}

/** The boiler rooms of an organisation whose settings have a delivery point. */
export async function namingRooms(store: Store, orgId: string): Promise<NamingRoom[]> {
  const projectIds = await listIds(store, keys.projectOfOrg.under(orgId));
  return (await readEach(projectIds, (id) => roomsOfProject(store, id))).flat();
}

/** As {@link namingRooms}, for display: those of each residence are cached until it is written. */
export async function cachedNamingRooms(
  { store, memory }: Pick<Services, "store" | "memory">,
  orgId: string,
): Promise<NamingRoom[]> {
  const projectIds = await listIds(store, keys.projectOfOrg.under(orgId));
  const found = await readEach(
    projectIds,
    (id) => memory.ofSettings(id, "naming rooms", () => roomsOfProject(store, id)),
  );
  return found.flat();
}

async function roomsOfProject(store: Store, projectId: string): Promise<NamingRoom[]> {
  const prefix = keys.efficiencySources.under(projectId);
  const sources = await listEntries(store, { prefix }, sourcesRecord);
  return sources.flatMap(({ key, value: { gazPce } }) =>
    gazPce === null ? [] : [{ projectId, boilerRoomId: idOf(key), pce: gazPce }]
  );
}

/**
 * Holders of a delivery point.
 *
 * @returns "contested" when no holder is recorded and rooms of several residences name it
 */
export function holdersOf(
  record: Pick<GasPceRecord, "holders">,
  rooms: readonly NamingRoom[],
): readonly GasHolder[] | "contested" {
  if (record.holders.length > 0) return record.holders;
  const [first] = rooms;
  if (first === undefined) return [];
  const { projectId, boilerRoomId } = first;
  const isOfOne = rooms.every((room) => room.projectId === projectId);
  return isOfOne ? [{ projectId, boilerRoomId, fromDate: null }] : "contested";
}

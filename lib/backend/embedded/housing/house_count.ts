import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import { MOST_HOUSES } from "@/lib/domain/housing/limits.ts";

/** Lifetime of a cached count, ms: an import creates hundreds of dwellings meanwhile. */
const REMEMBERED_MS = 5_000;
/** Distance to the limit from which dwellings are counted each time. */
const NEAR_LIMIT = 500;
const RESIDENCES_REMEMBERED = 200;

interface Counted {
  readonly count: number;
  readonly atMs: number;
}

const COUNTS = new StoreMemory<Counted>(RESIDENCES_REMEMBERED);

/** True when a residence has room for another dwelling: near the limit all are counted each time. */
export async function hasRoomForHouse(services: Services, projectId: string): Promise<boolean> {
  const { store } = services;
  const known = COUNTS.of(store);
  const nowMs = services.now();
  const last = known.get(projectId);
  const isFresh = last !== undefined && Math.abs(nowMs - last.atMs) < REMEMBERED_MS &&
    last.count < MOST_HOUSES - NEAR_LIMIT;
  const { count, atMs } = isFresh
    ? last
    : { count: await houseCount(store, projectId), atMs: nowMs };
  // The new dwelling is created next.
  known.set(projectId, { count: count + 1, atMs });
  return count < MOST_HOUSES;
}

async function houseCount(store: Store, projectId: string): Promise<number> {
  let count = 0;
  const prefix = keys.house.under(projectId);
  for await (const _ of store.list({ prefix }, { batchSize: 500 })) count++;
  return count;
}

import * as z from "zod";
import { lasting, readLive } from "@/lib/backend/kv/expiry.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";

/** An event of a device, with the id given by its network server. */
interface Uplink {
  readonly projectId: string;
  readonly deduplicationId: string;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/** How long a copy of an event may still arrive: servers retry for hours, ms. */
const REMEMBERED_MS = 24 * 3_600_000;

/** True when an event was already stored. @spec collectors.device-events */
export async function isTaken(
  store: Store,
  { projectId, deduplicationId, nowMs }: Uplink,
): Promise<boolean> {
  const key = keys.uplink(projectId, deduplicationId);
  return (await readLive(store, key, z.literal(true), nowMs)).value !== null;
}

/** Records an event whose readings are stored. */
export async function noteTaken(
  store: Store,
  { projectId, deduplicationId, nowMs }: Uplink,
): Promise<void> {
  const { value, options } = lasting(true, nowMs + REMEMBERED_MS, nowMs);
  await store.atomic().set(keys.uplink(projectId, deduplicationId), value, options).commit();
}

import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { decodePoints, encodePoints } from "@/lib/backend/kv/series/chunk.ts";
import type { Atomic, Store } from "@/lib/backend/kv/store.ts";
import { DATA_KINDS, type Point } from "@/lib/domain/series/types.ts";
import { manualIndexRecord } from "./projects.ts";

/** Deleted readings, until they can no longer be restored. @spec series.deletions */
export type DeletedReadings = z.output<typeof deletedReadingsRecord>;
export const deletedReadingsRecord = z.object({
  /** When they were deleted, epoch ms. */
  atMs: z.number(),
  kind: z.enum(DATA_KINDS),
  points: z.instanceof(Uint8Array),
  /** The indexes typed by hand among them. */
  indexes: z.array(z.object({ id: z.string(), record: manualIndexRecord })),
});

/** Seconds of deleted readings. */
export type DeletedSeconds = ReadonlySet<number>;

/** Adds to a commit the instants that senders do not bring back. */
export function rememberDeleted(
  atomic: Atomic,
  key: Parameters<typeof keys.deletedInstants>,
  points: readonly Point[],
): void {
  const instants = points.map(({ epochS }) => ({ epochS, value: 0 }));
  atomic.set(keys.deletedInstants(...key), encodePoints(instants));
}

/** The instants of the deleted readings of each series of a residence, by the id of its readings. */
export async function deletedInstants(
  store: Store,
  projectId: string,
): Promise<ReadonlyMap<string, DeletedSeconds>> {
  const found = new Map<string, Set<number>>();
  for await (
    const { key, value } of store.list({ prefix: keys.deletedInstants.under(projectId) })
  ) {
    const seconds = found.getOrInsertComputed(String(key.at(-2)), () => new Set<number>());
    for (const { epochS } of decodePoints(value)) seconds.add(epochS);
  }
  return found;
}

/** Those of one series, or of one dwelling's. */
export async function deletedInstantsOf(
  store: Store,
  { projectId, storedId }: { readonly projectId: string; readonly storedId: string },
): Promise<DeletedSeconds> {
  const seconds = new Set<number>();
  const prefix = keys.deletedInstants.under(projectId, storedId);
  for await (const { value } of store.list({ prefix })) {
    for (const { epochS } of decodePoints(value)) seconds.add(epochS);
  }
  return seconds;
}

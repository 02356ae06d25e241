import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { REFUSAL_CAUSES, type RefusalCount, RefusalTally } from "@/lib/domain/series/refusals.ts";

/** Refused readings of a project's collectors, by source and cause: one bounded value. */
export const refusalCounts: z.ZodType<RefusalCount[]> = z.array(z.object({
  source: z.string(),
  cause: z.enum(REFUSAL_CAUSES),
  count: z.number(),
  sinceMs: z.number(),
  lastMs: z.number(),
  example: z.string(),
}));

/** Two concurrent senders are rare, and a lost count loses no reading. */
const TRIES = 5;

export async function listRefusals(
  store: Store,
  projectId: string,
  nowMs: number,
): Promise<readonly RefusalCount[]> {
  const { value } = await readEntry(store, keys.refusedSources(projectId), refusalCounts);
  return new RefusalTally(nowMs, value ?? []).counts.toSorted((a, b) => b.lastMs - a.lastMs);
}

export async function noteRefusals(
  store: Store,
  projectId: string,
  refused: RefusalTally,
): Promise<void> {
  if (refused.counts.length === 0) return;
  for (let tries = 0; tries < TRIES; tries++) {
    const atomic = store.atomic();
    await includeRefusals(store, atomic, { projectId, tally: refused });
    if ((await atomic.commit()).ok) return;
  }
}

/** Adds to a commit the refusals of a tally; nothing for none. */
export async function includeRefusals(
  store: Store,
  atomic: Atomic,
  { projectId, tally }: { readonly projectId: string; readonly tally: RefusalTally },
): Promise<void> {
  if (tally.counts.length === 0) return;
  const { key, value, versionstamp } = await readEntry(
    store,
    keys.refusedSources(projectId),
    refusalCounts,
  );
  const all = new RefusalTally(tally.nowMs, value ?? []);
  all.addAll(tally.counts);
  atomic.check({ key, versionstamp }).set(key, all.counts);
}

import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { pilotRevisionRecord } from "@/lib/backend/records/pilot.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { PilotChange } from "@/lib/domain/pilot/wishes.ts";

/**
 * Reserves the next revision of a residence in the commit of its change.
 *
 * @param count number of revisions, above 1 when another change follows without a write
 */
export async function newChange(
  { store, now }: { readonly store: Store; now(): number },
  atomic: Atomic,
  { projectId, caller, count = 1 }: {
    readonly projectId: string;
    readonly caller: Caller | null;
    readonly count?: number;
  },
): Promise<PilotChange> {
  const { key, value } = await readEntry(store, keys.pilotRevision(projectId), pilotRevisionRecord);
  const last = value ?? 0;
  atomic.set(key, last + count);
  const accountId = caller?.kind === "account" ? caller.accountId : null;
  return { revision: last + 1, epochS: Math.floor(now() / 1_000), accountId };
}

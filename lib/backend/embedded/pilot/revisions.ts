import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { pilotRevisionRecord } from "@/lib/backend/records/pilot.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { type PilotChange, REVISION_STEP } from "@/lib/domain/pilot/wishes.ts";

/** Reserves the next revision of a residence in the commit of its change. */
export async function newChange(
  { store, now }: { readonly store: Store; now(): number },
  atomic: Atomic,
  { projectId, caller }: { readonly projectId: string; readonly caller: Caller | null },
): Promise<PilotChange> {
  const { key, value } = await readEntry(store, keys.pilotRevision(projectId), pilotRevisionRecord);
  const revision = (value ?? 0) + REVISION_STEP;
  atomic.set(key, revision);
  const accountId = caller?.kind === "account" ? caller.accountId : null;
  return { revision, epochS: Math.floor(now() / 1_000), accountId };
}

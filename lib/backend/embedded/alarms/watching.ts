import type { Scope } from "@/lib/backend/cache/versions.ts";
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, MaybeEntry } from "@/lib/backend/kv/store.ts";
import { type WatchingRecord, watchingRecord } from "@/lib/backend/records/alarms.ts";

/** Where the evaluation of a residence stands that never had one. */
const NEVER: WatchingRecord = { evaluatedS: 0, nextS: null };

/** What shows the alarms of a residence: its own lists, and those of its organisation. */
export function alarmScopes(orgId: string, projectId: string): Scope[] {
  return [{ kind: "alarms", id: projectId }, { kind: "alarms", id: orgId }];
}

export function readWatching(
  { store }: Pick<Services, "store">,
  projectId: string,
): Promise<MaybeEntry<WatchingRecord>> {
  return readEntry(store, keys.alarmWatching(projectId), watchingRecord);
}

/** Adds to a commit that starts or ends alarms of a residence that no other one has come between. */
export function holdWatching(
  atomic: Atomic,
  entry: MaybeEntry<WatchingRecord>,
  after: WatchingRecord = entry.value ?? NEVER,
): Atomic {
  return atomic.check(unchanged(entry)).set(entry.key, after);
}

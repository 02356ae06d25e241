import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds, listStored } from "@/lib/backend/kv/lists.ts";
import { idOf, readable, type Store, type Unreadable } from "@/lib/backend/kv/store.ts";
import { alarmMuteRecord, alarmRecord } from "@/lib/backend/records/alarms.ts";
import { alarmIdsFrom } from "@/lib/domain/alarms/alarm_ids.ts";

/** The alarms or works of a residence that ended before an instant. */
interface EndedAlarms {
  readonly projectId: string;
  readonly beforeS: number;
  /** Receives the unreadable entries, which are not removed. */
  readonly unreadable?: Unreadable;
}

/**
 * Removes the alarms of a residence that ended before an instant, with their comments.
 *
 * @spec alarms.retention
 * @returns number of alarms removed
 */
export async function purgeAlarms(
  store: Store,
  { projectId, beforeS, unreadable }: EndedAlarms,
): Promise<number> {
  const prefix = keys.closedAlarm.under(projectId);
  const selector = { prefix, end: keys.closedAlarm(projectId, alarmIdsFrom(beforeS)) };
  let count = 0;
  for await (const unread of store.list(selector)) {
    const [entry] = readable([unread], alarmRecord, unreadable);
    const end = entry?.value.end ?? null;
    if (entry === undefined || end === null || Date.parse(end) >= beforeS * 1_000) continue;
    const alarmId = idOf(entry.key);
    // A concurrent comment checks the alarm: either this commit fails, or the comment's.
    const atomic = store.atomic().check(entry).delete(entry.key);
    for (const id of await listIds(store, keys.alarmComment.under(projectId, alarmId))) {
      atomic.delete(keys.alarmComment(projectId, alarmId, id));
    }
    if ((await atomic.commit()).ok) count++;
  }
  return count;
}

/** Removes the planned works of a residence that ended before an instant. @spec alarms.retention */
export async function purgeMutes(
  store: Store,
  { projectId, beforeS, unreadable }: EndedAlarms,
): Promise<void> {
  const prefix = keys.alarmMute.under(projectId);
  const mutes = await listStored(store, prefix, alarmMuteRecord, unreadable);
  for (const { entry, record: { to } } of mutes) {
    if (Date.parse(to) >= beforeS * 1_000) continue;
    // Planned works changed meanwhile are not removed.
    await store.atomic().check(entry).delete(entry.key).commit();
  }
}

import { isDeepStrictEqual } from "node:util";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { idOf, readEntries } from "@/lib/backend/kv/store.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type AlarmRecord, alarmRecord } from "@/lib/backend/records/alarms.ts";
import type { Subject } from "@/lib/domain/alarms/watching.ts";
import { placeOf } from "./alarm_changes.ts";
import type { Watches } from "./watching.ts";

/** Maximum alarms moved by one commit: the next evaluation moves the others. */
const MOVED_PER_COMMIT = 50;

const NONE: ReadonlyMap<string, AlarmRecord> = new Map();

/**
 * The open alarms of subjects that moved since they were raised: pages and reports look for them at the subject's
 * current place.
 *
 * @spec alarms.changes
 * @returns the updated alarms, by id
 */
export async function movedAlarms(
  { store }: Pick<Services, "store">,
  projectId: string,
  { subjects, watches }: { readonly subjects: readonly Subject[]; readonly watches: Watches },
): Promise<ReadonlyMap<string, AlarmRecord>> {
  const byAlarm = new Map(subjects.flatMap((subject) => {
    const { state, alarmId } = watches.get(subject.key) ?? { state: "rest", alarmId: null };
    return state === "raised" && alarmId !== null ? [[alarmId, subject] as const] : [];
  }));
  if (byAlarm.size === 0) return NONE;
  const wanted = [...byAlarm.keys()].map((id) => keys.openAlarm(projectId, id));
  const moved = new Map<string, AlarmRecord>();
  for (const { key, value } of await readEntries(store, wanted, alarmRecord)) {
    const id = idOf(key);
    const subject = byAlarm.get(id);
    if (value === null || subject === undefined) continue;
    const place = placeOf(subject);
    if (isDeepStrictEqual(placeOf(value), place)) continue;
    moved.set(id, { ...value, ...place });
    if (moved.size === MOVED_PER_COMMIT) break;
  }
  return moved;
}

import { alarmIdOf } from "@/lib/alarms/alarm_ids.ts";
import { type AlarmRecord, setAlarm } from "@/lib/alarms/records.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { ORG, PROJECT } from "./a_residence.ts";
import { OPEN_ALARM } from "./listed_alarms.ts";

/** Place, instant and overridden fields of a stored alarm. */
export interface SomeAlarm extends Partial<AlarmRecord> {
  orgId?: string;
  projectId?: string;
}

const ALARM: AlarmRecord = {
  ...OPEN_ALARM,
  subjectKey: "collect-online/s1",
  message: "Plus de relevés",
};

/** The record of an alarm and its id. */
export function aStoredAlarm(
  over: Partial<AlarmRecord> = {},
): { readonly alarmId: string; readonly record: AlarmRecord } {
  const record: AlarmRecord = { ...ALARM, ...over };
  return { alarmId: alarmIdOf(record.subjectKey, Date.parse(record.start) / 1_000), record };
}

/** Stores an alarm as an evaluation does, with the events to mail, and returns its id. */
export async function storeAlarm(
  store: Store,
  { orgId = ORG, projectId = PROJECT, ...over }: SomeAlarm = {},
): Promise<string> {
  const { alarmId, record } = aStoredAlarm(over);
  const { start, end } = record;
  const atomic = store.atomic()
    .set(keys.alarmEvent(orgId, projectId, alarmId, "start"), { at: start })
    .sum(keys.version("alarms", projectId), 1n)
    .sum(keys.version("alarms", orgId), 1n);
  if (end !== null) atomic.set(keys.alarmEvent(orgId, projectId, alarmId, "end"), { at: end });
  setAlarm(atomic, { projectId, alarmId }, record);
  await atomic.commit();
  return alarmId;
}

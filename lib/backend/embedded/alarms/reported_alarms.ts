import type { Services } from "@/lib/backend/embedded/services.ts";
import type { AlarmRecord } from "@/lib/backend/records/alarms.ts";
import { mutedUntil, nextMuteChange } from "@/lib/domain/alarms/mutes.ts";
import type { ReportedAlarm } from "@/lib/domain/alarms/reported.ts";
import { readMutes } from "./muted_until.ts";
import { readAlarms, storedAlarms } from "./stored_alarms.ts";

/** @param asked `ids`: alarms open or closed; `hasOpen`: true to include the open ones */
export async function reportedAlarms(
  services: Services,
  projectId: string,
  asked: { readonly ids: readonly string[]; readonly hasOpen: boolean },
) {
  const found = await readAlarms(services, projectId, asked.ids);
  const open = asked.hasOpen ? await storedAlarms(services, projectId, {}) : [];
  const mutes = await readMutes(services, projectId);
  const nowS = services.now() / 1_000;
  const reported = (id: string, record: AlarmRecord): ReportedAlarm => (
    { id, projectId, ...record, mutedUntil: mutedUntil(record, mutes, nowS) }
  );
  return {
    /** The alarms requested by id that are still stored. */
    named: new Map([...found].map(([id, { record }]) => [id, reported(id, record)])),
    open: open.map(({ id, record }) => reported(id, record)),
    /** When planned works next start or end, seconds since 1970; null for none. */
    nextMuteS: nextMuteChange(mutes, nowS),
  };
}

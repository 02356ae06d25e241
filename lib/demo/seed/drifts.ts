/** Seeks the drifts of the demo's stories, and writes the alarm of the one that goes on. @module */

import { alarmIdOf, setAlarm } from "@/lib/alarms/records.ts";
import { NOWHERE } from "@/lib/alarms/residence_subjects.ts";
import type { MonitoredItem } from "@/lib/alarms/subjects.ts";
import { alarmRecordOf } from "@/lib/alarms/transitions.ts";
import type { Services } from "@/lib/api/services.ts";
import { DEFAULT_TIME_ZONE, epochOfClock } from "@/lib/base/time_zones.ts";
import { DRIFT_STORIES, SCATTERED } from "@/lib/demo/simulation/demo_series.ts";
import { type FoundDrift, soughtDrift } from "@/lib/energy_signature/found_drifts.ts";
import { driftTitle } from "@/lib/energy_signature/text.ts";
import { readEquipment } from "@/lib/facilities/equipment.ts";

/** The verdicts that the watch of alarms would have found: on the rooms of the stories only, which keeps the start short. */
export async function seedDrifts(services: Services): Promise<void> {
  const { found, cured } = DRIFT_STORIES;
  for (const { projectId, boilerRoomId } of [found, cured, SCATTERED]) {
    const verdict = await soughtDrift(services, { projectId, boilerRoomId });
    if (boilerRoomId === found.boilerRoomId) await seedAlarm(services, verdict);
  }
}

async function seedAlarm(services: Services, verdict: FoundDrift | null): Promise<void> {
  const { projectId, boilerRoomId } = DRIFT_STORIES.found;
  const drift = verdict?.drift ?? null;
  if (drift === null || drift.verdict === "watch") return;
  const { value } = await readEquipment(services, { projectId, equipmentId: boilerRoomId });
  const subject: MonitoredItem = {
    ...{ ...NOWHERE, part: null, delayS: 0, parentKey: null, seriesIds: [] },
    ...{ key: `energy-drift/${boilerRoomId}`, handler: "energy-drift", scope: "boilerroom" },
    ...{ boilerRoomId, equipmentId: boilerRoomId, name: value?.name ?? "" },
    rule: { kind: "drift" },
  };
  const startS = epochOfClock(drift.since, 0, DEFAULT_TIME_ZONE);
  const id = alarmIdOf(subject.key, startS);
  const ended = { endS: null, value: driftTitle(drift), silentForS: 0, parentId: null };
  const atomic = services.store.atomic();
  setAlarm(atomic, { projectId, alarmId: id }, alarmRecordOf({ id, subject, startS, ...ended }));
  await atomic.commit();
}

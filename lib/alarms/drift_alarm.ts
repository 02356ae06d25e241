/** Raises and ends the alarm of a boiler room whose consumption drifts, one for each verdict. @module */

import { chunk } from "@/lib/base/concurrency.ts";
import { HOUR_S } from "@/lib/base/durations.ts";
import { CallError } from "@/lib/base/errors.ts";
import { epochOfClock } from "@/lib/base/time_zones.ts";
import type { Services } from "@/lib/api/services.ts";
import { type FoundDrift, soughtDrift } from "@/lib/energy_signature/found_drifts.ts";
import { driftTitle } from "@/lib/energy_signature/text.ts";
import type { SubjectResult } from "./missing_readings.ts";
import { unmutedFrom } from "./silences.ts";
import { atRest } from "./subject_evaluation.ts";
import type { DetectInput, MonitoredItem, ReadDrifts, Watch } from "./subjects.ts";

/** Seconds after which the verdicts are read again: nothing is sought where no day and no setting changed. */
export const DRIFTS_AGAIN_S = HOUR_S;
/** Boiler rooms sought at once. */
const AT_ONCE = 4;

/** The verdicts on the boiler rooms that are watched. @spec alarms.energy-drift */
export async function readDrifts(
  services: Services,
  subjects: readonly MonitoredItem[],
  { projectId, timeZone, nowS }: {
    readonly projectId: string;
    readonly timeZone: string;
    readonly nowS: number;
  },
): Promise<ReadDrifts> {
  const byRoom = new Map<string, FoundDrift>();
  const ids = subjects.flatMap(({ rule, boilerRoomId }) =>
    rule.kind === "drift" && boilerRoomId !== null ? [boilerRoomId] : []
  );
  for (const some of chunk(ids, AT_ONCE)) {
    await Promise.all(some.map(async (boilerRoomId) => {
      const found = await soughtDrift(services, { projectId, boilerRoomId }).catch(whileWaiting);
      if (found !== null) byRoom.set(boilerRoomId, found);
    }));
  }
  return { atS: nowS, timeZone, byRoom };
}

/** While readings wait to be filed, a verdict stays unknown: silences are judged all the same. */
function whileWaiting(fault: unknown): null {
  if (fault instanceof CallError && fault.code === "readings-waiting") return null;
  throw fault;
}

/**
 * Judges the verdict on a boiler room: a drift or a drop raises an alarm, which lasts until a person closes the verdict
 * or the next season begins, also when its percentage falls; what is only to be watched raises none.
 *
 * @spec alarms.energy-drift
 */
export function judgeDrift(
  subject: MonitoredItem,
  watch: Watch | null,
  { drifts, mutes, nowS, newId }: DetectInput,
): SubjectResult {
  const nextS = (drifts?.atS ?? nowS) + DRIFTS_AGAIN_S;
  const result = { watch, raised: null, closed: null, nextS };
  const found = drifts?.byRoom.get(subject.boilerRoomId ?? "");
  if (drifts === undefined || found === undefined) return result;
  const seenValue = `${found.yearStart} ${found.closedOn ?? ""}`;
  if (watch?.state === "raised" && watch.alarmId !== null) {
    const isSame = watch.seenValue === null || watch.seenValue === seenValue;
    if (isSame && found.drift !== null) return result;
    const closed = { alarmId: watch.alarmId, endS: Math.max(watch.sinceS, nowS) };
    return { ...result, watch: null, closed, nextS: nowS };
  }
  const { drift } = found;
  if (drift === null || drift.verdict === "watch") return { ...result, watch: null };
  const unmutedS = unmutedFrom(subject, mutes, nowS);
  if (unmutedS !== nowS) return { ...result, watch: null, nextS: Math.min(unmutedS, nextS) };
  const startS = epochOfClock(drift.since, 0, drifts.timeZone);
  const id = newId(startS, subject.key);
  return {
    ...result,
    watch: { ...atRest(subject.key), state: "raised", sinceS: startS, seenValue, alarmId: id },
    raised: {
      id,
      subject,
      startS,
      endS: null,
      value: driftTitle(drift),
      silentForS: 0,
      parentId: null,
    },
  };
}

import { currentMutes } from "@/lib/domain/alarms/mute_state.ts";
import { muteOf, nextMuteChange } from "@/lib/domain/alarms/mutes.ts";
import { withoutChildren } from "@/lib/domain/alarms/alarm_table.ts";
import type { Alarm, AlarmMute } from "@/lib/domain/alarms/types.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import type { State } from "@/lib/web/state.ts";

/** What is wrong in a place, and the works under way there. */
export interface PlaceAlarms {
  readonly projectId: string;
  readonly timeZone: string;
  readonly alarms: readonly Alarm[];
  readonly mutes: readonly AlarmMute[];
  /** When works of the residence next begin or end, epoch ms; null when none do. */
  readonly nextMuteMs: number | null;
}

/**
 * Reads the open alarms of a place and the works under way in it.
 *
 * @spec alarms.places
 * @param placeIds of the dwelling, of the equipment and of what is in it, or of one series
 * @param aroundIds of the equipment that contains it: works there mute it too
 */
export async function readPlaceAlarms(
  state: State,
  placeIds: readonly string[],
  aroundIds: readonly (string | null | undefined)[] = [],
): Promise<PlaceAlarms> {
  const { id: projectId, timeZone } = residenceOf(state).project;
  const [alarms, read] = await Promise.all([
    readOpenAlarms(state),
    state.api.call("listAlarmMutes", { projectId }),
  ]);
  const mutes = read.ok ? read.answer : [];
  const nowMs = Date.parse(state.now);
  const nextMuteS = nextMuteChange(mutes.map(muteOf), nowMs / 1_000);
  const mutedIds = [...placeIds, ...aroundIds].filter((id) => typeof id === "string");
  const isHere = (id: string | null) => id !== null && placeIds.includes(id);
  const here = alarms.filter((alarm) =>
    [alarm.houseId, alarm.equipmentId, alarm.boilerRoomId, alarm.buildingId, alarm.seriesId]
      .some(isHere)
  );
  return {
    projectId,
    timeZone,
    alarms: withoutChildren(here),
    mutes: currentMutes(mutes, mutedIds, nowMs),
    nextMuteMs: nextMuteS === null ? null : nextMuteS * 1_000,
  };
}

/** The open alarms of the residence, to count those of its places; none where they cannot be read. @spec alarms.places */
export async function readOpenAlarms(state: State): Promise<readonly Alarm[]> {
  const { id: projectId } = residenceOf(state).project;
  const alarms = await state.api.call("listAlarms", { projectId });
  return alarms.ok ? alarms.answer : [];
}

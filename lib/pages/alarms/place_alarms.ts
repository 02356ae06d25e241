import { currentMutes } from "@/lib/domain/alarms/mute_state.ts";
import { standingAlone } from "@/lib/domain/alarms/alarm_table.ts";
import type { Alarm, AlarmMute } from "@/lib/domain/alarms/types.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import type { State } from "@/lib/web/state.ts";

/** What is wrong in a place, and the works under way there. */
export interface PlaceAlarms {
  readonly projectId: string;
  readonly timeZone: string;
  readonly alarms: readonly Alarm[];
  readonly mutes: readonly AlarmMute[];
}

/**
 * Reads the open alarms of a place and the works under way in it.
 *
 * @spec alarms.places
 * @param placeIds of the dwelling, or of the equipment and of what is in it
 */
export async function readPlaceAlarms(
  state: State,
  placeIds: readonly string[],
): Promise<PlaceAlarms> {
  const { id: projectId, timeZone } = residenceOf(state).project;
  const [alarms, mutes] = await Promise.all([
    state.api.call("listAlarms", { projectId }),
    state.api.call("listAlarmMutes", { projectId }),
  ]);
  const isHere = (id: string | null) => id !== null && placeIds.includes(id);
  // The page is of something else: alarms that cannot be read are left out of it.
  const here = (alarms.ok ? alarms.answer : []).filter((alarm) =>
    [alarm.houseId, alarm.equipmentId, alarm.boilerRoomId, alarm.buildingId].some(isHere)
  );
  return {
    projectId,
    timeZone,
    alarms: standingAlone(here),
    mutes: currentMutes(mutes.ok ? mutes.answer : [], placeIds, Date.parse(state.now)),
  };
}

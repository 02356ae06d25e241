import { withoutChildren } from "@/lib/domain/alarms/alarm_table.ts";
import { currentMutes } from "@/lib/domain/alarms/mute_state.ts";
import { muteOf, nextMuteChange } from "@/lib/domain/alarms/mutes.ts";
import type { Alarm } from "@/lib/domain/alarms/types.ts";
import type { BoilerRoom } from "@/lib/domain/facilities/types.ts";
import { residenceOf, type State } from "@/lib/web/state.ts";

export type PlaceAlarms = Awaited<ReturnType<typeof readPlaceAlarms>>;

/**
 * Reads the open alarms of a place and its current works.
 *
 * @spec alarms.places
 * @param placeIds ids of the dwelling, of the equipment and its children, or of one series
 * @param aroundIds ids of the equipment that contains it: works there mute it too
 */
export async function readPlaceAlarms(
  state: State,
  placeIds: readonly string[],
  aroundIds: readonly (string | null | undefined)[] = [],
) {
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
    /** When works of the residence next start or end; null for none. */
    nextMuteMs: nextMuteS === null ? null : nextMuteS * 1_000,
  };
}

/** The open alarms of the residence, to count those of places; empty when they may not be read. @spec alarms.places */
export async function readOpenAlarms(state: State): Promise<readonly Alarm[]> {
  const { id: projectId } = residenceOf(state).project;
  const alarms = await state.api.call("listAlarms", { projectId });
  return alarms.ok ? alarms.answer : [];
}

/** Names of the boiler rooms whose heating circuits are not watched today. @spec alarms.season */
export async function roomsOutOfSeason(
  state: State,
  rooms: readonly Pick<BoilerRoom, "id" | "name" | "circuits">[],
): Promise<string[]> {
  const { id: projectId } = residenceOf(state).project;
  const heating = rooms.filter(({ circuits }) => circuits.some(({ isHotWater }) => !isHotWater));
  const names = await Promise.all(heating.map(async ({ id, name }) => {
    const read = await state.api.call("getHeatingSeasons", { projectId, boilerRoomId: id });
    return read.ok && !read.answer.isHeatingToday ? [name] : [];
  }));
  return names.flat();
}

import type { BoilerRoom } from "@/lib/domain/facilities/types.ts";
import { residenceOf, type State } from "@/lib/web/state.ts";

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

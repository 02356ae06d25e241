/** Decides who sees an alarm. @module */

import { readsSeriesOf } from "@/lib/facilities/equipment_rules.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { Alarm } from "./schema.ts";

/** Fields of an alarm that decide who sees it. */
export type PlacedAlarm = Pick<
  Alarm,
  "handler" | "houseId" | "buildingId" | "boilerRoomId" | "equipmentId" | "seriesId"
>;

/** The roles of a reader, and whether they see the quantity of a dwelling's alarm in detail. */
export interface AlarmReader<Placed> {
  readonly roles: ReadonlySet<Role>;
  seesQuantity(alarm: Placed): boolean;
}

/** Rights on the alarms of the facilities, whose equipment every member of a residence sees. */
const ALARM_ROLES: readonly Role[] = ["collect:alarm:comment:write", "collect:alarm:report:write"];

/** Whether roles see the dwellings of a residence, and how each one answers. @spec alarms.readers */
export function seesDwellings(roles: ReadonlySet<Role>): boolean {
  return roles.has("collect:agg:daily");
}

/** Whether an alarm shows a reading of a dwelling or its use of water, not only the state of its sensors. */
export function showsQuantity({ handler, houseId }: PlacedAlarm): boolean {
  return houseId !== null && (handler === "pilot-threshold" || handler === "water-night-flow");
}

/** Whether a reader sees an alarm: they must see its place. @spec alarms.readers */
export function seesAlarm<Placed extends PlacedAlarm>(
  alarm: Placed,
  { roles, seesQuantity }: AlarmReader<Placed>,
): boolean {
  if (alarm.houseId !== null) {
    return seesDwellings(roles) && (!showsQuantity(alarm) || seesQuantity(alarm));
  }
  if (ALARM_ROLES.some((role) => roles.has(role)) || readsSeriesOf(placeOf(alarm), roles)) {
    return true;
  }
  return isOfDwellings(alarm) && seesDwellings(roles);
}

/** The place of an alarm of the facilities; null for the residence itself. */
function placeOf({ boilerRoomId, buildingId, equipmentId }: PlacedAlarm) {
  if (boilerRoomId !== null) return "boilerroom";
  if (buildingId !== null) return "building";
  return equipmentId === null ? null : "boilerroom";
}

/** Whether an alarm may be that of a gateway of dwellings, which has neither an equipment nor a series. */
function isOfDwellings({ boilerRoomId, equipmentId, seriesId }: PlacedAlarm): boolean {
  return boilerRoomId === null && equipmentId === null && seriesId === null;
}

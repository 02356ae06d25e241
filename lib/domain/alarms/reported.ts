import type { Alarm, AlarmReportSettings } from "./types.ts";

export type ReportedAlarm =
  & Pick<
    Alarm,
    | "id"
    | "projectId"
    | "handler"
    | "scope"
    | "boilerRoomId"
    | "buildingId"
    | "houseId"
    | "equipmentId"
    | "seriesId"
    | "start"
    | "end"
    | "message"
    | "parentId"
  >
  & {
    /** Number of alarms whose parent is this alarm. */
    readonly childCount: number;
    /** End of the works that mute it, or that muted it when it ended; null when there are none. */
    readonly mutedUntil: string | null;
  };

/** Whether a report lists an alarm now: a selection matches, and no mute applies. @spec alarms.report-mails */
export function isReported(
  report: Pick<AlarmReportSettings, "selections">,
  alarm: ReportedAlarm,
): boolean {
  return alarm.mutedUntil === null && isAbout(report, alarm);
}

/** Whether an alarm belongs in a report: one of its selections matches, and no parent represents it. */
export function isAbout(
  { selections }: Pick<AlarmReportSettings, "selections">,
  alarm: ReportedAlarm,
): boolean {
  return alarm.parentId === null &&
    selections.some(({ handler, filters }) =>
      handler === alarm.handler &&
      Object.entries(filters).every(([filter, values]) => {
        const place = placeOf(alarm, filter);
        return place !== null && values.includes(place);
      })
    );
}

/** The place of an alarm checked by a filter; null when it has none. */
function placeOf(
  { projectId, boilerRoomId, buildingId }: ReportedAlarm,
  filter: string,
): string | null {
  if (filter === "project") return projectId;
  if (filter === "boilerRoom") return boilerRoomId;
  return filter === "building" ? buildingId : null;
}

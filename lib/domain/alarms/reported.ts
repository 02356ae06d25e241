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
    | "start"
    | "end"
    | "message"
    | "parentId"
  >
  & {
    /** Alarms that have this one as parent. */
    readonly childCount: number;
    /** Instant at which the works end that mute it, or that muted it when it ended; null without any. */
    readonly mutedUntil: string | null;
  };

/** Whether a report lists an alarm now: it is about it, and nothing mutes it. @spec alarms.report-mails */
export function isReported(
  report: Pick<AlarmReportSettings, "selections">,
  alarm: ReportedAlarm,
): boolean {
  return alarm.mutedUntil === null && isAbout(report, alarm);
}

/** Whether a report is about an alarm: one of its selections matches, and no parent represents it. */
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

/** The place of an alarm that a filter looks at; null when it has none. */
function placeOf(
  { projectId, boilerRoomId, buildingId }: ReportedAlarm,
  filter: string,
): string | null {
  if (filter === "project") return projectId;
  if (filter === "boilerRoom") return boilerRoomId;
  return filter === "building" ? buildingId : null;
}

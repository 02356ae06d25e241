/** An alarm, with its parent, its children and its neighbours in the list. @module */
import { type AlarmLine, neighbours } from "@/lib/domain/alarms/alarm_table.ts";
import type { Alarm } from "@/lib/domain/alarms/types.ts";
import { yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { COMMENT_FORM } from "@/lib/forms/alarms/comment_form.ts";
import { links } from "@/lib/links/links.ts";
import { asks, type FormAction, saves } from "@/lib/web/forms/submit_forms.ts";
import { type PageContext, residenceOf } from "@/lib/web/state.ts";
import { type AlarmCurve, readAlarmCurve } from "./alarm_curve.ts";
import { readAlarmLines, readPlaceNames } from "./alarm_list_page.ts";

export interface AlarmView {
  readonly alarm: AlarmLine;
  /** Its parent; null when none is listed. */
  readonly parent: AlarmLine | null;
  readonly children: readonly AlarmLine[];
  /** The URL of the previous and of the next alarm in the list; null at the ends. */
  readonly previous: string | null;
  readonly next: string | null;
  readonly curve: AlarmCurve | null;
  readonly canComment: boolean;
  readonly canArchive: boolean;
}

/** Reads an alarm of a residence. @spec alarms.pages */
export async function readAlarm({ state, params }: PageContext): Promise<AlarmView> {
  const { project, roles } = residenceOf(state);
  const at = { projectId: project.id, alarmId: params.alarmId ?? "" };
  const [alarm, places] = await Promise.all([
    state.api.read("getAlarm", at),
    readPlaceNames(state, project.id),
  ]);
  const [lines, curve] = await Promise.all([
    readAlarmLines(state, listedYear(alarm, project.timeZone)),
    readAlarmCurve(state, alarm),
  ]);
  const { previous, next } = neighbours(lines, alarm);
  return {
    alarm: {
      ...alarm,
      projectName: project.name,
      timeZone: project.timeZone,
      placeName: places(alarm),
    },
    parent: lines.find(({ id }) => id === alarm.parentId) ?? null,
    children: lines.filter(({ parentId }) => parentId === alarm.id),
    previous: previous && links.alarm(project.id, previous.id),
    next: next && links.alarm(project.id, next.id),
    curve,
    canComment: opensScreen("alarm-comments", roles),
    canArchive: opensScreen("alarm-archive", roles) && !alarm.archived,
  };
}

/** The year of the list of closed alarms that contains it; undefined for the list of open ones. */
function listedYear({ start, end }: Alarm, timeZone: string): number | undefined {
  return end === null ? undefined : yearOf(civilDateOf(Date.parse(start), timeZone));
}

export function alarmForms({ state, params }: PageContext): Record<string, FormAction> {
  const at = { projectId: residenceOf(state).project.id, alarmId: params.alarmId ?? "" };
  const { call } = state.api;
  return {
    comment: saves(COMMENT_FORM, (body) => call("commentAlarm", { ...at, body })),
    archive: asks(() => call("archiveAlarm", at), links.alarms(at.projectId)),
  };
}

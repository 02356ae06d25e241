/** Rules of alarm lists: children under their parent, counts, durations, neighbours. @module */

import {
  alarmKey,
  type ListedAlarm,
  openAlarmCount,
  parentKey,
  withoutChildren,
} from "@/lib/residences/open_alarms.ts";
import type { Alarm } from "./schema.ts";

export interface AlarmLine extends Alarm {
  readonly projectName: string;
  /** Time zone of the residence; undefined for France's. */
  readonly timeZone: string | undefined;
  /** Name of the dwelling, or of the equipment after the place that contains it; "" for the whole residence, or when the place has no name. In the list of an organisation, also "" for a dwelling. */
  readonly placeName: string;
}

export interface AlarmRow extends AlarmLine {
  readonly children: readonly AlarmLine[];
}

/** The lines of a list, with children nested under their parent. @spec alarms.children */
export function foldedAlarms(lines: readonly AlarmLine[]): AlarmRow[] {
  const byParent = Map.groupBy(lines, parentKey);
  return withoutChildren(lines).map((line) => ({
    ...line,
    children: byParent.get(alarmKey(line)) ?? [],
  }));
}

/** Number of open alarms by residence id; residences without any are absent. */
export function alarmCounts(alarms: readonly ListedAlarm[]): ReadonlyMap<string, number> {
  const byProject = Map.groupBy(withoutChildren(alarms), ({ projectId }) => projectId);
  return new Map([...byProject].map(([projectId, own]) => [projectId, own.length]));
}

/** Number of open alarms by place id, for one kind of place: those of a silent gateway count in each dwelling. */
export function placeAlarmCounts(
  alarms: readonly Alarm[],
  place: "houseId" | "boilerRoomId" | "buildingId",
): ReadonlyMap<string, number> {
  const byPlace = Map.groupBy(alarms, (alarm) => alarm[place]);
  return new Map(
    [...byPlace].flatMap(([id, own]) => id === null ? [] : [[id, openAlarmCount(own)] as const]),
  );
}

/** The lines of a list in file order, each parent followed by its children. */
export function unfoldedAlarms(rows: readonly AlarmRow[]): AlarmFileLine[] {
  return rows.flatMap(({ children, ...line }) => [
    { ...line, parent: null },
    ...children.map((child) => ({ ...child, parent: line.message })),
  ]);
}

export interface AlarmFileLine extends AlarmLine {
  readonly parent: string | null;
}

/** Duration of an alarm, in seconds. @param nowS seconds since 1970 */
export function alarmDurationS({ start, end }: Pick<Alarm, "start" | "end">, nowS: number): number {
  const endS = end === null ? nowS : Date.parse(end) / 1_000;
  return Math.max(0, endS - Date.parse(start) / 1_000);
}

export function withChildren({ children, ...own }: AlarmRow): readonly AlarmLine[] {
  return [own, ...children];
}

/** The alarms before and after an alarm in a list, for the links between their pages; null at the ends. */
export function neighbours(
  list: readonly Alarm[],
  { id, parentId }: Pick<Alarm, "id" | "parentId">,
): { readonly previous: Alarm | null; readonly next: Alarm | null } {
  const beside = list.filter((one) => one.parentId === parentId);
  const position = beside.findIndex((one) => one.id === id);
  if (position < 0) return { previous: null, next: null };
  return { previous: beside[position - 1] ?? null, next: beside[position + 1] ?? null };
}

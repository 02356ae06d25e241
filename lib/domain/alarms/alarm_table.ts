import type { RegisterRules } from "@/lib/domain/tables/register.ts";
import type { Alarm } from "./types.ts";

export interface AlarmLine extends Alarm {
  readonly projectName: string;
  /** Of the residence; undefined where it is that of France. */
  readonly timeZone: string | undefined;
  /** The dwelling or the equipment it is about; "" for the whole residence, and where no place is named. */
  readonly placeName: string;
}

/** A line with those folded under it. */
export interface AlarmRow extends AlarmLine {
  readonly children: readonly AlarmLine[];
}

/** The lines of a list, those that belong to another of them folded under it. @spec alarms.children */
export function foldedAlarms(lines: readonly AlarmLine[]): AlarmRow[] {
  const byParent = Map.groupBy(lines, parentKey);
  return withoutChildren(lines).map((line) => ({
    ...line,
    children: byParent.get(alarmKey(line)) ?? [],
  }));
}

/** Names an alarm among those of several residences: two may have the same id. */
export function alarmKey({ projectId, id }: Pick<Alarm, "projectId" | "id">): string {
  return `${projectId}/${id}`;
}

function parentKey({ projectId, parentId }: Pick<Alarm, "projectId" | "parentId">): string | null {
  return parentId === null ? null : alarmKey({ projectId, id: parentId });
}

/** What names an alarm, and the one it belongs to. */
type Listed = Pick<Alarm, "id" | "projectId" | "parentId">;

/** How many alarms a list shows, those folded under another not counted. */
export function openAlarmCount(alarms: readonly Listed[]): number {
  return withoutChildren(alarms).length;
}

/** The open alarms of each residence that has some, by its id. */
export function alarmCounts(alarms: readonly Listed[]): ReadonlyMap<string, number> {
  const byProject = Map.groupBy(withoutChildren(alarms), ({ projectId }) => projectId);
  return new Map([...byProject].map(([projectId, own]) => [projectId, own.length]));
}

/** The open alarms of each place of a kind that has some, by its id: those of a silent gateway are at each dwelling. */
export function placeAlarmCounts(
  alarms: readonly Alarm[],
  place: "houseId" | "boilerRoomId" | "buildingId",
): ReadonlyMap<string, number> {
  const byPlace = Map.groupBy(alarms, (alarm) => alarm[place]);
  return new Map(
    [...byPlace].flatMap(([id, own]) => id === null ? [] : [[id, openAlarmCount(own)] as const]),
  );
}

/** Alarms that belong to no other of the list. */
export function withoutChildren<One extends Listed>(list: readonly One[]): One[] {
  const known = new Set(list.map(alarmKey));
  return list.filter((one) => !known.has(parentKey(one) ?? ""));
}

/** Every line of a list, each after the one it is folded under, as a file holds them. */
export function unfoldedAlarms(rows: readonly AlarmRow[]): AlarmFileLine[] {
  return rows.flatMap(({ children, ...line }) => [
    { ...line, parent: null },
    ...children.map((child) => ({ ...child, parent: line.message })),
  ]);
}

export interface AlarmFileLine extends AlarmLine {
  readonly parent: string | null;
}

/** How long an alarm has lasted, in seconds. @param nowS seconds since 1970 */
export function alarmDurationS({ start, end }: Pick<Alarm, "start" | "end">, nowS: number): number {
  const endS = end === null ? nowS : Date.parse(end) / 1_000;
  return Math.max(0, endS - Date.parse(start) / 1_000);
}

/**
 * How a list of alarms is searched, filtered and sorted: the latest first. A line is looked for by those folded under
 * it too.
 */
export function alarmRules(nowS: number): RegisterRules<AlarmRow> {
  return {
    order: { field: "start", direction: "desc" },
    words: (row) => withChildren(row).flatMap(wordsOf),
    filters: {
      handler: (row) => withChildren(row).map(({ handler }) => handler),
      project: ({ projectName }) => projectName,
      place: (row) => withChildren(row).map(({ placeName }) => placeName),
    },
    sorts: {
      message: ({ message }) => message,
      project: ({ projectName }) => projectName,
      place: ({ placeName }) => placeName || null,
      handler: ({ handler }) => handler,
      start: ({ start }) => start,
      end: ({ end }) => end,
      duration: (row) => alarmDurationS(row, nowS),
    },
  };
}

function withChildren({ children, ...own }: AlarmRow): readonly AlarmLine[] {
  return [own, ...children];
}

function wordsOf({ message, projectName, placeName }: AlarmLine): string[] {
  return [message, projectName, placeName];
}

/** The alarms before and after one of a list, as their pages lead from one to the next; null at its ends. */
export function neighbours(
  list: readonly Alarm[],
  { id, parentId }: Pick<Alarm, "id" | "parentId">,
): { readonly previous: Alarm | null; readonly next: Alarm | null } {
  const beside = list.filter((one) => one.parentId === parentId);
  const rank = beside.findIndex((one) => one.id === id);
  if (rank < 0) return { previous: null, next: null };
  return { previous: beside[rank - 1] ?? null, next: beside[rank + 1] ?? null };
}
